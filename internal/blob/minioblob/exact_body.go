package minioblob

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var errClosed = errors.New("upload ended")

// exactBody is an upload's body. It holds back the last byte until the source has
// ended and length and SHA-256 are the announced ones: a store that never sees
// the last byte keeps nothing.
//
// net/http may still be reading a body when a request has failed already, hence the lock:
// after close the source is not touched again.
type exactBody struct {
	mu       sync.Mutex
	source   io.Reader
	checksum hash.Hash
	want     string
	missing  int64
	err      error // why the source was refused
	end      bool
}

func newExact(source io.Reader, obj documento.Objeto) *exactBody {
	return &exactBody{source: source, checksum: sha256.New(), want: obj.Hash, missing: obj.TamanoBytes}
}

// checkEmpty checks an announced empty file, whose body nobody reads.
func (e *exactBody) checkEmpty() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.missing > 0 {
		return nil
	}
	return e.checkEnd()
}

// close cuts the source off and returns why it was refused, if it was.
func (e *exactBody) close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.end = true
	return e.err
}

func (e *exactBody) Read(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.end:
		return 0, errClosed
	case e.err != nil:
		return 0, e.err
	case e.missing == 0:
		return 0, io.EOF
	case len(p) == 0:
		return 0, nil
	}
	n, err := e.readSome(p)
	e.checksum.Write(p[:n])
	e.missing -= int64(n)
	if err == nil && e.missing == 0 {
		err = e.checkEnd()
	}
	if err != nil {
		e.err = err
		return 0, err
	}
	return n, nil
}

// readSome takes all but the last byte as they come, and the last one alone.
func (e *exactBody) readSome(p []byte) (int, error) {
	most := min(int64(len(p)), max(e.missing-1, 1))
	n, err := e.source.Read(p[:most])
	if err == io.EOF && int64(n) < e.missing {
		return n, mismatch("file ends early")
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (e *exactBody) checkEnd() error {
	var excess [1]byte
	n, err := io.ReadFull(e.source, excess[:])
	switch {
	case n > 0:
		return mismatch("file is longer than announced")
	case err != io.EOF:
		return err
	case hex.EncodeToString(e.checksum.Sum(nil)) != e.want:
		return mismatch("SHA-256 differs")
	}
	return nil
}

func mismatch(reason string) error {
	return differs().Because(errors.New(reason))
}
