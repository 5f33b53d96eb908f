// How Go values are written in a dump: numbers of 64 bits as decimal digits, floats as their bits,
// text as text only if it is UTF-8. Go has a type for each type of GGUF, so a value tells its own.

package testee

import (
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

var valueTypes = []string{
	"u8", "i8", "u16", "i16", "u32", "i32", "f32", "bool", "string", "array", "u64", "i64", "f64",
}

// ValueType names a value type in a dump, by its id in a file: an id that is none is its number.
func ValueType(id uint32) string {
	if int(id) < len(valueTypes) {
		return valueTypes[id]
	}
	return fmt.Sprint(id)
}

// The names of the value types in a dump, by the Go types that hold them.
var kindNames = map[reflect.Kind]string{
	reflect.Uint8: "u8", reflect.Int8: "i8", reflect.Uint16: "u16", reflect.Int16: "i16",
	reflect.Uint32: "u32", reflect.Int32: "i32", reflect.Float32: "f32", reflect.Bool: "bool",
	reflect.String: "string", reflect.Uint64: "u64", reflect.Int64: "i64", reflect.Float64: "f64",
}

// Number writes a number of 64 bits.
func Number(n uint64) string { return strconv.FormatUint(n, 10) }

// Numbers writes a list of numbers of 64 bits.
func Numbers(list []uint64) []string {
	written := make([]string, len(list))
	for i, n := range list {
		written[i] = Number(n)
	}
	return written
}

// Text writes bytes that stand for text.
func Text(text string) any {
	if utf8.ValidString(text) {
		return text
	}
	return Object{"bytes": hex.EncodeToString([]byte(text))}
}

// Scalar writes a value that is no array, without its type.
func Scalar(value any) any {
	switch v := value.(type) {
	case string:
		return Text(v)
	case float32:
		return fmt.Sprintf("%08x", math.Float32bits(v))
	case float64:
		return fmt.Sprintf("%016x", math.Float64bits(v))
	case uint64:
		return Number(v)
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return value
}

// Array writes an array whose elements are written already.
func Array(elementType string, elements []any) Object {
	return Object{"element_type": elementType, "count": Number(uint64(len(elements))), "elements": elements}
}

// Value writes a value of a Go type that tells the type in the file: a scalar or a slice of such.
func Value(value any) Object {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Slice {
		return Object{kindNames[v.Kind()]: Scalar(value)}
	}
	elements := make([]any, v.Len())
	for i := range elements {
		elements[i] = Scalar(v.Index(i).Interface())
	}
	return Object{"array": Array(kindNames[v.Type().Elem().Kind()], elements)}
}

// Held returns what an unexported field of a library's struct holds. Libraries whose own accessors
// convert values, or answer 0 for another type, still have the value as it was read.
func Held(field reflect.Value) any {
	return reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Interface()
}
