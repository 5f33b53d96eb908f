// Ollama's package fs/gguf as a testee: the lazy reader that its server asks for single keys.
//
// The package logs what it cannot read and ends the list there, so a list shorter than its count is
// its refusal. A tensor without bytes, or of a type whose size it does not know, is "not found" to
// its TensorReader: then neither place nor bytes of it are told.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"reflect"

	"github.com/ollama/ollama/fs/gguf"

	"ggufproof/testee"
)

const module = "github.com/ollama/ollama"

func metadata(file *gguf.File) ([]testee.Object, error) {
	pairs := []testee.Object{}
	for _, pair := range file.KeyValues() {
		value := testee.Held(reflect.ValueOf(&pair.Value).Elem().Field(0))
		pairs = append(pairs, testee.Object{"key": testee.Text(pair.Key), "value": testee.Value(value)})
	}
	if len(pairs) != file.NumKeyValues() {
		return nil, errors.New("fewer pairs than counted")
	}
	return pairs, nil
}

// place tells where the bytes of the tensor are, and their digest: null where they are not all there.
func place(file *gguf.File, name string, info testee.Object) error {
	info["absolute_offset"], info["sha256"] = nil, nil
	_, reader, err := file.TensorReader(name)
	if err != nil {
		return nil
	}
	section := reader.(*io.SectionReader)
	_, offset, size := section.Outer()
	info["absolute_offset"] = testee.Number(uint64(offset))
	digest := sha256.New()
	read, err := io.Copy(digest, section)
	if err == nil && read == size {
		info["sha256"] = hex.EncodeToString(digest.Sum(nil))
	}
	return err
}

func tensors(file *gguf.File) ([]testee.Object, error) {
	infos := []testee.Object{}
	for _, held := range file.TensorInfos() {
		infos = append(infos, testee.Object{
			"name":       testee.Text(held.Name),
			"type":       held.Type,
			"dimensions": testee.Numbers(held.Shape),
			"offset":     testee.Number(held.Offset),
			"size":       testee.Number(uint64(held.NumBytes())),
		})
	}
	if len(infos) != file.NumTensors() {
		return nil, errors.New("fewer tensors than counted")
	}
	i := 0
	for _, held := range file.TensorInfos() {
		if err := place(file, held.Name, infos[i]); err != nil {
			return nil, err
		}
		i++
	}
	return infos, nil
}

func read(path string) (testee.Object, error) {
	file, err := gguf.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	pairs, err := metadata(file)
	if err != nil {
		return nil, err
	}
	infos, err := tensors(file)
	return testee.Object{"version": file.Version, "metadata": pairs, "tensors": infos}, err
}

func main() {
	testee.Testee{
		About: testee.Object{
			"name":     "ollama-gguf",
			"version":  testee.Version(module),
			"language": "Go",
			"reads":    "header",
			"omits":    []string{"endian", "alignment", "data_offset"},
		},
		Read: read,
	}.Serve()
}
