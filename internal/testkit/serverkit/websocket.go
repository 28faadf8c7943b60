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

// sobre is a message of graphql-transport-ws.
type sobre struct {
	ID      string          `json:"id,omitempty"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// AbrirWebSocket subscribes over graphql-transport-ws.
func AbrirWebSocket(ctx context.Context, c Cliente, query string, variables map[string]any) (*Suscripcion, error) {
	conn, err := marcar(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := saludar(ctx, conn, c, query, variables); err != nil {
		_ = conn.CloseNow()
		return nil, err
	}
	return recibir(func() { _ = conn.CloseNow() }, func(ctx context.Context) (json.RawMessage, *Fin) { return leerSobre(ctx, conn) }), nil
}

func saludar(ctx context.Context, conn *websocket.Conn, c Cliente, query string, variables map[string]any) error {
	inicio := sobre{Type: "connection_init"}
	if c.Token != "" {
		var err error
		if inicio.Payload, err = json.Marshal(map[string]string{"Authorization": "Bearer " + c.Token}); err != nil {
			return err
		}
	}
	if err := wsjson.Write(ctx, conn, inicio); err != nil {
		return err
	}
	var ack sobre
	if err := wsjson.Read(ctx, conn, &ack); err != nil {
		return err
	}
	if ack.Type != "connection_ack" {
		return fmt.Errorf("got %q, want connection_ack", ack.Type)
	}
	operacion, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	return wsjson.Write(ctx, conn, sobre{ID: "1", Type: "subscribe", Payload: operacion})
}

func leerSobre(ctx context.Context, conn *websocket.Conn) (json.RawMessage, *Fin) {
	for {
		var m sobre
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			var cierre websocket.CloseError
			if errors.As(err, &cierre) {
				return nil, &Fin{Cierre: int(cierre.Code), Motivo: cierre.Reason}
			}
			return nil, &Fin{Err: err}
		}
		switch m.Type {
		case "next":
			return mensaje(m.Payload)
		case "complete":
			return nil, &Fin{Completa: true}
		case "error":
			var errs []Falla
			return nil, &Fin{Err: json.Unmarshal(m.Payload, &errs), Errores: errs}
		case "ping":
			if err := wsjson.Write(ctx, conn, sobre{Type: "pong"}); err != nil {
				return nil, &Fin{Err: err}
			}
		}
	}
}

// CierreWebSocket opens a socket that the server is expected to refuse, and
// returns the code it was closed with; 0 if it was accepted.
func CierreWebSocket(t testing.TB, c Cliente, query string, variables map[string]any) int {
	t.Helper()
	ctx, cancelar := context.WithTimeout(t.Context(), plazoPeticion)
	defer cancelar()
	conn, err := marcar(ctx, c)
	if err != nil {
		t.Fatalf("WebSocket: %v", err)
	}
	defer func() { _ = conn.CloseNow() }()
	var cierre websocket.CloseError
	switch err := saludar(ctx, conn, c, query, variables); {
	case err == nil:
		return 0
	case !errors.As(err, &cierre):
		t.Fatalf("WebSocket: %v", err)
	}
	return int(cierre.Code)
}

func marcar(ctx context.Context, c Cliente) (*websocket.Conn, error) {
	conn, _, err := websocket.Dial(ctx, strings.Replace(c.URL, "http", "ws", 1)+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
	return conn, err
}
