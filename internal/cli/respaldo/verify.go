package respaldo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"golang.org/x/time/rate"
)

// Finding is what was found of one snapshot, as one line of JSON.
type Finding struct {
	ID      string   `json:"respaldo"`
	Files   int      `json:"archivos"`
	Bytes   int64    `json:"bytes"`
	Damaged []string `json:"danados"`          // files that are missing or changed
	Reason  string   `json:"motivo,omitempty"` // of one whose list cannot be read
}

// errDamaged: the findings say which, and why.
var errDamaged = errors.New("not every backup is whole. Remove the files that danados names: the next backup copies them again, if the data folder still has them. One with a motivo cannot be restored: take another, and make a new backup")

func (b *backups) none() error {
	return fmt.Errorf("%s holds no finished backup: run carpeta respaldo again if it was interrupted, or name another folder", b.dir)
}

func (b *backups) noBackup(id string) error {
	return fmt.Errorf("%s has no finished backup %s: carpeta respaldo verificar lists those that there are", b.dir, id)
}

// Verify reads every snapshot, or the one with this id, whole, and tells each.
func Verify(ctx context.Context, dir, id string, mib int, tell func(Finding) error) (err error) {
	b, err := openBackups(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	ss, err := b.all()
	if err == nil && len(ss) == 0 {
		err = b.none()
	}
	if err != nil {
		return err
	}
	limit, sound, found, read := newLimit(mib), true, false, map[string]known{}
	for _, s := range ss {
		if id != "" && s.id != id {
			continue
		}
		found = true
		f, err := b.verify(ctx, s, limit, read)
		if err == nil {
			err = tell(f)
		}
		if err != nil {
			return err
		}
		sound = sound && len(f.Damaged) == 0 && f.Reason == ""
	}
	if !found {
		return b.noBackup(id)
	}
	if !sound {
		return errDamaged
	}
	return nil
}

// known is a file that was read, and its SHA-256; "" if it cannot be read.
type known struct {
	info fs.FileInfo
	sum  string
}

// verify reads each file once, however many snapshots link to it: read has those that were.
func (b *backups) verify(ctx context.Context, s snapshot, limit *rate.Limiter, read map[string]known) (Finding, error) {
	f := Finding{ID: s.id, Damaged: []string{}}
	if s.err != nil {
		f.Reason = s.err.Error()
	}
	for _, e := range s.files {
		if err := ctx.Err(); err != nil {
			return f, err
		}
		name := path.Join(s.dir, e.path)
		info, err := b.root.Lstat(name)
		if err != nil {
			f.Damaged = append(f.Damaged, name)
			continue
		}
		is, before := read[e.path]
		if !before || !os.SameFile(is.info, info) {
			is = known{info, b.sumOf(ctx, name, limit)}
			read[e.path] = is
		}
		if err := ctx.Err(); err != nil { // it was not read whole
			return f, err
		}
		f.Files, f.Bytes = f.Files+1, f.Bytes+info.Size()
		if is.sum != e.sum {
			f.Damaged = append(f.Damaged, name)
		}
	}
	return f, nil
}

func (b *backups) sumOf(ctx context.Context, name string, limit *rate.Limiter) string {
	f, err := b.root.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(paced{ctx, limit, h}, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
