package storetest

import (
	"context"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Almacen is every port that a store offers.
type Almacen interface {
	carpeta.Store
	carpeta.Censo
	documento.Store
	documento.Recorrible
	documento.Sembrador
	eliminacion.Store
	eliminacion.Reparaciones
	reconciliacion.Marcas
}

// Entorno is what the suite hands to a store.
type Entorno struct {
	// Reloj is the only clock that the store may look at.
	Reloj func() time.Time
	// Observar must be called once per call of the backend with the port method
	// that caused it (for example "Listar") and the capacity it consumed, 0 if the
	// backend does not meter. Safe for concurrent use.
	Observar func(op string, capacidad float64)
}

// Instancia is a fresh, empty store.
type Instancia struct {
	Almacen
	// PerderRespuesta arms a fault: the next write reaches the backend and takes
	// effect, but its answer is lost on the way. Needed for RespuestaPerdida.
	PerderRespuesta func()
	// Purgar deletes what has expired, at most max items. Needed for Purga.
	Purgar func(ctx context.Context, ahora time.Time, max int) (int, error)
}

// Habilidad is something that not every backend has.
type Habilidad string

// The abilities.
const (
	RespuestaPerdida Habilidad = "respuesta perdida" // there is a wire on which an answer can get lost
	Purga            Habilidad = "purga"             // the adapter deletes expired items itself
)

var habilidades = []Habilidad{RespuestaPerdida, Purga}

// Factory makes stores of one backend.
type Factory struct {
	// Nueva gives a fresh, empty store, with names of its own, that is closed and
	// removed at the end of the test.
	Nueva func(t testing.TB, e Entorno) Instancia
	// Habilidades are what the backend has; the cases of the others do not run.
	Habilidades []Habilidad
}

func (f Factory) tiene(h Habilidad) bool {
	for _, x := range f.Habilidades {
		if x == h {
			return true
		}
	}
	return h == ""
}

// caso is one property of the contract.
type caso struct {
	nombre string
	exige  Habilidad // empty: every backend
	prueba func(t *testing.T, b *banco)
}

// Run holds a backend to the contract. Every case gets a store of its own.
func Run(t *testing.T, f Factory) {
	var todos []caso
	for _, grupo := range [][]caso{
		casosCarpeta, casosDocumento, casosLotes, casosPaginas, casosFiltros, casosCambios,
		casosEliminacion, casosAprobacion, casosOperador, casosEfectos, casosOutbox, casosConcurrencia, casosCaducidad,
		casosRespuestaPerdida, casosContexto, casosLlamadas, casosCenso, casosInventario, casosReparar, casosMarca,
		casosArgumentos,
	} {
		todos = append(todos, grupo...)
	}
	t.Run("habilidades", func(t *testing.T) { informar(t, f, todos) })
	for _, c := range todos {
		if f.tiene(c.exige) {
			t.Run(c.nombre, func(t *testing.T) { c.prueba(t, nuevoBanco(t, f)) })
		}
	}
}

// informar lists which cases do not apply, and refuses an ability without its hook.
func informar(t *testing.T, f Factory, todos []caso) {
	for _, h := range habilidades {
		for _, c := range todos {
			if c.exige == h && !f.tiene(h) {
				t.Logf("DOES NOT APPLY, backend without %q: %s", h, c.nombre)
			}
		}
	}
	b := nuevoBanco(t, f)
	if f.tiene(RespuestaPerdida) && b.PerderRespuesta == nil {
		t.Error("RespuestaPerdida declared without PerderRespuesta")
	}
	if f.tiene(Purga) && b.Purgar == nil {
		t.Error("Purga declared without Purgar")
	}
}
