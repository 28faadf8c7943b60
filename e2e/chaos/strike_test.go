package chaos_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// strikeAll follows the schedule. What comes after a measured fault is put off
// for as long as that took longer than planned.
func (w *world) strikeAll(began time.Time, p Plan) {
	var group sync.WaitGroup
	for _, f := range p.Faults {
		sleep(time.Until(began.Add(f.At)))
		if !f.measured(w.report.size) {
			group.Go(func() { w.strikeOne(f) })
			continue
		}
		group.Wait()
		w.strikeOne(f)
		sleep(rest)
		began = began.Add(max(0, time.Since(began.Add(f.At+f.Lasts+8*time.Second+rest))))
	}
	group.Wait()
}

// strikeOne lets one fault strike, and mends it afterwards.
func (w *world) strikeOne(f Fault) {
	turn := w.turnOf(f)
	turn.Lock()
	defer turn.Unlock()
	if f.Part == rabbitPart && !f.ofLine() {
		w.awaitQueues()
	}
	s := strike{Fault: f, since: time.Now()}
	w.report.note("%s", f)
	var err error
	switch {
	case f.ofLine():
		err = w.strikeLine(f)
	case f.Part == serverPart:
		err = w.strikeServer(f)
	default:
		err = w.strikeService(f, w.serviceOf(f.Part))
	}
	s.answers = time.Now()
	w.report.add(s)
	w.report.note("%s is over after %.1f s", f, s.answers.Sub(s.since).Seconds())
	if err != nil {
		w.t.Errorf("%s: %v", f, err)
	}
}

// sleep: the schedule is in real time.
func sleep(d time.Duration) { <-time.After(max(d, 0)) }

func (w *world) turnOf(f Fault) *sync.Mutex {
	key := f.Part
	switch {
	case f.ofLine():
		key = "line " + key
	case f.Part == serverPart:
		key = fmt.Sprint(key, f.Server)
	}
	w.report.mu.Lock()
	defer w.report.mu.Unlock()
	if w.turn[key] == nil {
		w.turn[key] = &sync.Mutex{}
	}
	return w.turn[key]
}

// awaitQueues: a quorum queue that is declared just before a kill may come
// back without a leader, which is RabbitMQ's matter and not ours.
func (w *world) awaitQueues() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for ctx.Err() == nil && !w.queuesReady(ctx) {
		sleep(200 * time.Millisecond)
	}
	sleep(1500 * time.Millisecond)
}

func (w *world) serviceOf(part string) *services.Service {
	switch part {
	case rabbitPart:
		return w.rabbit.Service
	case minioPart:
		return w.minio.Service
	}
	return w.dynamo.Service
}

func (w *world) strikeService(f Fault, s *services.Service) error {
	ctx := context.Background()
	switch f.What {
	case kill:
		return errors.Join(s.Kill(), slept(f), s.Start(ctx))
	case freeze:
		return errors.Join(s.Pause(), slept(f), s.Resume())
	case restart:
		return errors.Join(s.Stop(), slept(f), s.Start(ctx))
	case wipe:
		return s.Wipe(ctx)
	case stuckQueue:
		return errors.Join(w.leader(ctx, "suspend"), slept(f), slept(f), w.leader(ctx, "resume"))
	}
	return errors.New("no such fault")
}

// leader stops and starts the leader of a queue: it answers nobody meanwhile, the rest of
// the broker does.
func (w *world) leader(ctx context.Context, what string) error {
	output, err := w.rabbit.Ctl(ctx, "eval", "sys:"+what+"('%2F_minio.cleanup.queue').")
	if err == nil && strings.TrimSpace(output) != "ok" { // eval exits 0 whatever the call returned
		err = errors.New(output)
	}
	return err
}

func slept(f Fault) error { sleep(f.Lasts); return nil }

func (w *world) strikeServer(f Fault) error {
	s := w.servers[f.Server]
	switch f.What {
	case freeze:
		return errors.Join(s.Pause(), slept(f), s.Resume())
	case kill:
		s.Kill(w.t)
	case terminate:
		if code := s.Stop(w.t); code != 0 {
			w.t.Errorf("%s: exit code %d", f, code)
		}
	}
	sleep(f.Lasts)
	// Its stores may be down just now: without them a server does not start.
	var err error
	for limit := time.Now().Add(5 * time.Minute); time.Now().Before(limit); sleep(300 * time.Millisecond) {
		if err = s.TryStart(); err == nil {
			return nil
		}
	}
	return err
}

func (w *world) strikeLine(f Fault) (err error) {
	for i, l := range w.lines {
		if f.Server >= 0 && f.Server != i {
			continue
		}
		defer mend(l[f.Part])
		err = errors.Join(err, damage(l[f.Part], f.What))
	}
	sleep(f.Lasts)
	return err
}
