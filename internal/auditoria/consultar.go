package auditoria

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Pagina is a page of the trail.
type Pagina struct {
	relay.Connection[Evento]
	contar func(context.Context) (Total, error)
}

// Total is how many events a filter has; Acotado: there are more than N.
type Total struct {
	N       int
	Acotado bool
}

// Contar counts the events of the filter, up to 1,000.
func (p *Pagina) Contar(ctx context.Context) (Total, error) { return p.contar(ctx) }

// Consultar is a page of the trail. Who reads it leaves an event of their own.
func (s *Consultas) Consultar(ctx context.Context, quien auth.Principal, p Pedido, orden Orden, args relay.Args) (*Pagina, error) {
	l, err := s.leer(quien, p, Tramo{Todo: true}, "eventosAuditoria", orden)
	if err != nil {
		return nil, err
	}
	defer l.avisarSiLenta()
	lista := relay.List[Evento]{Cursors: s.Cursores, Clock: s.Clock, Scope: l.scope, Sizes: Paginas, Key: Evento.ClaveOrden, Walk: l.andar}
	pagina, err := lista.Page(ctx, args)
	if err != nil {
		return nil, err
	}
	es := pagina.Nodes()
	l.hallados = len(es)
	if err := l.anotar(ctx, AuditoriaLeida, es, args.After != nil || args.Before != nil); err != nil {
		return nil, err
	}
	return &Pagina{*pagina, l.contar}, l.acompasar(ctx)
}

// contar reads up to 1,000 events, and one more that says whether there are others, and has them paid for.
func (l *lectura) contar(ctx context.Context) (Total, error) {
	es, err := l.andar(ctx, "", false, Paginas.Max+1)
	resto := relay.Stopped{}
	sigue := errors.As(err, &resto)
	if err != nil && !sigue {
		return Total{}, err
	}
	quota.Spend(ctx, len(es))
	return Total{min(len(es), Paginas.Max), sigue || len(es) > Paginas.Max}, l.acompasar(ctx)
}
