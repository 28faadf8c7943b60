package auditoria

import (
	"context"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Consultas answers who asks for the trail.
type Consultas struct {
	Rastro Rastro
	// Seguido reads the trail for one export, which goes on where it stopped. It is closed at the end; nil
	// asks Rastro each time.
	Seguido  func() Seguido
	Cursores *relay.Codec
	Lecturas *Lecturas // to read the trail is an event of it
	// Asentado is the moment before which no event comes any more. Lists in ascending order end there, so that their cursors
	// pass nothing. nil: they end with the last event.
	Asentado func() time.Time
	Lenta    time.Duration // a query that takes longer is logged
	// Propia is the carpeta of the person who asks, in whatever role, or "". Each page calls it, so it should be a
	// cache.
	Propia func(ctx context.Context, ciudadanoID string) (carpetaID string, err error)
	// Guarda is whose a carpeta is, or NOT_FOUND; nil asks nobody, and looks at what is foreign to leave it out.
	Guarda func(ctx context.Context, carpetaID string) (Guarda, error)
	// Compas hides from operadores how long a list took, because what is hidden from them takes time too. An
	// answer leaves at a whole multiple of it. Pausa waits until then; without Pausa it leaves at once.
	Compas time.Duration
	Pausa  func(ctx context.Context, d time.Duration) error
	Clock  func() time.Time
	Log    *slog.Logger
}

// Rastro is what the faces need of the store.
type Rastro interface {
	Eventos(ctx context.Context, c Consulta) ([]Evento, error)
	EmbargosDe(ctx context.Context, carpetaID string) (Embargos, error)
}

// Seguido is a reader for one caller.
type Seguido interface {
	Abierto
	Eventos(ctx context.Context, c Consulta) ([]Evento, error)
}

// Abierto is what an export keeps open between two runs.
type Abierto interface {
	Retiene() int // bytes, about
	Close()       // the next run reads it again
}

// Paginas are the page sizes of the trail.
var Paginas = relay.Sizes{Default: 100, Max: 1000}

// Orden is the direction of a list, by ingest sequence.
type Orden string

// The directions; newest first if nothing is said.
const (
	Descendente Orden = "DESC"
	Ascendente  Orden = "ASC"
)

// lectura is one request for the trail, allowed and checked.
type lectura struct {
	s      *Consultas
	quien  auth.Principal
	pedido Pedido
	filtro Filtro
	orden  Orden
	scope  relay.Scope
	desde  time.Time // when it began
	leer   func(ctx context.Context, c Consulta) ([]Evento, error)

	hallados int // events of its page
}

// leer allows and checks a request, and the part of a list that it asks for. cara and orden bind its cursors.
func (s *Consultas) leer(quien auth.Principal, p Pedido, t Tramo, cara string, orden Orden) (*lectura, error) {
	now := s.Clock()
	operadorID, err := p.alcance(quien)
	if err != nil {
		return nil, err
	}
	var f faltas
	p.validar(&f, now)
	t.validar(&f)
	if err := f.error(); err != nil {
		return nil, err
	}
	if orden == "" {
		orden = Descendente
	}
	l := &lectura{s: s, quien: quien, pedido: p, filtro: p.filtro(quien, operadorID, now), orden: orden, desde: now, leer: s.Rastro.Eventos}
	l.scope = relay.NewScope(cara, quien.Sub, l.filtro.Lector, operadorID, p, string(orden))
	l.asentar()
	return l, nil
}

// asentar ends an ascending list where nothing comes late any more. The few events of one correlation
// are shown as they come.
func (l *lectura) asentar() {
	if l.orden != Ascendente || l.s.Asentado == nil || l.filtro.CorrelacionID != "" {
		return
	}
	fin := l.s.Asentado().UTC().Truncate(time.Millisecond)
	if l.filtro.Hasta.IsZero() || fin.Before(l.filtro.Hasta) {
		l.filtro.Hasta = fin
	}
}
