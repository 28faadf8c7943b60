package storetest

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesEntregaRaces = []testCase{
	{"entrega races/the same content at the same time is delivered once", "", entregaRaceCreate},
	{"entrega races/confirmed at the same time counts once", "", entregaRaceConfirm},
	{"entrega races/changed before its confirmation is written", "", entregaRaceChanged},
	{"entrega races/announced again while its deletion begins", "", entregaRaceDeletion},
}

func entregaRaceCreate(t *testing.T, b *world) {
	for range 3 {
		c := b.emptyCarpeta(t)
		_, first := b.newEntrega(c, "universidad", 1)
		answers := make([]entrega.Entrega, 12)
		errs := atTheSameTime(len(answers), func(i int) error {
			e, d := b.newEntrega(c, "universidad", i)
			d.Hash = first.Hash
			return b.retryConflicts(func() (err error) {
				answers[i], err = b.CrearEntrega(b.ctx, e, d, carpeta.SinCuota, Hecho())
				return err
			})
		})
		for i, err := range errs {
			require(t, err)
			requireSame(t, "answer", answers[i], answers[0])
		}
		b.requireEntrega(t, answers[0])
		p, err := b.DocumentosDeCarpeta(b.ctx, documento.Tramo{CarpetaID: c.CarpetaID, Limite: 100, Firme: true})
		require(t, err)
		if len(p.Documentos) != 1 {
			t.Fatalf("%d documents announced, want 1", len(p.Documentos))
		}
	}
}

func entregaRaceConfirm(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.announce(t, c, "universidad", 1)
	e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
	for _, err := range atTheSameTime(12, func(int) error {
		return b.retryConflicts(func() error {
			_, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho())
			return err
		})
	}) {
		require(t, err)
	}
	b.requireEntrega(t, e)
	b.requireTotal(t, c, 1, 1)
}

// entregaRaceChanged: what was written after a confirmation had read the upload is not lost, and the delivery
// does not say that it was made.
func entregaRaceChanged(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.announce(t, c, "universidad", 1)
	next := d
	next.NombreArchivo, next.FechaUltimaModificacion = "otro.pdf", d.Siguiente(b.clock.Now())
	next, err := b.CambiarCarga(b.ctx, d, next, hechoRef())
	require(t, err)
	confirmed := e
	confirmed.EntregadaEn, confirmed.ExpiraEn = b.clock.Now(), time.Time{}
	_, err = b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: confirmed, Visto: d, Documento: d}, Hecho())
	requireCode(t, err, fault.Conflict)
	b.requireEntrega(t, e)
	b.requireTotal(t, c, 0, 0)
	final, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: confirmed, Visto: next, Documento: next}, Hecho())
	require(t, err)
	requireSame(t, "file name", final.NombreArchivo, "otro.pdf")
	b.requireEntrega(t, confirmed)
	b.requireTotal(t, c, 1, 1)
}

// entregaRaceDeletion: whoever comes first, the citizen never has the content twice, and
// once it is erased it can be delivered anew.
func entregaRaceDeletion(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	_, d := b.deliver(t, c, "universidad", 1)
	errs := atTheSameTime(4, func(i int) error {
		if i == 0 {
			return b.retryConflicts(func() error { return b.Iniciar(b.ctx, b.newPorAprobar(c, d), Hecho()) })
		}
		e, same := b.newEntrega(c, "universidad", i)
		same.Hash = d.Hash
		return b.retryConflicts(func() error {
			got, err := b.CrearEntrega(b.ctx, e, same, carpeta.SinCuota, Hecho())
			if err == nil && got.EntregaID != d.DocumentoID {
				t.Errorf("a second delivery beside one that is being deleted: %s", got.EntregaID)
			}
			return err
		})
	})
	for _, err := range errs {
		require(t, err)
	}
	b.requireTotal(t, c, 1, 1)
}
