package caos_test

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// oyentes are subscribers that come back whenever they are cut off.
type oyentes struct {
	w        *mundo
	ctx      context.Context
	dejar    context.CancelFunc
	sagas    sync.WaitGroup // each ends with its saga
	carpetas sync.WaitGroup // end when told

	mu                      sync.Mutex
	oidos, vueltas, mirados int
	pendientes              map[string]bool // sagas that were not told their end yet
}

func nuevosOyentes(w *mundo) *oyentes {
	o := &oyentes{w: w, pendientes: map[string]bool{}}
	o.ctx, o.dejar = context.WithCancel(context.Background())
	return o
}

const (
	campos             = `eventoId estado pasoActual documentoId secuencia`
	suscripcionUna     = `subscription($id: ID!, $despuesDe: Int) { r: eliminacion(eventoId: $id, despuesDe: $despuesDe) { ` + campos + ` } }`
	suscripcionCarpeta = `subscription($id: ID!) { r: eliminacionesDeCarpeta(carpetaId: $id) { ` + campos + ` } }`
)

type paso struct {
	EventoID, Estado, DocumentoID string
	Secuencia                     int
}

func (p paso) terminal() bool {
	return p.Estado == completada || p.Estado == "FALLIDA" || p.Estado == cancelada
}

var transportes = []serverkit.OpenFunc{serverkit.OpenWebSocket, serverkit.OpenSSE}

// oir opens one subscription after the other, on one server after the other,
// until terminado says so.
func (o *oyentes) oir(n int, carpeta, query string, variables func() map[string]any, cada func(paso) bool) {
	for ; o.ctx.Err() == nil; n++ {
		ctx, cancelar := context.WithTimeout(o.ctx, intento)
		s, err := transportes[n%2](ctx, o.w.cliente(n/2, carpeta), query, variables())
		cancelar()
		if err == nil && o.atender(s, cada) {
			return
		}
		o.mu.Lock()
		o.vueltas++
		o.mu.Unlock()
		select {
		case <-time.After(200 * time.Millisecond):
		case <-o.ctx.Done():
		}
	}
}

// atender reads one subscription; true: there is nothing more to hear.
func (o *oyentes) atender(s *serverkit.Subscription, cada func(paso) bool) bool {
	defer s.Close()
	for {
		select {
		case data, hay := <-s.Messages():
			if !hay {
				o.juzgarFin(s.End())
				return false
			}
			var r struct{ R paso }
			if err := json.Unmarshal(data, &r); err != nil {
				o.w.t.Errorf("subscriber: %v", err)
				return true
			}
			o.mu.Lock()
			o.oidos++
			o.mu.Unlock()
			if cada(r.R) {
				return true
			}
		case <-o.ctx.Done():
			return true
		}
	}
}

// juzgarFin: a subscriber may be cut off, but never told something final that is
// not. Only what says to come back is an error it may hear.
func (o *oyentes) juzgarFin(f serverkit.End) {
	if f.Complete {
		o.w.t.Error("subscriber: complete before a terminal state")
	}
	for _, e := range f.Errors {
		if c := e.Extensions.Code; c != "UNAVAILABLE" && c != "SLOW_SUBSCRIBER" {
			o.w.t.Errorf("subscriber: ended with %s: %s", c, e.Message)
		}
	}
}

// seguir follows one deletion from its first step to its last, over as many
// connections as it takes: each secuencia once and in order.
func (o *oyentes) seguir(p Pedido, evento string) {
	o.mu.Lock()
	o.mirados++
	n := o.mirados
	o.pendientes[evento] = true
	o.mu.Unlock()
	o.sagas.Go(func() {
		ultima := 0
		o.oir(n, p.Carpeta, suscripcionUna, func() map[string]any { return map[string]any{"id": evento, "despuesDe": ultima} }, func(q paso) bool {
			if q.EventoID != evento || q.Secuencia != ultima+1 {
				o.w.t.Errorf("subscriber of %s: secuencia %d of %s after %d", evento, q.Secuencia, q.EventoID, ultima)
			}
			ultima = q.Secuencia
			if q.terminal() {
				o.creer(p.Carpeta, q)
				o.mu.Lock()
				delete(o.pendientes, evento)
				o.mu.Unlock()
			}
			return q.terminal()
		})
	})
}

// empezarCarpetas follows every carpeta. There is no despuesDe: within one
// connection no step of a saga is missing once it was heard of.
func (o *oyentes) empezarCarpetas() {
	for n, carpeta := range claves(o.w.ciudadanos) {
		o.carpetas.Go(func() {
			var vistos map[string]int
			o.oir(n, carpeta, suscripcionCarpeta, func() map[string]any {
				vistos = map[string]int{}
				return map[string]any{"id": carpeta}
			}, func(q paso) bool {
				antes, conocido := vistos[q.EventoID]
				if vistos[q.EventoID] = q.Secuencia; conocido && q.Secuencia != antes+1 {
					o.w.t.Errorf("subscriber of a carpeta: secuencia %d of %s after %d", q.Secuencia, q.EventoID, antes)
				}
				return false
			})
		})
	}
}

// creer looks whether a COMPLETADA is true, at once, past the servers.
func (o *oyentes) creer(carpeta string, q paso) {
	if q.Estado != completada {
		return
	}
	for limite := time.Now().Add(8 * time.Minute); ; dormir(300 * time.Millisecond) {
		queda, err := o.w.tiendas.queda(o.ctx, carpeta, q.DocumentoID)
		switch {
		case err == nil && queda != "":
			o.w.t.Errorf("a subscriber was told COMPLETADA of %s and there is %s", q.EventoID, queda)
			return
		case err == nil:
			return
		case time.Now().After(limite):
			o.w.t.Errorf("could not look whether COMPLETADA of %s is true: %v", q.EventoID, err)
			return
		}
	}
}

// despedir waits for those who follow one deletion, which has ended, and ends the
// others.
func (o *oyentes) despedir() {
	hecho := make(chan struct{})
	go func() { o.sagas.Wait(); close(hecho) }()
	select {
	case <-hecho:
	case <-time.After(5 * time.Minute):
		o.mu.Lock()
		o.w.t.Errorf("%d subscribers were not told the end: %v", len(o.pendientes), claves(o.pendientes))
		o.mu.Unlock()
	}
	o.dejar()
	<-hecho
	o.carpetas.Wait()
}
