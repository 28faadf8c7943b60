package storetest

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casesCalls = []testCase{
	{"calls/one for a page and one for a batch", "", callsOne},
	{"calls/page 40 costs what the first does", "", callsPage},
	{"calls/of an answer, a look, an end and the lists of consent", "", callsOfConsent},
	{"calls/asking costs the same with a carpeta and without", "", callsOfAsking},
}

// requireOneCall wants an operation to be one call of the backend; it returns its capacity.
func (b *world) requireOneCall(t testing.TB, op string, call func() error) float64 {
	t.Helper()
	b.obs.take()
	require(t, call())
	calls, capacity := b.obs.take()
	requireSame(t, "calls", calls, map[string]int{op: 1})
	return capacity
}

func callsOne(t *testing.T, b *world) {
	c, ds, e := b.started(t, 100)
	one := func(op string, f func() error) { t.Helper(); b.requireOneCall(t, op, f) }
	one("Carpeta", func() error { return errOf(b.Carpeta(b.ctx, c.CarpetaID)) })
	one("Carpetas", func() error { _, err := b.Carpetas(b.ctx, []string{c.CarpetaID, newID()}); return err })
	one("Documento", func() error { return errOf(b.Documento(b.ctx, ds[3].Clave())) })
	one("AunVencido", func() error { return errOf(b.AunVencido(b.ctx, ds[3].Clave())) })
	one("Documentos", func() error { return errOf(b.Documentos(b.ctx, keysOf(ds))) })
	one("Eliminacion", func() error { return errOf(b.Eliminacion(b.ctx, e.EventoID)) })
	one("Eliminaciones", func() error { _, err := b.Eliminaciones(b.ctx, []string{e.EventoID, newID()}); return err })
	one("ClavesDeOperador", func() error {
		_, err := b.ClavesDeOperador(b.ctx, eliminacion.ConsultaOperador{OperadorID: c.OperadorID, Estado: eliminacion.Iniciada, Antes: "2", Limite: 100})
		return err
	})
	one("Vencidas", func() error { return errOf(b.Vencidas(b.ctx, c.OperadorID, b.clock.Now(), 10)) })
	one("Iniciar", func() error { return b.Iniciar(b.ctx, b.newSaga(c, ds[1]), Hecho()) })
	one("Guardar", func() error {
		n := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.BorrarMetadato}, Hecho())
	})
}

// unitsOfPage is what a page of 21 rows may cost. By id a store may read whole documents, as DynamoDB does (ADR 0033).
func unitsOfPage(campo documento.CampoOrden) float64 {
	if campo == documento.PorDocumentoID {
		return 2.5
	}
	return 1
}

// callsPage holds the budget of a page: 1 call and its units, at any depth. A later one begins with the row of its cursor.
func callsPage(t *testing.T, b *world) {
	c, _ := b.seed(t, 1000)
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 21}
			for page := range 40 {
				var fs []documento.Fila
				capacity := b.requireOneCall(t, "Listar", func() (err error) { fs, err = b.Listar(b.ctx, q); return err })
				if len(fs) != q.Limite || capacity > unitsOfPage(campo) {
					t.Fatalf("%s desc=%t page %d: %d rows for %.1f units, want %d for at most %.1f", campo, desc, page, len(fs), capacity, q.Limite, unitsOfPage(campo))
				}
				q.Desde, q.ConDesde, q.Limite = fs[len(fs)-2].ClaveOrden(campo), true, 22
			}
		}
	}
}
