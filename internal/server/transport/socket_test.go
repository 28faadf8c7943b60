package transport_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

const (
	follow = `subscription($id: ID!, $n: Int) { eliminacion(eventoId: $id, despuesDe: $n) { secuencia estado pasoActual carpeta { totalDocumentosAproximado } } }`
	watch  = `subscription($id: ID!) { eliminacionesDeCarpeta(carpetaId: $id) { eventoId secuencia estado } }`
)

// remove asks for a deletion with an undo window and returns its eventoId.
func (b *bench) remove(doc, ventana int) string {
	b.t.Helper()
	a := b.query(`mutation($id: ID!, $v: Int!) { deleteDocumento(input: {documentoId: $id, ventana: $v}) { eliminacion { eventoId } } }`,
		map[string]any{"id": b.docs[doc].ID(), "v": ventana})
	_, id, ok := strings.Cut(a.body, `"eventoId":"`)
	if !ok {
		b.t.Fatal(a.body)
	}
	return id[:36]
}

func (b *bench) undo(eventoID string) {
	b.t.Helper()
	a := b.query(`mutation($id: ID!) { cancelarEliminacion(input: {eventoId: $id}) { errores { ... on ErrorDeUsuario { codigo } } } }`, map[string]any{"id": eventoID})
	if !strings.Contains(a.body, `"errores":[]`) {
		b.t.Fatal(a.body)
	}
}

func TestSubscriptionToItsEnd(t *testing.T) {
	b := start(t)
	c := b.connect()
	id := b.remove(0, 3600)
	c.subscribe("s1", follow, map[string]any{"id": id})
	if m := c.expect("s1", "next"); !strings.Contains(string(m.Payload), `"ESPERA"`) || !strings.Contains(string(m.Payload), `"totalDocumentosAproximado":`) {
		t.Fatal(string(m.Payload))
	}
	b.undo(id)
	if m := c.expect("s1", "next"); !strings.Contains(string(m.Payload), `"CANCELADA"`) {
		t.Fatal(string(m.Payload))
	}
	c.expect("s1", "complete")
	c.subscribe("s1", follow, map[string]any{"id": id, "n": 1}) // the id is free again
	c.expect("s1", "next")
	c.expect("s1", "complete")
	b.eventually("no subscription left", func() bool { n, _ := b.meter.open(); return n == 0 })
}

// TestAStatusToAskFor: at each time, by the eventoId that the request for the deletion was answered with.
func TestAStatusToAskFor(t *testing.T) {
	b := start(t)
	const ask = `query($id: ID!) { eliminacion(eventoId: $id) { eventoId documentoId estado estadoEvento pasoActual } }`
	status := func(doc int, id, estado, evento, paso string) {
		t.Helper()
		want := fmt.Sprintf(`{"data":{"eliminacion":{"eventoId":%q,"documentoId":%q,"estado":%q,"estadoEvento":%q,"pasoActual":%q}}`, id, b.docs[doc].DocumentoID, estado, evento, paso)
		var got string
		b.eventually(estado, func() bool {
			got = b.query(ask, map[string]any{"id": id}).body
			return strings.Contains(got, `"estado":"`+estado+`"`)
		})
		if !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	waits := b.remove(0, 3600)
	status(0, waits, "INICIADA", "PENDING", "ESPERA")
	b.undo(waits)
	status(0, waits, "CANCELADA", "COMPLETED", "ESPERA")
	status(1, b.remove(1, 0), "COMPLETADA", "COMPLETED", "COMPLETED")
	if a := b.query(ask, map[string]any{"id": "01a18f41-0000-7000-8000-000000000000"}); !strings.Contains(a.body, `"NOT_FOUND"`) {
		t.Errorf("a deletion that never was: %s", a.body)
	}
}

// TestDeletionSeenToTheEnd: the whole saga runs, and every event is fresh.
func TestDeletionSeenToTheEnd(t *testing.T) {
	b := start(t)
	c := b.connect()
	id := b.remove(1, 0)
	c.subscribe("s", follow, map[string]any{"id": id, "n": 0})
	total := fmt.Sprintf(`"totalDocumentosAproximado":%d`, len(b.docs)-1)
	for {
		m := c.expect("s", "next")
		if strings.Contains(string(m.Payload), `"COMPLETADA"`) {
			if !strings.Contains(string(m.Payload), total) {
				t.Errorf("the last event shows something stale: %s", m.Payload)
			}
			break
		}
	}
	c.expect("s", "complete")
}

func TestQueriesAndMutationsOverSocket(t *testing.T) {
	b := start(t)
	c := b.connect()
	c.subscribe("q", `{ miCarpeta { carpetaId } }`, nil)
	if m := c.expect("q", "next"); !strings.Contains(string(m.Payload), b.carpeta.CarpetaID) {
		t.Fatal(string(m.Payload))
	}
	c.expect("q", "complete")
	c.subscribe("m", `mutation($id: ID!) { deleteDocumento(input: {documentoId: $id, ventana: 60}) { eliminacion { estado } } }`, map[string]any{"id": b.docs[0].ID()})
	if m := c.expect("m", "next"); !strings.Contains(string(m.Payload), `"INICIADA"`) {
		t.Fatal(string(m.Payload))
	}
	c.expect("m", "complete")
	c.subscribe("v", `{ nada }`, nil)
	c.expectError("v", "GRAPHQL_VALIDATION_FAILED")
	c.send(`{"type":"ping","payload":{"a":1}}`)
	if m := c.expect("", "pong"); string(m.Payload) != `{"a":1}` {
		t.Errorf("a pong brought %s back, want the ping's payload", m.Payload)
	}
	c.send(`{"type":"pong"}`)
	c.send(`{"type":"complete","id":"nobody"}`)
	c.subscribe("q", `{ __typename }`, nil)
	c.expect("q", "next")
	c.expect("q", "complete")
}

// TestWaysToSayWho: two payloads, the upgrade's header, and nobody.
func TestWaysToSayWho(t *testing.T) {
	b := start(t)
	for name, c := range map[string]struct {
		payload string
		header  http.Header
		known   bool
	}{
		"Authorization":       {`,"payload":{"Authorization":"Bearer ` + b.token + `"}`, nil, true},
		"authorization":       {`,"payload":{"authorization":"bearer ` + b.token + `","otro":[1]}`, nil, true},
		"header":              {``, http.Header{"Authorization": {"Bearer " + b.token}}, true},
		"payload over header": {`,"payload":{"Authorization":"Bearer ` + b.token + `"}`, http.Header{"Authorization": {"Bearer bad"}}, true},
		"nobody":              {`,"payload":{}`, nil, false},
		"null":                {`,"payload":null`, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			ws := b.dial(c.header)
			ws.send(`{"type":"connection_init"` + c.payload + `}`)
			ws.expect("", "connection_ack")
			ws.subscribe("q", `{ miCarpeta { id } }`, nil)
			if m := ws.expect("q", "next"); strings.Contains(string(m.Payload), "UNAUTHENTICATED") == c.known {
				t.Fatal(string(m.Payload))
			}
			ws.expect("q", "complete")
			ws.subscribe("s", watch, map[string]any{"id": b.carpeta.CarpetaID})
			if !c.known {
				ws.expectError("s", "UNAUTHENTICATED")
			}
		})
	}
}

func TestCloseCodes(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.Message = 1024 }))
	initialised := func(c *wsClient) { c.init(b.token) }
	for name, c := range map[string]struct {
		before func(*wsClient)
		send   string
		code   websocket.StatusCode
		reason string
	}{
		"not json":               {nil, `hola`, 4400, "Invalid message"},
		"no object":              {nil, `[]`, 4400, "Invalid message"},
		"two messages":           {nil, `{"type":"ping"}{"type":"ping"}`, 4400, "Invalid message"},
		"no type":                {nil, `{"id":"1"}`, 4400, "Invalid message"},
		"unknown type":           {initialised, `{"type":"start","id":"1"}`, 4400, "Invalid message"},
		"type of a server":       {initialised, `{"type":"next","id":"1"}`, 4400, "Invalid message"},
		"id is a number":         {initialised, `{"type":"subscribe","id":1,"payload":{"query":"{ __typename }"}}`, 4400, "Invalid message"},
		"no id":                  {initialised, `{"type":"subscribe","payload":{"query":"{ __typename }"}}`, 4400, "Invalid message"},
		"no payload":             {initialised, `{"type":"subscribe","id":"1"}`, 4400, "Invalid message"},
		"no query":               {initialised, `{"type":"subscribe","id":"1","payload":{}}`, 4400, "Invalid message"},
		"payload is text":        {nil, `{"type":"connection_init","payload":"x"}`, 4400, "Invalid message"},
		"token is a number":      {nil, `{"type":"connection_init","payload":{"Authorization":7}}`, 4400, "Invalid message"},
		"not utf-8":              {nil, "{\"type\":\"\xff\"}", 1007, "text is not UTF-8"},
		"subscribe before init":  {nil, `{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}`, 4401, "Unauthorized"},
		"bad token":              {nil, `{"type":"connection_init","payload":{"Authorization":"Bearer x.y.z"}}`, 4403, "Forbidden"},
		"bad scheme":             {nil, `{"type":"connection_init","payload":{"Authorization":"Basic eDp5"}}`, 4403, "Forbidden"},
		"expired token":          {nil, `{"type":"connection_init","payload":{"Authorization":"Bearer ` + b.issue("x", -1) + `"}}`, 4403, "Forbidden"},
		"member twice":           {nil, `{"type":"ping","type":"pong"}`, 4400, "Invalid message"},
		"two tokens":             {nil, `{"type":"connection_init","payload":{"Authorization":"Bearer a","Authorization":"Bearer b"}}`, 4400, "Invalid message"},
		"complete without id":    {initialised, `{"type":"complete"}`, 4400, "Invalid message"},
		"ping of a number":       {nil, `{"type":"ping","payload":7}`, 4400, "Invalid message"},
		"pong of a list":         {nil, `{"type":"pong","payload":[]}`, 4400, "Invalid message"},
		"second connection_init": {initialised, `{"type":"connection_init"}`, 4429, "Too many initialisation requests"},
		"too long":               {initialised, `{"type":"ping","payload":"` + strings.Repeat("x", 1024) + `"}`, websocket.StatusMessageTooBig, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ws := b.dial(nil)
			if c.before != nil {
				c.before(ws)
			}
			ws.send(c.send)
			ws.expectClose(c.code, c.reason)
		})
	}
	t.Run("duplicate id", func(t *testing.T) {
		ws := b.connect()
		ws.subscribe("s", watch, map[string]any{"id": b.carpeta.CarpetaID})
		ws.subscribe("s", `{ __typename }`, nil)
		ws.expectClose(4409, "Subscriber for s already exists")
	})
	t.Run("binary", func(t *testing.T) {
		ws := b.connect()
		b.must(ws.conn.Write(t.Context(), websocket.MessageBinary, []byte(`{"type":"ping"}`)))
		ws.expectClose(4400, "Invalid message")
	})
	t.Run("legacy protocol", func(t *testing.T) { b.dial(nil, "graphql-ws").expectClose(4406, "Subprotocol not acceptable") })
	t.Run("no protocol", func(t *testing.T) { b.dial(nil, "otro").expectClose(4406, "Subprotocol not acceptable") })
	b.eventually("no socket left", func() bool { _, n := b.meter.open(); return n == 0 })
}

func TestInitTimeout(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.Init = 30 * time.Millisecond }))
	b.dial(nil).expectClose(4408, "Connection initialisation timeout")
}

// TestSilentSocketIsTold: who says nothing at all learns why it is closed, also
// where a frame has less time to arrive than connection_init.
func TestSilentSocketIsTold(t *testing.T) {
	t.Parallel() // it takes its deadline, in which even a busy machine writes a frame
	b := start(t, withLimits(func(l *limits.Limits) { l.Write, l.Init = 3*time.Second, 4*time.Second }))
	b.dial(nil).expectClose(4408, "Connection initialisation timeout")
}

// shortLife is that of a token that expires in a test: even a busy machine begins in it.
const shortLife = 10 * time.Second

func TestTokenExpiryClosesTheSocket(t *testing.T) {
	t.Parallel() // it takes its time
	b := start(t)
	c := b.dial(nil)
	c.init(b.issue(b.carpeta.CiudadanoID, shortLife))
	c.subscribe("s", watch, map[string]any{"id": b.carpeta.CarpetaID})
	c.expectClose(4403, "Forbidden")
	b.eventually("no subscription left", func() bool { n, _ := b.meter.open(); return n == 0 })
}

// TestTerminalError: what ends a stream is its last message; no complete follows.
func TestTerminalError(t *testing.T) {
	b := start(t)
	c := b.connect()
	id := b.remove(0, 3600)
	c.subscribe("s", follow, map[string]any{"id": id})
	c.expect("s", "next")
	b.hub.Close()
	c.expectError("s", "UNAVAILABLE")
	c.subscribe("x", follow, map[string]any{"id": "00000000-0000-7000-8000-000000000000"})
	c.expectError("x", "NOT_FOUND")
	c.subscribe("x", `{ __typename }`, nil)
	c.expect("x", "next")
	c.expect("x", "complete")
}

func TestCompleteEndsTheSubscription(t *testing.T) {
	b := start(t)
	c := b.connect()
	id := b.remove(0, 3600)
	c.subscribe("s", follow, map[string]any{"id": id})
	c.expect("s", "next")
	c.send(`{"type":"complete","id":"s"}`)
	b.eventually("the hub forgot it", func() bool { n, _ := b.meter.open(); return n == 0 && b.hub.Count() == 0 })
	b.undo(id)
	c.subscribe("q", `{ __typename }`, nil) // nothing of s comes before
	c.expect("q", "next")
}

// TestMessageBeforeTheUpgradeIsAnswered: a message in one packet with the request is not lost.
func TestMessageBeforeTheUpgradeIsAnswered(t *testing.T) {
	b := start(t)
	conn, err := net.Dial("tcp", b.server.Addr())
	b.must(err)
	defer conn.Close()
	b.must(conn.SetDeadline(time.Now().Add(patience)))
	ping := `{"type":"ping"}`
	_, err = conn.Write([]byte("GET /graphql HTTP/1.1\r\nHost: " + b.server.Addr() + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n" +
		"\x81" + string([]byte{0x80 | byte(len(ping))}) + "\x00\x00\x00\x00" + ping))
	b.must(err)
	var got []byte
	for buf := make([]byte, 1024); !strings.Contains(string(got), `{"type":"pong"}`); {
		n, err := conn.Read(buf)
		b.must(err)
		got = append(got, buf[:n]...)
	}
}

func TestOrigin(t *testing.T) {
	b := start(t, func(c *transport.Config) { c.Origins = []string{"https://app.example"} })
	for origin, allowed := range map[string]bool{
		b.server.URL(): true, "https://app.example": true, "http://app.example": false, "https://otro.example": false, "null": false, "https://app.example.otro.example": false,
	} {
		c, resp, err := b.tryDial(http.Header{"Origin": {origin}})
		if (err == nil) != allowed {
			t.Errorf("%s: %v", origin, err)
		}
		if !allowed && resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", origin, resp.StatusCode)
		}
		if c != nil {
			c.init(b.token)
		}
	}
}

// TestPanicOverSocket ends the operation, not the socket.
func TestPanicOverSocket(t *testing.T) {
	b := start(t, miCarpeta(func(context.Context) error { panic(secret) }))
	c := b.connect()
	c.subscribe("q", `{ miCarpeta { id } }`, nil)
	if m := c.expect("q", "next"); !strings.Contains(string(m.Payload), "INTERNAL") || strings.Contains(string(m.Payload), secret) {
		t.Fatal(string(m.Payload))
	}
	c.expect("q", "complete")
	if !strings.Contains(b.log.String(), secret) {
		t.Error("not logged")
	}
}
