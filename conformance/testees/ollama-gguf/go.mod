module ggufproof/testees/ollama-gguf

go 1.24.1

require (
	ggufproof/testee v0.0.0
	github.com/ollama/ollama v0.17.4
)

replace ggufproof/testee => ../shared-go
