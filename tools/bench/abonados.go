package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"
)

const (
	abonados    = 10_000
	maxResidIdl = 8                      // KiB of each idle subscriber
	maxEntrega  = 200 * time.Millisecond // one event to all
	asentarse   = 40 * time.Second       // longer than the time between pings, and between two readings
	aLaVez      = 64                     // sockets that are opened at once
)

// medirAbonados: what an idle subscriber keeps resident, with budgets as they are by
// default, and how long an event takes to reach all of them, with one core for the server.
func medirAbonados(ctx context.Context, b *banco) error {
	return errors.Join(b.todosDeUna(ctx), b.cadaUnoDeLaSuya(ctx), b.abonadosPorTLS(ctx))
}

func (b *banco) todosDeUna(ctx context.Context) error {
	i, err := b.instalar(ctx, embedded)
	if err != nil {
		return err
	}
	lineas, _, err := i.sembrar(ctx, 1, 20, "--archivos")
	if err != nil {
		return err
	}
	p, err := b.oyentes(ctx, i, abonados)
	if err != nil {
		return err
	}
	defer p.cerrar()
	if err := p.pedirUna(ctx, lineas[0]); err != nil {
		return err
	}
	r, err := p.reposar(ctx)
	if err != nil {
		return err
	}
	b.informe.anotar(fmt.Sprintf("%d idle subscribers, resident each", abonados), "≤ 8 KiB", si(r.cada <= maxResidIdl), "%s", r)
	return p.entregar(ctx, b)
}

// cadaUnoDeLaSuya: nothing is shared between them.
func (b *banco) cadaUnoDeLaSuya(ctx context.Context) error {
	p, err := b.oyentesDe(ctx, abonados, abonados)
	if err != nil {
		return err
	}
	defer p.cerrar()
	r, err := p.reposar(ctx)
	if err != nil {
		return err
	}
	b.informe.anotar(fmt.Sprintf("%d idle subscribers of as many deletions, resident each", abonados), "", sinTope, "%s", r)
	return nil
}

// abonadosPorTLS: half of them, because a handshake costs more than everything else.
func (b *banco) abonadosPorTLS(ctx context.Context) error {
	cert, err := b.certificado()
	if err != nil {
		return err
	}
	p, err := b.oyentesDe(ctx, 1, abonados/2, "CARPETA_TLS_CERT="+cert.cadena, "CARPETA_TLS_KEY="+cert.llave)
	if err != nil {
		return err
	}
	defer p.cerrar()
	p.servidor.tls = cert.cliente
	r, err := p.reposar(ctx)
	if err != nil {
		return err
	}
	b.informe.anotar(fmt.Sprintf("%d idle subscribers over TLS, resident each", p.cuantos), "", sinTope, "%s", r)
	return nil
}

// oyentes are the subscribers: auditors, each with a token of their own.
type oyentes struct {
	servidor *servidor
	emisor   *emisor
	eventos  []string // deletions that wait, in turn
	dueno    string   // token of the one who asked for it
	cuantos  int

	mu       sync.Mutex
	abiertos []*enchufe
	vivos    sync.WaitGroup // readers
	avisos   chan aviso
}

// aviso is what one subscriber saw: a message, or its end.
type aviso struct {
	en  time.Time
	err error
}

func (b *banco) oyentes(ctx context.Context, i *instalacion, cuantos int, entorno ...string) (*oyentes, error) {
	s, err := i.con(append(entorno, "GOMAXPROCS=1")...).arrancar(ctx)
	return &oyentes{servidor: s, emisor: b.emisor, cuantos: cuantos}, err
}

// oyentesDe starts a server with so many deletions that wait.
func (b *banco) oyentesDe(ctx context.Context, eliminaciones, cuantos int, entorno ...string) (*oyentes, error) {
	var eventos []string
	i, err := b.conAtraso(ctx, func(a almacen) (err error) {
		eventos, err = enEspera(ctx, a, eliminaciones)
		return err
	})
	if err != nil {
		return nil, err
	}
	p, err := b.oyentes(ctx, i, cuantos, entorno...)
	p.eventos = eventos
	return p, err
}

// pedirUna asks for the deletion that all listen to.
func (p *oyentes) pedirUna(ctx context.Context, l linea) (err error) {
	c := p.servidor.cliente(1)
	defer c.cerrar()
	if p.dueno, err = p.emisor.token(l.CiudadanoID); err != nil {
		return err
	}
	eventoID, err := c.dejarEnEspera(ctx, p.dueno, l.CarpetaID)
	p.eventos = []string{eventoID}
	return err
}

// dejarEnEspera asks for a deletion that waits for an hour.
func (c *cliente) dejarEnEspera(ctx context.Context, token, carpetaID string) (eventoID string, err error) {
	ds, err := c.borrables(ctx, token, carpetaID)
	if err != nil || len(ds) == 0 {
		return "", errors.Join(err, errors.New("nothing to delete"))
	}
	var data struct {
		DeleteDocumento struct{ Eliminacion struct{ EventoID string } }
	}
	err = c.pedir(ctx, token, `mutation($d: ID!) { deleteDocumento(input: {documentoId: $d, ventana: 3600}) { eliminacion { eventoId } } }`,
		map[string]any{"d": ds[0].id}, &data)
	return data.DeleteDocumento.Eliminacion.EventoID, err
}

// quietos is what subscribers cost while nothing happens.
type quietos struct {
	cada         float64 // KiB
	vacio, lleno float64 // MiB of the process
	lecturas     float64 // of the store, each second
}

func (r quietos) String() string {
	return fmt.Sprintf("%.1f KiB (the process: %.0f MiB empty, %.0f MiB with all, %.0f s later; %.1f reads of the store each second)",
		r.cada, r.vacio, r.lleno, asentarse.Seconds(), r.lecturas)
}

func (p *oyentes) reposar(ctx context.Context) (r quietos, err error) {
	pid := p.servidor.cmd.Process.Pid
	if r.vacio, err = residente(pid); err != nil {
		return r, err
	}
	if err := p.llenar(ctx); err != nil {
		return r, err
	}
	antes, err := p.servidor.metricas(ctx)
	if err != nil {
		return r, err
	}
	select {
	case <-time.After(asentarse):
	case <-ctx.Done():
		return r, ctx.Err()
	}
	if r.lleno, err = residente(pid); err != nil {
		return r, err
	}
	despues, err := p.servidor.metricas(ctx)
	r.lecturas = despues.menos(antes).porOperacion(llamadasAlStore)["Eliminacion"] / asentarse.Seconds()
	r.cada = (r.lleno - r.vacio) * 1024 / float64(p.cuantos)
	return r, err
}

const suscripcionUna = `subscription($e: ID!) { eliminacion(eventoId: $e) { eventoId documentoId estado pasoActual secuencia estadoEvento progreso { paso totalPasos intento } } }`

func (p *oyentes) llenar(ctx context.Context) error {
	p.avisos = make(chan aviso, 2*p.cuantos)
	turnos, errs := make(chan struct{}, aLaVez), make(chan error, p.cuantos)
	for n := range p.cuantos {
		turnos <- struct{}{}
		go func() {
			errs <- p.abonar(ctx, n)
			<-turnos
		}()
	}
	var todos error
	for range p.cuantos {
		todos = errors.Join(todos, <-errs)
	}
	return todos
}

// abonar subscribes, waits for the first message, and goes on listening.
func (p *oyentes) abonar(ctx context.Context, n int) error {
	token, err := p.emisor.conRol(fmt.Sprintf("auditor-%d", n), "auditor")
	if err != nil {
		return err
	}
	e, err := p.servidor.enchufar(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.abiertos = append(p.abiertos, e)
	p.mu.Unlock()
	if err := e.identificar(token); err != nil {
		return err
	}
	if err := e.mandar(mensaje{Type: "subscribe", ID: "1", Payload: cuerpo(suscripcionUna, map[string]any{"e": p.eventos[n%len(p.eventos)]})}); err != nil {
		return err
	}
	if m, err := e.recibir(); err != nil || m.Type != "next" {
		return fmt.Errorf("first message %q %s: %w", m.Type, m.Payload, err)
	}
	p.vivos.Go(func() { p.escuchar(e) })
	return nil
}

// escuchar decodes nothing: ten thousand who do would take the time that is measured.
func (p *oyentes) escuchar(e *enchufe) {
	for {
		texto, err := e.texto()
		if err == nil && !bytes.Contains(texto, []byte(`"type":"next"`)) {
			continue
		}
		p.avisos <- aviso{time.Now(), err}
		if err != nil {
			return
		}
	}
}

// entregar makes one event and waits until everybody has it. The clock starts when
// the mutation is sent.
func (p *oyentes) entregar(ctx context.Context, b *banco) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the server has a core to itself
	c := p.servidor.cliente(1)
	defer c.cerrar()
	antes := medirCPU(map[string]int{"carpeta": p.servidor.cmd.Process.Pid})
	desde := time.Now()
	respuesta := make(chan error, 1)
	go func() {
		respuesta <- c.pedir(ctx, p.dueno, `mutation($e: ID!) { cancelarEliminacion(input: {eventoId: $e}) { eliminacion { estado } } }`,
			map[string]any{"e": p.eventos[0]}, &struct{}{})
	}()
	var primero, ultimo time.Time
	for n := range p.cuantos {
		select {
		case a := <-p.avisos:
			if a.err != nil {
				return fmt.Errorf("a subscriber ended: %w", a.err)
			}
			if n == 0 {
				primero = a.en
			}
			if a.en.After(ultimo) {
				ultimo = a.en
			}
		case <-time.After(paciencia):
			return fmt.Errorf("%d of %d subscribers saw the event", n, p.cuantos)
		}
	}
	if err := <-respuesta; err != nil {
		return err
	}
	gasto := medirCPU(map[string]int{"carpeta": p.servidor.cmd.Process.Pid})
	b.informe.anotar(fmt.Sprintf("one event to %d subscribers, one core", p.cuantos), "≤ 200 ms", si(ultimo.Sub(desde) <= maxEntrega),
		"%.0f ms from the mutation to the last (first after %.0f ms); processor %.0f ms",
		milis(ultimo.Sub(desde)), milis(primero.Sub(desde)), milis(gasto.procesos["carpeta"]-antes.procesos["carpeta"]))
	return nil
}

func (p *oyentes) cerrar() {
	p.mu.Lock()
	for _, e := range p.abiertos {
		_ = e.conn.Close()
	}
	p.mu.Unlock()
	p.vivos.Wait()
	_ = p.servidor.parar() // the figures are taken
}
