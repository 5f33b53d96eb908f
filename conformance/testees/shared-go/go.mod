module ggufproof/testee

go 1.22.0
