package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// The figures of the trail. Events come in bursts of a thousand within a second, over a month.
const (
	auditPage     = 101 // a page of 100, and one more
	auditRate     = 200
	auditSeconds  = 15
	auditTurns    = 300
	auditBurst    = 1000
	auditDays     = 30
	maxAuditPage  = 50 * time.Millisecond
	auditProgress = 50_000
	auditWriters  = 4 // bursts at a time, of 40 batches each
)

// trailSizes are how many events are written on each profile. The emulator takes some thousands a second.
type trailSizes struct{ embedded, distributed int }

// auditStore is what is measured.
type auditStore interface {
	auditoria.Store
	store
}

// trail is a filled one.
type trail struct {
	s           auditStore
	operadorID  string
	first, last time.Time
	n           int
	clock       *atomic.Int64
	calls       *atomic.Int64 // of the store
	units       *atomic.Int64 // thousandths of a unit of capacity
}

// asked is what the store was asked since the last time.
type asked struct{ calls, units float64 }

func (t *trail) asked() asked {
	return asked{float64(t.calls.Swap(0)), float64(t.units.Swap(0)) / 1000}
}

func (a asked) each(n int) asked { return asked{a.calls / float64(n), a.units / float64(n)} }

// measureAudit fills a trail and reads pages of it, directly on the stores: the faces add to it what they add to all.
func measureAudit(ctx context.Context, b *bench) error {
	if err := onEach((*bench).auditTrail)(ctx, b); err != nil {
		return err
	}
	return onEach((*bench).ownerPage)(ctx, b)
}

func (b *bench) auditTrail(ctx context.Context, profile string) error {
	t, done, err := b.openTrail(ctx, profile)
	if err != nil {
		return err
	}
	return errors.Join(b.auditOf(ctx, t, profile), done())
}

func (b *bench) auditOf(ctx context.Context, t *trail, profile string) error {
	for _, step := range []func(context.Context, *trail, string) error{b.fillTrail, b.pagesInTurn, b.pagesAnywhere, b.firstAndLast, b.shareOfEvents, b.archiveTrail} {
		if err := step(ctx, t, profile); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) openTrail(ctx context.Context, profile string) (*trail, func() error, error) {
	t := &trail{operadorID: "op-" + uuid.NewString()[:8], clock: &atomic.Int64{}, calls: &atomic.Int64{}, units: &atomic.Int64{}, n: b.trail.embedded}
	t.last = now()
	t.first = t.last.AddDate(0, 0, -auditDays)
	clock := func() time.Time { return time.UnixMilli(t.clock.Load()).UTC() }
	observe := func(_ string, units float64) { t.calls.Add(1); t.units.Add(int64(units * 1000)) }
	if profile == embedded {
		s, err := boltstore.Open(boltstore.Config{Dir: filepath.Join(b.dir, "auditoria"), Clock: clock, Observe: observe})
		if err != nil {
			return nil, nil, err
		}
		t.s = s
		return t, s.Close, nil
	}
	t.n = b.trail.distributed
	endpoint, err := b.dynamodb(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := dynamostore.New(ctx, dynamostore.Config{
		Endpoint: endpoint, Prefix: "auditoria_", Clock: clock, Observe: observe, AttemptTimeout: time.Minute, TotalTimeout: time.Minute, // the filling is no measurement
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

// fillTrail writes it. A service takes several bursts at a time; the embedded store has one writer.
func (b *bench) fillTrail(ctx context.Context, t *trail, profile string) error {
	since := time.Now()
	t.asked()
	writers := 1
	if profile == distributed {
		writers = auditWriters
	}
	var written atomic.Int64
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(writers)
	for i := 0; i*auditBurst < t.n && gctx.Err() == nil; i++ {
		es := t.burst(i)
		g.Go(func() error {
			if err := t.s.Anotar(gctx, es...); err != nil {
				return err
			}
			if n := written.Add(int64(len(es))); n%auditProgress < int64(len(es)) {
				fmt.Fprintf(os.Stderr, "bench:   %d of %d events, %.0f/s\n", n, t.n, float64(n)/time.Since(since).Seconds())
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	b.report.note(fmt.Sprintf("write %d events, %s", t.n, profile), "", uncapped, "%.0f events/s, %d at a time", float64(t.n)/time.Since(since).Seconds(), writers)
	if profile == distributed {
		b.report.note("price of a million events, batched", "", uncapped, "%.2f million WCU, indexes included; in a transaction as many as twice", t.asked().each(t.n).units)
	}
	return nil
}

// pagesAnywhere reads pages from random places at fixed moments, whatever is still under way.
func (b *bench) pagesAnywhere(ctx context.Context, t *trail, profile string) error {
	const n = auditRate * auditSeconds
	times, errs := make(sample, n), make([]error, n)
	t.asked()
	var group sync.WaitGroup
	start := time.Now()
	for i := range n {
		c := t.anywhere(i)
		since := start.Add(time.Duration(i) * time.Second / auditRate)
		time.Sleep(time.Until(since))
		group.Go(func() {
			_, errs[i] = t.s.Eventos(ctx, c)
			times[i] = time.Since(since)
		})
	}
	group.Wait()
	late := 0 // what an emulator cannot serve in a minute
	for _, err := range errs {
		switch {
		case err != nil && (profile == embedded || fault.CodeOf(err) != fault.Unavailable):
			return err
		case err != nil:
			late++
		}
	}
	b.report.note(fmt.Sprintf("audit page of 100 anywhere in %d events, 200/s, %s", t.n, profile), "p99 ≤ 50 ms", holdsIf(late == 0 && times.percentil(99) <= maxAuditPage),
		"p99 %s, %s; %.1f RCU each; %d not answered in a minute", ms(times.percentil(99)), times, t.asked().each(n).units, late)
	return nil
}

// anywhere is a page from a random place, forwards or backwards.
func (t *trail) anywhere(i int) auditoria.Consulta {
	at := t.first.Add(time.Duration(rand.Int64N(int64(t.last.Sub(t.first)))))
	return auditoria.Consulta{
		Filtro: auditoria.Filtro{OperadorID: t.operadorID}, Despues: auditoria.ClaveEn(at, uuid.NewString()), Descendente: i%2 == 0, Limite: auditPage,
	}
}

// pagesInTurn reads pages from random places one after the other: what a page takes where nothing waits. An
// emulator on two cores serves fewer than 200 in a second, and the row above is then about its queue.
func (b *bench) pagesInTurn(ctx context.Context, t *trail, profile string) error {
	var times sample
	t.asked()
	spent, err := processor(func() error {
		for i := range 2 * auditTurns {
			since := time.Now()
			if _, err := t.s.Eventos(ctx, t.anywhere(i)); err != nil {
				return err
			}
			times = append(times, time.Since(since))
		}
		return nil
	})
	if err != nil {
		return err
	}
	asked, each := t.asked().each(len(times)), spent/time.Duration(len(times))
	b.report.note(fmt.Sprintf("audit page of 100 anywhere in %d events, one after the other, %s", t.n, profile), "p99 ≤ 50 ms", holdsIf(times.percentil(99) <= maxAuditPage), "%s", times)
	b.report.note(fmt.Sprintf("the same, of a server at 200/s, %s", profile), "≤ 1 core", holdsIf(auditRate*each <= time.Second),
		"%s of processor each: %.0f %% of a core at 200/s; %.1f calls, %.1f RCU each", each.Round(10*time.Microsecond), 100*auditRate*each.Seconds(), asked.calls, asked.units)
	return nil
}

// firstAndLast compares the first page with the last one, in turns.
func (b *bench) firstAndLast(ctx context.Context, t *trail, profile string) error {
	first := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: t.operadorID}, Limite: auditPage}
	back, err := t.s.Eventos(ctx, auditoria.Consulta{Filtro: first.Filtro, Limite: auditPage + 1, Descendente: true})
	if err != nil || len(back) <= auditPage {
		return errors.Join(err, fmt.Errorf("the trail has %d events", len(back)))
	}
	last := first
	last.Despues = back[auditPage].ClaveOrden()
	var times [2]sample
	var costs [2]asked
	t.asked()
	for i := range 2*auditTurns + 20 {
		which := i % 2
		since := time.Now()
		es, err := t.s.Eventos(ctx, []auditoria.Consulta{first, last}[which])
		if err != nil || len(es) != auditPage {
			return errors.Join(err, fmt.Errorf("a page of %d events", len(es)))
		}
		if i >= 20 {
			times[which] = append(times[which], time.Since(since))
		}
		cost := t.asked()
		costs[which] = asked{costs[which].calls + cost.calls, costs[which].units + cost.units}
	}
	medians, means := ratio(times[1].median(), times[0].median()), ratio(times[1].trimmedMean(), times[0].trimmedMean())
	b.report.note("audit page, last / first, "+profile, "≤ 1.1", holdsIf(medians <= maxRatio && means <= maxRatio),
		"%.3f of medians, %.3f of trimmed means (first %s, last %s)", medians, means, ms(times[0].median()), ms(times[1].median()))
	if profile == distributed { // the embedded store asks nobody
		calls, units := costs[1].calls/costs[0].calls, costs[1].units/costs[0].units
		b.report.note("audit page, last / first, by what DynamoDB is asked", "≤ 1.1", holdsIf(calls <= maxRatio && units <= maxRatio), "%.3f of calls, %.3f of RCU", calls, units)
	}
	return nil
}
