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

// follower is a subscriber of a carpeta's deletions, or news, over one WebSocket.
type follower struct {
	conn *websocket.Conn
	end  chan struct{}

	mu      sync.Mutex
	seenAt  map[string]time.Time // when COMPLETADA of a documentoId arrived, or that it came
	changed chan struct{}        // closed at every COMPLETADA
	err     error                // why the subscription ended
}

type mensaje struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

const subscription = `subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { documentoId estado secuencia } }`

func (s *server) follow(ctx context.Context, token, carpetaID string) (*follower, error) {
	return s.followBy(ctx, subscription, token, carpetaID)
}

func (s *server) followBy(ctx context.Context, subscription, token, carpetaID string) (*follower, error) {
	url := "ws" + strings.TrimPrefix(s.api, "http") + "/graphql"
	conn, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}}) //nolint:bodyclose // there is none after an upgrade
	if err != nil {
		return nil, err
	}
	f := &follower{conn: conn, end: make(chan struct{}), seenAt: map[string]time.Time{}, changed: make(chan struct{})}
	if err := f.greet(ctx, subscription, token, carpetaID); err != nil {
		_ = conn.CloseNow()
		return nil, err
	}
	go f.read(ctx)
	return f, nil
}

func (f *follower) greet(ctx context.Context, subscription, token, carpetaID string) error {
	credential, _ := json.Marshal(map[string]string{"Authorization": "Bearer " + token}) // strings only
	if err := wsjson.Write(ctx, f.conn, mensaje{Type: "connection_init", Payload: credential}); err != nil {
		return err
	}
	var m mensaje
	if err := wsjson.Read(ctx, f.conn, &m); err != nil || m.Type != "connection_ack" {
		return fmt.Errorf("no connection_ack but %q: %w", m.Type, err)
	}
	return wsjson.Write(ctx, f.conn, mensaje{Type: "subscribe", ID: "1", Payload: body(subscription, map[string]any{"c": carpetaID})})
}

func (f *follower) read(ctx context.Context) {
	defer close(f.end)
	for {
		var m mensaje
		if err := wsjson.Read(ctx, f.conn, &m); err != nil {
			f.stop(err)
			return
		}
		switch m.Type {
		case "next":
			f.note(m.Payload)
		case "error", "complete":
			f.stop(fmt.Errorf("subscription ended with %s %s", m.Type, m.Payload))
			return
		}
	}
}

func (f *follower) note(payload []byte) {
	now := time.Now()
	var p struct {
		Data struct {
			EliminacionesDeCarpeta struct{ DocumentoID, Estado string }
		}
		Errors json.RawMessage
	}
	if err := json.Unmarshal(payload, &p); err != nil || len(p.Errors) > 0 {
		f.stop(fmt.Errorf("event with errors: %s", payload))
		return
	}
	if e := p.Data.EliminacionesDeCarpeta.Estado; e != "COMPLETADA" && e != "LLEGO" {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seenAt[p.Data.EliminacionesDeCarpeta.DocumentoID] = now
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *follower) stop(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
		close(f.changed)
		f.changed = make(chan struct{})
	}
}

// seen returns when a document's COMPLETADA arrived; it waits for it.
func (f *follower) seen(ctx context.Context, documentoID string) (time.Time, error) {
	for {
		f.mu.Lock()
		at, err, changed := f.seenAt[documentoID], f.err, f.changed
		f.mu.Unlock()
		if !at.IsZero() {
			return at, nil
		}
		if err != nil {
			return at, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return at, fmt.Errorf("no COMPLETADA of %s: %w", documentoID, ctx.Err())
		}
	}
}

// count is how many deletions were seen to end, and when the last one was.
func (f *follower) count() (n int, last time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, at := range f.seenAt {
		if at.After(last) {
			last = at
		}
	}
	return len(f.seenAt), last
}

func (f *follower) close() {
	_ = f.conn.CloseNow()
	<-f.end
}
