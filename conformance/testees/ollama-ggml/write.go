// ggml.WriteGGUF as a writer. It writes version 3 in little-endian order, pairs sorted by key; what a
// map of Go values or its byte order cannot say is refused or skipped here, all else is its answer.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"

	"github.com/ollama/ollama/fs/ggml"

	"ggufproof/testee"
)

type description struct {
	Version  int
	Endian   string
	Metadata []struct {
		Key   text
		Value map[string]json.RawMessage
	}
	Tensors []struct {
		Name       text
		Type       uint32
		Dimensions []string
		Data       string
	}
}

// text is a string of a dump: as it is, or as its bytes in hexadecimal digits.
type text string

func (t *text) UnmarshalJSON(said []byte) error {
	var plain string
	if json.Unmarshal(said, &plain) == nil {
		*t = text(plain)
		return nil
	}
	var coded struct{ Bytes string }
	if err := json.Unmarshal(said, &coded); err != nil {
		return err
	}
	raw, err := hex.DecodeString(coded.Bytes)
	*t = text(raw)
	return err
}

// The Go types that the package writes as each type of value.
var goTypes = map[string]reflect.Type{
	"u8": reflect.TypeFor[uint8](), "i8": reflect.TypeFor[int8](),
	"u16": reflect.TypeFor[uint16](), "i16": reflect.TypeFor[int16](),
	"u32": reflect.TypeFor[uint32](), "i32": reflect.TypeFor[int32](),
	"u64": reflect.TypeFor[uint64](), "i64": reflect.TypeFor[int64](),
	"f32": reflect.TypeFor[float32](), "f64": reflect.TypeFor[float64](),
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
}

// unquoted is what a dump writes as text though it is a number.
func unquoted(said json.RawMessage) (string, error) {
	var written string
	return written, json.Unmarshal(said, &written)
}

// scalar is a value that is no array, of the Go type for its type.
func scalar(name string, said json.RawMessage) (value reflect.Value, err error) {
	held, known := goTypes[name]
	if !known {
		return value, fmt.Errorf("Go has no type for %s", name)
	}
	value = reflect.New(held).Elem()
	var digits string
	var bits uint64
	switch name {
	case "string":
		var plain text
		err = json.Unmarshal(said, &plain)
		value.SetString(string(plain))
	case "f32", "f64":
		if digits, err = unquoted(said); err == nil {
			bits, err = strconv.ParseUint(digits, 16, held.Bits())
		}
		if name == "f32" {
			value.Set(reflect.ValueOf(math.Float32frombits(uint32(bits))))
		} else {
			value.SetFloat(math.Float64frombits(bits))
		}
	case "u64", "i64":
		if digits, err = unquoted(said); err == nil {
			err = json.Unmarshal([]byte(digits), value.Addr().Interface())
		}
	default:
		err = json.Unmarshal(said, value.Addr().Interface())
	}
	return value, err
}

func valueOf(name string, said json.RawMessage) (any, error) {
	if name != "array" {
		value, err := scalar(name, said)
		if err != nil {
			return nil, err
		}
		return value.Interface(), nil
	}
	var array struct {
		ElementType string `json:"element_type"`
		Elements    []json.RawMessage
	}
	if err := json.Unmarshal(said, &array); err != nil {
		return nil, err
	}
	held, known := goTypes[array.ElementType]
	if !known {
		return nil, fmt.Errorf("Go has no type for arrays of %s", array.ElementType)
	}
	slice := reflect.MakeSlice(reflect.SliceOf(held), 0, len(array.Elements))
	for _, element := range array.Elements {
		value, err := scalar(array.ElementType, element)
		if err != nil {
			return nil, err
		}
		slice = reflect.Append(slice, value)
	}
	return slice.Interface(), nil
}

func keyValues(said description) (ggml.KV, error) {
	pairs := ggml.KV{}
	for _, pair := range said.Metadata {
		if _, twice := pairs[string(pair.Key)]; twice {
			return nil, fmt.Errorf("a map holds the key %q once", pair.Key)
		}
		for name, written := range pair.Value {
			value, err := valueOf(name, written)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", pair.Key, err)
			}
			pairs[string(pair.Key)] = value
		}
	}
	return pairs, nil
}

func tensorsOf(said description) ([]*ggml.Tensor, error) {
	var tensors []*ggml.Tensor
	for _, info := range said.Tensors {
		data, err := hex.DecodeString(info.Data)
		if err != nil {
			return nil, err
		}
		shape := make([]uint64, len(info.Dimensions))
		for i, digits := range info.Dimensions {
			if shape[i], err = strconv.ParseUint(digits, 10, 64); err != nil {
				return nil, err
			}
		}
		tensors = append(tensors, &ggml.Tensor{
			Name: string(info.Name), Kind: info.Type, Shape: shape, WriterTo: bytes.NewBuffer(data),
		})
	}
	return tensors, nil
}

func write(path string, written json.RawMessage) error {
	var said description
	if err := json.Unmarshal(written, &said); err != nil {
		return err
	}
	if said.Version != 3 || said.Endian != "little" {
		return fmt.Errorf("%w: the package writes version 3 in little-endian order", testee.ErrSkipped)
	}
	pairs, err := keyValues(said)
	if err != nil {
		return err
	}
	tensors, err := tensorsOf(said)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return ggml.WriteGGUF(file, pairs, tensors)
}
