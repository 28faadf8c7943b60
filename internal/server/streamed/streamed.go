package streamed

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/door"
)

// File is what is sent: Before and After from memory, and what is between them from its store. Both are empty for a file
// that the store has whole.
type File struct {
	Before, After []byte
	Size          int64                                                        // of the whole
	Open          func(ctx context.Context, from int64) (io.ReadCloser, error) // of what is between, from one of its bytes on
	Allowed       func(ctx context.Context) error                              // an error, once it must not be sent any more
}

// recheck is how long a file is sent before the right to it is asked for again.
const recheck = 10 * time.Second

// Serve sends a file, whole or in the one part that is asked for. The right to it was just asked for. What ends before its
// end does not look whole.
func Serve(w http.ResponseWriter, r *http.Request, d *door.Door, clock func() time.Time, f File) {
	if strings.Contains(r.Header.Get("Range"), ",") {
		r.Header.Del("Range") // who goes on asks for one
	}
	s := &stream{
		File: f, ctx: r.Context(), clock: clock, next: clock().Add(recheck), extend: func(n int) { d.SetWriteDeadline(w, n) },
	}
	defer s.close()
	http.ServeContent(w, r, "", time.Time{}, s)
	if s.failed != nil {
		panic(http.ErrAbortHandler)
	}
}

// stream is a File for http.ServeContent. It opens the store where the first read begins.
type stream struct {
	File

	ctx    context.Context
	clock  func() time.Time
	extend func(bytes int) // gives the client time to read what was read
	next   time.Time       // when the right is asked for again

	at     int64
	stored io.ReadCloser
	fresh  bool // nothing was read of stored yet
	failed error
}

var errSeek = errors.New("streamed: a place before the beginning")

// Seek implements io.Seeker.
func (s *stream) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		offset += s.Size
	}
	if offset < 0 {
		return 0, errSeek
	}
	if offset != s.at {
		s.close()
	}
	s.at = offset
	return offset, nil
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (n int, err error) {
	before, behind := int64(len(s.Before)), s.Size-int64(len(s.After))
	switch {
	case s.at >= s.Size:
		return 0, io.EOF
	case s.at < before:
		n = copy(p, s.Before[s.at:])
	case s.at >= behind:
		n = copy(p, s.After[s.at-behind:])
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

// read reads what the store has, from a place on.
func (s *stream) read(p []byte, from int64) (int, error) {
	if now := s.clock(); !now.Before(s.next) {
		if err := s.Allowed(s.ctx); err != nil {
			return 0, err
		}
		s.next = now.Add(recheck)
	}
	for {
		if s.stored == nil {
			r, err := s.Open(s.ctx, from)
			if err != nil {
				return 0, err
			}
			s.stored, s.fresh = r, true
		}
		n, err := s.stored.Read(p)
		switch {
		case n > 0:
			s.fresh = false
			return n, nil
		case err != nil && !s.fresh: // a store ends an answer that is read slowly
			s.close()
		case errors.Is(err, io.EOF):
			return 0, io.ErrUnexpectedEOF // it is shorter than it was
		default:
			return 0, err
		}
	}
}

func (s *stream) close() {
	if s.stored != nil {
		_ = s.stored.Close() // it was read only
		s.stored = nil
	}
}
