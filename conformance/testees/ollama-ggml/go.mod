module ggufproof/testees/ollama-ggml

go 1.24.1

require (
	ggufproof/testee v0.0.0
	github.com/ollama/ollama v0.17.4
)

require golang.org/x/sync v0.17.0 // indirect

replace ggufproof/testee => ../shared-go
