package operacion_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// A deletion that went on after an outage leaves its dead letter. It goes, and those of others stay.
func TestDeadLettersOfCompletedDeletionsGo(t *testing.T) {
	k := enMarcha(t, 4)
	es := k.matar(3)
	for _, e := range es[:2] {
		e = k.saga(e.EventoID)
		exigir(t, k.Dispatcher.Handler(k.Eliminaciones)(t.Context(), eliminacion.Mensaje(e, eliminacion.Orden(e), time.Now())))
		k.esperar("the end of "+e.EventoID, func() bool { return k.saga(e.EventoID).Estado == eliminacion.Completada })
	}
	for _, quiere := range []int{2, 0} {
		if n, err := k.Operacion.RetirarCumplidas(t.Context()); err != nil || n != quiere {
			t.Errorf("%d taken away, %v; want %d", n, err, quiere)
		}
	}
	quedan, _, err := k.Broker.PeekDead(t.Context(), dlq, broker.MaxPeek)
	if err != nil || len(quedan) != 1 || quedan[0].Message.SagaID != es[2].EventoID {
		t.Errorf("there stay %+v, %v; want the letter of %s", quedan, err, es[2].EventoID)
	}
}
