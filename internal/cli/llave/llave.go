package llave

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// Run carries out a command of the keys: they need no store.
func Run(c config.Command, clock func() time.Time, out io.Writer) error {
	switch c.Name {
	case config.CmdLlaveNew:
		return crear(c.Llave.New, clock(), out)
	case config.CmdLlaveNext:
		return rotar(c.Llave.Next, clock(), out)
	}
	return mostrar(c.Llave.Public, out)
}

// crear makes a file of keys, and prints the public one of the host. A file that is
// there stays: a key that is lost ends every log that it signed.
func crear(c config.LlaveNew, now time.Time, out io.Writer) error {
	if _, err := os.Lstat(c.Archivo); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--archivo: %s is there already; a key is followed by another one with carpeta llave rotar", c.Archivo)
	}
	if _, err := sellado.AbrirLlaves(c.Archivo, c.Nombre, now); err != nil {
		return err
	}
	return mostrar(config.LlavePublic{Archivo: c.Archivo}, out)
}

func rotar(c config.LlaveNext, now time.Time, out io.Writer) error {
	if !c.Desde.After(now) {
		return errors.New("--desde: a key may sign from a coming time on only: servers read the file when they start")
	}
	if err := sellado.RotarArchivo(c.Archivo, c.Desde); err != nil {
		return err
	}
	return mostrar(config.LlavePublic{Archivo: c.Archivo}, out)
}

// mostrar prints public keys in the form that verificar reads.
func mostrar(c config.LlavePublic, out io.Writer) error {
	l, err := sellado.LeerArchivoDeLlaves(c.Archivo)
	if err != nil {
		return err
	}
	keys, err := l.Publicas(c.Operador)
	if err != nil {
		return err
	}
	_, err = out.Write(keys.Format())
	return err
}
