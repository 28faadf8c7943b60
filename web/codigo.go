package web

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed codigo
var codeFiles embed.FS

// The page of a code loads its own two files and sends the code to its own origin.
const codePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Code serves the page below /v/ that shows a document to whoever has its code. It needs no build: a paper that was
// shown can be seen with every program.
func Code() http.Handler {
	files, err := fs.Sub(codeFiles, "codigo")
	if err != nil {
		panic(err) // the path is a constant
	}
	return (&bundle{dist: files, base: "/v/", policy: codePolicy}).serve()
}
