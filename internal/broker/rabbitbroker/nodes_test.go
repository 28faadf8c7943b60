package rabbitbroker_test

import (
	"context"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// A node that is gone, and one that takes connections and says nothing, do not keep the others' work from going on.
func TestTheNextNode(t *testing.T) {
	t.Parallel()
	alive := services.Vhost(t)
	for name, lost := range map[string]string{"gone": "127.0.0.1:1", "silent": silent(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// From each place that a connection may begin with.
			for _, first := range []float64{0, 0.4, 0.7} {
				b, err := rabbitbroker.New(rabbitbroker.Config{
					URLs: []string{at(t, alive, lost), at(t, alive, lost), alive}, Retry: policy, CallTimeout: 15 * time.Second,
					ConfirmTimeout: time.Minute, Rand: func() float64 { return first },
				})
				check(t, err)
				check(t, b.Bootstrap(ctx(t)))
				check(t, b.Publish(ctx(t), complete))
				check(t, b.Close())
			}
		})
	}
}

// A question with less time than a connection may take, as that of /readyz, gives the silent node a part of it only.
func TestAShortQuestionReachesTheNextNode(t *testing.T) {
	t.Parallel()
	alive := services.Vhost(t)
	b, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{alive}, Retry: policy})
	check(t, err)
	check(t, b.Bootstrap(ctx(t)))
	check(t, b.Close())

	b, err = rabbitbroker.New(rabbitbroker.Config{
		URLs: []string{at(t, alive, silent(t)), alive}, Retry: policy, CallTimeout: time.Hour, Rand: func() float64 { return 0 },
	})
	check(t, err)
	t.Cleanup(func() { check(t, b.Close()) })
	short, cancel := context.WithTimeout(ctx(t), 10*time.Second)
	defer cancel()
	if _, err := b.DeadLetters(short); err != nil {
		t.Errorf("the node that answers was not asked: %v", err)
	}
}

// A connection that was lost is made anew with another node.
func TestALostConnectionGoesToAnotherNode(t *testing.T) {
	t.Parallel()
	alive := services.Vhost(t)
	door := relay(t, alive)
	b, err := rabbitbroker.New(rabbitbroker.Config{
		URLs: []string{at(t, alive, door.Listen), alive}, Retry: policy, CallTimeout: time.Minute, ConfirmTimeout: time.Minute,
		Rand: func() float64 { return 0 }, // always the first that answers
	})
	check(t, err)
	t.Cleanup(func() { check(t, b.Close()) })
	var handled sync.Map
	consume(t, b, func(_ context.Context, m broker.Message) error { handled.Store(m.ID, true); return nil })
	arrives := func(id string) {
		m := complete
		m.ID = id
		eventually(t, "a publish of "+id, func() bool { return b.Publish(ctx(t), m) == nil })
		eventually(t, "the arrival of "+id, func() bool { _, did := handled.Load(id); return did })
	}
	arrives("before")
	door.Stop()
	arrives("after")
}

func TestNodesOfOneBroker(t *testing.T) {
	_, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{"amqp://a:secreto@h/uno", "amqp://a:secreto@i/otro"}})
	if err == nil || !strings.Contains(err.Error(), "otro") || strings.Contains(err.Error(), "secreto") {
		t.Errorf("two virtual hosts: %v", err)
	}
	if _, err := rabbitbroker.New(rabbitbroker.Config{}); err == nil {
		t.Error("no node: accepted")
	}
}

// relay is a way to the host of a URL that can be shut.
func relay(t *testing.T, target string) *toxiproxy.Proxy {
	t.Helper()
	u, err := url.Parse(target)
	check(t, err)
	p := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "node", "127.0.0.1:0", u.Host)
	check(t, p.Start())
	t.Cleanup(p.Stop)
	return p
}

// at is a URL with another host.
func at(t *testing.T, target, host string) string {
	t.Helper()
	u, err := url.Parse(target)
	check(t, err)
	u.Host = host
	return u.String()
}

// silent takes connections and says nothing.
func silent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String() // the kernel takes them
}
