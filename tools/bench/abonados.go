package main

import (
	"context"
	"errors"
	"fmt"
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

// medirAbonados: what an idle subscriber of one deletion keeps resident, and how
// long an event takes to reach all of them, with one core for the server.
func medirAbonados(ctx context.Context, b *banco) error {
	i, err := b.instalar(ctx, embedded)
	if err != nil {
		return err
	}
	lineas, _, err := i.sembrar(ctx, 1, 20, "--archivos")
	if err != nil {
		return err
	}
	s, err := i.con("GOMAXPROCS=1").arrancar(ctx)
	if err != nil {
		return err
	}
	c := s.cliente(2)
	p := &publico10k{servidor: s, emisor: b.emisor}
	defer func() {
		p.cerrar()
		c.cerrar()
		_ = s.parar() // the figures are taken
	}()
	dueno, err := b.emisor.token(lineas[0].CiudadanoID)
	if err != nil {
		return err
	}
	if p.eventoID, err = c.dejarEnEspera(ctx, dueno, lineas[0].CarpetaID); err != nil {
		return err
	}
	vacio, err := residente(s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	if err := p.llenar(ctx); err != nil {
		return err
	}
	select {
	case <-time.After(asentarse):
	case <-ctx.Done():
		return ctx.Err()
	}
	lleno, err := residente(s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	cada := (lleno - vacio) * 1024 / abonados
	b.informe.anotar(fmt.Sprintf("%d idle subscribers, resident each", abonados), "≤ 8 KiB", si(cada <= maxResidIdl),
		"%.1f KiB (the process: %.0f MiB empty, %.0f MiB with all, %.0f s later)", cada, vacio, lleno, asentarse.Seconds())
	return p.entregar(ctx, b, c, dueno)
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

// publico10k are the subscribers: auditors, each with a token of their own.
type publico10k struct {
	servidor *servidor
	emisor   *emisor
	eventoID string

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

const suscripcionUna = `subscription($e: ID!) { eliminacion(eventoId: $e) { eventoId documentoId estado pasoActual secuencia estadoEvento progreso { paso totalPasos intento } } }`

func (p *publico10k) llenar(ctx context.Context) error {
	p.avisos = make(chan aviso, 2*abonados)
	turnos, errs := make(chan struct{}, aLaVez), make(chan error, abonados)
	for n := range abonados {
		turnos <- struct{}{}
		go func() {
			errs <- p.abonar(ctx, n)
			<-turnos
		}()
	}
	var todos error
	for range abonados {
		todos = errors.Join(todos, <-errs)
	}
	return todos
}

// abonar subscribes, waits for the first message, and goes on listening.
func (p *publico10k) abonar(ctx context.Context, n int) error {
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
	if err := e.mandar(mensaje{Type: "subscribe", ID: "1", Payload: cuerpo(suscripcionUna, map[string]any{"e": p.eventoID})}); err != nil {
		return err
	}
	if m, err := e.recibir(); err != nil || m.Type != "next" {
		return fmt.Errorf("first message %q %s: %w", m.Type, m.Payload, err)
	}
	p.vivos.Go(func() { p.escuchar(e) })
	return nil
}

func (p *publico10k) escuchar(e *enchufe) {
	for {
		m, err := e.recibir()
		if err == nil && m.Type == "complete" {
			continue
		}
		p.avisos <- aviso{time.Now(), err}
		if err != nil {
			return
		}
	}
}

// entregar makes one event and waits until everybody has it. The clock starts
// when the answer to the mutation is there or the first event, whichever is first.
func (p *publico10k) entregar(ctx context.Context, b *banco, c *cliente, dueno string) error {
	antes := medirCPU(map[string]int{"carpeta": p.servidor.cmd.Process.Pid})
	desde := time.Now()
	respuesta := make(chan error, 1)
	go func() {
		respuesta <- c.pedir(ctx, dueno, `mutation($e: ID!) { cancelarEliminacion(input: {eventoId: $e}) { eliminacion { estado } } }`,
			map[string]any{"e": p.eventoID}, &struct{}{})
	}()
	var primero, ultimo time.Time
	for n := range abonados {
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
			return fmt.Errorf("%d of %d subscribers saw the event", n, abonados)
		}
	}
	if err := <-respuesta; err != nil {
		return err
	}
	gasto := medirCPU(map[string]int{"carpeta": p.servidor.cmd.Process.Pid})
	b.informe.anotar(fmt.Sprintf("one event to %d subscribers, one core", abonados), "≤ 200 ms", si(ultimo.Sub(desde) <= maxEntrega),
		"%.0f ms from the mutation to the last (first after %.0f ms); processor %.0f ms",
		milis(ultimo.Sub(desde)), milis(primero.Sub(desde)), milis(gasto.procesos["carpeta"]-antes.procesos["carpeta"]))
	return nil
}

func (p *publico10k) cerrar() {
	p.mu.Lock()
	for _, e := range p.abiertos {
		_ = e.conn.Close()
	}
	p.mu.Unlock()
	p.vivos.Wait()
}
