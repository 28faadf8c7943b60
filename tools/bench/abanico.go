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
	avisosAbanico = 30_000
	trozos        = 256 // shard keys
)

// medirAbanico compares the two ways in which events can reach the subscribers of
// several processes: everybody hears everything, or 256 shard keys divided among
// them. ADR 0011 rests on it.
func medirAbanico(ctx context.Context, b *banco) error {
	dir, err := services.VhostFromEnv(ctx)
	if err != nil {
		return err
	}
	rabbit, err := rabbitbroker.New(rabbitbroker.Config{URL: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if err := errors.Join(rabbit.Bootstrap(ctx), rabbit.Close()); err != nil {
		return err
	}
	for _, n := range []int{1, 2, 4} {
		for _, trozado := range []bool{false, true} {
			if err := b.abanicoDe(ctx, dir, n, trozado); err != nil {
				return err
			}
		}
	}
	b.desinteres()
	return nil
}

// oyente is one process's ear: a queue of its own and a session.
type oyente struct {
	conn   *amqp.Connection
	llegan <-chan amqp.Delivery
}

func nuevoOyente(url, exchange string, claves []string) (*oyente, error) {
	conn, err := amqp.Dial(url)
	if err != nil {
		return nil, err
	}
	o := &oyente{conn: conn}
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
		o.llegan, err = ch.Consume(q.Name, "", true, true, false, false, nil)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return o, nil
}

func (b *banco) abanicoDe(ctx context.Context, dir string, n int, trozado bool) error {
	nombre, exchange, tipo := "every process hears all", "bench.abanico", "topic"
	if trozado {
		nombre, exchange, tipo = fmt.Sprintf("%d shard keys divided", trozos), "bench.trozos", "direct"
	}
	oyentes := make([]*oyente, n)
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
	atados := time.Now()
	for i := range oyentes {
		if oyentes[i], err = nuevoOyente(dir, exchange, clavesDe(i, n, trozado)); err != nil {
			return err
		}
		defer oyentes[i].conn.Close()
	}
	atar := time.Since(atados)
	quieren := avisosAbanico
	if !trozado {
		quieren *= n
	}
	var oidos atomic.Int64
	listo := make(chan struct{})
	var grupo sync.WaitGroup
	defer grupo.Wait()
	defer func() {
		for _, o := range oyentes {
			_ = o.conn.Close()
		}
	}()
	for _, o := range oyentes {
		grupo.Go(func() {
			for d := range o.llegan {
				if _, err := rabbitbroker.Decode(d); err != nil {
					return // then not all are heard, and that is told
				}
				if oidos.Add(1) == int64(quieren) {
					close(listo)
				}
			}
		})
	}
	pid := vecinoRabbit()
	antes, propioAntes, desde := medirCPU(pid), cpuPropia(), time.Now()
	if err := publicarAvisos(ctx, ch, exchange, trozado); err != nil {
		return err
	}
	select {
	case <-listo:
	case <-time.After(paciencia):
		return fmt.Errorf("%s: %d of %d events heard", nombre, oidos.Load(), quieren)
	}
	total := time.Since(desde)
	rabbit := medirCPU(pid).procesos["rabbitmq"] - antes.procesos["rabbitmq"]
	b.informe.anotar(fmt.Sprintf("events to %d listening processes, %s", n, nombre), "", sinTope,
		"%.0f events/s, %.0f deliveries/s; CPU per event: rabbitmq %s, publisher and listeners together %s; %.0f ms to bind",
		avisosAbanico/total.Seconds(), float64(quieren)/total.Seconds(), micros(rabbit, avisosAbanico), micros(cpuPropia()-propioAntes, avisosAbanico), milis(atar))
	return nil
}

// clavesDe are the keys that the i-th of n processes binds.
func clavesDe(i, n int, trozado bool) []string {
	if !trozado {
		return broker.EventKeys
	}
	var claves []string
	for k := i; k < trozos; k += n {
		claves = append(claves, fmt.Sprint(k))
	}
	return claves
}

// publicarAvisos sends as the product does: confirmed, 64 at a time.
func publicarAvisos(ctx context.Context, ch *amqp.Channel, exchange string, trozado bool) error {
	if err := ch.Confirm(false); err != nil {
		return err
	}
	const ventana = 64
	espera := make(chan *amqp.DeferredConfirmation, ventana)
	fin := make(chan error, 1)
	go func() {
		var errs []error
		for c := range espera {
			if _, err := c.WaitContext(ctx); err != nil {
				errs = append(errs, err)
			}
		}
		fin <- errors.Join(errs...)
	}()
	m := avisoDePrueba()
	p, err := rabbitbroker.Encode(m)
	for i := 0; i < avisosAbanico && err == nil; i++ {
		clave := m.Type
		if trozado {
			clave = fmt.Sprint(i % trozos)
		}
		var c *amqp.DeferredConfirmation
		c, err = ch.PublishWithDeferredConfirmWithContext(ctx, exchange, clave, false, false, p)
		if err == nil {
			espera <- c
		}
	}
	close(espera)
	return errors.Join(err, <-fin)
}

func avisoDePrueba() broker.Message {
	ahora := time.Now().UTC()
	id := "01a18f41-0000-7000-8000-000000000001"
	e := eliminacion.Eliminacion{
		EventoID: id, CarpetaID: id, DocumentoID: id, OperadorID: "op-andes", Estado: eliminacion.Iniciada, Paso: eliminacion.MetadataCleanup, Secuencia: 2,
		SolicitadaEn: ahora, Historia: []eliminacion.Cambio{{Secuencia: 2, Estado: eliminacion.Iniciada, Paso: eliminacion.MetadataCleanup, En: ahora}},
	}
	return eliminacion.Mensaje(e, broker.DeletionProgress, ahora)
}

// desinteres is what an event costs in a process in which nobody wants it, apart from
// its way off the network.
func (b *banco) desinteres() {
	const veces = 200_000
	m, h := avisoDePrueba(), hub.New(func() {})
	medir := func(f func()) time.Duration {
		desde := cpuPropia()
		for range veces {
			f()
		}
		return cpuPropia() - desde
	}
	entero := medir(func() {
		a, err := eliminacion.LeerAviso(m)
		if err == nil {
			h.Publish(a)
		}
	})
	cabeza := medir(func() {
		if eliminacion.Termina(m.Type) || h.Wanted() {
			panic("an event of progress that nobody wants is neither")
		}
	})
	b.informe.anotar("an event that nobody here wants, off the network", "", sinTope, "decoded and dropped: %s of CPU; dropped by its headers, as it is while nobody is subscribed: %s",
		micros(entero, veces), micros(cabeza, veces))
}

// vecinoRabbit is the process of the broker, if it runs on this machine.
func vecinoRabbit() map[string]int {
	u, err := url.Parse(os.Getenv("CARPETA_TEST_AMQP_URL"))
	if err != nil {
		return nil
	}
	pid, hay := quienEscucha(u.Port())
	if !hay {
		return nil
	}
	return map[string]int{"rabbitmq": pid}
}

// cpuPropia is the processor time of this process.
func cpuPropia() time.Duration {
	t, err := cpu(os.Getpid())
	if err != nil {
		return 0
	}
	return t
}

func micros(d time.Duration, n int) string {
	return fmt.Sprintf("%.1f µs", float64(d.Microseconds())/float64(n))
}
