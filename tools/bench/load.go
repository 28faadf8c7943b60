package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	loadConnections = 256
	mostVisits      = 20_000 // under way at a time: what bounds the memory of the generator
	smallFollowed   = 40     // people with small carpetas who follow what happens there
	walkersShare    = 0.05   // of the requests
	progressEvery   = 10 * time.Second
	settling        = 2 * time.Minute // for what was accepted to be done
)

// load is a server, the people who use it, and who watches.
type load struct {
	*installation
	*crowd

	server     *server
	client     *client
	neighbours map[string]int
	deleted    atomic.Int64 // deletions that nobody takes back
	runs       uint64
}

// prepareLoad fills the stores, starts a server, and has the subscribers listen.
func (b *bench) prepareLoad(ctx context.Context, profile string) (l *load, err error) {
	i, err := b.install(ctx, profile)
	if err != nil {
		return nil, err
	}
	l = &load{installation: i}
	if l.crowd, err = i.settle(ctx, b.load.largest); err != nil {
		return nil, err
	}
	var cert certificado
	if b.load.tls {
		if cert, err = b.certificado(); err != nil {
			return nil, err
		}
		i = i.with("CARPETA_TLS_CERT="+cert.chain, "CARPETA_TLS_KEY="+cert.key)
	}
	named := *i
	if named.bench, err = b.named(ctx); err != nil {
		return nil, err
	}
	if l.server, err = named.boot(ctx); err != nil {
		return nil, err
	}
	l.client, l.neighbours = l.server.client(loadConnections), i.neighbours(l.server)
	if b.load.tls {
		l.server.tls = cert.client
		l.client = l.client.overTLS(cert.client, loadConnections)
	}
	if err := errors.Join(l.know(ctx), l.listen(ctx)); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

// know lists everybody's documents.
func (l *load) know(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, p := range l.small {
		g.Go(func() error { return p.know(ctx, l.client, false) })
	}
	for _, p := range l.large {
		g.Go(func() error { return p.know(ctx, l.client, true) })
	}
	return g.Wait()
}

func (l *load) listen(ctx context.Context) error {
	for _, p := range l.followed() {
		if err := l.server.listen(ctx, p); err != nil {
			return err
		}
	}
	_, err := l.server.until(ctx, patience, 10*time.Millisecond, func(m metrics) bool {
		return m[subscriptions] >= float64(2*len(l.followed()))
	})
	return err
}

func (l *load) followed() []*person {
	return append(append([]*person(nil), l.large...), l.small[:smallFollowed]...)
}

func (l *load) close() error {
	for _, p := range l.followed() {
		if p.heard != nil {
			p.heard.close()
		}
	}
	l.client.close()
	return l.server.stop()
}

// loadResult is what came of a run.
type loadResult struct {
	rate     int
	lasts    time.Duration
	tally    *tally
	cost     string
	memory   memoryLine
	profile  string
	walks    int
	walked   int
	counted  float64 // operations, by the server
	finished float64 // deletions, by the server
	deleted  int64   // by the generator
}

// run has the people come for so long, and waits for the last answer.
func (l *load) run(ctx context.Context, rate int, lasts time.Duration, whole bool) (*loadResult, error) {
	t := newTally()
	l.runs++
	for _, p := range l.followed() {
		p.heard.count(t)
	}
	deletedBefore := l.deleted.Load()
	before, err := l.server.metrics(ctx)
	if err != nil {
		return nil, err
	}
	used, begin := measureCPU(l.neighbours), time.Now()
	memory := watchLine(ctx, l.neighbours)
	progress := l.progress(ctx, t, begin)
	samples := l.samples(ctx, lasts, whole)
	walkers := l.visits(ctx, t, rate, begin, lasts)
	took := time.Since(begin)
	r := &loadResult{rate: rate, lasts: lasts, tally: t, memory: memory(), profile: samples()}
	progress()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.cost = measureCPU(l.neighbours).usage(used, max(len(t.all()), 1), took)
	for _, w := range walkers {
		r.walks, r.walked = r.walks+w.walks, r.walked+w.rows
	}
	r.deleted = l.deleted.Load() - deletedBefore
	return r, l.finish(ctx, r, before)
}

// finish waits until everything that was accepted is done, and compares what both sides counted.
func (l *load) finish(ctx context.Context, r *loadResult, before metrics) error {
	after, err := l.server.until(ctx, settling, 100*time.Millisecond, func(m metrics) bool {
		return m[completed]-before[completed] >= float64(r.deleted)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.tally.note("deletions to their end", 0, &coded{noMessage, err})
	}
	grown := after.less(before)
	r.finished, r.counted = grown[completed], operations(grown)
	for _, p := range l.followed() {
		l.hearLast(ctx, p, r.tally)
	}
	return ctx.Err()
}

// hearLast waits for a person's last messages.
func (l *load) hearLast(ctx context.Context, p *person, t *tally) {
	deadline := time.Now().Add(patience)
	for {
		n, ended := p.heard.missing()
		if n == 0 && ended == nil {
			return
		}
		if ended != nil || time.Now().After(deadline) {
			t.note("subscription", 0, &coded{noMessage, fmt.Errorf("%d messages did not come: %w", n, ended)})
			p.heard.forget()
			return
		}
		if !until(ctx, time.Now().Add(10*time.Millisecond)) {
			return
		}
	}
}

// operations are those that a server counted, whatever came of them.
func operations(m metrics) (n float64) {
	for name, v := range m {
		if strings.HasPrefix(name, "carpeta_graphql_request_duration_seconds_count") {
			n += v
		}
	}
	return n
}

// visits has people come at moments that are fixed beforehand. It returns when the last one has left.
func (l *load) visits(ctx context.Context, t *tally, rate int, begin time.Time, lasts time.Duration) []*walker {
	walkRate := float64(rate) * walkersShare
	end := begin.Add(lasts)
	var group sync.WaitGroup
	var walkers []*walker
	for n, p := range l.large {
		w := &walker{load: l, person: p, every: time.Duration(float64(len(l.large)) / walkRate * float64(time.Second))}
		walkers = append(walkers, w)
		group.Go(func() { w.run(ctx, t, begin.Add(w.every*time.Duration(n)/time.Duration(len(l.large))), end) })
	}
	places := make(chan struct{}, mostVisits)
	when := newArrivals((float64(rate)-walkRate)/perVisit(), l.runs)
	for at := when.next(); at < lasts && until(ctx, begin.Add(at)); at = when.next() {
		k, due, seed := pickKind(when.random), begin.Add(at), when.random.Uint64()
		select {
		case places <- struct{}{}:
		default:
			t.note(k.name, 0, &coded{noPlace, fmt.Errorf("%d visits are under way", mostVisits)})
			continue
		}
		group.Go(func() {
			defer func() { <-places }()
			r := rand.New(rand.NewPCG(seed, 2))
			k.do(&turn{load: l, ctx: ctx, tally: t, random: r, due: due, person: l.anybody(r)})
		})
	}
	group.Wait()
	return walkers
}

// progress says every ten seconds how it goes.
func (l *load) progress(ctx context.Context, t *tally, begin time.Time) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		for at := begin.Add(progressEvery); until(ctx, at); at = at.Add(progressEvery) {
			recent := t.lately()
			own, mapped := parts(l.neighbours["carpeta"])
			fmt.Fprintf(os.Stderr, "bench:   %4.0f s: %.0f/s, p50 %s, p95 %s, p99 %s, %d errors; the server has %.0f MiB, and %.0f of files\n", time.Since(begin).Seconds(),
				float64(len(recent))/progressEvery.Seconds(), ms(recent.median()), ms(recent.percentil(95)), ms(recent.percentil(99)), t.failures(), own, mapped)
		}
	})
	return func() { cancel(); group.Wait() }
}
