package storetest

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casosCambios = []caso{
	{"cambios/altas y bajas entre páginas", "", cambiosEntrePaginas},
}

// cambiosEntrePaginas walks while documents come and go: whatever was there
// throughout is seen exactly once, nothing twice, and always in order.
func cambiosEntrePaginas(t *testing.T, b *banco) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 14).Draw(rt, "documentos")
		c, ds := b.sembrarAlAzar(t, rt, n)
		p := &paseo{b: b, t: t, rt: rt, c: c, vivos: ds, estables: map[string]bool{}}
		for _, d := range ds {
			p.estables[d.DocumentoID] = true
		}
		p.recorrer(documento.Consulta{
			CarpetaID: c.CarpetaID, Campo: rapid.SampledFrom(documento.CamposOrden).Draw(rt, "campo"),
			Descendente: rapid.Bool().Draw(rt, "descendente"), Limite: rapid.IntRange(1, 5).Draw(rt, "limite"),
		})
	})
}

// sembrarAlAzar draws few values, so that ties are frequent.
func (b *banco) sembrarAlAzar(t *testing.T, rt *rapid.T, n int) (carpeta.Carpeta, []documento.Documento) {
	c := nuevaCarpeta()
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.alAzar(rt, c)
	}
	return b.sembrarEn(t, c, ds), ds
}

func (b *banco) alAzar(rt *rapid.T, c carpeta.Carpeta) documento.Documento {
	d := b.nuevoDocumento(c, rapid.IntRange(0, 6).Draw(rt, "n"))
	d.Titulo = rapid.SampledFrom([]string{"Acta", "ácta", "Ñandú", "nandu", "Zeta"}).Draw(rt, "titulo")
	return d
}

// paseo is one walk and what happens around it.
type paseo struct {
	b        *banco
	t        *testing.T
	rt       *rapid.T
	c        carpeta.Carpeta
	vivos    []documento.Documento
	estables map[string]bool // there from the start, and not deleted so far
}

func (p *paseo) recorrer(q documento.Consulta) {
	visto := map[string]bool{}
	anterior := ""
	for {
		fs, err := p.b.Listar(p.b.ctx, q)
		exigir(p.t, err)
		for _, f := range fs {
			k := f.ClaveOrden(q.Campo)
			if visto[f.DocumentoID] {
				p.rt.Fatalf("%s was listed twice", f.DocumentoID)
			}
			if anterior != "" && (k > anterior) == q.Descendente {
				p.rt.Fatalf("%q after %q, descendente=%t", k, anterior, q.Descendente)
			}
			visto[f.DocumentoID], anterior = true, k
		}
		if len(fs) < q.Limite {
			break
		}
		q.Desde = anterior
		p.cambiar()
	}
	for id := range p.estables {
		if !visto[id] {
			p.rt.Fatalf("%s was there throughout and was not listed", id)
		}
	}
}

// cambiar inserts and deletes a few.
func (p *paseo) cambiar() {
	for range rapid.IntRange(0, 3).Draw(p.rt, "cambios") {
		if len(p.vivos) > 0 && rapid.Bool().Draw(p.rt, "baja") {
			i := rapid.IntRange(0, len(p.vivos)-1).Draw(p.rt, "cual")
			d := p.vivos[i]
			exigir(p.t, p.b.borrar(p.c, d))
			delete(p.estables, d.DocumentoID)
			p.vivos = append(p.vivos[:i], p.vivos[i+1:]...)
			continue
		}
		p.alta()
	}
}

func (p *paseo) alta() {
	d := p.b.alAzar(p.rt, p.c)
	d.Estado, d.ExpiraEn = documento.Cargando, p.b.nuevaCarga(p.c, 0).ExpiraEn
	exigir(p.t, p.b.CrearCarga(p.b.ctx, d))
	d, err := p.b.ConfirmarCarga(p.b.ctx, d)
	exigir(p.t, err)
	if d.Estado != documento.Procesado {
		p.rt.Fatalf("confirmed document is %s", d.Estado)
	}
	p.vivos = append(p.vivos, d)
}
