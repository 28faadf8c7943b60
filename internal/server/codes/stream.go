package codes

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
)

// stream is a file for http.ServeContent. It opens where the first read begins, and asks for the right again while it is
// sent.
type stream struct {
	ctx    context.Context
	file   codigo.Archivo
	clock  func() time.Time
	extend func(bytes int) // gives the client time to read what follows

	at     int64
	open   io.ReadCloser
	next   time.Time // when the right is asked for again
	failed error
}

// recheck is how long a file is sent before the right to it is asked for again.
const recheck = 10 * time.Second

// newStream begins with a right that was just asked for.
func newStream(ctx context.Context, file codigo.Archivo, clock func() time.Time, extend func(bytes int)) *stream {
	return &stream{ctx: ctx, file: file, clock: clock, extend: extend, next: clock().Add(recheck)}
}

var errSeek = errors.New("codes: a place before the beginning")

// Seek implements io.Seeker.
func (s *stream) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		offset += s.file.TamanoBytes
	}
	if offset < 0 {
		return 0, errSeek
	}
	if offset != s.at {
		s.Close()
	}
	s.at = offset
	return offset, nil
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (int, error) {
	if s.at >= s.file.TamanoBytes {
		return 0, io.EOF
	}
	if err := s.ready(); err != nil {
		s.failed = err
		return 0, err
	}
	s.extend(len(p))
	n, err := s.open.Read(p)
	s.at += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n, err
}

// ready asks for the right if it is time, and opens the file if it is not open.
func (s *stream) ready() (err error) {
	if now := s.clock(); !now.Before(s.next) {
		if err := s.file.Sigue(s.ctx); err != nil {
			return err
		}
		s.next = now.Add(recheck)
	}
	if s.open == nil {
		s.open, err = s.file.Abrir(s.ctx, s.at)
	}
	return err
}

// Close ends the reading of the store.
func (s *stream) Close() {
	if s.open != nil {
		_ = s.open.Close() // it was read only
		s.open = nil
	}
}
