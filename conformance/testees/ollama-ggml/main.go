// Ollama's package fs/ggml as a testee: Decode reads what the server loads and creates models from;
// writing is in write.go.
//
// Decode keeps pairs in a map, so their order is lost, and adds general.parameter_count to it, which
// is left out here. It compares each tensor's end with the file's, so it wants the data.
package main

import (
	"maps"
	"os"
	"reflect"
	"slices"

	"github.com/ollama/ollama/fs/ggml"

	"ggufproof/testee"
)

const module = "github.com/ollama/ollama"

const addedKey = "general.parameter_count"

// value unwraps what the package keeps arrays in: a pointer to an unexported struct.
func value(held any) testee.Object {
	if array := reflect.ValueOf(held); array.Kind() == reflect.Pointer {
		held = testee.Held(array.Elem().FieldByName("values"))
	}
	return testee.Value(held)
}

func metadata(held ggml.KV) []testee.Object {
	pairs := []testee.Object{}
	for _, key := range slices.Sorted(maps.Keys(held)) {
		if key != addedKey {
			pairs = append(pairs, testee.Object{"key": testee.Text(key), "value": value(held[key])})
		}
	}
	return pairs
}

func tensors(held []*ggml.Tensor) []testee.Object {
	infos := make([]testee.Object, len(held))
	for i, tensor := range held {
		infos[i] = testee.Object{
			"name":       testee.Text(tensor.Name),
			"type":       tensor.Kind,
			"dimensions": testee.Numbers(tensor.Shape),
			"offset":     testee.Number(tensor.Offset),
			"size":       testee.Number(tensor.Size()),
		}
	}
	return infos
}

func read(path string) (testee.Object, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	decoded, err := ggml.Decode(file, -1)
	if err != nil {
		return nil, err
	}
	dump := testee.Object{
		"data_offset": nil,
		"metadata":    metadata(decoded.KV()),
		"tensors":     tensors(decoded.Tensors().Items()),
	}
	if len(decoded.Tensors().Items()) > 0 {
		dump["data_offset"] = testee.Number(decoded.Tensors().Offset)
	}
	return dump, nil
}

func main() {
	testee.Testee{
		About: testee.Object{
			"name":        "ollama-ggml",
			"version":     testee.Version(module),
			"language":    "Go",
			"reads":       "data",
			"writes":      true,
			"versions":    []int{1, 2, 3},
			"byte_orders": []string{"little", "big"},
			"omits":       []string{"version", "endian", "alignment", "order", "absolute_offset", "sha256"},
		},
		Read:  read,
		Write: write,
	}.Serve()
}
