package operacion

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Mensaje is a dead letter as operadores see it: whose and why, not its content.
type Mensaje struct{ broker.DeadLetter }

// EventoID is the deletion that it belongs to; empty if nobody can read it.
func (m Mensaje) EventoID() string { return m.Message.SagaID }

// OperadorID is whose it is; empty if nobody can read it.
func (m Mensaje) OperadorID() string { return m.Message.OperadorID }

// ColaDeTrabajo is the queue that it came from; empty for a message that no queue takes.
func (m Mensaje) ColaDeTrabajo() string {
	q, _ := broker.QueueOfDead(m.Queue)
	return q.Name
}

// Motivo is why it was given up, as far as anybody knows.
func (m Mensaje) Motivo() string { return m.Reason }

// Tipo is the message's routing key.
func (m Mensaje) Tipo() string { return m.Message.Type }

// Intento is which execution failed last; 0 if nobody can read it.
func (m Mensaje) Intento() int { return m.Message.Intento }

// PublicadoEn is when it was made.
func (m Mensaje) PublicadoEn() time.Time { return m.Message.Time }

// MuertoEn is when it was given up, or at least when it was made.
func (m Mensaje) MuertoEn() time.Time {
	if m.DiedAt.IsZero() {
		return m.Message.Time
	}
	return m.DiedAt
}

// clave orders dead letters by the time they died.
func (m Mensaje) clave() string {
	return m.MuertoEn().UTC().Format("20060102T150405.000000000Z") + "#" + m.ID
}

// FiltroMensajes narrows a list of dead letters; an empty member does not filter.
type FiltroMensajes struct {
	Cola          string
	Motivo        string
	MasAntiguoQue time.Duration
}

// scope is the binding of a cursor of this list.
func (f FiltroMensajes) scope(sub, operadorID string) relay.Scope {
	return relay.NewScope("mensajesMuertos", sub, operadorID, f)
}

func (f FiltroMensajes) incluye(m Mensaje, now time.Time) bool {
	return (f.Motivo == "" || f.Motivo == m.Reason) &&
		(f.MasAntiguoQue == 0 || m.MuertoEn().Before(now.Add(-f.MasAntiguoQue)))
}

// colas are those to look at; BAD_USER_INPUT for one that does not exist.
func (f FiltroMensajes) colas() ([]string, error) {
	todas := broker.DeadLetterQueues()
	switch {
	case f.Cola == "":
		return todas, nil
	case slices.Contains(todas, f.Cola):
		return []string{f.Cola}, nil
	}
	return nil, colaDesconocida("filtro.cola")
}

func colaDesconocida(campo string) error {
	return fault.New(fault.BadUserInput, "La cola no existe.").
		WithCampo(campo, "es una de "+strings.Join(broker.DeadLetterQueues(), ", "))
}

// Mensajes is a page of dead letters.
type Mensajes struct {
	relay.Connection[Mensaje]
	Total    int // that pass the filter, on all pages
	SinMirar int // others in the queues, behind those that can be looked at: nobody knows whose
}

// Incompleta reports whether a queue holds more than can be looked at.
func (m *Mensajes) Incompleta() bool { return m.SinMirar > 0 }

// MensajesMuertos is a page of the dead letters, those that died first in front. An
// operador sees its own; an auditor those of the operador named, or all.
func (s *Servicio) MensajesMuertos(ctx context.Context, quien auth.Principal, operadorID string, f FiltroMensajes, args relay.Args) (*Mensajes, error) {
	operadorID, err := alcance(quien, operadorID)
	if err != nil {
		return nil, err
	}
	m := muertos{s: s, operadorID: operadorID, f: f}
	lista := relay.List[Mensaje]{Cursors: s.Cursores, Clock: s.Clock, Scope: f.scope(quien.Sub, operadorID), Key: Mensaje.clave, Walk: m.camino}
	pagina, err := lista.Page(ctx, args)
	if err != nil {
		return nil, err
	}
	return &Mensajes{Connection: *pagina, Total: len(m.todos), SinMirar: m.sinMirar}, s.anotarMensajes(ctx, quien, operadorID, pagina.Nodes())
}

// anotarMensajes writes down that somebody looked at dead letters; of a deletion they say its id alone.
func (s *Servicio) anotarMensajes(ctx context.Context, quien auth.Principal, operadorID string, ms []Mensaje) error {
	if len(ms) == 0 {
		return nil
	}
	return s.Sagas.Auditoria.Ajenos(ctx, quien, auditoria.Leido{
		Tipo: auditoria.ListaLeida, Recurso: auditoria.Recurso{Tipo: "mensajesMuertos", ID: operadorID}, OperadorID: operadorID,
		Datos: map[string]string{"elementos": strconv.Itoa(len(ms))},
	})
}

// muertos are the dead letters that one request may see, looked at once.
type muertos struct {
	s          *Servicio
	operadorID string // whose; "" for everybody's
	f          FiltroMensajes

	miro     bool
	todos    []Mensaje // that pass the filter, in the order of the list
	sinMirar int
}

// mirar looks at the queues, and sorts what passes.
func (m *muertos) mirar(ctx context.Context) error {
	colas, err := m.f.colas()
	if err != nil {
		return err
	}
	now := m.s.Clock()
	for _, cola := range colas {
		cartas, detras, err := m.s.cartas(ctx, cola)
		if err != nil {
			return err
		}
		m.sinMirar += detras
		for _, c := range cartas {
			msg := Mensaje{c}
			if (m.operadorID == "" || c.Message.OperadorID == m.operadorID) && m.f.incluye(msg, now) {
				m.todos = append(m.todos, msg)
			}
		}
	}
	slices.SortFunc(m.todos, func(a, b Mensaje) int { return strings.Compare(a.clave(), b.clave()) })
	m.miro = true
	return nil
}

// camino walks the sorted list as a store would its index. Its first call looks at
// the queues; a page makes that call before anybody else can.
func (m *muertos) camino(ctx context.Context, after string, backward bool, limit int) (fila []Mensaje, err error) {
	if !m.miro {
		if err := m.mirar(ctx); err != nil {
			return nil, err
		}
	}
	en := slices.Clone(m.todos)
	if backward {
		slices.Reverse(en)
	}
	for _, msg := range en {
		pasado := after == "" || (msg.clave() > after) != backward && msg.clave() != after
		if pasado && len(fila) < limit {
			fila = append(fila, msg)
		}
	}
	return fila, nil
}
