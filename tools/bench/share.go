package main

import (
	"context"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// What the trail adds to what it records.
const (
	shareRounds   = 6    // with events and without, in turns
	shareEach     = 2000 // deletions whose beginning is written in a round
	shareDeleted  = 600  // whole deletions
	ownerPages    = 500
	maxEventShare = 0.15
)

// muted is a store whose changes come with an event that it has: they write none.
type muted struct {
	store

	known auditoria.Evento
}

func (m muted) Iniciar(ctx context.Context, e eliminacion.Eliminacion, _ auditoria.Evento) error {
	return m.store.Iniciar(ctx, e, m.known)
}

// shareOfEvents compares the processor of the events of a deletion with that of the whole deletion. An
// event is what the store takes more for a change with it than for one without.
func (b *bench) shareOfEvents(ctx context.Context, t *trail, profile string) error {
	if profile != embedded { // the emulator's processor would be measured
		return nil
	}
	with, without, err := changesWithAndWithout(ctx, t)
	if err != nil {
		return err
	}
	whole, events, err := b.wholeDeletions(ctx)
	if err != nil {
		return err
	}
	event := with - without
	all := time.Duration(events * float64(event))
	share := float64(all) / float64(whole-all)
	b.report.note("events of a deletion, of the processor of all else, embedded", "≤ 15 %", holdsIf(share <= maxEventShare),
		"%.1f %%: %.0f events of %s; the whole deletion %s, the store's part of its beginning %s",
		100*share, events, event.Round(100*time.Nanosecond), whole.Round(time.Microsecond), without.Round(time.Microsecond))
	return b.shareOfChanges(ctx, event)
}

// changesWithAndWithout is the processor of the store for the beginning of a deletion.
func changesWithAndWithout(ctx context.Context, t *trail) (with, without time.Duration, err error) {
	at := time.Now()
	t.clock.Store(at.UnixMilli())
	known := anAccess(t.operadorID, at)
	if err := t.s.Anotar(ctx, known); err != nil {
		return 0, 0, err
	}
	var spent [2]time.Duration
	for n := range 2 * shareRounds {
		k, ds, err := withDocumentos(ctx, t.s, t.operadorID, shareEach)
		if err != nil {
			return 0, 0, err
		}
		d, err := processor(func() error {
			_, err := start(ctx, []store{t.s, muted{t.s, known}}[n%2], k, ds, eliminacion.Espera, time.Hour)
			return err
		})
		if err != nil {
			return 0, 0, err
		}
		spent[n%2] += d
	}
	const each = shareRounds * shareEach
	return spent[0] / each, spent[1] / each, nil
}

// wholeDeletions is the processor of a server for a deletion, from the request to its end with one who
// follows it; and how many events a deletion has.
func (b *bench) wholeDeletions(ctx context.Context) (whole time.Duration, events float64, err error) {
	e, err := b.scenario(ctx, embedded, ways[0], 4, shareDeleted/2)
	if err != nil {
		return 0, 0, err
	}
	defer e.close() //nolint:errcheck // the figures are taken
	ds := distribute(e.deletables, shareDeleted)
	before, err := e.server.metrics(ctx)
	if err != nil {
		return 0, 0, err
	}
	pid := e.server.cmd.Process.Pid
	since, err := cpu(pid)
	if err != nil {
		return 0, 0, err
	}
	if err := e.deleteAll(ctx, ds); err != nil {
		return 0, 0, err
	}
	after, err := e.server.until(ctx, patience, 50*time.Millisecond, func(m metrics) bool { return m[completed]-before[completed] >= float64(len(ds)) })
	if err != nil {
		return 0, 0, err
	}
	until, err := cpu(pid)
	if err != nil {
		return 0, 0, err
	}
	return (until - since) / time.Duration(len(ds)), after.less(before)[eventsWritten] / float64(len(ds)), nil
}

// eventsWritten are the events of the trail.
const eventsWritten = "carpeta_audit_events_total"

// processor is what this process takes for something.
func processor(f func() error) (time.Duration, error) {
	before, err := cpu(os.Getpid())
	if err != nil {
		return 0, err
	}
	if err := f(); err != nil {
		return 0, err
	}
	after, err := cpu(os.Getpid())
	return after - before, err
}

// ownerPage counts the store's calls for a page of an owner's documents: the trail adds none.
func (b *bench) ownerPage(ctx context.Context, profile string) error {
	v, err := b.visit(ctx, profile, []int{few})
	if err != nil {
		return err
	}
	defer v.close() //nolint:errcheck // the figures are taken
	ana := v.owners[0]
	pages := func(n int) error {
		for range n {
			if _, _, err := v.client.raw(ctx, ana.token, body(filaQuery, map[string]any{"c": ana.CarpetaID})); err != nil {
				return err
			}
		}
		return nil
	}
	if err := pages(1); err != nil { // the first use of a token is an event: it is no page's
		return err
	}
	before, err := v.server.metrics(ctx)
	if err != nil {
		return err
	}
	if err := pages(ownerPages); err != nil {
		return err
	}
	after, err := v.server.metrics(ctx)
	if err != nil {
		return err
	}
	d := after.less(before)
	calls := d.perOperacion(storeCalls)
	b.report.note("a page of documents (owner): what the trail adds, "+profile, "nothing", holdsIf(calls["Anotar"] == 0 && d[eventsWritten] == 0),
		"Anotar %.0f, Carpeta %.3g, Listar %.3g a page", calls["Anotar"], calls["Carpeta"]/ownerPages, calls["Listar"]/ownerPages)
	return nil
}
