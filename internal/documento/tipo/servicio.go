package tipo

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// Servicio is every use case of the catalogue. Each process keeps a copy: what another process changed is here a minute
// later, what this one changed at once.
type Servicio struct {
	Store     Store
	Clock     func() time.Time
	Log       *slog.Logger
	Escribano auditoria.Escribano

	reading sync.Mutex
	copia   atomic.Pointer[catalogo]
}

// How long the copy is good for readers, how long the one that stays when the store did not answer, and how long each is
// good for a code that it does not have: another process may have added it just now.
const (
	vigencia     = time.Minute
	sinRespuesta = 5 * time.Second
	paraUnNuevo  = time.Second
)

// DelProgramaSolo is a catalogue of the kinds that come with the program, for who has no store.
var DelProgramaSolo = &Servicio{Store: sinStore{}, Clock: time.Now}

// Vista is a kind in a language of fault, whatever its state. It costs a look into the copy.
func (s *Servicio) Vista(ctx context.Context, codigo, lengua string) *Vista {
	return s.actual(ctx).vista(codigo, lengua)
}

// Vistas are all kinds in a language, in the order in which they are shown. Nobody changes them.
func (s *Servicio) Vistas(ctx context.Context, lengua string) []Vista {
	return s.actual(ctx).vistas[lengua].todas
}

// Todos are all kinds as they are stored now, for who keeps the catalogue.
func (s *Servicio) Todos(ctx context.Context, quien auth.Principal) ([]Tipo, error) {
	if err := auth.MayManageTipos(quien); err != nil {
		return nil, err
	}
	c, err := s.leer(ctx)
	if err != nil {
		return nil, err
	}
	return c.todos, nil
}

// actual is the copy, or a new one when its time is over: one reader asks the store, and the others go on with the old one.
func (s *Servicio) actual(ctx context.Context) *catalogo {
	c := s.copia.Load()
	if c != nil && (s.Clock().Before(c.hasta) || !s.reading.TryLock()) {
		return c
	}
	if c == nil {
		s.reading.Lock()
	}
	defer s.reading.Unlock()
	return s.releer(ctx, c)
}

// conNuevos is the copy with what another process added meanwhile.
func (s *Servicio) conNuevos(ctx context.Context) *catalogo {
	c := s.copia.Load()
	s.reading.Lock()
	defer s.reading.Unlock()
	if c == nil || s.Clock().Sub(c.preguntado) >= paraUnNuevo {
		return s.releer(ctx, c)
	}
	return c
}

// refrescar has what this process wrote.
func (s *Servicio) refrescar(ctx context.Context) {
	c := s.copia.Load()
	s.reading.Lock()
	defer s.reading.Unlock()
	s.releer(ctx, c)
}

// releer asks the store, unless somebody did so since the caller saw the copy. What is known stays if it does not answer.
func (s *Servicio) releer(ctx context.Context, vista *catalogo) *catalogo {
	if otra := s.copia.Load(); otra != vista {
		return otra
	}
	c, err := s.leer(ctx)
	if err == nil {
		return c
	}
	s.Log.Warn("the kinds of documents could not be read: those that are known stay", "error", err)
	vieja := catalogo{}
	if vista == nil {
		vista = nuevoCatalogo(nil)
	}
	vieja = *vista
	vieja.preguntado = s.Clock()
	vieja.hasta = vieja.preguntado.Add(sinRespuesta)
	s.copia.Store(&vieja)
	return &vieja
}

// leer makes a copy of what is stored.
func (s *Servicio) leer(ctx context.Context) (*catalogo, error) {
	preguntado := s.Clock()
	cambiados, err := s.Store.TiposCambiados(ctx)
	if err != nil {
		return nil, err
	}
	c := nuevoCatalogo(cambiados)
	c.preguntado, c.hasta = preguntado, preguntado.Add(vigencia)
	s.copia.Store(c)
	return c, nil
}

// sinStore has nothing that was changed.
type sinStore struct{ Store }

// TiposCambiados implements Store.
func (sinStore) TiposCambiados(context.Context) ([]Tipo, error) { return nil, nil }
