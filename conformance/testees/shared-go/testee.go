// Package testee is what the testees in Go share: the lines of the protocol
// (../../protocol/README.md) and how Go values are written in a dump.
//
// A testee is what its reader says, and nothing else: an error is a refusal, and a panic of the
// library ends the process, as it would end a user's.
package testee

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"runtime/debug"
)

// Object is a JSON object.
type Object = map[string]any

// Testee is a reader, and a writer too unless Write is nil.
type Testee struct {
	// About is what the answer to "start" says beside the protocol's version.
	About Object
	// Read returns the dump of the file at path, or why the reader refuses it.
	Read func(path string) (Object, error)
	// Write writes what description says to the file at path, or returns why the writer refuses it.
	Write func(path string, description json.RawMessage) error
}

// ErrSkipped marks, by wrapping, what cannot be asked of a reader or writer.
var ErrSkipped = errors.New("cannot be asked")

// Version returns the version of a module that this program was built with.
func Version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version
		}
	}
	panic("built without " + module)
}

type request struct {
	Command     string
	ID          string
	File        string
	Description json.RawMessage
}

// Serve speaks the protocol until "stop" or the end of input.
func (t Testee) Serve() {
	input := bufio.NewReader(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // standard output is the protocol's, whatever a library prints
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		if asked.Command == "stop" {
			return
		}
		if err := output.Encode(t.answer(asked)); err != nil {
			panic(err)
		}
	}
}

func (t Testee) answer(asked request) Object {
	answer := Object{"id": asked.ID}
	var err error
	switch asked.Command {
	case "start":
		answer = Object{"protocol": 1}
		for member, value := range t.About {
			answer[member] = value
		}
	case "read":
		answer["accepted"], err = t.Read(asked.File)
	case "write":
		err = t.Write(asked.File, asked.Description)
		answer["written"] = true
	}
	if err != nil {
		why := "refused"
		if errors.Is(err, ErrSkipped) {
			why = "skipped"
		}
		return Object{"id": asked.ID, why: err.Error()}
	}
	return answer
}
