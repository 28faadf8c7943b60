package chaos_test

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// listeners are subscribers that come back whenever they are cut off.
type listeners struct {
	w        *world
	ctx      context.Context
	leave    context.CancelFunc
	sagas    sync.WaitGroup // each ends with its saga
	carpetas sync.WaitGroup // end when told

	mu                         sync.Mutex
	heard, reconnects, watched int
	pending                    map[string]bool // sagas that were not told their end yet
}

func newListeners(w *world) *listeners {
	o := &listeners{w: w, pending: map[string]bool{}}
	o.ctx, o.leave = context.WithCancel(context.Background())
	return o
}

const (
	fields              = `eventoId estado pasoActual documentoId secuencia`
	sagaSubscription    = `subscription($id: ID!, $despuesDe: Int) { r: eliminacion(eventoId: $id, despuesDe: $despuesDe) { ` + fields + ` } }`
	carpetaSubscription = `subscription($id: ID!) { r: eliminacionesDeCarpeta(carpetaId: $id) { ` + fields + ` } }`
)

type step struct {
	EventoID, Estado, DocumentoID string
	Secuencia                     int
}

func (p step) terminal() bool {
	return p.Estado == completada || p.Estado == "FALLIDA" || p.Estado == cancelada
}

var transports = []serverkit.OpenFunc{serverkit.OpenWebSocket, serverkit.OpenSSE}

// listen opens one subscription after the other, on one server after the other,
// until each says so.
func (o *listeners) listen(n int, carpeta, query string, variables func() map[string]any, each func(step) bool) {
	for ; o.ctx.Err() == nil; n++ {
		ctx, cancel := context.WithTimeout(o.ctx, attempt)
		s, err := transports[n%2](ctx, o.w.client(n/2, carpeta), query, variables())
		cancel()
		if err == nil && o.serve(s, each) {
			return
		}
		o.mu.Lock()
		o.reconnects++
		o.mu.Unlock()
		select {
		case <-time.After(200 * time.Millisecond):
		case <-o.ctx.Done():
		}
	}
}

// serve reads one subscription; true: there is nothing more to hear.
func (o *listeners) serve(s *serverkit.Subscription, each func(step) bool) bool {
	defer s.Close()
	for {
		select {
		case data, open := <-s.Messages():
			if !open {
				o.judgeEnd(s.End())
				return false
			}
			var r struct{ R step }
			if err := json.Unmarshal(data, &r); err != nil {
				o.w.t.Errorf("subscriber: %v", err)
				return true
			}
			o.mu.Lock()
			o.heard++
			o.mu.Unlock()
			if each(r.R) {
				return true
			}
		case <-o.ctx.Done():
			return true
		}
	}
}

// judgeEnd: a subscriber may be cut off, but never told something final that is
// not. Only what says to come back is an error it may hear.
func (o *listeners) judgeEnd(f serverkit.End) {
	if f.Complete {
		o.w.t.Error("subscriber: complete before a terminal state")
	}
	for _, e := range f.Errors {
		if c := e.Extensions.Code; c != "UNAVAILABLE" && c != "SLOW_SUBSCRIBER" {
			o.w.t.Errorf("subscriber: ended with %s: %s", c, e.Message)
		}
	}
}

// follow follows one deletion from its first step to its last, over as many
// connections as it takes: each secuencia once and in order.
func (o *listeners) follow(p Wish, evento string) {
	o.mu.Lock()
	o.watched++
	n := o.watched
	o.pending[evento] = true
	o.mu.Unlock()
	o.sagas.Go(func() {
		last := 0
		o.listen(n, p.Carpeta, sagaSubscription, func() map[string]any { return map[string]any{"id": evento, "despuesDe": last} }, func(q step) bool {
			if q.EventoID != evento || q.Secuencia != last+1 {
				o.w.t.Errorf("subscriber of %s: secuencia %d of %s after %d", evento, q.Secuencia, q.EventoID, last)
			}
			last = q.Secuencia
			if q.terminal() {
				o.believe(p.Carpeta, q)
				o.mu.Lock()
				delete(o.pending, evento)
				o.mu.Unlock()
			}
			return q.terminal()
		})
	})
}

// followCarpetas follows every carpeta. There is no despuesDe: within one
// connection no step of a saga is missing once it was heard of.
func (o *listeners) followCarpetas() {
	for n, carpeta := range keysOf(o.w.ciudadanos) {
		o.carpetas.Go(func() {
			var seen map[string]int
			o.listen(n, carpeta, carpetaSubscription, func() map[string]any {
				seen = map[string]int{}
				return map[string]any{"id": carpeta}
			}, func(q step) bool {
				before, known := seen[q.EventoID]
				if seen[q.EventoID] = q.Secuencia; known && q.Secuencia != before+1 {
					o.w.t.Errorf("subscriber of a carpeta: secuencia %d of %s after %d", q.Secuencia, q.EventoID, before)
				}
				return false
			})
		})
	}
}

// believe looks whether a COMPLETADA is true, at once, past the servers.
func (o *listeners) believe(carpeta string, q step) {
	if q.Estado != completada {
		return
	}
	for limit := time.Now().Add(8 * time.Minute); ; sleep(300 * time.Millisecond) {
		remains, err := o.w.stores.remains(o.ctx, carpeta, q.DocumentoID)
		switch {
		case err == nil && remains != "":
			o.w.t.Errorf("a subscriber was told COMPLETADA of %s and there is %s", q.EventoID, remains)
			return
		case err == nil:
			return
		case time.Now().After(limit):
			o.w.t.Errorf("could not look whether COMPLETADA of %s is true: %v", q.EventoID, err)
			return
		}
	}
}

// dismiss waits for those who follow one deletion, which has ended, and ends the
// others.
func (o *listeners) dismiss() {
	done := make(chan struct{})
	go func() { o.sagas.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(5 * time.Minute):
		o.mu.Lock()
		o.w.t.Errorf("%d subscribers were not told the end: %v", len(o.pending), keysOf(o.pending))
		o.mu.Unlock()
	}
	o.leave()
	<-done
	o.carpetas.Wait()
}
