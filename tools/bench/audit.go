package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// Pages of the trail. Events come in bursts of a thousand within a second, over a month.
const (
	auditPage    = 101 // a page of 100, and one more
	auditRate    = 200
	auditPages   = 600
	auditBurst   = 1000
	auditDays    = 30
	maxAuditPage = 50 * time.Millisecond
	auditWriters = 4 // bursts at a time, of 40 batches each
)

// trailSizes are how many events are written on each profile. The emulator takes some thousands a second.
type trailSizes struct{ embedded, distributed int }

// trail is a filled one.
type trail struct {
	s            auditoria.Store
	operadorID   string
	first, last  time.Time
	n            int
	clock        atomic.Int64
	calls, units atomic.Int64 // of the store; units in thousandths
}

// auditTrail fills a trail and reads pages of it, directly on the store: the API adds to it what it adds to all.
func (b *bench) auditTrail(ctx context.Context, profile string) error {
	t, done, err := b.openTrail(ctx, profile)
	if err != nil {
		return err
	}
	err = t.fill(ctx, profile)
	if err == nil {
		err = b.auditPages(ctx, t, profile)
	}
	return errors.Join(err, done())
}

func (b *bench) openTrail(ctx context.Context, profile string) (*trail, func() error, error) {
	if profile == embedded {
		t := newTrail(b.trail.embedded)
		s, err := boltstore.Open(boltstore.Config{Dir: filepath.Join(b.dir, "auditoria"), Clock: t.now, Observe: t.observe})
		if err != nil {
			return nil, nil, err
		}
		t.s = s
		return t, s.Close, nil
	}
	endpoint, err := b.dynamodb(ctx)
	if err != nil {
		return nil, nil, err
	}
	return b.trailOn(ctx, endpoint, "auditoria_", b.trail.distributed)
}

func newTrail(n int) *trail {
	t := &trail{operadorID: "op-" + uuid.NewString()[:8], n: n, last: now()}
	t.first = t.last.AddDate(0, 0, -auditDays)
	return t
}

func (t *trail) now() time.Time { return time.UnixMilli(t.clock.Load()).UTC() }

func (t *trail) observe(_ string, units float64) {
	t.calls.Add(1)
	t.units.Add(int64(units * 1000))
}

// trailOn is one of n events in the tables with a prefix.
func (b *bench) trailOn(ctx context.Context, endpoint, prefix string, n int) (*trail, func() error, error) {
	t := newTrail(n)
	s, err := dynamostore.New(ctx, dynamostore.Config{
		Endpoint: endpoint, Prefix: prefix, Clock: t.now, Observe: t.observe,
		AttemptTimeout: time.Minute, TotalTimeout: time.Minute, // the filling is no measurement
	})
	if err != nil {
		return nil, nil, err
	}
	t.s = s
	return t, func() error { s.Close(); return nil }, s.Bootstrap(ctx)
}

// burst is the i-th burst of a trail.
func (t *trail) burst(i int) []auditoria.Evento {
	es := make([]auditoria.Evento, min(auditBurst, t.n-i*auditBurst))
	at := t.first.Add(t.last.Sub(t.first) * time.Duration(i) / time.Duration(max(1, t.n/auditBurst)))
	t.clock.Store(at.Add(time.Second).UnixMilli())
	for k := range es {
		es[k] = anAccess(t.operadorID, at.Add(time.Duration(k)*time.Second/auditBurst))
	}
	return es
}

// anAccess is a look at a document.
func anAccess(operadorID string, at time.Time) auditoria.Evento {
	at = at.UTC().Truncate(time.Millisecond)
	id, documentoID := uuid.New(), uuid.NewString()
	for i, ms := 5, at.UnixMilli(); i >= 0; i, ms = i-1, ms>>8 {
		id[i] = byte(ms)
	}
	id[6] = id[6]&0x0f | 0x70
	return auditoria.Evento{
		EventoID: id.String(), Tipo: auditoria.DocumentoDescargado, Servicio: auditoria.API, CorrelacionID: uuid.NewString(), Momento: at,
		Resultado: auditoria.Exito, Gravedad: auditoria.Informa, Recurso: auditoria.Recurso{Tipo: "documento", ID: documentoID},
		Actor: auditoria.Actor{Tipo: "ciudadano", ID: uuid.NewString()}, OperadorID: operadorID, CarpetaID: uuid.NewString(), DocumentoID: documentoID,
		Sal: make([]byte, 32),
	}
}

// fill writes it. A service takes several bursts at a time; the embedded store has one writer.
func (t *trail) fill(ctx context.Context, profile string) error {
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(1)
	if profile == distributed {
		g.SetLimit(auditWriters)
	}
	for i := 0; i*auditBurst < t.n && gctx.Err() == nil; i++ {
		es := t.burst(i)
		if i%50 == 0 {
			progress("%d of %d events", i*auditBurst, t.n)
		}
		g.Go(func() error { return t.s.Anotar(gctx, es...) })
	}
	return g.Wait()
}

// auditPages reads pages from random places, and the first and the last one, in turns. They come one after the other,
// without a queue: an emulator on two cores serves fewer than 200 in a second.
func (b *bench) auditPages(ctx context.Context, t *trail, profile string) error {
	first := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: t.operadorID}, Limite: auditPage}
	back, err := t.s.Eventos(ctx, auditoria.Consulta{Filtro: first.Filtro, Limite: auditPage + 1, Descendente: true})
	if err != nil || len(back) <= auditPage {
		return errors.Join(err, fmt.Errorf("the trail has %d events", len(back)))
	}
	last := first
	last.Despues = back[auditPage].ClaveOrden()
	var times [3]sample
	var spent time.Duration
	t.calls.Store(0)
	t.units.Store(0)
	before, err := cpu(os.Getpid())
	if err != nil {
		return err
	}
	for i := range auditPages {
		for k, c := range []auditoria.Consulta{t.anywhere(i), first, last} {
			since := time.Now()
			if _, err := t.s.Eventos(ctx, c); err != nil {
				return err
			}
			times[k] = append(times[k], time.Since(since))
		}
	}
	after, err := cpu(os.Getpid())
	if err != nil {
		return err
	}
	const all = 3 * auditPages
	spent = (after - before) / all
	b.report.note(fmt.Sprintf("audit page of 100 anywhere in %d events, %s", t.n, profile), "p99 ≤ 50 ms", holdsIf(times[0].percentil(99) <= maxAuditPage), "%s", times[0])
	b.report.note(fmt.Sprintf("the same, of a server at 200/s, %s", profile), "≤ 1 core", holdsIf(auditRate*spent <= time.Second),
		"%s of processor each: %.0f %% of a core at 200/s; %.1f calls, %.1f RCU each", spent.Round(10*time.Microsecond), 100*auditRate*spent.Seconds(),
		float64(t.calls.Load())/all, float64(t.units.Load())/all/1000)
	medians, means := ratio(times[2].median(), times[1].median()), ratio(times[2].trimmedMean(), times[1].trimmedMean())
	b.report.note("audit page, last / first, "+profile, "≤ 1.1", holdsIf(medians <= maxRatio && means <= maxRatio),
		"%.3f of medians, %.3f of trimmed means (first %s, last %s)", medians, means, ms(times[1].median()), ms(times[2].median()))
	return nil
}

// anywhere is a page from a random place, forwards or backwards.
func (t *trail) anywhere(i int) auditoria.Consulta {
	at := t.first.Add(time.Duration(rand.Int64N(int64(t.last.Sub(t.first)))))
	return auditoria.Consulta{
		Filtro: auditoria.Filtro{OperadorID: t.operadorID}, Despues: auditoria.ClaveEn(at, uuid.NewString()), Descendente: i%2 == 0, Limite: auditPage,
	}
}
