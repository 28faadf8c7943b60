package rabbitbroker

import (
	"context"
	"log/slog"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

const minBackoff = 50 * time.Millisecond

// supervisor keeps one connection at work for as long as its context lasts.
type supervisor struct {
	cfg     Config
	purpose string
	onDial  func()      // a session begins
	onDown  func(error) // it ended or could not be had, and a pause follows
	back    *bell       // of all connections of this process
	parts   []queue
}

func (b *Broker) supervisor(purpose string) *supervisor {
	return &supervisor{cfg: b.cfg, purpose: purpose, onDial: func() {}, onDown: func(error) {}, back: b.back, parts: b.parts}
}

// bell tells a waiting connection that another one could connect.
type bell struct {
	mu   sync.Mutex
	next chan struct{} // closed by the next ring
}

func newBell() *bell { return &bell{next: make(chan struct{})} }

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.next)
	b.next = make(chan struct{})
}

// heard is closed by the first ring from now on.
func (b *bell) heard() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.next
}

// run repeats: dial → topology → work, until ctx ends. A pause after a refusal
// ends early when another connection stands; one after a session does not, or two
// whose work fails would hurry each other for ever.
func (s *supervisor) run(ctx context.Context, work func(context.Context, *link) error) {
	pause, logged := minBackoff, fault.Code("")
	for {
		start := s.cfg.Clock()
		s.onDial()
		back := s.back.heard()
		stood, err := s.session(ctx, work)
		if ctx.Err() != nil {
			return
		}
		if stood {
			back = nil
		}
		if s.cfg.Clock().Sub(start) > s.cfg.MaxBackoff {
			pause, logged = minBackoff, ""
		}
		logged = s.report(err, logged)
		s.onDown(err)
		if !s.rest(ctx, pause, back) {
			return
		}
		pause = min(2*pause, s.cfg.MaxBackoff)
	}
}

// report logs a failure once: a long outage repeats itself, from other ports.
func (s *supervisor) report(err error, logged fault.Code) fault.Code {
	level, code := slog.LevelWarn, fault.CodeOf(err)
	if code == logged {
		level = slog.LevelDebug
	}
	s.log().Log(context.Background(), level, "RabbitMQ connection lost or refused; trying again", "error", err)
	return code
}

func (s *supervisor) log() *slog.Logger {
	return s.cfg.Log.With("componente", "rabbitbroker", "conexion", s.purpose)
}

// session reports whether the connection stood, and why it stands no longer.
func (s *supervisor) session(ctx context.Context, work func(context.Context, *link) error) (stood bool, err error) {
	l, err := dial(ctx, s.cfg, s.purpose)
	if err != nil {
		return false, err
	}
	defer l.end()
	err = l.bounded(ctx, func() error {
		return declare(s.parts, func(f func(*amqp.Channel) error) error { return onChannel(l, f) })
	})
	if err != nil {
		return false, err
	}
	s.log().Info("RabbitMQ connection stands")
	s.back.ring()
	return true, work(ctx, l)
}

// rest waits between half the pause and all of it, so that the processes of a
// fleet do not knock all at once; less if it is hurried.
func (s *supervisor) rest(ctx context.Context, pause time.Duration, hurry <-chan struct{}) bool {
	return service.PauseOr(ctx, pause/2+time.Duration(s.cfg.Rand()*float64(pause/2)), hurry) == nil
}

// onChannel opens a channel for f. An error of the broker closes the channel
// and leaves the connection alone.
func onChannel(l *link, f func(*amqp.Channel) error) error {
	ch, err := l.Channel()
	if err != nil {
		return classify(err)
	}
	defer ch.Close()
	if err := f(ch); err != nil {
		return classify(err)
	}
	return nil
}
