// Command escala writes docs/escala.md: what 55 million citizens need, and what that costs. It computes it from what
// each use was measured to cost, from how people are assumed to use the program, and from a table of prices; all
// three are files in its folder.
//
//	go run ./tools/escala
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "escala:", err)
		os.Exit(1)
	}
}

func run() error {
	in, err := read("tools/escala", "docs")
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(in.write()), 0o644)
}
