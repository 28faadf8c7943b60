package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const (
	fanAvisos = 30_000
	pieces    = 256 // shard keys
)

// measureFan compares the two ways in which events can reach the subscribers of
// several processes: everybody hears everything, or 256 shard keys divided among
// them. ADR 0011 rests on it.
func measureFan(ctx context.Context, b *bench) error {
	dir, err := services.VhostFromEnv(ctx)
	if err != nil {
		return err
	}
	rabbit, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{dir}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if err := errors.Join(rabbit.Bootstrap(ctx), rabbit.Close()); err != nil {
		return err
	}
	for _, n := range []int{1, 2, 4} {
		for _, chopped := range []bool{false, true} {
			if err := b.fanOf(ctx, dir, n, chopped); err != nil {
				return err
			}
		}
	}
	b.disinterest()
	return nil
}

// listener is one process's ear: a queue of its own and a session.
type listener struct {
	conn   *amqp.Connection
	arrive <-chan amqp.Delivery
}

func newListener(url, exchange string, claves []string) (*listener, error) {
	conn, err := amqp.Dial(url)
	if err != nil {
		return nil, err
	}
	o := &listener{conn: conn}
	ch, err := conn.Channel()
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	q, err := ch.QueueDeclare("", false, true, true, false, nil)
	for _, k := range claves {
		if err == nil {
			err = ch.QueueBind(q.Name, k, exchange, false, nil)
		}
	}
	if err == nil {
		o.arrive, err = ch.Consume(q.Name, "", true, true, false, false, nil)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return o, nil
}

func (b *bench) fanOf(ctx context.Context, dir string, n int, chopped bool) error {
	name, exchange, tipo := "every process hears all", "bench.abanico", "topic"
	if chopped {
		name, exchange, tipo = fmt.Sprintf("%d shard keys divided", pieces), "bench.trozos", "direct"
	}
	listeners := make([]*listener, n)
	conn, err := amqp.Dial(dir)
	if err != nil {
		return err
	}
	defer conn.Close()
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	if err := ch.ExchangeDeclare(exchange, tipo, false, true, false, false, nil); err != nil {
		return err
	}
	tied := time.Now()
	for i := range listeners {
		if listeners[i], err = newListener(dir, exchange, clavesOf(i, n, chopped)); err != nil {
			return err
		}
		defer listeners[i].conn.Close()
	}
	tie := time.Since(tied)
	wanted := fanAvisos
	if !chopped {
		wanted *= n
	}
	var oidos atomic.Int64
	ready := make(chan struct{})
	var group sync.WaitGroup
	defer group.Wait()
	defer func() {
		for _, o := range listeners {
			_ = o.conn.Close()
		}
	}()
	for _, o := range listeners {
		group.Go(func() {
			for d := range o.arrive {
				if _, err := rabbitbroker.Decode(d); err != nil {
					return // then not all are heard, and that is told
				}
				if oidos.Add(1) == int64(wanted) {
					close(ready)
				}
			}
		})
	}
	pid := rabbitNeighbour()
	before, ownBefore, since := measureCPU(pid), ownCPU(), time.Now()
	if err := publishAvisos(ctx, ch, exchange, chopped); err != nil {
		return err
	}
	select {
	case <-ready:
	case <-time.After(patience):
		return fmt.Errorf("%s: %d of %d events heard", name, oidos.Load(), wanted)
	}
	total := time.Since(since)
	rabbit := measureCPU(pid).processes["rabbitmq"] - before.processes["rabbitmq"]
	b.report.note(fmt.Sprintf("events to %d listening processes, %s", n, name), "", uncapped,
		"%.0f events/s, %.0f deliveries/s; CPU per event: rabbitmq %s, publisher and listeners together %s; %.0f ms to bind",
		fanAvisos/total.Seconds(), float64(wanted)/total.Seconds(), micros(rabbit, fanAvisos), micros(ownCPU()-ownBefore, fanAvisos), millis(tie))
	return nil
}

// clavesOf are the keys that the i-th of n processes binds.
func clavesOf(i, n int, chopped bool) []string {
	if !chopped {
		return broker.EventKeys
	}
	var claves []string
	for k := i; k < pieces; k += n {
		claves = append(claves, fmt.Sprint(k))
	}
	return claves
}

// publishAvisos sends as the product does: confirmed, 64 at a time.
func publishAvisos(ctx context.Context, ch *amqp.Channel, exchange string, chopped bool) error {
	if err := ch.Confirm(false); err != nil {
		return err
	}
	const ventana = 64
	wait := make(chan *amqp.DeferredConfirmation, ventana)
	end := make(chan error, 1)
	go func() {
		var errs []error
		for c := range wait {
			if _, err := c.WaitContext(ctx); err != nil {
				errs = append(errs, err)
			}
		}
		end <- errors.Join(errs...)
	}()
	m := testAviso()
	p, err := rabbitbroker.Encode(m)
	for i := 0; i < fanAvisos && err == nil; i++ {
		clave := m.Type
		if chopped {
			clave = fmt.Sprint(i % pieces)
		}
		var c *amqp.DeferredConfirmation
		c, err = ch.PublishWithDeferredConfirmWithContext(ctx, exchange, clave, false, false, p)
		if err == nil {
			wait <- c
		}
	}
	close(wait)
	return errors.Join(err, <-end)
}

func testAviso() broker.Message {
	now := time.Now().UTC()
	id := "01a18f41-0000-7000-8000-000000000001"
	e := eliminacion.Eliminacion{
		EventoID: id, CarpetaID: id, DocumentoID: id, OperadorID: "op-andes", Estado: eliminacion.Iniciada, Paso: eliminacion.MetadataCleanup, Secuencia: 2,
		SolicitadaEn: now, Historia: []eliminacion.Cambio{{Secuencia: 2, Estado: eliminacion.Iniciada, Paso: eliminacion.MetadataCleanup, En: now}},
	}
	return eliminacion.Mensaje(e, broker.DeletionProgress, now)
}

// disinterest is what an event costs in a process in which nobody wants it, apart from
// its way off the network.
func (b *bench) disinterest() {
	const times = 200_000
	m, h := testAviso(), hub.New(func() {})
	measure := func(f func()) time.Duration {
		since := ownCPU()
		for range times {
			f()
		}
		return ownCPU() - since
	}
	whole := measure(func() {
		a, err := eliminacion.ReadAviso(m)
		if err == nil {
			h.Publish(a)
		}
	})
	head := measure(func() {
		if eliminacion.Termina(m.Type) || h.Wanted() {
			panic("an event of progress that nobody wants is neither")
		}
	})
	b.report.note("an event that nobody here wants, off the network", "", uncapped, "decoded and dropped: %s of CPU; dropped by its headers, as it is while nobody is subscribed: %s",
		micros(whole, times), micros(head, times))
}

// rabbitNeighbour is the process of the broker, if it runs on this machine.
func rabbitNeighbour() map[string]int {
	u, err := url.Parse(os.Getenv("CARPETA_TEST_AMQP_URL"))
	if err != nil {
		return nil
	}
	pid, exported := whoListens(u.Port())
	if !exported {
		return nil
	}
	return map[string]int{"rabbitmq": pid}
}

// ownCPU is the processor time of this process.
func ownCPU() time.Duration {
	t, err := cpu(os.Getpid())
	if err != nil {
		return 0
	}
	return t
}

func micros(d time.Duration, n int) string {
	return fmt.Sprintf("%.1f µs", float64(d.Microseconds())/float64(n))
}
