package storetest

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casesChanges = []testCase{
	{"changes/documentos come and go between pages", "", changesBetweenPages},
}

// changesBetweenPages walks while documents come and go: whatever was there
// throughout is seen exactly once, nothing twice, and always in order.
func changesBetweenPages(t *testing.T, b *world) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 14).Draw(rt, "documentos")
		c, ds := b.seedRandom(t, rt, n)
		p := &walker{b: b, t: t, rt: rt, c: c, alive: ds, stable: map[string]bool{}}
		for _, d := range ds {
			p.stable[d.DocumentoID] = true
		}
		p.walk(documento.Consulta{
			CarpetaID: c.CarpetaID, Campo: rapid.SampledFrom(documento.CamposOrden).Draw(rt, "campo"),
			Descendente: rapid.Bool().Draw(rt, "descending"), Limite: rapid.IntRange(1, 5).Draw(rt, "limit"),
		})
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

// walker is one walk, and the changes around it.
type walker struct {
	b      *world
	t      *testing.T
	rt     *rapid.T
	c      carpeta.Carpeta
	alive  []documento.Documento
	stable map[string]bool // there from the start, and not deleted so far
}

func (p *walker) walk(q documento.Consulta) {
	seen := map[string]bool{}
	previous := ""
	for {
		fs, err := p.b.Listar(p.b.ctx, q)
		require(p.t, err)
		for _, f := range fs {
			k := f.ClaveOrden(q.Campo)
			if seen[f.DocumentoID] {
				p.rt.Fatalf("%s was listed twice", f.DocumentoID)
			}
			if previous != "" && (k > previous) == q.Descendente {
				p.rt.Fatalf("%q after %q, descending=%t", k, previous, q.Descendente)
			}
			seen[f.DocumentoID], previous = true, k
		}
		if len(fs) < q.Limite {
			break
		}
		q.Desde = previous
		p.change()
	}
	for id := range p.stable {
		if !seen[id] {
			p.rt.Fatalf("%s was there throughout and was not listed", id)
		}
	}
}

// change inserts and deletes a few.
func (p *walker) change() {
	for range rapid.IntRange(0, 3).Draw(p.rt, "cambios") {
		if len(p.alive) > 0 && rapid.Bool().Draw(p.rt, "remove") {
			i := rapid.IntRange(0, len(p.alive)-1).Draw(p.rt, "which")
			d := p.alive[i]
			require(p.t, p.b.deleteDocumento(p.c, d))
			delete(p.stable, d.DocumentoID)
			p.alive = append(p.alive[:i], p.alive[i+1:]...)
			continue
		}
		p.add()
	}
}

func (p *walker) add() {
	d := p.b.randomDocumento(p.rt, p.c)
	d.Estado, d.ExpiraEn = documento.Cargando, p.b.newCarga(p.c, 0).ExpiraEn
	require(p.t, p.b.CrearCarga(p.b.ctx, d, carpeta.SinCuota, Hecho()))
	d, err := p.b.ConfirmarCarga(p.b.ctx, d, d, Hecho())
	require(p.t, err)
	if d.Estado != documento.Procesado {
		p.rt.Fatalf("confirmed document is %s", d.Estado)
	}
	p.alive = append(p.alive, d)
}
