package outbox_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// house is a store, a broker and an object store that several processes share.
type house struct {
	*world.World
	t     *testing.T
	ahead atomic.Int64 // by how much the dispatchers' clock is ahead

	mu          sync.Mutex
	completions []string // operadores, in the order in which their sagas completed
	places      map[string]int
	news        chan struct{}
}

// inMemory is a folder whose writes wait for no disk, where there is one: thousands
// of commits are of interest here for their order only.
func inMemory(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "carpeta-outbox-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func newHouse(t *testing.T) *house {
	t.Helper()
	c := &house{World: world.New(t, world.Config{Dir: inMemory(t)}), t: t, places: map[string]int{}, news: make(chan struct{}, 1)}
	world.Run(t, func(ctx context.Context) error {
		return c.Broker.Listen(ctx, []string{broker.DeletionCompleted, broker.MetadataCleanupSuccess}, c.completed, func() {})
	})
	return c
}

func (c *house) completed(m broker.Message) {
	c.mu.Lock()
	if _, already := c.places[m.SagaID]; !already { // it may be told again: on a busy machine leases run out
		c.places[m.SagaID] = len(c.completions)
		c.completions = append(c.completions, m.OperadorID)
	}
	c.mu.Unlock()
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// until waits until so many sagas have completed, and returns the order so far.
func (c *house) until(n int) []string {
	c.t.Helper()
	limit := time.After(5 * time.Minute) // for busy machines
	for {
		c.mu.Lock()
		ended := c.completions
		c.mu.Unlock()
		if len(ended) >= n {
			return ended
		}
		select {
		case <-c.news:
		case <-limit:
			c.t.Fatalf("%d of %d sagas completed", len(ended), n)
		}
	}
}

// completedSoFar is how many sagas have completed.
func (c *house) completedSoFar() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.completions)
}

// placeOf waits for a saga, and returns how many completed before it.
func (c *house) placeOf(eventoID string) int {
	c.t.Helper()
	for n := 0; ; n++ {
		n = len(c.until(n))
		c.mu.Lock()
		place, known := c.places[eventoID]
		c.mu.Unlock()
		if known {
			return place
		}
	}
}

// carpeta of an operador, with documents whose files are gone already.
func (c *house) carpeta(operadorID string, documentos int, certificados ...bool) (carpeta.Carpeta, []documento.Documento) {
	c.t.Helper()
	return world.Carpeta(c.t, c.Store, operadorID, documentos, func(_ int, d *documento.Documento) {
		d.Certificado = len(certificados) > 0 && certificados[0]
	})
}

// backlog puts deletions into the store that nobody has published.
func (c *house) backlog(operadorID string, n int) {
	c.t.Helper()
	k, ds := c.carpeta(operadorID, n)
	g, ctx := errgroup.WithContext(c.t.Context())
	g.SetLimit(256)
	for _, d := range ds {
		g.Go(func() error {
			now := time.Now()
			return c.Store.Iniciar(ctx, eliminacion.Eliminacion{
				EventoID: world.NewID(), CarpetaID: k.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: operadorID, StoragePath: d.StoragePath,
				Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now,
			}, world.Hecho())
		})
	}
	if err := g.Wait(); err != nil {
		c.t.Fatal(err)
	}
}

// process is one server process on the house.
type process struct{ *world.Process }

// clock is that of the dispatchers.
func (c *house) clock() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// process puts a process together, without starting it.
func (c *house) process(cfg outbox.Config) *process { return c.processOn(cfg, c.Broker) }

// processOn has a broker of its own.
func (c *house) processOn(cfg outbox.Config, b broker.Broker) *process {
	return &process{world.NewProcess(c.t, world.Config{Outbox: cfg, Clock: c.clock}, world.Ports{Store: c.Store, Objetos: c.Objetos, Broker: b})}
}

// start starts it.
func (c *house) start(p *process) {
	world.Run(c.t, append(p.Consumers(), p.Dispatcher.Run, p.Sweeper.Run, func(ctx context.Context) error {
		return c.Broker.Listen(ctx, broker.EventKeys, p.hear, p.Board.Perdido)
	})...)
}

func (p *process) hear(m broker.Message) {
	a, err := eliminacion.ReadAviso(m)
	if err != nil {
		panic(err)
	}
	p.Board.Oido(m.Type, a.OperadorID, a.EventoID)
}

// ask asks a process for a deletion in a new carpeta of an operador.
func (c *house) ask(p *process, operadorID string) string {
	c.t.Helper()
	k, ds := c.carpeta(operadorID, 1)
	e, err := p.Eliminaciones.Solicitar(c.t.Context(), world.Owner(k), eliminacion.Pedido{Clave: ds[0].Clave()})
	if err != nil {
		c.t.Fatal(err)
	}
	return e.EventoID
}

func operadores(n int) (os []string) {
	for i := range n {
		os = append(os, fmt.Sprintf("op%d", i))
	}
	return os
}
