package rabbitbroker_test

import (
	"errors"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// A quorum queue whose leader does not answer makes RabbitMQ stop reading from the
// connections that publish to it. Messages to all others are confirmed as ever.
func TestAQueueThatDoesNotAnswer(t *testing.T) {
	r := services.FragileRabbit(t)
	url := newOwn(t, r).url
	b := openAt(t, url, brokertest.Config{Name: "t", Retry: policy, ConfirmTimeout: 30 * time.Second})
	t.Cleanup(func() { check(t, b.Close()) })
	check(t, b.Bootstrap(ctx(t)))
	leader := func(what string) {
		out, err := r.Ctl(ctx(t), "eval", "sys:"+what+"('"+path.Base(url)+"_"+broker.MinioCleanupQueue+"').")
		if err != nil || strings.TrimSpace(out) != "ok" {
			t.Fatalf("%s: %v, %s", what, err, out)
		}
	}
	leader("suspend")
	var waiting sync.WaitGroup
	for range 64 {
		waiting.Go(func() { _ = b.Publish(ctx(t), complete) })
	}
	t.Cleanup(waiting.Wait)
	t.Cleanup(func() { leader("resume") }) // first
	for _, key := range []string{broker.MetadataCleanup, broker.DeletionRequested, broker.DeletionCompleted} {
		m := complete
		m.Type = key
		for i := range 1000 {
			if err := b.Publish(ctx(t), m); err != nil {
				t.Fatalf("%s, message %d: %v", key, i, err)
			}
		}
	}
}

// A channel that is told nothing but refusals gives way to a new one of the same connection: one that met a queue while
// its leader died never finds the next leader (TestANodeOfThreeIsLost).
func TestWhatIsRefusedForLongIsAskedOnANewChannel(t *testing.T) {
	t.Parallel()
	venue := shared{services.Vhost(t)}
	b := openFor(t, venue, brokertest.Config{Name: "t", Retry: policy, ConfirmTimeout: 5 * time.Second, MaxQueue: 5})
	confirming := func() (connection, channel string) {
		out := services.RabbitCtl(t, "list_channels", "--quiet", "--no-table-headers", "vhost", "confirm", "connection", "pid")
		for line := range strings.Lines(out) {
			if f := strings.Fields(line); len(f) == 4 && f[0] == path.Base(venue.url) && f[1] == "true" {
				return f[2], f[3]
			}
		}
		return "", ""
	}
	refused := func() bool { return errors.Is(b.Publish(ctx(t), complete), broker.ErrFull) }
	world.WaitFor(t, "the queue is full", refused)
	connection, channel := confirming()
	world.WaitFor(t, "another channel of the same connection", func() bool {
		refused()
		lastConnection, last := connection, channel
		connection, channel = confirming()
		return last != "" && channel != "" && connection == lastConnection && channel != last
	})
	world.WaitFor(t, "it is refused there too", refused)
}
