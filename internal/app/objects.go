package app

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
)

// onceWritten is where objects lie that nobody changes: the sealed logs of the trail, and what is archived of it.
type onceWritten interface {
	sello.Objects
	Bootstrap(ctx context.Context) error
}

// diskObjects need no bootstrap: to open the folder makes it.
type diskObjects struct{ *diskblob.Sellos }

func (diskObjects) Bootstrap(context.Context) error { return nil }

func (a *App) openObjects(dir string) (onceWritten, error) {
	s, err := diskblob.OpenSellos(dir)
	if err != nil {
		return nil, err
	}
	a.onClose(s.Close)
	a.p.cutter.freeze = append(a.p.cutter.freeze, s.Freeze)
	return diskObjects{s}, nil
}
