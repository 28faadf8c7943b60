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
	subscribers = 10_000
	maxOwnIdle  = 6                      // KiB of each idle subscriber
	maxReads    = 100                    // of the store in a second, whatever is followed
	maxEntrega  = 150 * time.Millisecond // one event to all
	settle      = 40 * time.Second       // longer than the time between pings, and between two readings; garbage is given back
	stillPause  = 5 * time.Second        // between two looks
	untilStill  = 5 * time.Minute
	atOnce      = 64 // sockets that are opened at once
)

// medirAbonados: what an idle subscriber keeps resident, with budgets as they are by
// default, and how long an event takes to reach all of them, with one core for the server.
func measureSubscribers(ctx context.Context, b *bench) error {
	return errors.Join(b.allOfOne(ctx), b.eachOfItsOwn(ctx), b.subscribersOverTLS(ctx))
}

func (b *bench) allOfOne(ctx context.Context) error {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	lines, _, err := i.sembrar(ctx, 1, 20, "--archivos")
	if err != nil {
		return err
	}
	p, err := b.listeners(ctx, i, subscribers)
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.doOne(ctx, lines[0]); err != nil {
		return err
	}
	r, err := p.rest(ctx)
	if err != nil {
		return err
	}
	b.report.note(fmt.Sprintf("%d idle subscribers, resident each", subscribers), "≤ 6 KiB", holdsIf(r.each <= maxOwnIdle), "%s", r)
	return p.entregar(ctx, b)
}

// cadaUnoDeLaSuya: nothing is shared between them.
func (b *bench) eachOfItsOwn(ctx context.Context) error {
	p, err := b.listenersOf(ctx, subscribers, subscribers)
	if err != nil {
		return err
	}
	defer p.close()
	r, err := p.rest(ctx)
	if err != nil {
		return err
	}
	b.report.note(fmt.Sprintf("%d idle subscribers of as many deletions, resident each", subscribers), "≤ 100 reads/s", holdsIf(r.reads <= maxReads), "%s", r)
	return nil
}

// abonadosPorTLS: half of them, because a handshake costs more than everything else.
func (b *bench) subscribersOverTLS(ctx context.Context) error {
	cert, err := b.certificado()
	if err != nil {
		return err
	}
	p, err := b.listenersOf(ctx, 1, subscribers/2, "CARPETA_TLS_CERT="+cert.chain, "CARPETA_TLS_KEY="+cert.key)
	if err != nil {
		return err
	}
	defer p.close()
	p.server.tls = cert.client
	r, err := p.rest(ctx)
	if err != nil {
		return err
	}
	b.report.note(fmt.Sprintf("%d idle subscribers over TLS, resident each", p.howMany), "", uncapped, "%s", r)
	return nil
}

// listeners are the subscribers: auditors, each with a token of their own.
type listeners struct {
	server  *server
	emisor  *emisor
	eventos []string // deletions that wait, in turn
	dueno   string   // token of the asker
	howMany int

	mu     sync.Mutex
	opened []*socket
	alive  sync.WaitGroup // readers
	avisos chan aviso
}

// aviso is what one subscriber saw: a message, or its end.
type aviso struct {
	at  time.Time
	err error
}

func (b *bench) listeners(ctx context.Context, i *installation, howMany int, env ...string) (*listeners, error) {
	// All come from one address: no default allows so many.
	env = append(env, "GOMAXPROCS=1", "CARPETA_LIMIT_CONNECTIONS=16384", "CARPETA_LIMIT_PER_ADDRESS=16384")
	s, err := i.with(env...).boot(ctx)
	return &listeners{server: s, emisor: b.emisor, howMany: howMany}, err
}

// listenersOf starts a server with so many deletions that wait.
func (b *bench) listenersOf(ctx context.Context, eliminaciones, howMany int, env ...string) (*listeners, error) {
	var eventos []string
	i, err := b.withBacklog(ctx, func(a store) (err error) {
		eventos, err = waiting(ctx, a, eliminaciones)
		return err
	})
	if err != nil {
		return nil, err
	}
	p, err := b.listeners(ctx, i, howMany, env...)
	p.eventos = eventos
	return p, err
}

// doOne asks for the deletion that all listen to.
func (p *listeners) doOne(ctx context.Context, l line) (err error) {
	c := p.server.client(1)
	defer c.close()
	if p.dueno, err = p.emisor.token(l.CiudadanoID); err != nil {
		return err
	}
	eventoID, err := c.leaveWaiting(ctx, p.dueno, l.CarpetaID)
	p.eventos = []string{eventoID}
	return err
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

// quiet is what subscribers cost while nothing happens. Pages of the store's file are apart: the trail has a look of
// each subscriber, the file is mapped, and the kernel takes such pages back when it needs them.
type quiet struct {
	each, mapped float64 // KiB of each subscriber
	empty, full  float64 // MiB of the process's own
	reads        float64 // of the store, each second
}

func (r quiet) String() string {
	return fmt.Sprintf("%.1f KiB of its own, and %.1f of mapped files (the process's own: %.0f MiB empty, %.0f MiB with all, %.0f s later; %.1f reads of the store each second)",
		r.each, r.mapped, r.empty, r.full, settle.Seconds(), r.reads)
}

func (p *listeners) rest(ctx context.Context) (r quiet, err error) {
	pid := p.server.cmd.Process.Pid
	empty, files := parts(pid)
	if err := p.fill(ctx); err != nil {
		return r, err
	}
	before, err := p.server.still(ctx)
	if err != nil {
		return r, err
	}
	select {
	case <-time.After(settle):
	case <-ctx.Done():
		return r, ctx.Err()
	}
	full, filesThen := parts(pid)
	after, err := p.server.metrics(ctx) // of a process that is there: so its parts were told
	calls := after.less(before).perOperacion(storeCalls)
	r.reads = (calls["Eliminacion"] + calls["Eliminaciones"]) / settle.Seconds()
	r.empty, r.full = empty, full
	r.each, r.mapped = (full-empty)*1024/float64(p.howMany), (filesThen-files)*1024/float64(p.howMany)
	return r, err
}

// still waits until the process has sealed what the trail has of the crowd.
func (s *server) still(ctx context.Context) (metrics, error) {
	waits := true
	return s.until(ctx, untilStill, stillPause, func(m metrics) bool {
		waited := waits
		waits = m["carpeta_sello_retraso_seconds"] > 0
		return !waited && !waits
	})
}

const oneSubscription = `subscription($e: ID!) { eliminacion(eventoId: $e) { eventoId documentoId estado pasoActual secuencia estadoEvento progreso { paso totalPasos intento } } }`

func (p *listeners) fill(ctx context.Context) error {
	p.avisos = make(chan aviso, 2*p.howMany)
	turns, errs := make(chan struct{}, atOnce), make(chan error, p.howMany)
	for n := range p.howMany {
		turns <- struct{}{}
		go func() {
			errs <- p.subscribe(ctx, n)
			<-turns
		}()
	}
	var all error
	for range p.howMany {
		all = errors.Join(all, <-errs)
	}
	return all
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
	if err := e.command(mensaje{Type: "subscribe", ID: "1", Payload: body(oneSubscription, map[string]any{"e": p.eventos[n%len(p.eventos)]})}); err != nil {
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
			map[string]any{"e": p.eventos[0]}, &struct{}{})
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

func (p *listeners) close() {
	p.mu.Lock()
	for _, e := range p.opened {
		_ = e.conn.Close()
	}
	p.mu.Unlock()
	p.alive.Wait()
	_ = p.server.stop() // the figures are taken
}
