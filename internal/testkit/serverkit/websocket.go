package serverkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// envelope is a message of graphql-transport-ws.
type envelope struct {
	ID      string          `json:"id,omitempty"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// OpenWebSocket subscribes over graphql-transport-ws.
func OpenWebSocket(ctx context.Context, c Client, query string, variables map[string]any) (*Subscription, error) {
	conn, err := dial(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := greet(ctx, conn, c, query, variables); err != nil {
		_ = conn.CloseNow()
		return nil, err
	}
	return receive(func() { _ = conn.CloseNow() }, func(ctx context.Context) (json.RawMessage, *End) { return readEnvelope(ctx, conn) }), nil
}

func greet(ctx context.Context, conn *websocket.Conn, c Client, query string, variables map[string]any) error {
	hello := envelope{Type: "connection_init"}
	if c.Token != "" {
		var err error
		if hello.Payload, err = json.Marshal(map[string]string{"Authorization": "Bearer " + c.Token}); err != nil {
			return err
		}
	}
	if err := wsjson.Write(ctx, conn, hello); err != nil {
		return err
	}
	var ack envelope
	if err := wsjson.Read(ctx, conn, &ack); err != nil {
		return err
	}
	if ack.Type != "connection_ack" {
		return fmt.Errorf("got %q, want connection_ack", ack.Type)
	}
	operation, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	return wsjson.Write(ctx, conn, envelope{ID: "1", Type: "subscribe", Payload: operation})
}

func readEnvelope(ctx context.Context, conn *websocket.Conn) (json.RawMessage, *End) {
	for {
		var m envelope
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			var closed websocket.CloseError
			if errors.As(err, &closed) {
				return nil, &End{CloseCode: int(closed.Code), Reason: closed.Reason}
			}
			return nil, &End{Err: err}
		}
		switch m.Type {
		case "next":
			return parseMessage(m.Payload)
		case "complete":
			return nil, &End{Complete: true}
		case "error":
			var errs []GraphQLError
			return nil, &End{Err: json.Unmarshal(m.Payload, &errs), Errors: errs}
		case "ping":
			if err := wsjson.Write(ctx, conn, envelope{Type: "pong"}); err != nil {
				return nil, &End{Err: err}
			}
		}
	}
}

// WebSocketCloseCode opens a socket that the server is expected to refuse, and
// returns the code it was closed with; 0 if it was accepted.
func WebSocketCloseCode(t testing.TB, c Client, query string, variables map[string]any) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), requestTimeout)
	defer cancel()
	conn, err := dial(ctx, c)
	if err != nil {
		t.Fatalf("WebSocket: %v", err)
	}
	defer func() { _ = conn.CloseNow() }()
	var closed websocket.CloseError
	switch err := greet(ctx, conn, c, query, variables); {
	case err == nil:
		return 0
	case !errors.As(err, &closed):
		t.Fatalf("WebSocket: %v", err)
	}
	return int(closed.Code)
}

func dial(ctx context.Context, c Client) (*websocket.Conn, error) {
	conn, _, err := websocket.Dial(ctx, strings.Replace(c.URL, "http", "ws", 1)+"/graphql", &websocket.DialOptions{
		HTTPClient: c.http(0), Subprotocols: []string{"graphql-transport-ws"},
	})
	return conn, err
}
