// gpustack/gguf-parser-go as a testee: ParseGGUFFile reads the whole file with default options.
//
// The library compares the size of all tensors with what the file has behind its header, so it wants
// the data; it hands out no bytes of them.
package main

import (
	"fmt"
	"os"

	gguf "github.com/gpustack/gguf-parser-go"

	"ggufproof/testee"
)

const module = "github.com/gpustack/gguf-parser-go"

// value is an element of an array as it stands in a dump, or a pair's value without its type.
func value(held any) any {
	array, ok := held.(gguf.GGUFMetadataKVArrayValue)
	if !ok {
		return testee.Scalar(held)
	}
	elements := make([]any, len(array.Array))
	for i, element := range array.Array {
		elements[i] = value(element)
	}
	return testee.Array(testee.ValueType(uint32(array.Type)), elements)
}

func metadata(held gguf.GGUFMetadataKVs) []testee.Object {
	pairs := make([]testee.Object, len(held))
	for i, kv := range held {
		said := testee.Object{testee.ValueType(uint32(kv.ValueType)): value(kv.Value)}
		pairs[i] = testee.Object{"key": testee.Text(kv.Key), "value": said}
	}
	return pairs
}

func tensors(held gguf.GGUFTensorInfos) []testee.Object {
	infos := make([]testee.Object, len(held))
	for i, info := range held {
		infos[i] = testee.Object{
			"name":       testee.Text(info.Name),
			"type":       info.Type,
			"dimensions": testee.Numbers(info.Dimensions),
			"offset":     testee.Number(info.Offset),
			"size":       testee.Number(info.Bytes()),
		}
	}
	return infos
}

// parse reads one file. Of a file named as a shard the library would read the whole set, so it gets it
// under a name that says nothing.
func parse(path string) (*gguf.GGUFFile, error) {
	opened, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return gguf.ParseGGUFFile(fmt.Sprintf("/proc/self/fd/%d", opened.Fd()))
}

func read(path string) (testee.Object, error) {
	file, err := parse(path)
	if err != nil {
		return nil, err
	}
	dump := testee.Object{
		"version":     file.Header.Version,
		"endian":      "little",
		"data_offset": nil,
		"metadata":    metadata(file.Header.MetadataKV),
		"tensors":     tensors(file.TensorInfos),
	}
	if file.Header.Magic == gguf.GGUFMagicGGUFBe {
		dump["endian"] = "big"
	}
	if len(file.TensorInfos) > 0 {
		dump["data_offset"] = testee.Number(uint64(file.TensorDataStartOffset))
	}
	return dump, nil
}

func main() {
	testee.Testee{
		About: testee.Object{
			"name":        "gguf-parser-go",
			"version":     testee.Version(module),
			"language":    "Go",
			"reads":       "data",
			"versions":    []int{1, 2, 3},
			"byte_orders": []string{"little", "big"},
			"omits":       []string{"alignment", "absolute_offset", "sha256"},
		},
		Read: read,
	}.Serve()
}
