package storetest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casesChanges = []testCase{
	{"changes/documentos come and go between pages", "", changesBetweenPages},
}

// changesBetweenPages walks in every order while documents come, go and are corrected: one that was there throughout, and kept
// its place, is listed exactly once; nothing is listed twice under one key; and all of it in order.
func changesBetweenPages(t *testing.T, b *world) {
	rapid.Check(t, func(rt *rapid.T) {
		c, ds := b.seedRandom(t, rt, rapid.IntRange(0, 14).Draw(rt, "documentos"))
		w := &walker{b: b, t: t, rt: rt, c: c, alive: ds, stable: map[string]bool{}, q: documento.Consulta{
			CarpetaID: c.CarpetaID, Campo: rapid.SampledFrom(documento.CamposOrden).Draw(rt, "campo"),
			Descendente: rapid.Bool().Draw(rt, "descending"), Limite: rapid.IntRange(1, 5).Draw(rt, "limit"),
		}}
		for _, d := range ds {
			w.stable[d.DocumentoID] = true
		}
		w.walk()
	})
}

// seedRandom draws few values, so that ties are frequent.
func (b *world) seedRandom(t *testing.T, rt *rapid.T, n int) (carpeta.Carpeta, []documento.Documento) {
	c := newCarpeta()
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.randomDocumento(rt, c)
	}
	return b.seedIn(t, c, ds), ds
}

func (b *world) randomDocumento(rt *rapid.T, c carpeta.Carpeta) documento.Documento {
	d := b.newDocumento(c, rapid.IntRange(0, 6).Draw(rt, "n"))
	d.Titulo = rapid.SampledFrom([]string{"Acta", "ácta", "Ñandú", "nandu", "Zeta"}).Draw(rt, "titulo")
	return d
}

// walker is one walk, and the changes between its pages.
type walker struct {
	b      *world
	t      *testing.T
	rt     *rapid.T
	c      carpeta.Carpeta
	q      documento.Consulta
	alive  []documento.Documento
	stable map[string]bool // there from the start, in its place
}

func (w *walker) walk() {
	seen, previous := map[string]int{}, ""
	for {
		fs, err := w.b.Listar(w.b.ctx, w.q)
		require(w.t, err)
		for _, f := range fs {
			k := f.ClaveOrden(w.q.Campo)
			if previous != "" && (k == previous || (k > previous) == w.q.Descendente) {
				w.rt.Fatalf("%q after %q, descending=%t", k, previous, w.q.Descendente)
			}
			seen[f.DocumentoID]++
			previous = k
		}
		if len(fs) < w.q.Limite {
			break
		}
		w.q.Desde = previous
		for range rapid.IntRange(0, 3).Draw(w.rt, "changes") {
			rapid.SampledFrom([]func(){w.add, w.remove, w.correct}).Draw(w.rt, "change")()
		}
	}
	for id := range w.stable {
		if seen[id] != 1 {
			w.rt.Fatalf("%s was there throughout and was listed %d times", id, seen[id])
		}
	}
}

func (w *walker) add() {
	d := w.b.randomDocumento(w.rt, w.c)
	d.Estado, d.ExpiraEn = documento.Cargando, w.b.newCarga(w.c, 0).ExpiraEn
	require(w.t, w.b.CrearCarga(w.b.ctx, d, carpeta.SinCuota, Hecho()))
	d, err := w.b.ConfirmarCarga(w.b.ctx, d, d, Hecho())
	require(w.t, err)
	w.alive = append(w.alive, d)
}

func (w *walker) remove() {
	if len(w.alive) == 0 {
		return
	}
	i := rapid.IntRange(0, len(w.alive)-1).Draw(w.rt, "removed")
	require(w.t, w.b.deleteDocumento(w.c, w.alive[i]))
	delete(w.stable, w.alive[i].DocumentoID)
	w.alive = slices.Delete(w.alive, i, i+1)
}

func (w *walker) correct() {
	if len(w.alive) == 0 {
		return
	}
	i := rapid.IntRange(0, len(w.alive)-1).Draw(w.rt, "corrected")
	seen, new := w.alive[i], w.b.randomDocumento(w.rt, w.c)
	d := w.b.corrected(seen, new.Titulo, new.Tipo, "")
	require(w.t, w.b.Corregir(w.b.ctx, seen, d, Hecho()))
	if d.ClaveOrden(w.q.Campo) != seen.ClaveOrden(w.q.Campo) {
		delete(w.stable, d.DocumentoID)
	}
	w.alive[i] = d
}
