package web

import (
	"embed"
	"io/fs"
)

// The folders hold only .gitkeep until `make web` has run: go build works either way.
//
//go:embed all:explorer/dist all:app/dist
var files embed.FS

// Built tells whether a page ("explorer", "app") was there when this program was built.
func Built(page string) bool {
	_, err := fs.Stat(dist(page), indexFile)
	return err == nil
}

func dist(page string) fs.FS {
	built, err := fs.Sub(files, page+"/dist")
	if err != nil {
		panic(err) // the paths are constants: fs.Sub fails on malformed ones only
	}
	return built
}
