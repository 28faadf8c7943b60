package eliminacion

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Despacho sends messages after a commit. An unsent command stays due in the store,
// and the sweeper sends it.
type Despacho interface {
	// Admitir reports whether a command of this operador may be published now. If
	// not, the saga is stored as due at once and waits for its turn in the store.
	// hasta is when the place in the window is given up at the latest.
	Admitir(operadorID, eventoID string, hasta time.Time) bool
	// Soltar gives the place of a saga back, if it has one: nothing of it will be published.
	Soltar(eventoID string)
	// Enviar publishes soon, in the background.
	Enviar(m broker.Message)
	// Entregar publishes now; nil if the broker confirmed it. It waits no longer than
	// ctx, or the broker's own deadline. A caller that gets an error may Enviar instead.
	Entregar(ctx context.Context, m broker.Message) error
	// Despertar makes the sweeper look at an operador at a moment at the latest.
	Despertar(operadorID string, cuando time.Time)
}

// Metrics counts the events of sagas.
type Metrics interface {
	// SagaTerminada counts a saga that this process ended, with its duration and its W3C traceparent.
	SagaTerminada(estado string, duracion time.Duration, traza string)
	// Directa counts a deletion that was executed without a message, or was handed to the queues.
	Directa(d Desenlace, operadorID string)
}

// Servicio is every use case of deletions.
type Servicio struct {
	Store      Store
	Carpetas   carpeta.Store
	Conocidas  *carpeta.Conocidas // nil: every carpeta is read each time
	Documentos documento.Store
	Objetos    documento.Objetos
	Despacho   Despacho
	Metrics    Metrics
	Cursores   *relay.Codec
	Plazos     Plazos
	Clock      func() time.Time
	NewID      func() string // UUID v7
	Log        *slog.Logger
	Escribano  auditoria.Escribano
	Ejecutor   Ejecutor // nil: every step goes by a message

	// Auditoria writes down who else than the owner looks at a deletion.
	Auditoria *auditoria.Lecturas
}

// Plazos are the times and counts of a saga.
type Plazos struct {
	VentanaMaxima time.Duration      // longest undo window
	Aprobacion    time.Duration      // how long a request to delete a certified document waits for a decision
	Respuesta     time.Duration      // a published command that led to nothing is due again after this
	RespuestaMax  time.Duration      // the longest such wait, after doubling with every delivery
	PasoMaximo    time.Duration      // longest execution of a step; must be shorter than Respuesta
	Reintento     broker.RetryPolicy // the broker's policy for a failed message
	Reposo        time.Duration      // how long erasures that were begun may still take effect: compensation looks only afterwards
	MaxEntregas   int                // deliveries without progress before a saga fails
}

// PlazosNormales are the defaults.
var PlazosNormales = Plazos{
	VentanaMaxima: time.Hour,
	Aprobacion:    7 * 24 * time.Hour,
	Respuesta:     20 * time.Second,
	RespuestaMax:  5 * time.Minute,
	PasoMaximo:    10 * time.Second,
	Reintento:     broker.DefaultRetry,
	Reposo:        45 * time.Second,
	MaxEntregas:   10,
}

// Siguiente is when a command that was just delivered is due again.
func (p Plazos) Siguiente(e Eliminacion, now time.Time) time.Time {
	espera := p.Respuesta
	for range e.Entregas {
		if espera = 2 * espera; espera >= p.RespuestaMax {
			espera = p.RespuestaMax
			break
		}
	}
	if e.ProximoReintento.After(now) {
		now = e.ProximoReintento
	}
	return now.Add(espera)
}

func (s *Servicio) now() time.Time { return documento.Milisegundos(s.Clock()) }

// anunciar sends the messages of a state. It fails only if ctx ended meanwhile.
func (s *Servicio) anunciar(ctx context.Context, e Eliminacion, suceso Suceso, repite bool) error {
	for _, clave := range claves(e, suceso, repite) {
		if suceso == SucesoAprobar && clave == Orden(e) && !e.NoAntesDe.After(s.now()) {
			s.Despacho.Despertar(e.OperadorID, e.NoAntesDe) // it was not admitted: the sweeper sends the command
			continue
		}
		if err := s.mandar(ctx, Mensaje(e, clave, s.now())); err != nil {
			return err
		}
	}
	return nil
}

// mandar has what moves a saga on confirmed before its cause is acknowledged: if the
// process dies in between, the broker delivers the cause again, and nobody waits for
// a lease. A message that is not confirmed at once is sent in the background, as news are.
func (s *Servicio) mandar(ctx context.Context, m broker.Message) error {
	if broker.IsPureEvent(m.Type) {
		s.Despacho.Enviar(m)
		return nil
	}
	if s.Despacho.Entregar(ctx, m) == nil {
		return nil
	}
	s.Despacho.Enviar(m)
	if err := ctx.Err(); err != nil {
		return fault.Wrap(fault.Unavailable, err)
	}
	return nil
}

// maxConflictos bounds how often a lost race is tried again.
const maxConflictos = 5

// aplicar lets something happen to a saga: it stores the next state, if there is
// one, and announces it. It returns the saga as it stands afterwards; CONFLICT if
// every write lost a race.
func (s *Servicio) aplicar(ctx context.Context, e Eliminacion, suceso Suceso, falla Falla) (Eliminacion, error) {
	e, _, err := s.ocurrir(ctx, e, suceso, Detalle{Falla: falla})
	return e, err
}

// ocurrir is aplicar for what brings more along than a failure. It also reports
// whether this very call changed the saga.
func (s *Servicio) ocurrir(ctx context.Context, e Eliminacion, suceso Suceso, d Detalle) (Eliminacion, bool, error) {
	for range maxConflictos {
		r, err := Transicion(e, suceso, s.detalle(suceso, d))
		if err != nil {
			return e, false, err
		}
		if !r.Cambia {
			if r.Repite {
				err = s.anunciar(ctx, r.Nueva, suceso, true)
			}
			return r.Nueva, false, err
		}
		if e, err = s.guardar(ctx, e, r, suceso); err == nil {
			return e, true, s.anunciar(ctx, e, suceso, false)
		}
		if !esConflicto(err) {
			return e, false, err
		}
		if e, err = s.Store.Eliminacion(ctx, r.Nueva.EventoID); err != nil {
			return e, false, err
		}
		if esMia(e, r.Nueva) {
			return e, true, s.anunciar(ctx, e, suceso, false)
		}
		if suceso == SinProgreso && !s.Agotada(e) {
			return e, false, nil // the change in between counts: the sweeper looks again
		}
	}
	return e, false, fault.Wrap(fault.Conflict, errors.New("saga kept changing"))
}

func (s *Servicio) guardar(ctx context.Context, antes Eliminacion, r Resultado, suceso Suceso) (Eliminacion, error) {
	n := r.Nueva
	if suceso != IntentoFallido {
		n = sinArriendo(n)
	}
	n.FalloEnvio = "" // the command was delivered, because it was executed
	n = s.programar(n, suceso)
	if err := s.Store.Guardar(ctx, Guardado{Nueva: n, Efecto: r.Efecto}, s.Escribano.Levantar(ctx, hechoDe(antes, n, suceso))); err != nil {
		if suceso == SucesoAprobar {
			s.Despacho.Soltar(n.EventoID)
		}
		return r.Nueva, err
	}
	if n.Estado.Terminal() {
		s.terminada(n)
	}
	return n, nil
}

// sinArriendo: with a new secuencia, leases may be counted anew.
func sinArriendo(n Eliminacion) Eliminacion {
	n.Entregas, n.Arriendos, n.ArrendadaPor, n.FalloEnvio = 0, 0, "", ""
	return n
}

func (s *Servicio) terminada(n Eliminacion) {
	s.Metrics.SagaTerminada(string(n.Estado), n.CompletadaEn.Sub(n.empezo()), n.Traza)
}

// desvio is by how much clocks may differ: a command comes so much later than it
// may be followed, or a process whose clock is behind would send it away.
const desvio = 5 * time.Second

// programar says when the next command is due again. After the broker's last
// attempt that is also when the step is tried again.
func (s *Servicio) programar(n Eliminacion, suceso Suceso) Eliminacion {
	n.NoAntesDe = time.Time{}
	if n.Estado.Terminal() {
		return n
	}
	n.NoAntesDe = s.Plazos.Siguiente(n, s.now())
	if n.Estado == Compensando && suceso != IntentoFallido {
		n.NoAntesDe = n.compensaDesde().Add(s.Plazos.Reposo + desvio)
	}
	if suceso == IntentoFallido && n.ProximoReintento.IsZero() {
		n.ProximoReintento = n.NoAntesDe
	}
	if suceso == SucesoAprobar && !s.Despacho.Admitir(n.OperadorID, n.EventoID, n.NoAntesDe) {
		n.NoAntesDe = s.now()
	}
	return n
}

// esMia recognises a write whose answer was lost: the stored history ends with
// the very change that was to be written. Of two who decide in one millisecond only
// one did.
func esMia(guardada, mia Eliminacion) bool {
	a, b := len(guardada.Historia), len(mia.Historia)
	return a > 0 && b > 0 && guardada.Historia[a-1].igual(mia.Historia[b-1]) && guardada.Aprobacion.igual(mia.Aprobacion)
}

func (c Cambio) igual(d Cambio) bool {
	return c.En.Equal(d.En) && c.Secuencia == d.Secuencia && c.Estado == d.Estado && c.Paso == d.Paso && c.Intento == d.Intento
}

func (s *Servicio) detalle(suceso Suceso, d Detalle) Detalle {
	d.Now = s.now()
	if espera, hay := s.Plazos.Reintento.Delay(d.Falla.Intento); hay && suceso == IntentoFallido {
		d.ProximoReintento = d.Now.Add(espera)
	}
	return d
}
