package verifiable

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/entrega"
)

// recheck is how long a file is sent before the right to it is asked for again.
const recheck = 10 * time.Second

// stream is a file for http.ServeContent: what is around the document from memory, the document from its store.
type stream struct {
	ctx    context.Context
	file   entrega.Archivo
	clock  func() time.Time
	extend func(bytes int) // gives the client time to read what follows
	next   time.Time       // when the right is asked for again

	at       int64
	document io.ReadCloser
	failed   error
}

// Seek implements io.Seeker.
func (s *stream) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		offset += s.file.Tamano
	}
	if offset < 0 {
		return 0, errors.New("verifiable: a place before the beginning")
	}
	if offset != s.at {
		s.close()
	}
	s.at = offset
	return offset, nil
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (n int, err error) {
	before, behind := int64(len(s.file.Antes)), s.file.Tamano-int64(len(s.file.Despues))
	switch {
	case s.at >= s.file.Tamano:
		return 0, io.EOF
	case s.at < before:
		n = copy(p, s.file.Antes[s.at:])
	case s.at >= behind:
		n = copy(p, s.file.Despues[s.at-behind:])
	default:
		n, err = s.read(p[:min(int64(len(p)), behind-s.at)], s.at-before)
	}
	s.at += int64(n)
	if err != nil {
		s.failed = err
		return n, err
	}
	s.extend(n)
	return n, nil
}

// read reads the document from a place on.
func (s *stream) read(p []byte, from int64) (int, error) {
	if now := s.clock(); !now.Before(s.next) {
		if err := s.file.Sigue(s.ctx); err != nil {
			return 0, err
		}
		s.next = now.Add(recheck)
	}
	if s.document == nil {
		r, err := s.file.Abrir(s.ctx, from)
		if err != nil {
			return 0, err
		}
		s.document = r
	}
	n, err := s.document.Read(p)
	if n > 0 && errors.Is(err, io.EOF) {
		err = nil
	}
	if n == 0 && errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // it is shorter than it was
	}
	return n, err
}

func (s *stream) close() {
	if s.document != nil {
		_ = s.document.Close() // it was read only
		s.document = nil
	}
}
