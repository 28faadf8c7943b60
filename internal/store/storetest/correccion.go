package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesCorreccion = []testCase{
	{"correccion/texts, rows and news", "", correccionWhole},
	{"correccion/again and again", "", correccionMany},
	{"correccion/a refused one writes nothing", "", correccionRefusals},
	{"correccion/a filter sees what it is now", "", correccionFiltered},
	{"correccion/one of sixteen wins", "", correccionOneWins},
	{"correccion/races with a lock", "", correccionOrLock},
	{"correccion/a lock that saw the old text conflicts", "", correccionThenLock},
	{"documento/fechaUltimaModificacion only grows, whatever the clocks say", "", modifiedGrows},
}

// corrected is a document as a correction leaves it.
func (b *world) corrected(d documento.Documento, titulo string, kind documento.Tipo, contexto string) documento.Documento {
	d.FechaUltimaModificacion = d.Siguiente(b.clock.Now())
	d.Titulo, d.Tipo, d.Contexto = titulo, kind, contexto
	d.Correcciones++
	return d
}

// requireRows wants every order, in both directions, to have exactly these documents.
func (b *world) requireRows(t testing.TB, c carpeta.Carpeta, ds []documento.Documento) {
	t.Helper()
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 3}
			b.requireList(t, q, rowsInOrder(ds, campo, desc))
		}
	}
}

func correccionWhole(t *testing.T, b *world) {
	start := b.clock.Now()
	c, ds := b.seed(t, 5)
	d := b.corrected(ds[2], "Acta de grado ñandú 📜", documento.ActaDeGrado, "")
	require(t, b.Corregir(b.ctx, ds[2], d, Hecho()))
	b.requireDocumento(t, d)
	ds[2] = d
	b.requireRows(t, c, ds)
	b.requireTotal(t, c, 5, 5) // no document came or went
	b.requireNovedades(t, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: start, Limite: 10}, []documento.Novedad{d.Cambiada()})
	got, err := b.Documentos(b.ctx, []documento.Clave{d.Clave()})
	require(t, err)
	requireSame(t, "batch", got, []documento.Documento{d})
}

func correccionMany(t *testing.T, b *world) {
	start := b.clock.Now()
	c, ds := b.seed(t, 2)
	var news []documento.Novedad
	for n := range 5 { // the clock stands still: each is a millisecond later
		d := b.corrected(ds[0], fmt.Sprintf("Título %d", n), Tipos[n], "contexto")
		require(t, b.Corregir(b.ctx, ds[0], d, Hecho()))
		requireCode(t, b.Corregir(b.ctx, ds[0], b.corrected(ds[0], "de antes", d.Tipo, ""), Hecho()), fault.Conflict)
		ds[0] = d
		news = append(news, d.Cambiada())
	}
	if v := ds[0].Version(); v != 6 {
		t.Fatalf("version %d after five corrections", v)
	}
	b.requireDocumento(t, ds[0])
	b.requireRows(t, c, ds)
	b.requireNovedades(t, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: start, Limite: 10}, news)
	require(t, b.deleteDocumento(c, ds[0]))
	b.requireDeleted(t, c, ds[0], ds[1:])
}

func correccionRefusals(t *testing.T, b *world) {
	start := b.clock.Now()
	c := newCarpeta()
	certificado, locked, free := b.newDocumento(c, 0), b.newDocumento(c, 1), b.newDocumento(c, 2)
	certificado.Certificado = true
	b.seedIn(t, c, []documento.Documento{certificado, locked, free})
	carga, absent := b.newCarga(c, 3), b.newDocumento(c, 4)
	require(t, b.CrearCarga(b.ctx, carga, carpeta.SinCuota, Hecho()))
	require(t, b.Iniciar(b.ctx, b.newSaga(c, locked), Hecho()))
	locked, err := b.Documento(b.ctx, locked.Clave())
	require(t, err)
	other := free
	other.FechaUltimaModificacion = other.FechaUltimaModificacion.Add(time.Millisecond) // it was locked and given back since
	later := free
	later.Correcciones++
	for name, seen := range map[string]documento.Documento{
		"certified": certificado, "locked": locked, "not confirmed": carga, "absent": absent, "changed": other, "corrected": later,
	} {
		if err := b.Corregir(b.ctx, seen, b.corrected(seen, "otro", documento.Otro, ""), Hecho()); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("%s: %v, want CONFLICT", name, err)
		}
	}
	for _, d := range []documento.Documento{certificado, locked, free, carga} {
		b.requireDocumento(t, d)
	}
	b.requireRows(t, c, []documento.Documento{certificado, locked, free})
	b.requireNovedades(t, documento.ConsultaNovedades{CarpetaID: c.CarpetaID, Desde: start, Limite: 10}, nil)
}

func correccionFiltered(t *testing.T, b *world) {
	c, ds := b.seed(t, 4)
	d := b.corrected(ds[1], "Escritura de la casa", documento.Escritura, "vivienda")
	require(t, b.Corregir(b.ctx, ds[1], d, Hecho()))
	for _, f := range []documento.Filtro{{Texto: "casa"}, {Texto: "vivienda"}, {Tipos: []documento.Tipo{documento.Escritura}}} {
		for _, campo := range documento.CamposOrden {
			b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Filtro: f, Limite: 3}, []documento.Fila{d.Fila})
		}
	}
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Filtro: documento.Filtro{Tipos: []documento.Tipo{ds[1].Tipo}}, Limite: 3}, nil)
}

func correccionOneWins(t *testing.T, b *world) {
	c, ds := b.seed(t, 1)
	for range 5 {
		seen := ds[0]
		wishes := make([]documento.Documento, 16)
		for i := range wishes {
			wishes[i] = b.corrected(seen, fmt.Sprintf("Título de la pestaña %d", i), Tipos[i%5], "")
		}
		errs := atTheSameTime(16, func(i int) error { return b.Corregir(b.ctx, seen, wishes[i], Hecho()) })
		requireOneWinner(t, errs)
		ds[0] = wishes[slices.Index(errs, nil)]
		b.requireDocumento(t, ds[0])
		b.requireRows(t, c, ds)
	}
}

// correccionOrLock: whichever comes first, the saga remembers the document as it was locked.
func correccionOrLock(t *testing.T, b *world) {
	c, ds := b.seed(t, 12)
	for i, seen := range ds {
		e, d := b.newSaga(c, seen), b.corrected(seen, "Corregido a última hora", documento.Otro, "x")
		errs := atTheSameTime(2, func(n int) error {
			if n == i%2 {
				return b.Iniciar(b.ctx, e, Hecho())
			}
			return b.Corregir(b.ctx, seen, d, Hecho())
		})
		requireOneWinner(t, errs)
		got, err := b.Documento(b.ctx, seen.Clave())
		require(t, err)
		saga, absent := b.Eliminacion(b.ctx, e.EventoID)
		if locked := got.Estado == documento.Eliminando; locked != (absent == nil) || locked == (got.Correcciones > 0) {
			t.Fatalf("document %s with %d corrections, saga: %v", got.Estado, got.Correcciones, absent)
		}
		if absent == nil && !saga.Recuerdo.De(got.Fila) {
			t.Fatalf("locked %q, remembered %q", got.Titulo, saga.Recuerdo.Titulo)
		}
	}
}

func correccionThenLock(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	texts := []struct {
		titulo string
		kind   documento.Tipo
	}{{"Otro título", ds[0].Tipo}, {ds[1].Titulo, documento.Factura}, {ds[2].Titulo, ds[2].Tipo}}
	for i, seen := range ds {
		old := b.newSaga(c, seen)
		d := b.corrected(seen, texts[i].titulo, texts[i].kind, "otro contexto")
		require(t, b.Corregir(b.ctx, seen, d, Hecho()))
		if i < 2 { // the context is not remembered
			requireCode(t, b.Iniciar(b.ctx, old, Hecho()), fault.Conflict)
			b.requireDocumento(t, d)
		}
		require(t, b.Iniciar(b.ctx, b.newSaga(c, d), Hecho()))
		requireCode(t, b.Corregir(b.ctx, d, b.corrected(d, "tarde", d.Tipo, ""), Hecho()), fault.Conflict)
	}
}

// modifiedGrows: the clock of the process that locks stands behind that of the one that wrote the document.
func modifiedGrows(t *testing.T, b *world) {
	c, ds := b.seed(t, 3) // changed last in one or two minutes
	for _, seen := range ds[1:] {
		last := seen
		grown := func(what string) {
			t.Helper()
			d, err := b.Documento(b.ctx, seen.Clave())
			require(t, err)
			if want := last.FechaUltimaModificacion.Add(time.Millisecond); !d.FechaUltimaModificacion.Equal(want) {
				t.Fatalf("%s: changed at %v, want %v", what, d.FechaUltimaModificacion, want)
			}
			last = d
		}
		d := b.corrected(seen, "Corregido", seen.Tipo, "")
		require(t, b.Corregir(b.ctx, seen, d, Hecho()))
		grown("a correction")
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		grown("a lock")
		over := b.newSaga(c, d)
		require(t, b.Adoptar(b.ctx, over, e.EventoID, Hecho()))
		grown("a lock that is taken over")
		end := nextState(over, eliminacion.Cancelada, eliminacion.Espera, b.clock.Now())
		require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.Desbloquear}, Hecho()))
		grown("the end of a lock")
		b.clock.advance(time.Second)
	}
}
