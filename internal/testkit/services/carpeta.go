package services

import (
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	prefijoTemporal = "carpeta-servicios-"
	nombreCerrojo   = ".en-uso"
	// A folder younger than this may belong to a process that has made it and
	// not locked it yet.
	edadMinima = time.Minute
)

// carpeta is the folder of one service. A temporary one is removed with its
// service, or, when its owner was killed, by the next process that makes one.
type carpeta struct {
	ruta    string
	cerrojo *os.File // nil: a folder somebody named, which is theirs to remove
}

func abrirCarpeta(padre, nombre string) (*carpeta, error) {
	if padre != "" {
		// Absolute: the services run elsewhere.
		ruta, err := filepath.Abs(filepath.Join(padre, nombre))
		if err != nil {
			return nil, err
		}
		return &carpeta{ruta: ruta}, os.MkdirAll(ruta, 0o700)
	}
	barrerUnaVez()
	ruta, err := os.MkdirTemp("", prefijoTemporal+nombre+"-")
	if err != nil {
		return nil, err
	}
	c := &carpeta{ruta: ruta}
	c.cerrojo, err = os.OpenFile(filepath.Join(ruta, nombreCerrojo), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = cerrar(c.cerrojo)
	}
	if err != nil {
		_ = os.RemoveAll(ruta)
		return nil, err
	}
	return c, nil
}

// sub names a folder inside, made when it is not there.
func (c *carpeta) sub(nombre string) (string, error) {
	ruta := filepath.Join(c.ruta, nombre)
	return ruta, os.MkdirAll(ruta, 0o700)
}

func (c *carpeta) temporal() bool { return c.cerrojo != nil }

func (c *carpeta) borrar() error {
	if !c.temporal() {
		return nil
	}
	defer c.cerrojo.Close()
	return os.RemoveAll(c.ruta)
}

// barrerUnaVez removes what killed processes left behind, once per process.
var barrerUnaVez = sync.OnceFunc(func() { barrer(os.TempDir(), time.Now().Add(-edadMinima)) })

func barrer(dir string, antesDe time.Time) {
	viejas, _ := filepath.Glob(filepath.Join(dir, prefijoTemporal+"*"))
	for _, ruta := range viejas {
		if info, err := os.Stat(ruta); err != nil || info.ModTime().After(antesDe) {
			continue
		}
		f, err := os.OpenFile(filepath.Join(ruta, nombreCerrojo), os.O_RDWR, 0)
		if err != nil {
			continue // not one of ours, or somebody else is sweeping it
		}
		if cerrar(f) == nil {
			_ = os.RemoveAll(ruta)
		}
		_ = f.Close()
	}
}
