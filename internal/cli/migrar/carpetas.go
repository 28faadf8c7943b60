package migrar

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// carpetas moves them, some at a time. Each worker reads the source for itself.
func (m *move) carpetas(ctx context.Context, src Source) error {
	g, ctx := errgroup.WithContext(ctx)
	pending, whole := make(chan carpeta.Carpeta), make(chan any, lot)
	g.Go(func() error {
		defer close(pending)
		return src.Carpetas(func(c carpeta.Carpeta) error {
			select {
			case pending <- c:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	var workers sync.WaitGroup
	for range atOnce {
		workers.Add(1)
		g.Go(func() error {
			defer workers.Done()
			return m.work(ctx, pending, whole)
		})
	}
	g.Go(func() error {
		workers.Wait()
		close(whole)
		return nil
	})
	g.Go(func() error { return m.show(ctx, whole) })
	return g.Wait()
}

// work moves one carpeta after the other, and hands on what is whole.
func (m *move) work(ctx context.Context, pending <-chan carpeta.Carpeta, whole chan<- any) error {
	own, err := m.Open()
	if err != nil {
		return err
	}
	defer func() { _ = own.Close() }()
	for c := range pending {
		if err := m.carpeta(ctx, own, c); err != nil {
			return fmt.Errorf("carpeta %s: %w", c.CarpetaID, err)
		}
		if c.CiudadanoID == "" && c.OperadorID == "" {
			m.Log.Warn("documents without a carpeta were moved: whatever wrote them was killed, and nobody sees them", "carpetaId", c.CarpetaID)
			continue
		}
		select {
		case whole <- c:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// show lets carpetas be seen that are whole, in lots: one by one they would cost as many calls as their documents.
func (m *move) show(ctx context.Context, whole <-chan any) error {
	var vs []any
	for c := range whole {
		if vs = append(vs, c); len(vs) < lot {
			continue
		}
		if err := m.lot(ctx, vs); err != nil {
			return err
		}
		vs = nil
	}
	if len(vs) == 0 {
		return nil
	}
	return m.lot(ctx, vs)
}

// carpeta moves one with its files and documents. It is there when all of it is, and not before: one that an earlier
// run left there and that changed since is taken away first.
func (m *move) carpeta(ctx context.Context, src Source, c carpeta.Carpeta) error {
	want, err := m.files(ctx, src, c.CarpetaID)
	if err != nil {
		return err
	}
	if m.again {
		have, err := m.stored(ctx, c.CarpetaID)
		if err != nil {
			return err
		}
		if have == want.chain {
			m.count(documentos, func(n *Count) { n.Same, n.Compared = n.Same+want.n, n.Compared+want.n })
			return m.erase(ctx, c.CarpetaID, want.kept)
		}
		if err := m.hide(ctx, c.CarpetaID, want); err != nil {
			return err
		}
	}
	if err := m.documents(ctx, src, c.CarpetaID); err != nil {
		return err
	}
	have, err := m.stored(ctx, c.CarpetaID)
	if err == nil && have != want.chain {
		err = fmt.Errorf("%d documents were written, and what is read is not the same: run the migration again, and report it if it stays so", want.n)
	}
	if err != nil {
		return err
	}
	m.count(documentos, func(n *Count) { n.Compared += want.n })
	return nil
}

// hide takes a carpeta away, and then what the source has no more of it.
func (m *move) hide(ctx context.Context, carpetaID string, want content) error {
	if err := m.Target.Remove(ctx, carpeta.Carpeta{CarpetaID: carpetaID}); err != nil {
		return err
	}
	if err := m.drop(ctx, carpetaID, want.names); err != nil {
		return err
	}
	return m.erase(ctx, carpetaID, want.kept)
}

// content is what a carpeta holds.
type content struct {
	chain
	names map[string]bool // documentoIds
	kept  map[string]bool // those that have a file
}

// files sends the files of a carpeta's documents, and says what documents there are. One large carpeta keeps as many
// calls under way as many small ones do.
func (m *move) files(ctx context.Context, src Source, carpetaID string) (content, error) {
	want := content{names: map[string]bool{}, kept: map[string]bool{}}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	err := src.DocumentosDe(carpetaID, func(d documento.Documento) error {
		want.names[d.DocumentoID] = true
		g.Go(func() error {
			there, err := m.file(ctx, d)
			mu.Lock()
			defer mu.Unlock()
			want.kept[d.DocumentoID] = there
			return err
		})
		return errors.Join(want.add(d), ctx.Err())
	})
	if failed := g.Wait(); failed != nil { // it is why the rest was given up
		err = failed
	}
	return want, err
}

// documents writes those of a carpeta that the tables do not have as they are.
func (m *move) documents(ctx context.Context, src Source, carpetaID string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	var vs []any
	err := src.DocumentosDe(carpetaID, func(d documento.Documento) error {
		if vs = append(vs, d); len(vs) == lot {
			full := vs
			vs = nil
			g.Go(func() error { return m.write(ctx, full) })
		}
		return ctx.Err()
	})
	if err == nil && len(vs) > 0 {
		g.Go(func() error { return m.write(ctx, vs) })
	}
	return errors.Join(g.Wait(), err)
}

func (m *move) write(ctx context.Context, vs []any) (err error) {
	pending := vs
	if m.again {
		if pending, err = m.differ(ctx, vs); err != nil {
			return err
		}
	}
	m.count(documentos, func(n *Count) { n.Written, n.Same = n.Written+len(pending), n.Same+len(vs)-len(pending) })
	return m.Target.Put(ctx, pending)
}

// page is how many documents are read back at once.
const page = 1000

// stored is the hash of what the tables have of a carpeta.
func (m *move) stored(ctx context.Context, carpetaID string) (have chain, err error) {
	err = m.eachStored(ctx, carpetaID, have.add)
	return have, err
}

func (m *move) eachStored(ctx context.Context, carpetaID string, f func(documento.Documento) error) error {
	t := documento.Tramo{CarpetaID: carpetaID, Limite: page, Firme: true}
	for {
		p, err := m.Target.DocumentosDeCarpeta(ctx, t)
		if err != nil {
			return err
		}
		for _, d := range p.Documentos {
			if err := f(d); err != nil {
				return err
			}
			t.Desde = d.DocumentoID
		}
		if !p.Mas {
			return nil
		}
	}
}

// drop takes away what the source has no more.
func (m *move) drop(ctx context.Context, carpetaID string, names map[string]bool) error {
	return m.eachStored(ctx, carpetaID, func(d documento.Documento) error {
		if names[d.DocumentoID] {
			return nil
		}
		m.count(documentos, func(n *Count) { n.Removed++ })
		return errors.Join(m.forgetOnce(ctx, d), m.Target.Remove(ctx, d))
	})
}

// forgetOnce takes away that the content of a document was delivered, as the source did with the document: others may
// deliver it. What the source has since, for the same content, says another document.
func (m *move) forgetOnce(ctx context.Context, d documento.Documento) error {
	if !d.EsEntregado() {
		return nil
	}
	once := cargo.Once{CarpetaID: d.CarpetaID, Hash: d.Hash, EntidadID: d.EmisorID, DocumentoID: d.DocumentoID}
	there, err := m.Target.Get(ctx, []any{once})
	if err != nil || there[cargo.NameOf(once)] != any(once) {
		return err
	}
	return m.Target.Remove(ctx, once)
}
