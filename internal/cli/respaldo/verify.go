package respaldo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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
	Reason  string   `json:"motivo,omitempty"` // of one whose list cannot be used
}

// errDamaged: the findings say which, and why.
var errDamaged = errors.New("not every backup is whole. Remove the files that danados names: the next backup copies them again, if the data folder still has them. One with a motivo cannot be restored: take another, and make a new backup")

// Verify reads every snapshot, or the one with this id, whole, and tells each.
func Verify(ctx context.Context, dir, id string, mib int, tell func(Finding) error) (err error) {
	b, err := openBackups(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.root.Close()) }()
	ss, err := b.find(id)
	if err != nil {
		return err
	}
	v, sound := verification{b, newLimit(mib), map[string]known{}}, true
	for _, s := range ss {
		f, err := v.verify(ctx, s)
		if err == nil {
			err = tell(f)
		}
		if err != nil {
			return err
		}
		sound = sound && len(f.Damaged) == 0 && f.Reason == ""
	}
	if !sound {
		return errDamaged
	}
	return nil
}

// verification reads each file once, however many snapshots link to it.
type verification struct {
	backups
	limit *rate.Limiter
	read  map[string]known // by path
}

// known is a file that was read, and its SHA-256; "" if it cannot be read.
type known struct {
	info fs.FileInfo
	sum  string
}

func (v verification) verify(ctx context.Context, s snapshot) (Finding, error) {
	f := Finding{ID: s.id, Damaged: []string{}}
	if s.err != nil {
		f.Reason = s.err.Error()
	}
	for _, e := range s.files {
		name := path.Join(s.dir, e.path)
		info, err := v.root.Lstat(name)
		if err != nil {
			f.Damaged = append(f.Damaged, name)
			continue
		}
		is, before := v.read[e.path]
		if !before || !os.SameFile(is.info, info) {
			is = known{info, v.sumOf(ctx, name)}
			v.read[e.path] = is
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

func (v verification) sumOf(ctx context.Context, name string) string {
	f, err := v.root.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(paced{ctx, v.limit, h}, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
