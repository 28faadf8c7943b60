package transport_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// wsClient speaks graphql-transport-ws, and anything else.
type wsClient struct {
	t    testing.TB
	conn *websocket.Conn
}

type wsMessage struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

func (b *bench) dial(header http.Header, protocols ...string) *wsClient {
	b.t.Helper()
	c, resp, err := b.tryDial(header, protocols...)
	if err != nil {
		b.t.Fatal(err, resp)
	}
	return c
}

func (b *bench) tryDial(header http.Header, protocols ...string) (*wsClient, *http.Response, error) {
	if protocols == nil {
		protocols = []string{"graphql-transport-ws"}
	}
	conn, resp, err := websocket.Dial(b.t.Context(), b.server.URL()+"/graphql", &websocket.DialOptions{Subprotocols: protocols, HTTPHeader: header, HTTPClient: b.client})
	if err != nil {
		return nil, resp, err
	}
	conn.SetReadLimit(-1)
	b.t.Cleanup(func() { _ = conn.CloseNow() })
	return &wsClient{b.t, conn}, resp, nil
}

// connect dials and shows the owner's token.
func (b *bench) connect() *wsClient {
	c := b.dial(nil)
	c.init(b.token)
	return c
}

func (c *wsClient) init(token string) {
	c.t.Helper()
	c.send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + token + `"}}`)
	c.expect("", "connection_ack")
}

func (c *wsClient) send(text string) {
	c.t.Helper()
	if err := c.conn.Write(c.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *wsClient) subscribe(id, query string, variables map[string]any) {
	c.t.Helper()
	c.send(`{"id":"` + id + `","type":"subscribe","payload":` + operation(query, variables) + `}`)
}

func (c *wsClient) read() (m wsMessage, err error) {
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	_, data, err := c.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	return m, err
}

func (c *wsClient) expect(id, kind string) wsMessage {
	c.t.Helper()
	m, err := c.read()
	if err != nil || m.Type != kind || m.ID != id {
		c.t.Fatalf("wanted %s %q, got %s %q %s (%v)", kind, id, m.Type, m.ID, m.Payload, err)
	}
	return m
}

// expectError reads an error message and compares the code of its first error.
func (c *wsClient) expectError(id, code string) {
	c.t.Helper()
	if m := c.expect(id, "error"); !strings.HasPrefix(string(m.Payload), "[") || !strings.Contains(string(m.Payload), `"code":"`+code+`"`) {
		c.t.Fatalf("wanted %s, got %s", code, m.Payload)
	}
}

// expectClose reads to the end; messages in between are an error.
func (c *wsClient) expectClose(code websocket.StatusCode, reason string) {
	c.t.Helper()
	m, err := c.read()
	if err == nil {
		c.t.Fatalf("wanted %d, got %s %q %s", code, m.Type, m.ID, m.Payload)
	}
	var closed websocket.CloseError
	if !errors.As(err, &closed) || closed.Code != code || reason != "" && closed.Reason != reason {
		c.t.Fatalf("wanted %d %q, got %v", code, reason, err)
	}
}
