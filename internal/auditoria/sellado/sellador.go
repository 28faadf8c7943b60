package sellado

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Metrics hears what the sealer does.
type Metrics interface {
	// Sellado counts events that were sealed.
	Sellado(eventos int)
	// RetrasoSello is the age of the oldest event that waits, of all logs that this process seals; zero: none.
	RetrasoSello(d time.Duration)
	// SelloFallido counts looks that failed and are tried again.
	SelloFallido()
	// SelloDanado says that a log is not what it was: its sealing has stopped.
	SelloDanado(operadorID string)
}

// Config says what is sealed, where, and when.
type Config struct {
	Actas      Actas
	Eventos    Eventos
	Marcas     marca.Store // holds the leases
	Objetos    sello.Objects
	Llaves     Llaves
	Operadores func(context.Context) ([]string, error) // those that have carpetas

	Cada  time.Duration // an event waits so long for its seal
	Lote  int           // or until so many wait; 256
	Dueno string        // names this process in a lease

	// Archivo makes something that finds events which the store has let go; nil: they are gone.
	Archivo func() func(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)

	Clock   func() time.Time
	Log     *slog.Logger
	Metrics Metrics
}

const (
	loteNormal   = 256
	aLaVez       = 8               // operadores at a time
	pausaFallo   = 5 * time.Second // after an error
	pausaLote    = time.Second     // between two seals of one log, unless it is behind
	maxUrgentes  = 256
	revisionCada = 24 * time.Hour // each log is read as a whole so often
)

// Sellador seals the logs of all operadores. Make it with New.
type Sellador struct {
	cfg    Config
	wake   chan struct{}
	mu     sync.Mutex
	logs   map[string]*registro
	listar time.Time // when the operadores are asked for again
}

// New makes a Sellador; Run does the work.
func New(cfg Config) *Sellador {
	if cfg.Lote <= 0 {
		cfg.Lote = loteNormal
	}
	return &Sellador{cfg: cfg, wake: make(chan struct{}, 1), logs: map[string]*registro{}}
}

// registro is one log, as this process knows it.
type registro struct {
	operadorID string
	fuente     *fuente
	sealer     *sello.Sealer

	turno    sync.Mutex // one look at a time
	marca    marca.Marca
	arriendo time.Time // this process has the lease until then
	revisado time.Time // when the whole log was read

	// Under Sellador.mu.
	proxima time.Time
	urgente bool
	danado  bool
}

// avance is what the mark of a log says beside its holder.
type avance struct {
	Creado   bool      `json:"creado"`
	Frontera time.Time `json:"frontera,omitzero"` // every event before it is sealed, but for those that came late
	Repasado time.Time `json:"repasado,omitzero"` // and before it those too
}

// Run goes on until ctx ends.
func (s *Sellador) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		s.conocer(ctx)
		s.vuelta(ctx)
		_ = service.PauseOr(ctx, s.hastaLaProxima(), s.wake)
	}
	s.soltar(ctx)
	return nil
}

// conocer asks now and then which operadores there are.
func (s *Sellador) conocer(ctx context.Context) {
	now := s.cfg.Clock()
	if now.Before(s.listar) {
		return
	}
	ids, err := s.cfg.Operadores(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.cfg.Log.Warn("sealing: the operadores are not known; asked again", "error", err)
		}
		s.listar = now.Add(pausaFallo)
		return
	}
	s.listar = now.Add(s.cfg.Cada)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range append(ids, auditoria.SinOperador) {
		if _, err := s.registro(id); err != nil {
			s.cfg.Log.Error("sealing: this operador has no log", "operadorId", id, "error", err)
		}
	}
}

// registro finds or makes the log of an operador. The caller has the lock.
func (s *Sellador) registro(operadorID string) (*registro, error) {
	if r := s.logs[operadorID]; r != nil {
		return r, nil
	}
	keys, err := s.cfg.Llaves.anillo(s.cfg.Llaves.Origen(operadorID))
	if err != nil {
		return nil, err
	}
	r := &registro{operadorID: operadorID, fuente: s.fuente(operadorID)}
	r.sealer = sello.New(sello.Config{
		Prefix: Prefijo(operadorID), Objects: s.cfg.Objetos, Source: r.fuente, Keys: keys,
		Batch: s.cfg.Lote, Every: s.cfg.Cada, Limit: MaxActa - maxUrgentes, Clock: s.cfg.Clock,
	})
	s.logs[operadorID] = r
	return r, nil
}

func (s *Sellador) fuente(operadorID string) *fuente {
	return &fuente{actas: s.cfg.Actas, eventos: s.cfg.Eventos, operadorID: operadorID, lote: s.cfg.Lote, clock: s.cfg.Clock}
}

// Urgente has an event sealed at once, by this process, whoever has the lease: the fence lets
// one of two through.
func (s *Sellador) Urgente(operadorID, eventoID string) {
	s.mu.Lock()
	r, err := s.registro(operadorID)
	if err != nil || r.danado || !r.fuente.urgente(eventoID) {
		s.mu.Unlock()
		return
	}
	r.urgente, r.proxima = true, s.cfg.Clock()
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// vuelta looks at every log whose turn it is.
func (s *Sellador) vuelta(ctx context.Context) {
	turn := make(chan struct{}, aLaVez)
	var all sync.WaitGroup
	for _, r := range s.debidos() {
		if ctx.Err() != nil {
			break
		}
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			s.mirar(ctx, r)
		})
	}
	all.Wait()
	s.cfg.Metrics.RetrasoSello(s.retraso())
}

func (s *Sellador) debidos() (due []*registro) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.cfg.Clock()
	for _, r := range s.logs {
		if !r.danado && !r.proxima.After(now) {
			due = append(due, r)
		}
	}
	return due
}

func (s *Sellador) hastaLaProxima() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, next := s.cfg.Clock(), s.listar
	for _, r := range s.logs {
		if !r.danado && r.proxima.Before(next) {
			next = r.proxima
		}
	}
	return max(next.Sub(now), 10*time.Millisecond)
}

func (s *Sellador) retraso() (d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.cfg.Clock()
	for _, r := range s.logs {
		if t := r.fuente.masAntiguo(); !t.IsZero() {
			d = max(d, now.Sub(t))
		}
	}
	return d
}

// mirar is one look at a log.
func (s *Sellador) mirar(ctx context.Context, r *registro) {
	r.turno.Lock()
	defer r.turno.Unlock()
	s.mu.Lock()
	urge := r.urgente
	r.urgente = false
	s.mu.Unlock()
	proxima, err := s.sellar(ctx, r, urge)
	var damage *sello.Damage
	switch {
	case err == nil, ctx.Err() != nil:
	case errors.As(err, &damage):
		s.cfg.Metrics.SelloDanado(r.operadorID)
		s.cfg.Log.Error("sealing of this operador has STOPPED: its sealed log is not what it was; see docs/rastro.md, A damaged log", "operadorId", r.operadorID, "error", err)
	case errors.Is(err, fault.Conflict):
		proxima = s.cfg.Clock().Add(pausaLote)
	default:
		s.cfg.Metrics.SelloFallido()
		s.cfg.Log.Warn("sealing failed; tried again", "operadorId", r.operadorID, "error", err)
		proxima = s.cfg.Clock().Add(pausaFallo)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r.danado = damage != nil
	if !r.urgente {
		r.proxima = proxima
	}
}

// sellar takes the lease, if it is free, and seals; it says when to look again.
func (s *Sellador) sellar(ctx context.Context, r *registro, urge bool) (time.Time, error) {
	ocupado, err := s.arrendar(ctx, r)
	if err != nil {
		return time.Time{}, err
	}
	if !ocupado.IsZero() && !urge {
		r.fuente.olvidar()
		return ocupado, nil
	}
	n, err := r.sealer.Step(ctx)
	if err != nil {
		return time.Time{}, err
	}
	if n > 0 {
		s.cfg.Metrics.Sellado(n)
		s.cfg.Log.Debug("sealed", "operadorId", r.operadorID, "eventos", n)
	}
	if err := s.revisar(ctx, r); err != nil {
		return time.Time{}, err
	}
	return s.proxima(r, n), nil
}

// proxima: at once while the log is behind; when the oldest that waits is due; and in between
// while events come, to see whether a whole lot waits.
func (s *Sellador) proxima(r *registro, n int) time.Time {
	now := s.cfg.Clock()
	if n >= MaxActa-maxUrgentes {
		return now
	}
	t := r.fuente.masAntiguo()
	if t.IsZero() && n == 0 {
		return now.Add(s.cfg.Cada)
	}
	next := now.Add(s.cfg.Cada / 6)
	if due := t.Add(s.cfg.Cada); !t.IsZero() && n == 0 && due.Before(next) {
		next = due
	}
	if least := now.Add(pausaLote); next.Before(least) {
		next = least
	}
	return next
}

// revisar reads the whole log now and then: a flipped bit in an old tile would hurt years later.
func (s *Sellador) revisar(ctx context.Context, r *registro) error {
	now := s.cfg.Clock()
	if now.Sub(r.revisado) < revisionCada || r.arriendo.IsZero() {
		return nil
	}
	_, err := s.Revisar(ctx, r.operadorID)
	if err == nil {
		r.revisado = now
	}
	return err
}

// arrendar takes or renews the lease of a log, and begins the log the first time. It says until
// when another process has it.
func (s *Sellador) arrendar(ctx context.Context, r *registro) (ocupado time.Time, err error) {
	now, plazo := s.cfg.Clock(), s.plazo()
	if r.arriendo.Sub(now) > plazo/2 {
		return time.Time{}, nil
	}
	m, err := s.cfg.Marcas.LeerMarca(ctx, nombreMarca(r.operadorID))
	if err != nil {
		return time.Time{}, err
	}
	a, err := avanceDe(m)
	if err != nil {
		return time.Time{}, err
	}
	r.fuente.avanzar(a)
	if m.DeOtro(s.cfg.Dueno, now) {
		r.arriendo = time.Time{}
		return m.Hasta, nil
	}
	if !a.Creado {
		if err := r.sealer.Create(ctx); err != nil {
			return time.Time{}, err
		}
	}
	a = r.fuente.avance()
	if m.Datos, err = json.Marshal(a); err != nil {
		return time.Time{}, err
	}
	m.Dueno, m.Hasta = s.cfg.Dueno, now.Add(plazo)
	if r.marca, err = s.cfg.Marcas.EscribirMarca(ctx, m); err != nil {
		return time.Time{}, err
	}
	r.arriendo = m.Hasta
	return time.Time{}, nil
}

func avanceDe(m marca.Marca) (a avance, err error) {
	if len(m.Datos) > 0 {
		err = json.Unmarshal(m.Datos, &a)
	}
	return a, err
}

// plazo is that of a lease.
func (s *Sellador) plazo() time.Duration { return 5 * s.cfg.Cada }

func nombreMarca(operadorID string) string { return "sello/" + operadorID }

// plazoSoltar bounds giving the leases back.
const plazoSoltar = 3 * time.Second

// soltar gives the leases back, so that another process need not wait for their end.
func (s *Sellador) soltar(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), plazoSoltar)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.logs {
		if ctx.Err() != nil || r.arriendo.Before(s.cfg.Clock()) {
			continue
		}
		r.marca.Hasta = time.Time{}
		_, _ = s.cfg.Marcas.EscribirMarca(ctx, r.marca) // or it ends by itself
	}
}
