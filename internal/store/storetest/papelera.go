package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesPapelera = []testCase{
	{"papelera/in and back", "", binAndBack},
	{"papelera/in and gone", "", binAndGone},
	{"papelera/several end together", "", binSeveral},
	{"papelera/page by page, the newest first", "", binPages},
	{"papelera/rows between those of every list", "", binBetweenRows},
	{"papelera/a lock is taken over", "", binAdopted},
	{"papelera/who follows a carpeta learns once that a document went in, and each step once it goes on", "", binCambios},
	{"papelera/one winner", "", binRace},
	{"papelera/many of one carpeta at once", "", binMany},
}

// newBinSaga is what deleteDocumento writes with an undo window.
func (b *world) newBinSaga(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	e := b.newSaga(c, d)
	e.Paso, e.EnPapelera = eliminacion.Espera, true
	e.VentanaHasta = e.SolicitadaEn.Add(30 * day)
	e.NoAntesDe = e.VentanaHasta
	e.Historia[0].Paso = eliminacion.Espera
	return e
}

// inBin is the document of such a saga.
func (b *world) inBin(d documento.Documento, e eliminacion.Eliminacion) documento.Documento {
	d.EstadoPrevio, d.Estado, d.EliminacionID = d.Estado, documento.Eliminando, e.EventoID
	d.PapeleraDesde, d.PapeleraHasta = e.SolicitadaEn, e.VentanaHasta
	d.FechaUltimaModificacion = d.Siguiente(b.clock.Now())
	return d
}

func (b *world) bin(t testing.TB, c carpeta.Carpeta, d documento.Documento) (eliminacion.Eliminacion, documento.Documento) {
	t.Helper()
	e := b.newBinSaga(c, d)
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	return e, b.inBin(d, e)
}

// requireBoth wants these documents in every list, and those in the bin, newest first; and the carpeta to count both.
func (b *world) requireBoth(t testing.TB, c carpeta.Carpeta, version int64, listed, binned []documento.Documento) {
	t.Helper()
	for _, campo := range documento.CamposOrden {
		b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 101}, rowsInOrder(listed, campo, false))
	}
	want := make([]documento.Desechado, len(binned))
	for i, d := range binned {
		want[i] = d.Desechado()
	}
	slices.SortFunc(want, func(a, b documento.Desechado) int { return strings.Compare(b.ClaveOrden(), a.ClaveOrden()) })
	eventually(t, b.ctx, func() error {
		got, err := b.Papelera(b.ctx, documento.ConsultaPapelera{CarpetaID: c.CarpetaID, Descendente: true, Limite: 101})
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err == nil && diff != "" {
			err = fmt.Errorf("bin (-want +got):\n%s", diff)
		}
		return err
	})
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	requireSame(t, "totals and version", []int64{got.TotalDocumentos, got.TotalPapelera, got.Version}, []int64{int64(len(listed)), int64(len(binned)), version})
	requireSame(t, "usage", got.Uso, documento.UsoDe(append(slices.Clone(listed), binned...)))
}

// binAndBack: what comes back stands where it was in every order, and the document is what it was.
func binAndBack(t *testing.T, b *world) {
	c, ds := b.seed(t, 5)
	e, binned := b.bin(t, c, ds[2])
	b.requireSaga(t, e)
	b.requireDocumento(t, binned)
	rest := append(slices.Clone(ds[:2]), ds[3:]...)
	b.requireBoth(t, c, 6, rest, []documento.Documento{binned})

	b.clock.advance(time.Hour)
	end := nextState(e, eliminacion.Cancelada, eliminacion.Espera, b.clock.Now())
	save := func() error {
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.Desbloquear}, Hecho())
	}
	require(t, save())
	requireCode(t, save(), fault.Conflict) // again: it counts once
	back := ds[2]
	back.FechaUltimaModificacion = binned.Siguiente(b.clock.Now())
	b.requireDocumento(t, back)
	ds[2] = back
	b.requireBoth(t, c, 7, ds, nil)

	second, binned := b.bin(t, c, back) // and it may go in again
	b.requireSaga(t, second)
	b.requireBoth(t, c, 8, rest, []documento.Documento{binned})
}

func binAndGone(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	e, binned := b.bin(t, c, ds[0])
	step := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: step}, Hecho()))
	b.requireBoth(t, c, 4, ds[1:], []documento.Documento{binned}) // until it is gone
	end := nextState(step, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	requireCode(t, errOf(b.Documento(b.ctx, ds[0].Clave())), fault.NotFound)
	b.requireBoth(t, c, 5, ds[1:], nil)
}

// binSeveral: one of the bin and one of the lists end in one write, each counted where it was.
func binSeveral(t *testing.T, b *world) {
	c, ds := b.seed(t, 5)
	var ends []eliminacion.Cierre
	for i := range 3 {
		e := b.newBinSaga(c, ds[i])
		if i == 2 {
			e = b.newSaga(c, ds[i])
		}
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
		ends = append(ends, eliminacion.Cierre{Guardado: eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho: Hecho()})
	}
	require(t, b.GuardarVarias(b.ctx, ends))
	b.requireBoth(t, c, 10, ds[3:], nil)
}

// binPages: a page is one call, and in DynamoDB one unit, at any depth, and in both directions.
func binPages(t *testing.T, b *world) {
	c, ds := b.seed(t, 47)
	var binned []documento.Documento
	for _, d := range ds {
		_, in := b.bin(t, c, d)
		binned = append(binned, in)
		if len(binned)%3 > 0 { // some went in at the same moment
			b.clock.advance(time.Second)
		}
	}
	b.requireBoth(t, c, 94, nil, binned)
	all, err := b.Papelera(b.ctx, documento.ConsultaPapelera{CarpetaID: c.CarpetaID, Descendente: true, Limite: 101})
	require(t, err)
	for _, desc := range []bool{true, false} {
		q, got := documento.ConsultaPapelera{CarpetaID: c.CarpetaID, Descendente: desc, Limite: 21}, []documento.Desechado(nil)
		for full := true; full; {
			units := b.requireOneCall(t, "Papelera", func() error {
				page, err := b.Papelera(b.ctx, q)
				got, full = append(got, page...), len(page) == q.Limite
				return err
			})
			if units > 2 { // its index carries whole documents
				t.Errorf("a page consumes %v units, want at most 2", units)
			}
			if full {
				q.Desde = got[len(got)-1].ClaveOrden()
			}
		}
		if !desc {
			slices.Reverse(got)
		}
		requireSame(t, "rows page by page", got, all)
	}
	for _, bad := range []documento.ConsultaPapelera{{Limite: 5}, {CarpetaID: c.CarpetaID}, {CarpetaID: c.CarpetaID, Limite: 103}, {CarpetaID: c.CarpetaID, Limite: 5, Desde: "nowhere"}} {
		requireCode(t, errOf(b.Papelera(b.ctx, bad)), fault.InvalidPaginationArguments, fault.InvalidCursorToken)
	}
	none, err := b.Papelera(b.ctx, documento.ConsultaPapelera{CarpetaID: newID(), Limite: 5})
	require(t, err)
	requireSame(t, "the bin of nobody", none, []documento.Desechado(nil))
}

// binBetweenRows has rows of the bin between those of each list: no page shows one, and none is shorter for them.
func binBetweenRows(t *testing.T, b *world) {
	c, ds := b.seed(t, 24)
	var listed, binned []documento.Documento
	for i, d := range ds {
		if i%4 == 0 {
			listed = append(listed, d)
			continue
		}
		_, in := b.bin(t, c, d)
		binned = append(binned, in)
	}
	b.requireBoth(t, c, 42, listed, binned)
	eachWalk(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc}
		for size := range 7 {
			q.Limite = size + 1
			b.requireThereAndBack(t, q, rowsInOrder(listed, campo, desc))
		}
		q.Filtro = documento.Filtro{Texto: "documento"}
		b.requireList(t, q, rowsInOrder(listed, campo, desc))
	})
}

// binAdopted: a document of the bin whose saga is gone stays there.
func binAdopted(t *testing.T, b *world) {
	c, ds := b.seed(t, 2)
	old, binned := b.bin(t, c, ds[0])
	next := b.newBinSaga(c, ds[0])
	require(t, b.Adoptar(b.ctx, next, old.EventoID, Hecho()))
	binned.EliminacionID, binned.FechaUltimaModificacion = next.EventoID, binned.Siguiente(b.clock.Now())
	b.requireBoth(t, c, 3, ds[1:], []documento.Documento{binned})

	repair := b.newReparacion(c, binned)
	if !repair.EnPapelera {
		t.Fatal("the repair of a document in the bin does not know that it is there")
	}
	require(t, b.Adoptar(b.ctx, repair, next.EventoID, Hecho()))
	end := nextState(repair, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireBoth(t, c, 4, ds[1:], nil)
}

// binCambios: a deletion in the bin stands among what changed lately, by the moment it went in, and not among those under
// way, of which each new follower is told. Once its wait is over it is one of these, until it ends.
func binCambios(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	e, _ := b.bin(t, c, ds[0])
	b.clock.advance(time.Hour)
	plain := b.newSaga(c, ds[1])
	require(t, b.Iniciar(b.ctx, plain, Hecho()))
	requireCambios := func(q eliminacion.ConsultaCambios, want ...string) {
		t.Helper()
		q.CarpetaID, q.Limite = c.CarpetaID, 10
		eventually(t, b.ctx, func() error {
			es, err := b.Cambiadas(b.ctx, q)
			var got []string
			for _, e := range es {
				got = append(got, e.EventoID)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err == nil && diff != "" {
				err = fmt.Errorf("%+v (-want +got):\n%s", q, diff)
			}
			return err
		})
	}
	requireCambios(eliminacion.ConsultaCambios{EnCurso: true}, plain.EventoID)
	for estado, want := range map[eliminacion.EstadoSaga]string{eliminacion.Iniciada: plain.ClaveCarpeta(), eliminacion.EnPapeleraSinTocar: e.ClaveCarpeta()} {
		eventually(t, b.ctx, func() error {
			got, err := b.ClavesDeOperador(b.ctx, eliminacion.ConsultaOperador{OperadorID: c.OperadorID, Estado: estado, Limite: 10})
			if diff := cmp.Diff([]string{want}, got); err == nil && diff != "" {
				err = fmt.Errorf("the operador's list of %s (-want +got):\n%s", estado, diff)
			}
			return err
		})
	}
	requireCambios(eliminacion.ConsultaCambios{Desde: e.SolicitadaEn}, e.EventoID)
	requireCambios(eliminacion.ConsultaCambios{Desde: e.SolicitadaEn.Add(time.Minute)})
	step := nextState(e, eliminacion.Iniciada, eliminacion.MinioCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: step}, Hecho()))
	requireCambios(eliminacion.ConsultaCambios{EnCurso: true}, e.EventoID, plain.EventoID)
	requireCambios(eliminacion.ConsultaCambios{Desde: e.SolicitadaEn})
	end := nextState(step, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	requireCambios(eliminacion.ConsultaCambios{EnCurso: true}, plain.EventoID)
	requireCambios(eliminacion.ConsultaCambios{Desde: e.SolicitadaEn.Add(time.Minute)}, e.EventoID)

	back, _ := b.bin(t, c, ds[2])
	b.clock.advance(time.Hour)
	end = nextState(back, eliminacion.Cancelada, eliminacion.Espera, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.Desbloquear}, Hecho()))
	requireCambios(eliminacion.ConsultaCambios{Desde: back.SolicitadaEn.Add(time.Minute)}, back.EventoID)
}

// binRace: of those who take a deletion back, erase at once, or find its window over, one writes.
func binRace(t *testing.T, b *world) {
	c, ds := b.seed(t, 1)
	e, binned := b.bin(t, c, ds[0])
	next := []eliminacion.Guardado{
		{Nueva: nextState(e, eliminacion.Cancelada, eliminacion.Espera, b.clock.Now()), Efecto: eliminacion.Desbloquear},
		{Nueva: nextState(e, eliminacion.Iniciada, eliminacion.MinioCleanup, b.clock.Now())},
		{Nueva: nextState(e, eliminacion.Iniciada, eliminacion.MinioCleanup, b.clock.Now().Add(time.Millisecond))},
	}
	errs := atTheSameTime(len(next), func(i int) error { return b.Guardar(b.ctx, next[i], Hecho()) })
	won := -1
	for i, err := range errs {
		if err == nil {
			if won >= 0 {
				t.Fatalf("%d and %d both wrote", won, i)
			}
			won = i
		}
	}
	if won < 0 {
		t.Fatalf("nobody wrote: %v", errs)
	}
	if next[won].Efecto == eliminacion.Desbloquear {
		b.requireBoth(t, c, 3, ds, nil)
		return
	}
	b.requireBoth(t, c, 2, nil, []documento.Documento{binned})
}

// binMany: documents of one carpeta that go in at the same time meet at its counters. Each gets in, with few repetitions.
func binMany(t *testing.T, b *world) {
	c, ds := b.seed(t, 24)
	binned := make([]documento.Documento, len(ds))
	for i, err := range atTheSameTime(len(ds), func(i int) error {
		e := b.newBinSaga(c, ds[i])
		binned[i] = b.inBin(ds[i], e)
		err := b.Iniciar(b.ctx, e, Hecho())
		for tries := 1; tries < 5 && fault.CodeOf(err) == fault.Conflict; tries++ { // as a request does
			err = b.Iniciar(b.ctx, e, Hecho())
		}
		return err
	}) {
		if err != nil {
			t.Errorf("document %d: %v", i, err)
		}
	}
	b.requireBoth(t, c, 48, nil, binned)
}
