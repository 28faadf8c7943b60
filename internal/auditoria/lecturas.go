package auditoria

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Lecturas writes down what people read, before they get it. The use cases that show somebody's things
// ask it; nil writes nothing down.
type Lecturas struct {
	Rastro    Anotador
	Escribano Escribano
	Metrics   MetricsLecturas
}

// Anotador writes events that come with no change of state.
type Anotador interface {
	Anotar(ctx context.Context, es ...Evento) error
}

// MetricsLecturas counts events of reads.
type MetricsLecturas interface {
	LecturasAnotadas(n int)
	LecturasNegadas(n int) // not written down, and so not shown
}

// Anotar writes hechos down, in one call. UNAVAILABLE if that fails: then nothing of it may be shown.
func (l *Lecturas) Anotar(ctx context.Context, hechos ...Evento) error {
	if l == nil || len(hechos) == 0 {
		return nil
	}
	es := make([]Evento, len(hechos))
	for i, h := range hechos {
		es[i] = l.Escribano.Levantar(ctx, h)
	}
	if err := l.Rastro.Anotar(ctx, es...); err != nil {
		return l.negar(len(es), err)
	}
	l.Metrics.LecturasAnotadas(len(es))
	return nil
}

// Faltar decides about a look of whose event a part cannot be read: the look is refused, as if the event could not be
// written. If the part does not exist, the event says less.
func (l *Lecturas) Faltar(causa error) error {
	if causa == nil || errors.Is(causa, fault.NotFound) {
		return nil
	}
	return l.negar(1, causa)
}

// negar refuses what could not be written down.
func (l *Lecturas) negar(n int, causa error) error {
	l.Metrics.LecturasNegadas(n)
	return fault.New(fault.Unavailable, "El acceso no se pudo registrar, y por eso no se muestra: intente más tarde.").Because(causa)
}

// Leido is the look of somebody at what belongs to an owner.
type Leido struct {
	Tipo        Tipo
	Recurso     Recurso
	OperadorID  string
	CarpetaID   string
	DocumentoID string
	Dueno       string // the ciudadanoId
	Datos       map[string]string
}

// Por is the event of a look by a caller.
func (h Leido) Por(quien auth.Principal) Evento {
	a := autorDe(quien, h.Dueno)
	return Evento{
		Tipo: h.Tipo, Recurso: h.Recurso, OperadorID: h.OperadorID, CarpetaID: h.CarpetaID, DocumentoID: h.DocumentoID, Datos: h.Datos,
		Actor: a.actor, Proposito: a.proposito, BaseLegal: a.baseLegal,
	}
}

// Ajeno reports whether a caller looks at what belongs to somebody else. Of those who look at their own things,
// only links to files are recorded.
func (h Leido) Ajeno(quien auth.Principal) bool {
	return h.Dueno != quien.Sub || !quien.Has(auth.Ciudadano)
}

// Ajenos writes down those looks that are at others' things.
func (l *Lecturas) Ajenos(ctx context.Context, quien auth.Principal, leidos ...Leido) error {
	var hechos []Evento
	for _, h := range leidos {
		if h.Ajeno(quien) {
			hechos = append(hechos, h.Por(quien))
		}
	}
	return l.Anotar(ctx, hechos...)
}
