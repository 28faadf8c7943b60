package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// follower is a subscriber of a carpeta's deletions over one WebSocket.
type follower struct {
	conn *socket
	end  chan error // why the subscription ended

	ended chan struct{}

	mu     sync.Mutex
	seenAt map[string]time.Time // when COMPLETADA of a documentoId arrived
}

type mensaje struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

const subscription = `subscription($c: ID!) { eliminacionesDeCarpeta(carpetaId: $c) { documentoId estado secuencia } }`

func (s *server) follow(ctx context.Context, token, carpetaID string) (*follower, error) {
	conn, err := s.dial(ctx)
	if err != nil {
		return nil, err
	}
	err = conn.identify(token)
	if err == nil {
		err = conn.command(mensaje{Type: "subscribe", ID: "1", Payload: body(subscription, map[string]any{"c": carpetaID})})
	}
	if err != nil {
		return nil, errors.Join(err, conn.conn.Close())
	}
	f := &follower{conn: conn, end: make(chan error, 1), ended: make(chan struct{}), seenAt: map[string]time.Time{}}
	go func() {
		defer close(f.ended)
		f.end <- f.read()
	}()
	return f, nil
}

func (f *follower) read() error {
	for {
		m, err := f.conn.receive()
		if err != nil {
			return err
		}
		var p struct {
			Data struct {
				EliminacionesDeCarpeta struct{ DocumentoID, Estado string }
			}
			Errors json.RawMessage
		}
		if m.Type != "next" || json.Unmarshal(m.Payload, &p) != nil || len(p.Errors) > 0 {
			return fmt.Errorf("subscription ended with %s %s", m.Type, m.Payload)
		}
		if p.Data.EliminacionesDeCarpeta.Estado == "COMPLETADA" {
			f.mu.Lock()
			f.seenAt[p.Data.EliminacionesDeCarpeta.DocumentoID] = time.Now()
			f.mu.Unlock()
		}
	}
}

// seen waits until COMPLETADA of each document arrived, and returns when it did.
func (f *follower) seen(ctx context.Context, ds []deletable) ([]time.Time, error) {
	at := make([]time.Time, len(ds))
	for deadline := time.Now().Add(patience); ; {
		missing := 0
		f.mu.Lock()
		for i, d := range ds {
			if at[i] = f.seenAt[d.documentoID]; at[i].IsZero() {
				missing++
			}
		}
		f.mu.Unlock()
		if missing == 0 {
			return at, nil
		}
		select {
		case err := <-f.end:
			return nil, err
		default:
		}
		if err := pauseFor(ctx, poll); err != nil || time.Now().After(deadline) {
			return nil, fmt.Errorf("%d deletions were not seen to end: %w", missing, err)
		}
	}
}

func (f *follower) close() {
	_ = f.conn.conn.Close() // it may be over
	<-f.ended
}
