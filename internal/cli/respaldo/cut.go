package respaldo

import (
	"context"
	"io"
	"time"
)

// Source is the data folder that is backed up.
type Source interface {
	// Cut takes hold of the folder as it is at one moment. The small files were read before.
	Cut(ctx context.Context) (*Cut, error)
}

// Cut is a data folder as it was at one moment. Paths are relative to it, with slashes.
type Cut struct {
	Header
	Files []Object
	DB    io.Reader    // Header.Size bytes; read it first and whole
	Alive func() error // says why the cut holds no more, if so: what was read since may be of later
	Close func() error
}

// Header is what the server says first of a cut, as one line of JSON.
type Header struct {
	Format  int       `json:"formato"` // of what follows: CutFormat
	Schema  int       `json:"esquema"`
	Taken   time.Time `json:"tomado"`
	Size    int64     `json:"base"`    // bytes of the database
	Objects int       `json:"objetos"` // how many lines of them follow
	// Held is where the files of citizens lie that were erased since; "" if none can be.
	Held Place `json:"retenidos"`
	// Frozen are folders that change: what they held at the moment lies elsewhere.
	Frozen []Place `json:"congelados"`
}

// CutFormat is the format of a cut, as a server gives it.
const CutFormat = 1

// Place says where the things of a path lie now.
type Place struct {
	Path string `json:"ruta"`
	Now  string `json:"ahora"`
}

// Object is the file of a document.
type Object struct {
	Path string
	Must bool // its document is complete: without the file it is broken
}
