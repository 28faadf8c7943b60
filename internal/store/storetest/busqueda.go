package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var (
	wordsOfTitulos = []string{
		"Acta", "ACTA", "ácta", "de", "Grado", "grados", "Ñandú", "nandu", "año", "ano", "Educación", "EDUCACION", "über", "Straße", "İzmir",
		"ﬁnal", "2026", "II", "O'Neill", "juan.pérez", "日本語", "📜", "Peñalosa", "Pena", "co-op", "Ｆｕｌｌ",
	}
	wordsSought = []string{"act", "ACTA", "grad", "ñ", "n", "nan", "an", "año", "educa", "ub", "strass", "izm", "fin", "20", "neill", "perez", "日本", "pen", "peñ", "op", "full", "zzz"}
)

// filtroDifferential: the plain reading of the data is the judge, in all orders and both directions.
func filtroDifferential(t *testing.T, b *world) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	c := newCarpeta()
	ds := make([]documento.Documento, 150)
	for i := range ds {
		ds[i] = b.newDocumento(c, r.IntN(60))
		ds[i].Titulo, ds[i].Contexto = someWords(r, wordsOfTitulos, 1+r.IntN(4)), someWords(r, wordsOfTitulos, r.IntN(3))
		ds[i].Tipo, ds[i].Certificado = Tipos[r.IntN(len(Tipos))], r.IntN(2) == 0
		if ds[i].Certificado {
			ds[i].EmisorID = fmt.Sprint("entidad-", r.IntN(3))
		}
	}
	b.seedIn(t, c, ds)
	for i := range ds {
		if i%4 == 0 && !ds[i].Certificado {
			require(t, b.Iniciar(b.ctx, b.newSaga(c, ds[i]), Hecho()))
			ds[i].Estado = documento.Eliminando
		}
	}
	for range 8 {
		f := b.someFiltro(r)
		for _, campo := range documento.CamposOrden {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: r.IntN(2) == 0, Filtro: f, Limite: 101}
			want := filterRows(rowsInOrder(ds, campo, q.Descendente), f)
			b.requireList(t, q, want)
			q.Limite = 5 + r.IntN(20)
			b.requireThereAndBack(t, q, want)
		}
	}
}

func someWords(r *rand.Rand, words []string, n int) string {
	some := make([]string, n)
	for i := range some {
		some[i] = words[r.IntN(len(words))]
	}
	return strings.Join(some, []string{" ", ", ", "/"}[r.IntN(3)])
}

func (b *world) someFiltro(r *rand.Rand) (f documento.Filtro) {
	if r.IntN(2) == 0 {
		f.Texto = someWords(r, wordsSought, 1+r.IntN(2))
	}
	if r.IntN(3) == 0 {
		f.FechaDesde = b.clock.Now().Add(time.Duration(r.IntN(60)) * time.Minute)
	}
	if r.IntN(3) == 0 {
		f.FechaHasta = b.clock.Now().Add(time.Duration(r.IntN(60)) * time.Minute)
	}
	for r.IntN(2) == 0 {
		f.Tipos = append(f.Tipos, Tipos[r.IntN(len(Tipos))])
	}
	if r.IntN(3) == 0 {
		yes := r.IntN(2) == 0
		f.Certificado = &yes
	}
	if r.IntN(4) == 0 {
		f.Estado = oneOf(r, documento.Procesado, documento.Eliminando)
	}
	if r.IntN(5) == 0 {
		f.Emisor = "entidad-1"
	}
	return f
}

// filtroOneCall: what few rows have is found in one call, for at most half as much again as a
// plain walk over the same rows costs.
func filtroOneCall(t *testing.T, b *world) {
	c := newCarpeta()
	ds := make([]documento.Documento, 200)
	for i := range ds {
		ds[i] = b.newDocumento(c, i)
	}
	ds[77].Titulo, ds[150].Contexto = "Partida de la Peña", "para Peña y otros"
	b.seedIn(t, c, ds)
	for _, campo := range documento.CamposOrden {
		b.obs.take()
		_, err := b.listAll(documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 101})
		require(t, err)
		_, plain := b.obs.take()
		q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Filtro: documento.Filtro{Texto: "PEÑA"}, Limite: 21}
		var fs []documento.Fila
		ctx, vain := documento.ContarFilasEnVano(b.ctx)
		units := b.requireOneCall(t, "Listar", func() (err error) { fs, err = b.Listar(ctx, q); return err })
		if len(fs) != 2 || vain() != len(ds)-2 {
			t.Errorf("%s: %d rows, %d looked at in vain", campo, len(fs), vain())
		}
		if units > 1.5*plain {
			t.Errorf("%s: %.1f units, and a plain walk %.1f", campo, units, plain)
		}
	}
}

// filtroKeys: what the order's keys say is not read.
func filtroKeys(t *testing.T, b *world) {
	c, ds := b.seed(t, 400)
	at := func(i int) time.Time { return ds[i].FechaRecepcion }
	for name, q := range map[string]documento.Consulta{
		"dates":     {Campo: documento.PorFechaRecepcion, Filtro: documento.Filtro{FechaDesde: at(200), FechaHasta: at(205)}},
		"from":      {Campo: documento.PorFechaRecepcion, Filtro: documento.Filtro{FechaDesde: at(395)}},
		"until":     {Campo: documento.PorFechaRecepcion, Filtro: documento.Filtro{FechaHasta: at(5)}},
		"kind":      {Campo: documento.PorTipo, Filtro: documento.Filtro{Tipos: []documento.Tipo{documento.Factura}}},
		"kinds":     {Campo: documento.PorTipo, Filtro: documento.Filtro{Tipos: []documento.Tipo{documento.Otro, documento.ActaDeGrado}}},
		"no dates":  {Campo: documento.PorFechaRecepcion, Filtro: documento.Filtro{FechaDesde: at(5), FechaHasta: at(5)}},
		"inverted":  {Campo: documento.PorFechaRecepcion, Filtro: documento.Filtro{FechaDesde: at(9), FechaHasta: at(5)}},
		"last week": {Campo: documento.PorFechaRecepcion, Filtro: documento.Filtro{FechaDesde: at(399).Add(time.Nanosecond)}},
	} {
		for _, q.Descendente = range []bool{false, true} {
			q.CarpetaID, q.Limite = c.CarpetaID, 101
			want := filterRows(rowsInOrder(ds, q.Campo, q.Descendente), q.Filtro)
			ctx, vain := documento.ContarFilasEnVano(b.ctx)
			got, err := b.Listar(ctx, q)
			require(t, err)
			requireSame(t, name, got, want)
			if vain() > 0 {
				t.Errorf("%s: %d rows were read in vain", name, vain())
			}
			q.Limite = 3
			b.requireThereAndBack(t, q, want)
		}
	}
}
