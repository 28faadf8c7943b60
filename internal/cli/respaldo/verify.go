package respaldo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path"
	"slices"
	"strings"
)

// Finding is what was found of one backup, as one line of JSON.
type Finding struct {
	ID      string   `json:"respaldo"`
	Stored  int      `json:"piezas"`
	Bytes   int64    `json:"bytes"`               // as stored
	Opened  bool     `json:"contenido"`           // every file was put together and compared, too
	Damaged []string `json:"danados"`             // stored files that are missing or changed
	Reason  string   `json:"motivo,omitempty"`    // of a backup that cannot be read at all
	Halves  int      `json:"inacabados,omitzero"` // backups that were begun and never finished; of the last line
}

// errDamaged: the findings say which, and why.
var errDamaged = errors.New("not every backup is whole. Move the files that danados names away: the next backup writes them again, if the data folder still has them. One with a motivo cannot be restored: take another, and make a new backup")

// Verify reads every backup, or the one with this id, whole, and tells each. Without the identity of an
// encrypted one it compares what is stored, and cannot look into it.
func Verify(ctx context.Context, dir, id, identity string, tell func(Finding) error) (err error) {
	if identity != "" { // one that cannot be read says nothing of the backups
		if _, err := openWith(identity); err != nil {
			return err
		}
	}
	v, err := openVault(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.close()) }()
	ids, halves, err := v.ids()
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return v.none()
	}
	if id != "" {
		if !slices.Contains(ids, id) {
			return v.noBackup(id)
		}
		ids = []string{id}
	}
	sound, read := true, map[string]onDisk{}
	for n, id := range ids {
		f, err := v.verify(ctx, id, identity, read)
		if err != nil {
			return err
		}
		sound = sound && len(f.Damaged) == 0 && f.Reason == ""
		if n == len(ids)-1 {
			f.Halves = halves
		}
		if err := tell(f); err != nil {
			return err
		}
	}
	if !sound {
		return errDamaged
	}
	return nil
}

// onDisk is a stored file as it is.
type onDisk struct {
	bytes int64
	sum   string // SHA-256; "" if it cannot be read
}

// verify reads each stored file once, however many backups share it: read has those that were.
func (v *vault) verify(ctx context.Context, id, identity string, read map[string]onDisk) (Finding, error) {
	f := Finding{ID: id, Damaged: []string{}}
	es, err := v.list(id)
	if err != nil {
		f.Reason = err.Error()
		return f, nil //nolint:nilerr // it is told as a finding
	}
	sealed := len(es) > 0 && strings.HasSuffix(es[len(es)-1].path, encrypted)
	for _, e := range es {
		if err := ctx.Err(); err != nil {
			return f, err
		}
		is, known := read[e.path]
		if !known {
			is = v.look(e.path)
			read[e.path] = is
		}
		f.Stored++
		f.Bytes += is.bytes
		if !e.fits(is.sum, sealed) {
			f.Damaged = append(f.Damaged, e.path)
		}
	}
	if len(f.Damaged) > 0 || sealed && identity == "" {
		return f, nil
	}
	m, use, err := v.manifest(id, identity)
	if err == nil {
		err = v.compare(ctx, m, use)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, errKey) {
		return f, err
	}
	if err != nil {
		f.Reason = err.Error()
	}
	f.Opened = err == nil
	return f, nil
}

// fits compares a stored file with its line, if that has no sum, with its name. The name of an encrypted piece is none;
// whoever opens the backup compares it.
func (e entry) fits(sum string, sealed bool) bool {
	want := e.sum
	if want == "" {
		want = path.Base(e.path)
		if sealed {
			want = sum
		}
	}
	return sum != "" && sum == want
}

func (v *vault) look(name string) onDisk {
	f, err := v.root.Open(name)
	if err != nil {
		return onDisk{}
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return onDisk{bytes: n}
	}
	return onDisk{n, hex.EncodeToString(h.Sum(nil))}
}

// compare puts every file together, and keeps none.
func (v *vault) compare(ctx context.Context, m manifest, use opener) error {
	for _, f := range m.Files {
		if err := v.assemble(ctx, f, use, io.Discard); err != nil {
			return err
		}
	}
	return nil
}

// assemble writes a file, and refuses it in the end if it is not what it was.
func (v *vault) assemble(ctx context.Context, f file, use opener, to io.Writer) error {
	h, size := sha256.New(), int64(0)
	for _, p := range f.Pieces {
		n, err := v.piece(ctx, p, use, h, to)
		if size += n; err != nil {
			return fmt.Errorf("%s: piece %s: %w", f.Path, path.Base(p), err)
		}
	}
	if size != f.Size || hex.EncodeToString(h.Sum(nil)) != f.Sum {
		return fmt.Errorf("%s is not what it was when it was backed up", f.Path)
	}
	return nil
}

func (v *vault) piece(ctx context.Context, name string, use opener, h hash.Hash, to io.Writer) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	stored, err := v.read(piecePath(name))
	if err != nil {
		return 0, err
	}
	content, err := use(stored)
	if err != nil {
		return 0, err
	}
	h.Write(content)
	_, err = to.Write(content)
	return int64(len(content)), err
}
