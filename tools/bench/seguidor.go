package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// seguidor is a subscriber of eliminacionesDeCarpeta over one WebSocket.
type seguidor struct {
	conn *websocket.Conn
	fin  chan struct{}

	mu     sync.Mutex
	vistas map[string]time.Time // when COMPLETADA of a documentoId arrived
	cambio chan struct{}        // closed at every COMPLETADA
	err    error                // why the subscription ended
}

type mensaje struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

const suscripcion = `subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { documentoId estado secuencia } }`

func (s *servidor) seguir(ctx context.Context, token, carpetaID string) (*seguidor, error) {
	url := "ws" + strings.TrimPrefix(s.api, "http") + "/graphql"
	conn, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}}) //nolint:bodyclose // there is none after an upgrade
	if err != nil {
		return nil, err
	}
	f := &seguidor{conn: conn, fin: make(chan struct{}), vistas: map[string]time.Time{}, cambio: make(chan struct{})}
	if err := f.saludar(ctx, token, carpetaID); err != nil {
		_ = conn.CloseNow()
		return nil, err
	}
	go f.leer(ctx)
	return f, nil
}

func (f *seguidor) saludar(ctx context.Context, token, carpetaID string) error {
	credencial, _ := json.Marshal(map[string]string{"Authorization": "Bearer " + token}) // strings only
	if err := wsjson.Write(ctx, f.conn, mensaje{Type: "connection_init", Payload: credencial}); err != nil {
		return err
	}
	var m mensaje
	if err := wsjson.Read(ctx, f.conn, &m); err != nil || m.Type != "connection_ack" {
		return fmt.Errorf("no connection_ack but %q: %w", m.Type, err)
	}
	return wsjson.Write(ctx, f.conn, mensaje{Type: "subscribe", ID: "1", Payload: cuerpo(suscripcion, map[string]any{"c": carpetaID})})
}

func (f *seguidor) leer(ctx context.Context) {
	defer close(f.fin)
	for {
		var m mensaje
		if err := wsjson.Read(ctx, f.conn, &m); err != nil {
			f.terminar(err)
			return
		}
		switch m.Type {
		case "next":
			f.anotar(m.Payload)
		case "error", "complete":
			f.terminar(fmt.Errorf("subscription ended with %s %s", m.Type, m.Payload))
			return
		}
	}
}

func (f *seguidor) anotar(payload []byte) {
	ahora := time.Now()
	var p struct {
		Data struct {
			EliminacionesDeCarpeta struct{ DocumentoID, Estado string }
		}
		Errors json.RawMessage
	}
	if err := json.Unmarshal(payload, &p); err != nil || len(p.Errors) > 0 {
		f.terminar(fmt.Errorf("event with errors: %s", payload))
		return
	}
	if p.Data.EliminacionesDeCarpeta.Estado != "COMPLETADA" {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.vistas[p.Data.EliminacionesDeCarpeta.DocumentoID] = ahora
	close(f.cambio)
	f.cambio = make(chan struct{})
}

func (f *seguidor) terminar(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
		close(f.cambio)
		f.cambio = make(chan struct{})
	}
}

// vista returns when a document's COMPLETADA arrived; it waits for it.
func (f *seguidor) vista(ctx context.Context, documentoID string) (time.Time, error) {
	for {
		f.mu.Lock()
		en, err, cambio := f.vistas[documentoID], f.err, f.cambio
		f.mu.Unlock()
		if !en.IsZero() {
			return en, nil
		}
		if err != nil {
			return en, err
		}
		select {
		case <-cambio:
		case <-ctx.Done():
			return en, fmt.Errorf("no COMPLETADA of %s: %w", documentoID, ctx.Err())
		}
	}
}

// cuenta is how many deletions were seen to end, and when the last one was.
func (f *seguidor) cuenta() (n int, ultima time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, en := range f.vistas {
		if en.After(ultima) {
			ultima = en
		}
	}
	return len(f.vistas), ultima
}

func (f *seguidor) cerrar() {
	_ = f.conn.CloseNow()
	<-f.fin
}
