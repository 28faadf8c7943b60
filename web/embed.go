package web

import (
	"embed"
	"io/fs"
	"net/http"
)

// The folder holds only .gitkeep until `make web` has run: go build works either way.
//
//go:embed all:explorer/dist
var files embed.FS

// Explorer serves the API explorer, a GraphiQL page that asks nothing of any other origin.
// The page reads its settings from /config.json and talks to the GraphQL path named there;
// both are the caller's to serve, on the same origin.
func Explorer() http.Handler {
	return NewExplorer(explorerDist())
}

// ExplorerBuilt tells whether the explorer was there when this program was built.
func ExplorerBuilt() bool {
	_, err := fs.Stat(explorerDist(), indexFile)
	return err == nil
}

func explorerDist() fs.FS {
	dist, err := fs.Sub(files, "explorer/dist")
	if err != nil {
		panic(err) // the path is a constant: fs.Sub fails on malformed ones only
	}
	return dist
}
