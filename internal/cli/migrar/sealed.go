package migrar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// replaced are the objects that change: the head of a log, its fence, the list of a month. They come last, so that
// what they name is there.
var replaced = []string{"checkpoint", "fence", "dias.json"}

// tree moves the sealed logs, or the archive. Their objects prove themselves: a log is what its signed checkpoint says.
func (m *move) tree(ctx context.Context, t Tree) error {
	var first, last []string
	err := fs.WalkDir(t.From, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == ".": // nothing was ever there
			return fs.SkipAll
		case err != nil || !e.Type().IsRegular():
			return err
		case slices.Contains(replaced, path.Base(name)):
			last = append(last, name)
		default:
			first = append(first, name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.count(Sealed, func(c *Count) { c.All += len(first) + len(last) })
	return errors.Join(m.objects(ctx, t, first, m.once), m.objects(ctx, t, last, m.swap))
}

func (m *move) objects(ctx context.Context, t Tree, names []string, send func(context.Context, sello.Objects, string, []byte) (bool, error)) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, name := range names {
		g.Go(func() error {
			data, err := fs.ReadFile(t.From, name)
			if err != nil {
				return err
			}
			written, err := send(ctx, t.To, name, data)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			m.count(Sealed, func(c *Count) {
				c.Compared++
				if written {
					c.Written++
				} else {
					c.Same++
				}
			})
			return nil
		})
	}
	return g.Wait()
}

// once writes an object that never changes. Other bytes in its place are another log's.
func (m *move) once(ctx context.Context, to sello.Objects, name string, data []byte) (bool, error) {
	if m.again {
		if there, err := to.Get(ctx, name); err == nil && bytes.Equal(there, data) {
			return false, nil
		}
	}
	err := to.Put(ctx, name, data)
	if errors.Is(err, fault.Conflict) {
		err = fmt.Errorf("the bucket has another sealed log or archive in this place: name empty buckets with CARPETA_SELLO_BUCKET and CARPETA_AUDITORIA_BUCKET (%w)", err)
	}
	return true, err
}

// swap replaces an object by what the source has.
func (m *move) swap(ctx context.Context, to sello.Objects, name string, data []byte) (bool, error) {
	there, version, err := to.Load(ctx, name)
	switch {
	case errors.Is(err, fault.NotFound):
		version = ""
	case err != nil:
		return false, err
	case bytes.Equal(there, data):
		return false, nil
	}
	return true, to.Swap(ctx, name, version, data)
}
