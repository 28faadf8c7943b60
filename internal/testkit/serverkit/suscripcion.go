package serverkit

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"
)

// Transporte opens a subscription.
type Transporte func(t testing.TB, c Cliente, query string, variables map[string]any) *Suscripcion

// Transportes are the ways to subscribe.
var Transportes = map[string]Transporte{"WebSocket": conPrueba(AbrirWebSocket), "SSE": conPrueba(AbrirSSE)}

// Abrir opens a subscription that the caller closes. ctx bounds the opening.
type Abrir func(ctx context.Context, c Cliente, query string, variables map[string]any) (*Suscripcion, error)

// conPrueba is for a test in which the opening must succeed.
func conPrueba(abrir Abrir) Transporte {
	return func(t testing.TB, c Cliente, query string, variables map[string]any) *Suscripcion {
		t.Helper()
		ctx, cancelar := context.WithTimeout(t.Context(), plazoPeticion)
		defer cancelar()
		s, err := abrir(ctx, c, query, variables)
		if err != nil {
			t.Fatalf("subscription: %v", err)
		}
		t.Cleanup(s.Cerrar)
		return s
	}
}

// WebSocket subscribes over graphql-transport-ws.
func WebSocket(t testing.TB, c Cliente, query string, variables map[string]any) *Suscripcion {
	t.Helper()
	return conPrueba(AbrirWebSocket)(t, c, query, variables)
}

// SSE subscribes by a POST that is answered with an event stream.
func SSE(t testing.TB, c Cliente, query string, variables map[string]any) *Suscripcion {
	t.Helper()
	return conPrueba(AbrirSSE)(t, c, query, variables)
}

// Fin is how a subscription ended.
type Fin struct {
	Completa bool    // the server said that nothing follows
	Errores  []Falla // of the last message
	Cierre   int     // close code of a WebSocket, 0 if there was none
	Motivo   string  // reason given with it
	Err      error   // the connection's failure, if nothing else was said
}

// Suscripcion receives in the background until its test ends.
type Suscripcion struct {
	mensajes chan json.RawMessage // data of each message; closed at the end
	fin      Fin                  // valid once mensajes is closed
	cerrar   func()
}

// Mensajes are the data of each message; closed at the end, which Fin then tells.
func (s *Suscripcion) Mensajes() <-chan json.RawMessage { return s.mensajes }

// Fin is how it ended: valid once Mensajes is closed.
func (s *Suscripcion) Fin() Fin { return s.fin }

// Cerrar leaves, and waits until nothing more can come.
func (s *Suscripcion) Cerrar() { s.cerrar() }

// receptor reads one message: its data, or how the subscription ended.
type receptor func(ctx context.Context) (json.RawMessage, *Fin)

// enMemoria is more than any test lets wait.
const enMemoria = 4096

func recibir(cortar func(), leer receptor) *Suscripcion {
	ctx, cancelar := context.WithCancel(context.Background())
	var grupo sync.WaitGroup
	s := &Suscripcion{mensajes: make(chan json.RawMessage, enMemoria)}
	s.cerrar = sync.OnceFunc(func() { cancelar(); cortar(); grupo.Wait() })
	grupo.Go(func() {
		defer close(s.mensajes)
		for {
			data, fin := leer(ctx)
			if fin != nil {
				s.fin = *fin
				return
			}
			select {
			case s.mensajes <- data:
			case <-ctx.Done():
				return
			}
		}
	})
	return s
}

// Siguiente waits for a message. False: the subscription has ended.
func (s *Suscripcion) Siguiente(t testing.TB, plazo time.Duration) (json.RawMessage, bool) {
	t.Helper()
	select {
	case data, hay := <-s.mensajes:
		return data, hay
	case <-time.After(plazo):
		t.Fatalf("no message of the subscription within %s", plazo)
		return nil, false
	}
}

// HastaElFin collects what is left to come.
func (s *Suscripcion) HastaElFin(t testing.TB, plazo time.Duration) ([]json.RawMessage, Fin) {
	t.Helper()
	limite := time.After(plazo)
	var todos []json.RawMessage
	for {
		select {
		case data, hay := <-s.mensajes:
			if !hay {
				return todos, s.fin
			}
			todos = append(todos, data)
		case <-limite:
			t.Fatalf("the subscription did not end within %s; %d messages so far, the last %s", plazo, len(todos), ultimo(todos))
		}
	}
}

func ultimo(todos []json.RawMessage) json.RawMessage {
	if len(todos) == 0 {
		return nil
	}
	return todos[len(todos)-1]
}

// resultado is the payload of a next message.
type resultado struct {
	Data   json.RawMessage
	Errors []Falla
}

// mensaje turns a payload into a message, or into the end if it brings errors.
func mensaje(payload []byte) (json.RawMessage, *Fin) {
	var r resultado
	if err := json.Unmarshal(payload, &r); err != nil {
		return nil, &Fin{Err: err}
	}
	if len(r.Errors) > 0 {
		return nil, &Fin{Errores: r.Errors}
	}
	return r.Data, nil
}
