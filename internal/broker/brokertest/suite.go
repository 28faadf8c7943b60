package brokertest

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// Factory makes what the suite runs on.
type Factory struct {
	// New makes an empty venue where brokers of this adapter meet.
	New func(t testing.TB) Venue
	// NewFragile makes one that can be stopped, frozen and wiped; nil for an
	// adapter that has no server of its own.
	NewFragile func(t testing.TB) FragileVenue
	// Harmless are goroutines of the venue that a case may begin and not end.
	Harmless []goleak.Option
}

// Venue is one message broker, in which processes meet.
type Venue interface {
	// Open is a process's access to it. The suite closes it.
	Open(t testing.TB, o Config) broker.Broker
}

// FragileVenue is one with a server that can fail.
type FragileVenue interface {
	Venue
	Stop(t testing.TB)   // the server ends; its data stays
	Start(t testing.TB)  // and is there again
	Freeze(t testing.TB) // the server stands still: connections stay open, nothing answers
	Thaw(t testing.TB)
	Wipe(t testing.TB) // the server loses its data, topology included, and is there again
}

// Config are what a case asks of a process's broker.
type Config struct {
	Name           string
	Retry          broker.RetryPolicy
	ConfirmTimeout time.Duration
	HandlerTimeout time.Duration
	MaxQueue       int // messages of a work queue; 0 for so many that no case reaches it
}

// Prefetch is the contract's bound of handlers at a time.
const Prefetch = 10

// quick keeps the order of the delays and not their length.
var quick = broker.RetryPolicy{MaxAttempts: 3, Delays: []time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond}}

var options = Config{Name: "a", Retry: quick, ConfirmTimeout: time.Minute, HandlerTimeout: time.Minute}

// Run runs every case, several at a time. Each has a venue of its own, and none may
// leave a goroutine behind: since they run beside each other, that is looked at when
// all have ended.
func Run(t *testing.T, f Factory) {
	verifyNoLeak(t, f)
	t.Run("cases", func(t *testing.T) {
		runFragile(t, f) // the longest of all
		runCases(t, f)
	})
}

func runCases(t *testing.T, f Factory) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, Venue)
	}{
		{"confirm", testConfirm},
		{"many publishers", testManyPublishers},
		{"unroutable", testUnroutable},
		{"malformed", testMalformed},
		{"a full queue", testFull},
		{"publish after cancel", testPublishCancelled},
		{"every attribute arrives", testAttributes},
		{"cut short by stop", testCutShort},
		{"finished during stop", testFinishedDuringStop},
		{"transient retries", testTransient},
		{"retry waits behind nobody", testRetryDelay},
		{"exhausted", testExhausted},
		{"permanent", testPermanent},
		{"panic", testPanic},
		{"handler deadline", testHandlerDeadline},
		{"dead letters are looked at and stay", testPeekDead},
		{"dead letters of an empty and an unknown queue", testPeekNothing},
		{"two processes look at dead letters", testPeekTogether},
		{"dead letters beyond the first thousand", testManyDead},
		{"redrive", testRedrive},
		{"a redriven message dies again", testRedriveDiesAgain},
		{"redrive of what is not dead", testRedriveNotDead},
		{"prefetch", testPrefetch},
		{"unknown queue", testUnknownQueue},
		{"listeners of two processes", testListeners},
		{"listener patterns", testPatterns},
		{"listeners hear no retries", testListenersHearNoRetries},
		{"bootstrap twice", testBootstrap},
		{"close", testClose},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, f.New(t))
		})
	}
}

// runFragile runs the cases that ill-treat the server: they share it, so each waits
// for the one before.
func runFragile(t *testing.T, f Factory) {
	if f.NewFragile == nil {
		t.Log("NOT APPLICABLE: restart, outage, freeze, wipe: the adapter has no server that could fail")
		return
	}
	t.Run("fragile", func(t *testing.T) {
		t.Parallel()
		for _, c := range []struct {
			name string
			run  func(*testing.T, FragileVenue)
		}{
			{"restart", testRestart},
			{"outage", testOutage},
			{"freeze", testFreeze},
			{"wipe", testWipe},
		} {
			t.Run(c.name, func(t *testing.T) { c.run(t, f.NewFragile(t)) })
		}
	})
}

// verifyNoLeak is registered before anything is opened, so it looks after
// everything is closed.
func verifyNoLeak(t *testing.T, f Factory) {
	harmless := append([]goleak.Option{goleak.IgnoreCurrent()}, f.Harmless...)
	t.Cleanup(func() { leaks.Verify(t, harmless...) })
}
