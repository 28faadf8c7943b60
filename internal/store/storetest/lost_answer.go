package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The answer of a write that took effect is lost. The adapter may recognise its
// own repetition (nil), report CONFLICT, or give up (UNAVAILABLE). In every case
// the write happened once, and a caller that asks again ends well.
var casesLostAnswer = []testCase{
	{"lost answer/create carpeta", LostAnswer, lostCreateCarpeta},
	{"lost answer/create carga", LostAnswer, lostCreateCarga},
	{"lost answer/confirm carga", LostAnswer, lostConfirm},
	{"lost answer/correct", LostAnswer, lostCorrect},
	{"lost answer/start", LostAnswer, lostStart},
	{"lost answer/save", LostAnswer, lostSave},
	{"lost answer/save several", LostAnswer, lostSeveral},
	{"lost answer/lease", LostAnswer, lostArrendar},
	{"lost answer/give a lease back", LostAnswer, lostDevolver},
}

// lose runs a write whose answer is lost.
func (b *world) lose(t testing.TB, write func() error) {
	t.Helper()
	b.LoseAnswer()
	if err := write(); err != nil {
		requireCode(t, err, fault.Conflict, fault.Unavailable)
	}
}

func lostCreateCarpeta(t *testing.T, b *world) {
	c, other := newCarpeta(), newCarpeta()
	other.OperadorID = c.OperadorID // known to the store: only the answer about the carpeta itself is lost
	b.open(t, other)
	b.lose(t, func() error { _, err := b.AbrirCarpeta(b.ctx, c, Hecho()); return err })
	b.open(t, c) // the repetition finds what was written
}

func lostCreateCarga(t *testing.T, b *world) {
	c := newCarpeta()
	b.open(t, c)
	d := b.newCarga(c, 1)
	b.lose(t, func() error { return b.CrearCarga(b.ctx, d, carpeta.SinCuota, Hecho()) })
	b.requireDocumento(t, d)
}

func lostConfirm(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	b.lose(t, func() error { _, err := b.ConfirmarCarga(b.ctx, d, d, Hecho()); return err })
	b.requireTotal(t, c, 1, 1)
	got, err := b.ConfirmarCarga(b.ctx, d, d, Hecho())
	require(t, err)
	d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
	requireSame(t, "answer of the repetition", got, d)
	b.requireTotal(t, c, 1, 1)
}

func lostStart(t *testing.T, b *world) {
	c, ds := b.seed(t, 1)
	e := b.newSaga(c, ds[0])
	b.lose(t, func() error { return b.Iniciar(b.ctx, e, Hecho()) })
	b.requireSaga(t, e)
	got, err := b.Documento(b.ctx, ds[0].Clave())
	require(t, err)
	if got.EliminacionID != e.EventoID {
		t.Fatalf("document locked by %q, want %q", got.EliminacionID, e.EventoID)
	}
}

func lostSave(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	second := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	b.lose(t, func() error { return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second}, Hecho()) })
	b.requireSaga(t, second)
	end := nextState(second, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	b.lose(t, func() error {
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho())
	})
	b.requireSaga(t, end)
	b.requireDeleted(t, c, ds[0], ds[1:])
	b.requireTotal(t, c, 1, 3)
}

func lostSeveral(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	var cs []eliminacion.Cierre
	for _, d := range ds[:2] {
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
		cs = append(cs, eliminacion.Cierre{Guardado: eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho: Hecho()})
	}
	b.lose(t, func() error { return b.GuardarVarias(b.ctx, cs) })
	for _, x := range cs {
		b.requireSaga(t, x.Nueva)
	}
	b.requireTotal(t, c, 1, 5)
}

func lostArrendar(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	until := b.clock.Now().Add(time.Minute)
	b.lose(t, func() error { _, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(until)); return err })
	e.NoAntesDe, e.Arriendos, e.Entregas, e.ArrendadaPor = until, 1, 1, "proceso-1"
	b.requireSaga(t, e)
}

func lostDevolver(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	a, err := b.Arrendar(b.ctx, pendienteOf(e), arriendoOf(b.clock.Now().Add(time.Minute)))
	require(t, err)
	when := b.clock.Now().Add(time.Second)
	b.lose(t, func() error { return b.Devolver(b.ctx, a, when, eliminacion.SinConfirmar) })
	a.NoAntesDe, a.Entregas, a.FalloEnvio = when, 0, eliminacion.SinConfirmar
	b.requireSaga(t, a)
}
