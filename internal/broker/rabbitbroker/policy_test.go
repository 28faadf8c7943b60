package rabbitbroker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
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

// Queues that a version before bounds made: they are taken as they are, and the log says it once. New ones
// have a bound of their own.
func TestQueuesOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	url := services.Vhost(t)
	conn, err := amqp.Dial(url)
	check(t, err)
	t.Cleanup(func() { check(t, conn.Close()) })
	arguments := rabbitbroker.QueueArguments(policy)
	old := []string{broker.DeletionQueue, broker.DeletionQueue + ".retry.50ms"}
	for _, name := range old {
		args := maps.Clone(arguments[name])
		delete(args, "x-max-length")
		check(t, declareAlone(conn, name, args))
	}
	var log logs.Log
	b, err := rabbitbroker.New(rabbitbroker.Config{URLs: []string{url}, Retry: policy, CallTimeout: time.Minute, Log: slog.New(slog.NewTextHandler(&log, nil))})
	check(t, err)
	t.Cleanup(func() { check(t, b.Close()) })
	for range 2 {
		check(t, b.Bootstrap(ctx(t)))
	}
	consume(t, b, func(context.Context, broker.Message) error { return nil }) // its connection declares too
	check(t, b.Publish(ctx(t), broker.Message{ID: "1", Type: broker.DeletionRequested, Intento: 1, Data: []byte(`1`)}))
	if told := strings.Count(log.String(), "no bound of their own"); told != 1 {
		t.Errorf("the log says it %d times: %s", told, log.String())
	}
	if want := fmt.Sprintf("queues=%q", fmt.Sprint(old)); !strings.Contains(log.String(), want) {
		t.Errorf("the log does not have %s: %s", want, log.String())
	}
	deleted := old[1]
	ch, err := conn.Channel()
	check(t, err)
	_, err = ch.QueueDelete(deleted, false, false, false)
	check(t, errors.Join(err, b.Bootstrap(ctx(t))))
	for _, name := range []string{broker.MinioCleanupQueue, broker.MinioCleanupQueue + ".retry.100ms", deleted} {
		check(t, declareAlone(conn, name, arguments[name])) // refused if the bound were not there
		if arguments[name]["x-max-length"] == nil {
			t.Errorf("%s has no bound", name)
		}
	}
}

// declareAlone uses a channel of its own: a refusal closes it.
func declareAlone(conn *amqp.Connection, name string, args amqp.Table) error {
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	_, err = ch.QueueDeclare(name, true, false, false, false, args)
	return errors.Join(err, ch.Close())
}
