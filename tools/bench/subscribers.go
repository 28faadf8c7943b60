package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	subscribers = 10_000
	maxOwnIdle  = 6                      // KiB of each idle subscriber
	maxEntrega  = 150 * time.Millisecond // one event to all
	settle      = 40 * time.Second       // longer than the time between pings, and between two readings; garbage is given back
	stillPause  = 5 * time.Second        // between two looks
	untilStill  = 5 * time.Minute
	atOnce      = 64 // sockets that are opened at once
)

// measureSubscribers: what an idle subscriber keeps resident, plain and over TLS, and how long an event takes to
// reach all of them, with one core for the server.
func measureSubscribers(ctx context.Context, b *bench) error {
	p, err := b.listeners(ctx, subscribers, nil)
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.note(ctx, b, "", "≤ 6 KiB"); err != nil {
		return err
	}
	if err := p.entregar(ctx, b); err != nil {
		return err
	}
	p.close()
	return b.subscribersOverTLS(ctx)
}

// subscribersOverTLS: half of them, because a handshake costs more than everything else.
func (b *bench) subscribersOverTLS(ctx context.Context) error {
	cert, err := b.certificado()
	if err != nil {
		return err
	}
	p, err := b.listeners(ctx, subscribers/2, &cert)
	if err != nil {
		return err
	}
	defer p.close()
	return p.note(ctx, b, " over TLS", "")
}

// note measures the memory of listeners at rest. Pages of the store's file are not counted: the trail has a look of each
// subscriber, the file is mapped, and the kernel takes such pages back when it needs them.
func (p *listeners) note(ctx context.Context, b *bench, how, budget string) error {
	pid := p.server.cmd.Process.Pid
	empty := own(pid)
	if err := p.fill(ctx); err != nil {
		return err
	}
	if err := p.server.still(ctx); err != nil {
		return err
	}
	if err := pauseFor(ctx, settle); err != nil {
		return err
	}
	full := own(pid)
	if _, err := p.server.metrics(ctx); err != nil { // of a process that is there: so its memory was told
		return err
	}
	each, verdict := (full-empty)*1024/float64(p.howMany), uncapped
	if budget != "" {
		verdict = holdsIf(each <= maxOwnIdle)
	}
	b.report.note(fmt.Sprintf("%d idle subscribers%s, resident each", p.howMany, how), budget, verdict,
		"%.1f KiB (the process: %.0f MiB empty, %.0f MiB with all, %.0f s later)", each, empty, full, settle.Seconds())
	return nil
}

// listeners are the subscribers: auditors, each with a token of their own.
type listeners struct {
	server  *server
	emisor  *emisor
	evento  string // the deletion that waits
	dueno   string // token of the asker
	howMany int

	mu      sync.Mutex
	opened  []*socket
	alive   sync.WaitGroup // readers
	closing sync.Once
	avisos  chan aviso
}

// aviso is what one subscriber saw: a message, or its end.
type aviso struct {
	at  time.Time
	err error
}

// listeners starts a server with a deletion that waits, to which so many will listen.
func (b *bench) listeners(ctx context.Context, howMany int, cert *certificado) (p *listeners, err error) {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return nil, err
	}
	lines, err := i.sembrar(ctx, 1, 20, "--archivos")
	if err != nil {
		return nil, err
	}
	// All come from one address: no default allows so many.
	i = i.with("GOMAXPROCS=1", "CARPETA_LIMIT_CONNECTIONS=16384", "CARPETA_LIMIT_PER_ADDRESS=16384")
	if cert != nil {
		i = i.with("CARPETA_TLS_CERT="+cert.chain, "CARPETA_TLS_KEY="+cert.key)
	}
	p = &listeners{emisor: b.emisor, howMany: howMany}
	if p.server, err = i.boot(ctx); err != nil {
		return nil, err
	}
	c := p.server.client(1)
	if cert != nil {
		p.server.tls = cert.client
		c = c.overTLS(cert.client, 1)
	}
	defer c.close()
	if p.dueno, err = b.emisor.token(lines[0].CiudadanoID); err == nil {
		p.evento, err = c.leaveWaiting(ctx, p.dueno, lines[0].CarpetaID)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// leaveWaiting asks for a deletion that waits for an hour.
func (c *client) leaveWaiting(ctx context.Context, token, carpetaID string) (eventoID string, err error) {
	ds, err := c.deletables(ctx, token, carpetaID)
	if err != nil || len(ds) == 0 {
		return "", errors.Join(err, errors.New("nothing to delete"))
	}
	var data struct {
		DeleteDocumento struct{ Eliminacion struct{ EventoID string } }
	}
	err = c.do(ctx, token, `mutation($d: ID!) { deleteDocumento(input: {documentoId: $d, ventana: 3600}) { eliminacion { eventoId } } }`,
		map[string]any{"d": ds[0].id}, &data)
	return data.DeleteDocumento.Eliminacion.EventoID, err
}

// still waits until the process has sealed what the trail has of the crowd.
func (s *server) still(ctx context.Context) error {
	waits := true
	_, err := s.until(ctx, untilStill, stillPause, func(m metrics) bool {
		waited := waits
		waits = m["carpeta_sello_retraso_seconds"] > 0
		return !waited && !waits
	})
	return err
}

const oneSubscription = `subscription($e: ID!) { eliminacion(eventoId: $e) { eventoId documentoId estado pasoActual secuencia estadoEvento progreso { paso totalPasos intento } } }`

func (p *listeners) fill(ctx context.Context) error {
	p.avisos = make(chan aviso, 2*p.howMany)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for n := range p.howMany {
		g.Go(func() error { return p.subscribe(ctx, n) })
	}
	return g.Wait()
}

// subscribe subscribes, waits for the first message, and goes on listening.
func (p *listeners) subscribe(ctx context.Context, n int) error {
	token, err := p.emisor.withRol(fmt.Sprintf("auditor-%d", n), "auditor", "")
	if err != nil {
		return err
	}
	e, err := p.server.dial(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.opened = append(p.opened, e)
	p.mu.Unlock()
	if err := e.identify(token); err != nil {
		return err
	}
	if err := e.command(mensaje{Type: "subscribe", ID: "1", Payload: body(oneSubscription, map[string]any{"e": p.evento})}); err != nil {
		return err
	}
	if m, err := e.receive(); err != nil || m.Type != "next" {
		return fmt.Errorf("first message %q %s: %w", m.Type, m.Payload, err)
	}
	p.alive.Go(func() { p.listen(e) })
	return nil
}

// listen decodes nothing: ten thousand who do would take the time that is measured.
func (p *listeners) listen(e *socket) {
	for {
		text, err := e.text()
		if err == nil && !bytes.Contains(text, []byte(`"type":"next"`)) {
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
func (p *listeners) entregar(ctx context.Context, b *bench) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the server has a core to itself
	c := p.server.client(1)
	defer c.close()
	before := measureCPU(map[string]int{"carpeta": p.server.cmd.Process.Pid})
	since := time.Now()
	answer := make(chan error, 1)
	go func() {
		answer <- c.do(ctx, p.dueno, `mutation($e: ID!) { cancelarEliminacion(input: {eventoId: $e}) { eliminacion { estado } } }`,
			map[string]any{"e": p.evento}, &struct{}{})
	}()
	var first, last time.Time
	for n := range p.howMany {
		select {
		case a := <-p.avisos:
			if a.err != nil {
				return fmt.Errorf("a subscriber ended: %w", a.err)
			}
			if n == 0 {
				first = a.at
			}
			if a.at.After(last) {
				last = a.at
			}
		case <-time.After(patience):
			return fmt.Errorf("%d of %d subscribers saw the event", n, p.howMany)
		}
	}
	if err := <-answer; err != nil {
		return err
	}
	spent := measureCPU(map[string]int{"carpeta": p.server.cmd.Process.Pid})
	b.report.note(fmt.Sprintf("one event to %d subscribers, one core", p.howMany), "≤ 150 ms", holdsIf(last.Sub(since) <= maxEntrega),
		"%.0f ms from the mutation to the last (first after %.0f ms); processor %.0f ms",
		millis(last.Sub(since)), millis(first.Sub(since)), millis(spent.processes["carpeta"]-before.processes["carpeta"]))
	return nil
}

// close ends everybody, once.
func (p *listeners) close() {
	p.closing.Do(func() {
		p.mu.Lock()
		for _, e := range p.opened {
			_ = e.conn.Close()
		}
		p.mu.Unlock()
		p.alive.Wait()
		_ = p.server.stop() // the figures are taken
	})
}
