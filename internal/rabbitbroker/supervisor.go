package rabbitbroker

import (
	"context"
	"log/slog"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/service"
)

const minBackoff = 50 * time.Millisecond

// supervisor keeps one connection at work for as long as its context lasts.
type supervisor struct {
	cfg     Config
	purpose string
	onDial  func()      // a session begins
	onDown  func(error) // it ended or could not be had, and a pause follows
}

func (b *Broker) supervisor(purpose string) *supervisor {
	return &supervisor{cfg: b.cfg, purpose: purpose, onDial: func() {}, onDown: func(error) {}}
}

// run repeats: dial → topology → work, until ctx ends.
func (s *supervisor) run(ctx context.Context, work func(context.Context, *link) error) {
	pause, told := minBackoff, ""
	for {
		start := s.cfg.Reloj()
		s.onDial()
		err := s.session(ctx, work)
		if ctx.Err() != nil {
			return
		}
		if s.cfg.Reloj().Sub(start) > s.cfg.MaxBackoff {
			pause = minBackoff
		}
		told = s.report(err, told)
		s.onDown(err)
		if !s.rest(ctx, pause) {
			return
		}
		pause = min(2*pause, s.cfg.MaxBackoff)
	}
}

// report logs a failure once: a long outage repeats itself.
func (s *supervisor) report(err error, told string) string {
	level := slog.LevelWarn
	if err.Error() == told {
		level = slog.LevelDebug
	}
	s.log().Log(context.Background(), level, "RabbitMQ connection lost or refused; trying again", "error", err)
	return err.Error()
}

func (s *supervisor) log() *slog.Logger {
	return s.cfg.Logger.With("componente", "rabbitbroker", "conexion", s.purpose)
}

func (s *supervisor) session(ctx context.Context, work func(context.Context, *link) error) error {
	l, err := dial(ctx, s.cfg, s.purpose)
	if err != nil {
		return err
	}
	defer l.end()
	err = l.bounded(ctx, func() error {
		return onChannel(l, func(ch *amqp.Channel) error { return declare(ch, s.cfg.Retry) })
	})
	if err != nil {
		return err
	}
	s.log().Info("RabbitMQ connection stands")
	return work(ctx, l)
}

// rest waits between half the pause and all of it, so that the processes of a
// fleet do not knock all at once.
func (s *supervisor) rest(ctx context.Context, pause time.Duration) bool {
	return service.Pause(ctx, pause/2+time.Duration(s.cfg.Azar()*float64(pause/2))) == nil
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
