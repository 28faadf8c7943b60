package auditoria

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// Corrida is a run of events of an export. A run in which the filter let nothing pass is empty; its cursor goes on
// all the same.
type Corrida struct {
	Eventos []Evento
	Cursor  string
	Abierto Abierto // may be closed at any time
}

// nadaAbierto is a reader that keeps nothing.
type nadaAbierto struct{}

func (nadaAbierto) Retiene() int { return 0 }
func (nadaAbierto) Close()       {}

// tandaDeExportar is how many events an export holds at a time.
const tandaDeExportar = 500

// Exportar hands out the trail in runs, the oldest first, to its end or to the limit of t, if it has
// one. What dar fails with ends it. Who exports leaves an event, before the first run.
func (s *Consultas) Exportar(ctx context.Context, quien auth.Principal, p Pedido, t Tramo, dar func(Corrida) error) error {
	l, err := s.leer(quien, p, t, "audit/events", Ascendente)
	if err != nil {
		return err
	}
	abierto := Abierto(nadaAbierto{})
	if s.Seguido != nil {
		seguido := s.Seguido()
		defer seguido.Close()
		l.leer, abierto = seguido.Eventos, seguido
	}
	desde, err := l.punto(t)
	if err != nil {
		return err
	}
	if desde, err = l.saltar(ctx, desde, t.Salto); err != nil {
		return err
	}
	if err := l.anotar(ctx, AuditoriaExportada, nil, false); err != nil {
		return err
	}
	if desde.fin {
		return nil
	}
	return l.exportar(ctx, desde.clave, t, func(es []Evento, cursor string) error { return dar(Corrida{es, cursor, abierto}) })
}

func (l *lectura) exportar(ctx context.Context, clave string, t Tramo, dar func(es []Evento, cursor string) error) error {
	for dados := 0; t.Todo || dados < t.Limite; {
		pedidos := tandaDeExportar
		if !t.Todo {
			pedidos = min(pedidos, t.Limite-dados)
		}
		es, sigue, err := detenida(l.andar(ctx, clave, false, pedidos))
		if err != nil {
			return err
		}
		n := len(es) // which is all that is kept of them while they are handed out
		fin := sigue == "" && n < pedidos
		if sigue == "" && len(es) > 0 {
			sigue = es[len(es)-1].ClaveOrden()
		}
		if sigue != "" {
			if err := dar(es, l.firmar(sigue, 0)); err != nil {
				return err
			}
		}
		if fin {
			return nil
		}
		clave, dados = sigue, dados+n
	}
	return nil
}
