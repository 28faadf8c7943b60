package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// Env is what the suite hands to a store.
type Env struct {
	// Clock is the only clock that the store may look at.
	Clock func() time.Time
	// Observe must be called once per call of the backend with the port method
	// that caused it (for example "Listar") and the capacity it consumed, 0 if the
	// backend does not meter. Safe for concurrent use.
	Observe func(op string, capacity float64)
	// Retenciones are how long events are kept.
	Retenciones auditoria.Retenciones
}

// Instance is a fresh, empty store. The rules are the same in every store; the suite proves them on its engine.
type Instance struct {
	*rules.Store
	// LoseAnswer arms a fault: the next write of several items reaches the backend and takes
	// effect, but its answer is lost on the way. Needed for LostAnswer.
	LoseAnswer func()
	// Purge deletes what has expired, at most max items. Needed for Purging.
	Purge func(ctx context.Context, now time.Time, max int) (int, error)
}

// Ability is something that not every backend has.
type Ability string

// The abilities.
const (
	LostAnswer Ability = "lost answer" // there is a wire on which an answer can get lost
	Purging    Ability = "purge"       // the adapter deletes expired items itself
)

var abilities = []Ability{LostAnswer, Purging}

// Factory makes stores of one backend.
type Factory struct {
	// New gives a fresh, empty store, with names of its own, that is closed and
	// removed at the end of the test.
	New func(t testing.TB, e Env) Instance
	// Abilities are what the backend has; the cases of the others do not run.
	Abilities []Ability
}

func (f Factory) has(h Ability) bool { return h == "" || slices.Contains(f.Abilities, h) }

// testCase is one property of the contract.
type testCase struct {
	name  string
	needs Ability // empty: every backend
	check func(t *testing.T, b *world)
}

// Run holds a backend to the contract. Every case gets a store of its own.
func Run(t *testing.T, f Factory) {
	all := slices.Concat(casesCarpeta, casesDocumento, casesBatches, casesPage, casesFiltro, casesChanges, casesCorreccion,
		casesEliminacion, casesAprobacion, casesEliminacionList, casesEfectos, casesOutbox, casesConcurrency, casesExpiry, casesUso, casesReserva, casesCargas,
		casesContext, casesCalls, casesCenso, casesInventario, casesReparar, casesMarca,
		casesPapelera, casesArguments, casesEntidad, casesTipo, casesEntrega, casesEntregaCorregida, casesEntregaRaces, casesCodigo, casesTramite, casesSolicitud, casesSolicitudLarga, casesAutorizacion, casesNovedades, casesEvento, casesEventoList, casesActa, casesEmbargo, casesTold,
		casesCondiciones)
	t.Run("abilities", func(t *testing.T) { report(t, f, all) })
	runCases(t, f, all)
}

// Stories plays the cases that leave something of every kind behind, for who looks at what a store holds afterwards:
// those of costs, races and long lists leave nothing else.
func Stories(t *testing.T, f Factory) {
	runCases(t, f, slices.Concat(casesCarpeta, casesDocumento, casesEliminacion, casesAprobacion, casesEliminacionList, casesEfectos, casesOutbox, casesExpiry,
		casesUso, casesReserva, casesCargas, casesCenso, casesReparar, casesPapelera, casesMarca, casesEntidad, casesTipo, casesEntrega, casesEntregaCorregida, casesCodigo, casesTramite, casesSolicitud, casesAutorizacion, casesNovedades, casesEvento, casesActa, casesEmbargo, casesTold))
}

func runCases(t *testing.T, f Factory, all []testCase) {
	for _, c := range all {
		if f.has(c.needs) {
			t.Run(c.name, func(t *testing.T) { c.check(t, newWorld(t, f)) })
		}
	}
}

// report lists which cases do not apply, and refuses an ability without its hook.
func report(t *testing.T, f Factory, all []testCase) {
	for _, h := range abilities {
		for _, c := range all {
			if c.needs == h && !f.has(h) {
				t.Logf("DOES NOT APPLY, backend without %q: %s", h, c.name)
			}
		}
	}
	b := newWorld(t, f)
	if f.has(LostAnswer) && b.LoseAnswer == nil {
		t.Error("LostAnswer declared without LoseAnswer")
	}
	if f.has(Purging) && b.Purge == nil {
		t.Error("Purging declared without Purge")
	}
}
