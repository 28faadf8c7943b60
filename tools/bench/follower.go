package main

import (
	"context"
	"encoding/json"
	"errors"
)

// follower is a subscriber of a carpeta's deletions over one WebSocket. It reads what comes, and does nothing with it.
type follower struct {
	conn  *socket
	ended chan struct{}
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
	f := &follower{conn: conn, ended: make(chan struct{})}
	go func() {
		defer close(f.ended)
		for err == nil { // a subscription that ended is counted by the server: subscribers too slow
			_, err = conn.receive()
		}
	}()
	return f, nil
}

func (f *follower) close() {
	_ = f.conn.conn.Close() // it may be over
	<-f.ended
}
