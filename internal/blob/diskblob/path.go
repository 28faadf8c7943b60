package diskblob

import (
	"errors"
	"io/fs"
	"path"
)

const (
	carpetaEnd = 36 // a UUID's length
	digits     = 2  // 256 shards; the last digits are random in every version of UUID
	retries    = 8
)

// pathOf is where an object of a valid name lies. A file needs no folder of its
// own here: the name's last part, the same in all names, is left out.
func pathOf(name string) string {
	return path.Join(dirCurrent, name[carpetaEnd-digits:carpetaEnd], path.Dir(name))
}

// carpetaDir is where a carpeta's files lie.
func carpetaDir(carpetaID string) string {
	return path.Join(dirCurrent, carpetaID[carpetaEnd-digits:carpetaEnd], carpetaID)
}

// publish gives a finished upload its name. The folder may be removed by a
// deletion between its making and the link; then it is made again.
func (o *Objetos) publish(partial, name string) error {
	target := pathOf(name)
	carpeta := path.Dir(target)
	var err error
	for range retries {
		if err = o.ensureCarpetaDir(carpeta); err != nil {
			return err
		}
		if err = o.root.Link(partial, target); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	return o.syncDir(carpeta)
}

func (o *Objetos) ensureCarpetaDir(carpeta string) error {
	for range retries {
		if err := o.ensureDir(path.Dir(carpeta)); err != nil {
			return err
		}
		if err := o.ensureDir(carpeta); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return fs.ErrNotExist
}
