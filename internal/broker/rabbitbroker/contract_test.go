package rabbitbroker_test

import (
	"context"
	"log/slog"
	"os"
	"path"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

func TestContract(t *testing.T) {
	brokertest.Run(t, brokertest.Factory{
		New:        newShared,
		NewFragile: func(t testing.TB) brokertest.FragileVenue { return newOwn(t, services.FragileRabbit(t)) },
		Harmless:   services.LeakOptions(),
	})
}

func BenchmarkContract(b *testing.B) { brokertest.Bench(b, brokertest.Factory{New: newShared}) }

func newShared(t testing.TB) brokertest.Venue { return shared{services.Vhost(t)} }

// shared is a virtual host of a broker that others use as well.
type shared struct{ url string }

func (s shared) Open(t testing.TB, o brokertest.Config) broker.Broker {
	if o.MaxQueue > 0 {
		services.RabbitCtl(t, rabbitbroker.Policy(path.Base(s.url), o.MaxQueue)...)
	}
	return openAt(t, s.url, o)
}

func openAt(t testing.TB, url string, o brokertest.Config) broker.Broker {
	t.Helper()
	b, err := rabbitbroker.New(rabbitbroker.Config{
		URLs: []string{url}, Name: o.Name, Prefetch: brokertest.Prefetch, Retry: o.Retry,
		ConfirmTimeout: o.ConfirmTimeout, HandlerTimeout: o.HandlerTimeout, CallTimeout: time.Minute,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// own is a virtual host of a broker that the test may ill-treat.
type own struct {
	*services.Rabbit
	url string
}

func newOwn(t testing.TB, r *services.Rabbit) own {
	t.Helper()
	url, err := r.Vhost(ctx(t))
	check(t, err)
	return own{r, url}
}

func (o own) Open(t testing.TB, op brokertest.Config) broker.Broker { return openAt(t, o.url, op) }

func (o own) Stop(t testing.TB)   { check(t, o.Rabbit.Stop()) }
func (o own) Start(t testing.TB)  { check(t, o.Rabbit.Start(ctx(t))) }
func (o own) Freeze(t testing.TB) { check(t, o.Pause()) }
func (o own) Thaw(t testing.TB)   { check(t, o.Resume()) }

// Wipe takes the virtual host as well; an operator would make it anew. The port answers before the node has all started.
func (o own) Wipe(t testing.TB) {
	check(t, o.Rabbit.Wipe(ctx(t)))
	vhost := path.Base(o.url)
	for _, args := range [][]string{{"await_startup"}, {"add_vhost", vhost}, {"set_permissions", "-p", vhost, "guest", ".*", ".*", ".*"}} {
		_, err := o.Ctl(ctx(t), args...)
		check(t, err)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func ctx(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}
