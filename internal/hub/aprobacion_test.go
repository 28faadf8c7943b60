package hub_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// newRequest is a saga that waits for an approval, and the event of its beginning.
func newRequest(t *testing.T) (*stored, eliminacion.Aviso) {
	t.Helper()
	s := newStored()
	s.saga.Paso, s.saga.Historia[0].Paso, s.saga.SolicitadaPor = eliminacion.Aprobacion, eliminacion.Aprobacion, "ana"
	s.saga.Aprobacion = &eliminacion.PedidoDeAprobacion{Motivo: "duplicado", Hasta: time.Now().Add(time.Hour), Decision: eliminacion.PorDecidir}
	a, err := eliminacion.ReadAviso(eliminacion.Mensaje(s.saga, "x", time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	return s, a
}

func (s *stored) approve(t *testing.T) eliminacion.Aviso {
	t.Helper()
	r, err := eliminacion.Transicion(s.saga, eliminacion.SucesoAprobar, eliminacion.Detalle{Now: time.Now(), Quien: "bruno", Comentario: "visto"})
	if err != nil {
		t.Fatal(err)
	}
	s.saga = r.Nueva
	a, err := eliminacion.ReadAviso(eliminacion.Mensaje(s.saga, "x", time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What messages do not tell of a request is read: at its beginning, and when it is
// decided; not afterwards.
func TestARequestIsReadWhereMessagesAreSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, begins := newRequest(t)
		h := hub.New(func() {})
		one, all := follow(t.Context(), h.Follow(s, "e", 0)), follow(t.Context(), h.FollowCarpeta(nobody{s}, "c"))
		ver := func(secuencia int64, want string) {
			t.Helper()
			for _, items := range []<-chan item{one, all} {
				e := (<-items).Saga
				if got := fmt.Sprintf("%s: %s %s", e.Aprobacion.Decision, e.Aprobacion.Motivo, e.Aprobacion.Comentario); e.Secuencia != secuencia || got != want {
					t.Fatalf("secuencia %d: %q, want %d: %q", e.Secuencia, got, secuencia, want)
				}
			}
		}
		synctest.Wait()
		h.Publish(begins)
		ver(1, "PENDIENTE: duplicado ")
		h.Publish(s.approve(t))
		ver(2, "APROBADA: duplicado visto")
		synctest.Wait() // both followers are done with it
		reads := s.count()
		h.Publish(s.advance(t))
		ver(3, "APROBADA: duplicado visto")
		synctest.Wait()
		if s.count() != reads {
			t.Errorf("a step of an approved deletion cost %d reads", s.count()-reads)
		}
	})
}

// nobody is a carpeta in which nothing had begun when it was first read.
type nobody struct{ *stored }

func (n nobody) Cambiadas(context.Context, string, time.Time) (eliminacion.Cambios, error) {
	return eliminacion.Cambios{Al: time.Now()}, nil
}
