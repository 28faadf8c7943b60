package auditoria_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// slow is a trail that takes this long to look at.
type slow struct {
	auditoria.Rastro
	pass func()
}

func (s slow) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	s.pass()
	return s.Rastro.Eventos(ctx, c)
}

// TestTheTimeOfAListTellsNothing: what is kept from an operador takes time. Its lists end at whole multiples of a beat;
// an auditor, from whom nothing is kept, does not wait.
func TestTheTimeOfAListTellsNothing(t *testing.T) {
	const beat = 10 * time.Millisecond
	for _, took := range []time.Duration{0, time.Millisecond, 9 * time.Millisecond, 13 * time.Millisecond} {
		i := newInquiry(t)
		i.rastro.Log, i.rastro.Lenta = slog.New(slog.DiscardHandler), time.Hour
		i.rastro.Rastro = slow{i.Store, func() { i.passes(took) }}
		i.rastro.Compas, i.rastro.Pausa = beat, func(_ context.Context, d time.Duration) error { i.passes(d); return nil }
		operador := auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op1"}
		asks := map[string]func(quien auth.Principal) error{
			"a sheet": func(quien auth.Principal) error {
				_, err := i.rastro.Listar(t.Context(), quien, auditoria.Pedido{OperadorID: "op1"}, auditoria.Tramo{Limite: 10})
				return err
			},
			"a page and its count": func(quien auth.Principal) error {
				p, err := i.rastro.Consultar(t.Context(), quien, auditoria.Pedido{OperadorID: "op1"}, auditoria.Descendente, relay.Args{})
				if err == nil {
					_, err = p.Contar(t.Context())
				}
				return err
			},
		}
		for name, ask := range asks {
			begin := i.now()
			i.must(ask(operador))
			if d := i.now().Sub(begin); d%beat != 0 || d < took {
				t.Errorf("%s took the trail %s, and an operador waited %s", name, took, d)
			}
			begin = i.now()
			i.must(ask(auditora))
			if d := i.now().Sub(begin); d > 2*took {
				t.Errorf("%s took the trail %s, and an auditor waited %s", name, took, d)
			}
		}
	}
}
