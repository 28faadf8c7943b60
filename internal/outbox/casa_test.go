package outbox_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// casa is a store, a broker and an object store that several processes share.
type casa struct {
	t       *testing.T
	store   *boltstore.Store
	mq      *localbroker.Broker
	objetos *diskblob.Objetos
	despues atomic.Int64 // by how much the dispatchers' clock is ahead

	mu    sync.Mutex
	fines []string // operadores, in the order in which their sagas completed
	fin   map[string]int
	hay   chan struct{}
}

// enMemoria is a folder whose writes wait for no disk, where there is one: thousands
// of commits are of interest here for their order only.
func enMemoria(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "carpeta-outbox-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func nuevaCasa(t *testing.T) *casa {
	t.Helper()
	store, err := boltstore.Open(boltstore.Config{Dir: enMemoria(t), Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	objetos, err := diskblob.New(diskblob.Config{Dir: t.TempDir(), Clave: make([]byte, 32), BaseURL: func() string { return "" }, Reloj: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = objetos.Close() })
	if err := objetos.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	mq := localbroker.New(localbroker.Config{Logger: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() { _ = mq.Close() })
	c := &casa{t: t, store: store, mq: mq, objetos: objetos, fin: map[string]int{}, hay: make(chan struct{}, 1)}
	c.mientras(func(ctx context.Context) error {
		return mq.Listen(ctx, []string{broker.MetadataCleanupSuccess}, c.completada, func() {})
	})
	return c
}

// mientras runs something until the test ends or the returned function is called.
func (c *casa) mientras(partes ...func(context.Context) error) (parar func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for _, p := range partes {
		wg.Go(func() {
			if err := p(ctx); err != nil {
				c.t.Error(err)
			}
		})
	}
	parar = sync.OnceFunc(func() { cancel(); wg.Wait() })
	c.t.Cleanup(parar)
	return parar
}

func (c *casa) completada(m broker.Message) {
	c.mu.Lock()
	if _, ya := c.fin[m.SagaID]; !ya { // it may be told again: on a busy machine leases run out
		c.fin[m.SagaID] = len(c.fines)
		c.fines = append(c.fines, m.OperadorID)
	}
	c.mu.Unlock()
	select {
	case c.hay <- struct{}{}:
	default:
	}
}

// hasta waits until so many sagas have completed, and returns the order so far.
func (c *casa) hasta(n int) []string {
	c.t.Helper()
	limite := time.After(5 * time.Minute) // for busy machines
	for {
		c.mu.Lock()
		fines := c.fines
		c.mu.Unlock()
		if len(fines) >= n {
			return fines
		}
		select {
		case <-c.hay:
		case <-limite:
			c.t.Fatalf("%d of %d sagas completed", len(fines), n)
		}
	}
}

// cuantas sagas have completed.
func (c *casa) cuantas() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.fines)
}

// lugar waits for a saga, and returns how many completed before it.
func (c *casa) lugar(eventoID string) int {
	c.t.Helper()
	for n := 0; ; n++ {
		n = len(c.hasta(n))
		c.mu.Lock()
		lugar, hay := c.fin[eventoID]
		c.mu.Unlock()
		if hay {
			return lugar
		}
	}
}

// carpeta of an operador, with documents whose files are gone already.
func (c *casa) carpeta(operadorID string, documentos int, certificados ...bool) (carpeta.Carpeta, []documento.Documento) {
	c.t.Helper()
	k := carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: operadorID}
	ds := make([]documento.Documento, documentos)
	for i := range ds {
		ds[i] = documento.Documento{Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: uuid.NewString(), Estado: documento.Procesado, FechaRecepcion: time.Now()}}
		ds[i].Certificado = len(certificados) > 0 && certificados[0]
		ds[i].StoragePath = documento.NombreObjeto(ds[i].Clave())
	}
	if err := c.store.Sembrar(c.t.Context(), k, ds); err != nil {
		c.t.Fatal(err)
	}
	return k, ds
}

// atrasar puts deletions into the store that nobody has published.
func (c *casa) atrasar(operadorID string, n int) {
	c.t.Helper()
	k, ds := c.carpeta(operadorID, n)
	g, ctx := errgroup.WithContext(c.t.Context())
	g.SetLimit(256)
	for _, d := range ds {
		g.Go(func() error {
			ahora := time.Now()
			return c.store.Iniciar(ctx, eliminacion.Eliminacion{
				EventoID: uuid.Must(uuid.NewV7()).String(), CarpetaID: k.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: operadorID, StoragePath: d.StoragePath,
				Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: ahora, NoAntesDe: ahora,
			})
		})
	}
	if err := g.Wait(); err != nil {
		c.t.Fatal(err)
	}
}

// proceso is one server process on the casa.
type proceso struct {
	servicio *eliminacion.Servicio
	sweeper  *outbox.Sweeper
	board    *outbox.Board
	d        *outbox.Dispatcher
	counter  *outbox.Counter
	parar    func()
}

type sinTerminadas struct{}

func (sinTerminadas) SagaTerminada(string, time.Duration) {}

// proceso puts a process together, as app does, without starting it.
func (c *casa) proceso(cfg outbox.Config) *proceso {
	log := slog.New(slog.DiscardHandler)
	ahora := func() time.Time { return time.Now().Add(time.Duration(c.despues.Load())) }
	b := outbox.NewBoard(cfg, outbox.NewRuntime(ahora))
	d := outbox.NewDispatcher(b, c.mq, sinMedida{}, log)
	s := &eliminacion.Servicio{
		Store: c.store, Carpetas: c.store, Documentos: c.store, Objetos: c.objetos, Despacho: d, Metrics: sinTerminadas{},
		Plazos: eliminacion.PlazosNormales, Clock: time.Now, NewID: func() string { return uuid.Must(uuid.NewV7()).String() }, Log: log,
	}
	sweeper := outbox.NewSweeper(outbox.SweeperConfig{Board: b, Store: c.store, Sagas: s, Sender: d, Ready: c.mq.Ready, Metrics: sinMedida{}, Log: log})
	return &proceso{servicio: s, sweeper: sweeper, board: b, d: d, counter: outbox.NewCounter(b, c.store, log), parar: func() {}}
}

// iniciar starts it.
func (c *casa) iniciar(p *proceso) {
	partes := []func(context.Context) error{
		p.d.Run, p.sweeper.Run,
		func(ctx context.Context) error { return c.mq.Listen(ctx, broker.EventKeys, p.oir, p.board.Perdido) },
	}
	for _, q := range broker.Queues {
		partes = append(partes, func(ctx context.Context) error { return c.mq.Consume(ctx, q.Name, p.servicio.Handler(q.Name)) })
	}
	p.parar = c.mientras(partes...)
}

func (p *proceso) oir(m broker.Message) {
	a, err := eliminacion.ReadAviso(m)
	if err != nil {
		panic(err)
	}
	p.board.Oido(a.OperadorID)
	if a.Estado.Terminal() {
		p.board.Soltar(a.EventoID)
	}
}

// pedir asks a process for a deletion in a new carpeta of an operador.
func (c *casa) pedir(p *proceso, operadorID string) string {
	c.t.Helper()
	k, ds := c.carpeta(operadorID, 1)
	e, err := p.servicio.Solicitar(c.t.Context(), auth.Principal{Sub: k.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}, eliminacion.Pedido{Clave: ds[0].Clave()})
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
