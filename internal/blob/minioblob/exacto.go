package minioblob

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var errCerrado = errors.New("upload ended")

// exacto is an upload's body. It holds back the last byte until the source has
// ended and length and SHA-256 are the announced ones: a store that never sees
// the last byte keeps nothing.
//
// net/http may still be reading a body when a request has failed already, hence the lock:
// after cerrar the source is not touched again.
type exacto struct {
	mu     sync.Mutex
	fuente io.Reader
	suma   hash.Hash
	quiere string
	faltan int64
	err    error // why the source was refused
	fin    bool
}

func nuevoExacto(fuente io.Reader, obj documento.Objeto) *exacto {
	return &exacto{fuente: fuente, suma: sha256.New(), quiere: obj.Hash, faltan: obj.TamanoBytes}
}

// comprobarVacio checks an announced empty file, whose body nobody reads.
func (e *exacto) comprobarVacio() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.faltan > 0 {
		return nil
	}
	return e.comprobarFin()
}

// cerrar cuts the source off and returns why it was refused, if it was.
func (e *exacto) cerrar() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fin = true
	return e.err
}

func (e *exacto) Read(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.fin:
		return 0, errCerrado
	case e.err != nil:
		return 0, e.err
	case e.faltan == 0:
		return 0, io.EOF
	case len(p) == 0:
		return 0, nil
	}
	n, err := e.leer(p)
	e.suma.Write(p[:n])
	e.faltan -= int64(n)
	if err == nil && e.faltan == 0 {
		err = e.comprobarFin()
	}
	if err != nil {
		e.err = err
		return 0, err
	}
	return n, nil
}

// leer takes all but the last byte as they come, and the last one alone.
func (e *exacto) leer(p []byte) (int, error) {
	tope := min(int64(len(p)), max(e.faltan-1, 1))
	n, err := e.fuente.Read(p[:tope])
	if err == io.EOF && int64(n) < e.faltan {
		return n, noCoincide("file ends early")
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (e *exacto) comprobarFin() error {
	var sobra [1]byte
	n, err := io.ReadFull(e.fuente, sobra[:])
	switch {
	case n > 0:
		return noCoincide("file is longer than announced")
	case err != io.EOF:
		return err
	case hex.EncodeToString(e.suma.Sum(nil)) != e.quiere:
		return noCoincide("SHA-256 differs")
	}
	return nil
}

func noCoincide(motivo string) error {
	return fault.New(fault.BadUserInput, mensajes[fault.BadUserInput]).Because(errors.New(motivo))
}
