package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// The figures of the sealed logs, on the stores of the embedded profile. Calls and bytes of the object
// store are the same on S3.
const (
	sealedAtOnce  = 150_000
	sealedRounds  = 60
	sealedInRound = 256
	minSealRate   = 10_000
	sealPatience  = 10 * time.Minute
)

// countedObjects counts what a log asks of its objects.
type countedObjects struct {
	sello.Objects
	puts, gets, deletes, written atomic.Int64
}

func (o *countedObjects) Get(ctx context.Context, key string) ([]byte, error) {
	o.gets.Add(1)
	return o.Objects.Get(ctx, key)
}

func (o *countedObjects) Load(ctx context.Context, key string) ([]byte, string, error) {
	o.gets.Add(1)
	return o.Objects.Load(ctx, key)
}

func (o *countedObjects) Put(ctx context.Context, key string, data []byte) error {
	o.puts.Add(1)
	o.written.Add(int64(len(data)))
	return o.Objects.Put(ctx, key, data)
}

func (o *countedObjects) Swap(ctx context.Context, key, version string, data []byte) error {
	o.puts.Add(1)
	o.written.Add(int64(len(data)))
	return o.Objects.Swap(ctx, key, version, data)
}

func (o *countedObjects) Delete(ctx context.Context, key string) error {
	o.deletes.Add(1)
	return o.Objects.Delete(ctx, key)
}

// perMillion takes the counts, and begins again.
func (o *countedObjects) perMillion(events int) string {
	million := func(n int64) float64 { return float64(n) / float64(events) * 1e6 }
	return fmt.Sprintf("%.0f PUTs, %.0f GETs, %.0f DELETEs, %.0f MiB written", million(o.puts.Swap(0)), million(o.gets.Swap(0)), million(o.deletes.Swap(0)), million(o.written.Swap(0))/(1<<20))
}

// sealCounts hears what the sealer does.
type sealCounts struct {
	sealed, failed, damaged atomic.Int64
}

func (c *sealCounts) Sellado(n int)              { c.sealed.Add(int64(n)) }
func (c *sealCounts) RetrasoSello(time.Duration) {}
func (c *sealCounts) SelloFallido()              { c.failed.Add(1) }
func (c *sealCounts) SelloDanado(string)         { c.damaged.Add(1) }

// sealing is a trail with its sealer, under one clock that only the bench moves.
type sealing struct {
	store      *boltstore.Store
	objects    *countedObjects
	counts     sealCounts
	sealer     *sellado.Sellador
	operadorID string
	clock      atomic.Int64
	ids        []string
}

func (s *sealing) now() time.Time { return time.UnixMilli(s.clock.Load()).UTC() }

func measureSealing(ctx context.Context, b *bench) (err error) {
	s, done, err := b.openSealing()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range sealedAtOnce / auditBurst {
		if err := s.write(ctx, auditBurst); err != nil {
			return err
		}
	}
	s.clock.Add((2 * time.Minute).Milliseconds())
	before, err := cpu(os.Getpid())
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- s.sealer.Run(ctx) }()
	err = s.wait(ctx, sealedAtOnce)
	after, err2 := cpu(os.Getpid())
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	rate := float64(sealedAtOnce) / (after - before).Seconds()
	b.report.note("sealing, events for a second of processor", "≥ 10,000", holdsIf(rate >= minSealRate), "%.0f", rate)
	b.report.note("a million events, sealed as fast as it goes", "", uncapped, "%s", s.objects.perMillion(sealedAtOnce))
	err = b.sealRounds(ctx, s)
	cancel()
	return errors.Join(err, <-ended)
}

func (b *bench) openSealing() (s *sealing, done func() error, err error) {
	s = &sealing{operadorID: "op-sellado"}
	s.clock.Store(now().UnixMilli())
	if s.store, err = boltstore.Open(boltstore.Config{Dir: filepath.Join(b.dir, "sellado"), Clock: s.now}); err != nil {
		return nil, nil, err
	}
	disk, err := diskblob.OpenSellos(filepath.Join(b.dir, "sellado", "sellos"))
	if err != nil {
		return nil, nil, errors.Join(err, s.store.Close())
	}
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // never fails
	keys, err := sellado.CrearLlaves("bench.example.org", seed, s.now().Add(-time.Hour))
	if err != nil {
		return nil, nil, err
	}
	s.objects = &countedObjects{Objects: disk}
	s.sealer = sellado.New(sellado.Config{
		Actas: s.store, Eventos: s.store, Marcas: s.store, Objetos: s.objects, Llaves: keys, Operadores: s.store.OperadoresConEventos,
		Cada: time.Minute, Dueno: "bench", Clock: s.now, Log: slog.New(slog.DiscardHandler), Metrics: &s.counts,
	})
	return s, func() error { return errors.Join(s.store.Close(), disk.Close()) }, nil
}

// write writes events of the next second.
func (s *sealing) write(ctx context.Context, n int) error {
	s.clock.Add(time.Second.Milliseconds())
	es := make([]auditoria.Evento, n)
	for i := range es {
		es[i] = anAccess(s.operadorID, s.now())
		s.ids = append(s.ids, es[i].EventoID)
	}
	return s.store.Anotar(ctx, es...)
}

// wait until so many are sealed.
func (s *sealing) wait(ctx context.Context, n int64) error {
	for until := time.Now().Add(sealPatience); s.counts.sealed.Load() < n; time.Sleep(time.Millisecond) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.counts.damaged.Load() > 0 || time.Now().After(until) {
			return fmt.Errorf("%d of %d events are sealed", s.counts.sealed.Load(), n)
		}
	}
	return nil
}

// sealRounds seals a lot at a time, at once, as a receipt asks for it.
func (b *bench) sealRounds(ctx context.Context, s *sealing) error {
	s.objects.perMillion(1)
	var times sample
	for range sealedRounds {
		if err := s.write(ctx, sealedInRound); err != nil {
			return err
		}
		since := time.Now()
		s.sealer.Urgente(s.operadorID, s.ids[len(s.ids)-1])
		if err := s.wait(ctx, int64(len(s.ids))); err != nil {
			return err
		}
		times = append(times, time.Since(since))
	}
	b.report.note("a million events, in seals of 256", "", uncapped, "%s", s.objects.perMillion(sealedRounds*sealedInRound))
	b.report.note("a receipt waits for its seal", "", uncapped, "%s", times)
	return nil
}
