package rabbitbroker_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestADeletionWaitsForAFullQueue(t *testing.T) {
	t.Parallel()
	const most = 3
	venue := newShared(t)
	p := openFor(t, venue, brokertest.Config{Name: "a", ConfirmTimeout: time.Minute, HandlerTimeout: time.Minute, MaxQueue: most})
	world.FullQueue(t, p, most)
}

func openFor(t *testing.T, venue brokertest.Venue, o brokertest.Config) broker.Broker {
	t.Helper()
	b := venue.Open(t, o)
	t.Cleanup(func() { check(t, b.Close()) })
	check(t, b.Bootstrap(ctx(t)))
	return b
}

// A queue that is kept full, with a full retry queue: each would wait for room in the
// other for ever. Their messages come to an end all the same.
func TestFullQueuesDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	b := openFor(t, newShared(t), brokertest.Config{Name: "a", ConfirmTimeout: time.Minute, HandlerTimeout: time.Minute, MaxQueue: 1,
		Retry: broker.RetryPolicy{MaxAttempts: 3, Delays: []time.Duration{300 * time.Millisecond}}})
	full := make(chan struct{})
	closeFull := sync.OnceFunc(func() { close(full) })
	var mu sync.Mutex
	attempts := map[string][]int{}
	done := func() (n int) {
		mu.Lock()
		defer mu.Unlock()
		for _, a := range attempts {
			if len(a) == 3 {
				n++
			}
		}
		return n
	}
	stop := world.Run(t, func(ctx context.Context) error {
		return b.Consume(ctx, broker.MinioCleanupQueue, func(_ context.Context, m broker.Message) error {
			<-full
			mu.Lock()
			defer mu.Unlock()
			if attempts[m.ID] = append(attempts[m.ID], m.Intento); m.Intento < 3 {
				return fault.New(fault.Unavailable, "x")
			}
			return nil
		})
	}, func(ctx context.Context) error {
		for i := 0; ctx.Err() == nil; i++ {
			m := broker.Message{ID: strconv.Itoa(i), Type: broker.MinioCleanup, Intento: 1, Data: []byte(`1`)}
			if err := b.Publish(context.WithoutCancel(ctx), m); errors.Is(err, broker.ErrFull) {
				closeFull()
			}
		}
		return nil
	})
	world.WaitFor(t, "messages that failed twice while both queues are full", func() bool { return done() >= 2*brokertest.Prefetch })
	stop()
	for id, a := range attempts {
		if len(a) == 3 && !slices.Equal(a, []int{1, 2, 3}) {
			t.Errorf("%s had the attempts %v", id, a)
		}
	}
}

// The manual's command and the manual's definitions are those of the program.
func TestTheManualHasThePolicy(t *testing.T) {
	text, err := os.ReadFile("../../../docs/operacion.md")
	check(t, err)
	b, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{"amqp://u:p@h/"}})
	check(t, err)
	manual := strings.ReplaceAll(string(text), " \\\n  ", " ")
	if command := b.PolicyCommand(broker.DefaultMaxQueue); !strings.Contains(manual, command) {
		t.Errorf("docs/operacion.md does not have %s", command)
	}
	args := rabbitbroker.Policy("/", broker.DefaultMaxQueue)
	pattern := strings.ReplaceAll(args[len(args)-2], `\`, `\\`)
	if line := `"pattern": "` + pattern + `"`; !strings.Contains(manual, line) {
		t.Errorf("docs/operacion.md does not have %s", line)
	}
}
