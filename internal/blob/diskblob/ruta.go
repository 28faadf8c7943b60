package diskblob

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strconv"
)

const (
	finCarpeta = 36 // a UUID's length
	digitos    = 2  // 256 shards; the last digits are random in every version of UUID
	reintentos = 8
)

// ruta is where an object of a valid name lies. A file needs no folder of its
// own here: the name's last part, the same in all names, is left out.
func ruta(nombre string) string {
	return path.Join(vigentes, nombre[finCarpeta-digitos:finCarpeta], path.Dir(nombre))
}

// dirCarpeta is where a carpeta's files lie.
func dirCarpeta(carpetaID string) string {
	return path.Join(vigentes, carpetaID[finCarpeta-digitos:finCarpeta], carpetaID)
}

// publicar gives a finished upload its name. The folder may be removed by a
// deletion between its making and the link; then it is made again.
func (o *Objetos) publicar(parcial, nombre string) error {
	destino := ruta(nombre)
	carpeta := path.Dir(destino)
	var err error
	for range reintentos {
		if err = o.asegurarCarpeta(carpeta); err != nil {
			return err
		}
		if err = o.raiz.Link(parcial, destino); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	return o.sincronizar(carpeta)
}

func (o *Objetos) asegurarCarpeta(carpeta string) error {
	for range reintentos {
		if err := o.asegurar(path.Dir(carpeta)); err != nil {
			return err
		}
		if err := o.asegurar(carpeta); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return fs.ErrNotExist
}

// asegurar makes a folder if it is not there and makes its name durable: also
// one that another upload made just now and may not have made durable yet.
func (o *Objetos) asegurar(dir string) error {
	if err := o.raiz.Mkdir(dir, permisos); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return o.sincronizar(path.Dir(dir))
}

// sincronizar makes the names in a folder survive a power cut. A folder that
// has gone meanwhile has none.
func (o *Objetos) sincronizar(dir string) error {
	d, err := o.raiz.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// nuevoParcial makes an empty file for an upload. A name that a killed process
// left behind is passed over.
func (o *Objetos) nuevoParcial() (*os.File, string, error) {
	for {
		nombre := path.Join(parciales, strconv.FormatInt(o.turno.Add(1), 10))
		f, err := o.raiz.OpenFile(nombre, os.O_CREATE|os.O_EXCL|os.O_WRONLY, permisosFile)
		if !errors.Is(err, fs.ErrExist) {
			return f, nombre, err
		}
	}
}
