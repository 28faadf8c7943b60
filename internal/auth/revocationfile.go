package auth

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// RevocationFile keeps revocations in a file: one line of JSON each. It is replaced
// whole, never written in place.
type RevocationFile struct {
	path  string
	known os.FileInfo // that was read
	bad   error       // of that; a broken file is read once
	there bool        // it was there once
}

// RevocationsName is the file's name in a data folder.
const RevocationsName = "revocaciones.jsonl"

// maxLine bounds a line; the longest entry has some 7 KiB, each byte of it escaped.
const maxLine = 16 << 10

// NewRevocationFile names the file of a data folder. It need not exist.
func NewRevocationFile(dir string) *RevocationFile {
	return &RevocationFile{path: filepath.Join(dir, RevocationsName)}
}

// Changed implements RevocationSource. A file that was there and is gone is a failure:
// an empty list is an empty file.
func (f *RevocationFile) Changed(context.Context) (bool, error) {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !f.there:
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is no regular file", f.path)
	}
	k := f.known
	news := k == nil || !os.SameFile(k, info) || k.Size() != info.Size() || !k.ModTime().Equal(info.ModTime())
	if news {
		return true, nil
	}
	return false, f.bad
}

// Read implements RevocationSource.
func (f *RevocationFile) Read(ctx context.Context, add func(Revocation) error) error {
	list, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) && !f.there {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = list.Close() }()
	info, err := list.Stat() // before it is read: a change meanwhile is one
	if err != nil {
		return err
	}
	f.known, f.there, f.bad = info, true, nil
	if err := readRevocations(ctx, list, add); err != nil {
		f.bad = fmt.Errorf("%s: %w", f.path, err)
	}
	if ctx.Err() != nil {
		f.known = nil // it was not read to its end
	}
	return f.bad
}

// readRevocations reads lines of JSON.
func readRevocations(ctx context.Context, from io.Reader, add func(Revocation) error) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		var r Revocation
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err := d.Decode(&r)
		if _, more := d.Token(); err == nil && !errors.Is(more, io.EOF) { // not More: a brace or bracket too many says that there is none
			err = errors.New("more than one value")
		}
		if err == nil {
			err = r.Valid()
		}
		if err == nil {
			err = add(r)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}

// WriteRevocations writes lines of JSON.
func WriteRevocations(to io.Writer, all []Revocation) error {
	lines := json.NewEncoder(to)
	for _, r := range all {
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// A change waits for another one: so many times, so long.
const (
	lockTries = 250
	lockPause = 20 * time.Millisecond
)

// Change replaces the list by what change makes of it. One change is made at a time.
func (f *RevocationFile) Change(ctx context.Context, change func([]Revocation) ([]Revocation, error)) error {
	unlock, err := f.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	var all []Revocation
	if err := f.Read(ctx, func(r Revocation) error { all = append(all, r); return nil }); err != nil {
		return err
	}
	if all, err = change(all); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := WriteRevocations(&text, all); err != nil {
		return err
	}
	return file.Replace(f.path, text.Bytes())
}

func (f *RevocationFile) lock(ctx context.Context) (unlock func(), err error) {
	path := f.path + ".lock"
	for range lockTries {
		l, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return func() { _ = os.Remove(path) }, l.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPause):
		}
	}
	return nil, fmt.Errorf("another carpeta revocacion agregar is at work; if none is, remove %s", path)
}
