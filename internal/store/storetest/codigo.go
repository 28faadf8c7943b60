package storetest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesCodigo = []testCase{
	{"codigo/made, read by its name and by its hash", "", codigoMade},
	{"codigo/written with its place, or not at all", "", codigoPlace},
	{"codigo/listed in both directions, of a carpeta and of a document", "", codigoListed},
	{"codigo/each use is counted, up to the last", "", codigoUsed},
	{"codigo/a use that comes too late writes nothing", "", codigoTooLate},
	{"codigo/a use of a document that changed writes nothing", "", codigoOfAnother},
	{"codigo/ended once", "", codigoEnded},
	{"codigo/many uses at the same time are no more than allowed", "", codigoRace},
	{"codigo/a use and its end, and a use and a lock, at the same time", "", codigoRaceEnd},
	{"codigo/forgotten after its retention", "", codigoForgotten},
}

func (b *world) newCodigo(d documento.Documento) codigo.Codigo {
	id, now := newID(), b.clock.Now()
	return codigo.Codigo{
		CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, CodigoID: id, Resumen: strings.Repeat("0", 28) + strings.ReplaceAll(id, "-", "") + "abcd", Alcance: codigo.DatosYArchivo,
		MostrarTitular: true, ConCopiaVerificable: true, MaxUsos: 3, Referencia: "Empresa X", CreadoEn: now, Hasta: now.Add(day),
	}
}

func (b *world) makeCodigo(t testing.TB, d documento.Documento) codigo.Codigo {
	t.Helper()
	c := b.newCodigo(d)
	require(t, b.CrearCodigo(b.ctx, c, b.placesWith(t, c), Hecho()))
	return c
}

// placesWith are the places of a code's document with one for it.
func (b *world) placesWith(t testing.TB, c codigo.Codigo) codigo.Cupo {
	t.Helper()
	q, err := b.Cupo(b.ctx, c.Nombre().Clave())
	require(t, err)
	q.Version++
	q.Lugares = append(q.Lugares, codigo.Lugar{CodigoID: c.CodigoID, Hasta: c.Hasta})
	return q
}

// codigoPlace: of two codes that take a place in what both of them read, one is written.
func codigoPlace(t *testing.T, b *world) {
	_, ds := b.seed(t, 2)
	k := ds[0].Clave()
	none, err := b.Cupo(b.ctx, k)
	require(t, err)
	requireSame(t, "none", none, codigo.Cupo{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID})
	b.makeCodigo(t, ds[1]) // another document's places are its own
	made := 0
	for round := range 2 { // the first place of a document, and a later one
		cs := []codigo.Codigo{b.newCodigo(ds[0]), b.newCodigo(ds[0])}
		qs := []codigo.Cupo{b.placesWith(t, cs[0]), b.placesWith(t, cs[1])}
		for i, err := range atTheSameTime(2, func(i int) error { return b.CrearCodigo(b.ctx, cs[i], qs[i], Hecho()) }) {
			if err != nil {
				requireCode(t, err, fault.Conflict)
				b.requireNoCodigo(t, cs[i])
				continue
			}
			made++
			b.requireCodigo(t, cs[i])
			got, err := b.Cupo(b.ctx, k)
			require(t, err)
			requireSame(t, "places", got, qs[i])
		}
		if made != round+1 {
			t.Fatalf("%d were written", made)
		}
	}
}

func (b *world) requireCodigo(t testing.TB, want codigo.Codigo) {
	t.Helper()
	got, err := b.Codigo(b.ctx, want.Nombre())
	require(t, err)
	requireSame(t, "code", got, want)
	got, err = b.CodigoDeResumen(b.ctx, want.Resumen)
	require(t, err)
	requireSame(t, "code of the hash", got, want)
}

func (b *world) requireNoCodigo(t testing.TB, c codigo.Codigo) {
	t.Helper()
	requireCode(t, errOf(b.Codigo(b.ctx, c.Nombre())), fault.NotFound)
	requireCode(t, errOf(b.CodigoDeResumen(b.ctx, c.Resumen)), fault.NotFound)
}

func codigoMade(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	b.requireNoCodigo(t, b.newCodigo(ds[0]))
	h := b.newEvento(newOperador())
	c := b.newCodigo(ds[0])
	q := b.placesWith(t, c)
	require(t, b.CrearCodigo(b.ctx, c, q, h))
	b.requireCodigo(t, c)
	b.requireEvento(t, h)
	require(t, b.UsarCodigo(b.ctx, c, "", b.clock.Now(), Hecho()))
	require(t, b.CrearCodigo(b.ctx, c, q, Hecho())) // the same again changes nothing
	c.Usos = 1
	b.requireCodigo(t, c)
	plainest := b.newCodigo(ds[0])
	plainest.Alcance, plainest.MostrarTitular, plainest.ConCopiaVerificable, plainest.MaxUsos, plainest.Referencia = codigo.Datos, false, false, 0, ""
	require(t, b.CrearCodigo(b.ctx, plainest, b.placesWith(t, plainest), Hecho()))
	b.requireCodigo(t, plainest)
}

func codigoListed(t *testing.T, b *world) {
	_, ds := b.seed(t, 2)
	_, others := b.seed(t, 1)
	b.makeCodigo(t, others[0])
	var all []codigo.Codigo
	for i := range 6 {
		all = append(all, b.makeCodigo(t, ds[i%2]))
	}
	slices.SortFunc(all, func(x, y codigo.Codigo) int { return strings.Compare(x.Nombre().ClaveOrden(), y.Nombre().ClaveOrden()) })
	ofOne := func(c codigo.Codigo) bool { return c.DocumentoID != ds[0].DocumentoID }
	for _, documentoID := range []string{"", ds[0].DocumentoID} {
		want := slices.Clone(all)
		if documentoID != "" {
			want = slices.DeleteFunc(want, ofOne)
		}
		for _, descending := range []bool{false, true} {
			if descending {
				slices.Reverse(want)
			}
			q := codigo.Consulta{CarpetaID: ds[0].CarpetaID, DocumentoID: documentoID, Descendente: descending, Limite: 2}
			got, err := pages(q.Limite, func(c codigo.Codigo) string { return c.Nombre().ClaveOrden() }, func(after string) ([]codigo.Codigo, error) {
				q.Desde = after
				return b.CodigosDe(b.ctx, q)
			})
			require(t, err)
			requireSame(t, "list of "+documentoID, got, want)
		}
	}
}

func codigoUsed(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	c := b.makeCodigo(t, ds[0])
	for range c.MaxUsos {
		h := b.newEvento(newOperador())
		require(t, b.UsarCodigo(b.ctx, c, "", b.clock.Now(), h))
		b.requireEvento(t, h)
	}
	b.refuseUse(t, c, fault.NotFound)
	c.Usos = c.MaxUsos
	b.requireCodigo(t, c)
}

// refuseUse: a use is refused, and its event is not there.
func (b *world) refuseUse(t testing.TB, c codigo.Codigo, why fault.Code) {
	t.Helper()
	b.refuseUseOf(t, c, "", why)
}

// refuseUseOf is refuseUse of a document that was seen to be worth this.
func (b *world) refuseUseOf(t testing.TB, c codigo.Codigo, seen documento.Juridico, why fault.Code) {
	t.Helper()
	h := b.newEvento(newOperador())
	requireCode(t, b.UsarCodigo(b.ctx, c, seen, b.clock.Now(), h), why)
	requireCode(t, errOf(b.Evento(b.ctx, h.OperadorID, h.EventoID)), fault.NotFound)
}

func codigoTooLate(t *testing.T, b *world) {
	c, ds := b.seed(t, 2)
	b.refuseUse(t, b.newCodigo(ds[0]), fault.NotFound) // never made
	gone := b.makeCodigo(t, ds[0])
	require(t, b.deleteDocumento(c, ds[0]))
	b.refuseUse(t, gone, fault.Conflict)
	over := b.makeCodigo(t, ds[1])
	b.clock.advance(day - time.Millisecond)
	require(t, b.UsarCodigo(b.ctx, over, "", b.clock.Now(), Hecho()))
	b.clock.advance(time.Millisecond)
	b.refuseUse(t, over, fault.NotFound)
}

func codigoEnded(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	c := b.makeCodigo(t, ds[0])
	requireCode(t, errOf(b.TerminarCodigo(b.ctx, b.newCodigo(ds[0]).Nombre(), b.clock.Now(), Hecho())), fault.NotFound)
	h := b.newEvento(newOperador())
	want := c
	want.TerminadoEn = b.clock.Now()
	got, err := b.TerminarCodigo(b.ctx, c.Nombre(), want.TerminadoEn, h)
	require(t, err)
	requireSame(t, "ended", got, want)
	b.requireEvento(t, h)
	b.clock.advance(time.Hour)
	again := b.newEvento(newOperador())
	got, err = b.TerminarCodigo(b.ctx, c.Nombre(), b.clock.Now(), again)
	require(t, err)
	requireSame(t, "ended again", got, want)
	requireCode(t, errOf(b.Evento(b.ctx, again.OperadorID, again.EventoID)), fault.NotFound)
	b.refuseUse(t, c, fault.NotFound)
	b.requireCodigo(t, want)
}

func codigoRace(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	c := b.makeCodigo(t, ds[0])
	used := int64(0)
	for _, err := range atTheSameTime(12, func(int) error {
		return b.retryConflicts(func() error { return b.UsarCodigo(b.ctx, c, "", b.clock.Now(), Hecho()) })
	}) {
		if err == nil {
			used++
			continue
		}
		requireCode(t, err, fault.NotFound)
	}
	if used != c.MaxUsos {
		t.Errorf("used %d times, want %d", used, c.MaxUsos)
	}
	c.Usos = c.MaxUsos
	b.requireCodigo(t, c)
}

// codigoOfAnother: what is shown is what the document is worth when the use is written down.
func codigoOfAnother(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.deliver(t, c, "universidad", 1)
	x := b.makeCodigo(t, d)
	require(t, b.UsarCodigo(b.ctx, x, "", b.clock.Now(), Hecho()))
	b.refuseUseOf(t, x, documento.Revocado, fault.Conflict)
	require(t, b.CorregirEntrega(b.ctx, b.revocation(e, d), Hecho()))
	b.refuseUseOf(t, x, "", fault.Conflict)
	b.refuseUseOf(t, x, documento.Reemplazado, fault.Conflict)
	require(t, b.UsarCodigo(b.ctx, x, documento.Revocado, b.clock.Now(), Hecho()))
	x.Usos = 2
	b.requireCodigo(t, x)
}

// codigoRaceEnd: what was counted is what was allowed, whoever comes first.
func codigoRaceEnd(t *testing.T, b *world) {
	c, ds := b.seed(t, 6)
	for i, d := range ds {
		x := b.newCodigo(d)
		x.MaxUsos = 0
		require(t, b.CrearCodigo(b.ctx, x, b.placesWith(t, x), Hecho()))
		late := []fault.Code{fault.NotFound, fault.Conflict}[i%2] // of a code that was ended, of a document that is gone
		errs := atTheSameTime(2, func(n int) error {
			if n == 0 {
				return b.useAtMost(x, 5)
			}
			return b.retryConflicts(func() (err error) {
				if i%2 > 0 {
					return b.deleteDocumento(c, d)
				}
				_, err = b.TerminarCodigo(b.ctx, x.Nombre(), b.clock.Now(), Hecho())
				return err
			})
		})
		require(t, errs[1])
		got, err := b.Codigo(b.ctx, x.Nombre())
		require(t, err)
		if errs[0] != nil {
			requireCode(t, errs[0], late)
		}
		if (got.Usos == 1) != (errs[0] == nil) {
			t.Errorf("used %d times, and the use said %v", got.Usos, errs[0])
		}
		b.refuseUse(t, x, late)
	}
}

// useAtMost uses a code, again after a conflict: it may be one of two writes at the same time, or of a document that changed.
func (b *world) useAtMost(c codigo.Codigo, times int) (err error) {
	for range times {
		if err = b.UsarCodigo(b.ctx, c, "", b.clock.Now(), Hecho()); !errors.Is(err, fault.Conflict) {
			return err
		}
	}
	return err
}

func codigoForgotten(t *testing.T, b *world) {
	_, ds := b.seed(t, 1)
	c := b.makeCodigo(t, ds[0])
	b.clock.advance(c.ExpiraEn().Sub(b.clock.Now()) - time.Second)
	b.requireCodigo(t, c)
	b.clock.advance(time.Second)
	b.requireNoCodigo(t, c)
	all, err := b.CodigosDe(b.ctx, codigo.Consulta{CarpetaID: c.CarpetaID, Limite: 10})
	require(t, err)
	if len(all) > 0 {
		t.Errorf("still listed: %v", all)
	}
}
