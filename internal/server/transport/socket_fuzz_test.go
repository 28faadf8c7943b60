package transport_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// closeCodes are the ways in which a socket may end that was sent anything at all.
var closeCodes = []websocket.StatusCode{4400, 4401, 4403, 4409, 4429, websocket.StatusMessageTooBig, websocket.StatusInvalidFramePayloadData}

// FuzzSocket sends the lines of a script as messages. Whatever they are: the
// answers are messages of the protocol, errors have codes, nothing follows the end of an
// operation, the socket ends for a reason that the protocol knows, and nothing panics.
func FuzzSocket(f *testing.F) {
	b := start(f)
	f.Add(true, []byte(`{"id":"1","type":"subscribe","payload":{"query":"{ miCarpeta { id } }"}}`))
	f.Add(true, []byte(`{"id":"s","type":"subscribe","payload":`+operation(watch, map[string]any{"id": b.carpeta.CarpetaID})+"}\n"+`{"id":"s","type":"complete"}`))
	f.Fuzz(func(t *testing.T, init bool, script []byte) {
		conn, _, err := websocket.Dial(t.Context(), b.server.URL()+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.CloseNow()
		conn.SetReadLimit(-1)
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		lines := strings.Split(string(script), "\n")
		if init {
			lines = append([]string{`{"type":"connection_init","payload":{"Authorization":"Bearer ` + b.token + `"}}`}, lines...)
		}
		for _, line := range append(lines, lastPing) {
			if conn.Write(ctx, websocket.MessageText, []byte(line)) != nil {
				break // closed; the reason is read below
			}
		}
		if err := readScript(ctx, conn); err != nil {
			t.Fatalf("%v\n%q", err, script)
		}
		if log := b.log.String(); strings.Contains(log, `"msg":"panic"`) || strings.Contains(log, `"msg":"internal error"`) {
			t.Fatalf("%s\n%q", log, script)
		}
		b.log.Reset()
	})
}

// lastPing is answered after everything before it was read.
const lastPing = `{"type":"ping","payload":{"last":true}}`

// readScript reads until the pong of the last ping, or the end.
func readScript(ctx context.Context, conn *websocket.Conn) error {
	open := map[string]bool{} // operations that answered and did not end
	for {
		_, data, err := conn.Read(ctx)
		var closed websocket.CloseError
		switch {
		case errors.As(err, &closed) && slices.Contains(closeCodes, closed.Code):
			return nil
		case err != nil:
			return err
		}
		var m wsMessage
		if err := json.Unmarshal(data, &m); err != nil {
			return fmt.Errorf("%s: %w", data, err)
		}
		if m.Type == "pong" {
			return nil // pings of the script itself end it earlier
		}
		if err := checkMessage(m, open); err != nil {
			return fmt.Errorf("%s: %w", data, err)
		}
	}
}

func checkMessage(m wsMessage, open map[string]bool) error {
	switch m.Type {
	case "connection_ack":
		return nil
	case "next":
		open[m.ID] = true
		return checkCodes(m.Payload)
	case "error":
		delete(open, m.ID)
		return checkCodes([]byte(`{"errors":` + string(m.Payload) + `}`))
	case "complete":
		if !open[m.ID] && m.ID != "" {
			return errors.New("an operation completed that had no result, or had ended")
		}
		delete(open, m.ID)
		return nil
	default:
		return errors.New("no message of a server")
	}
}

// checkCodes: each error of a result has a message and a code, and none is our fault.
func checkCodes(result []byte) error {
	var a answer
	if err := json.Unmarshal(result, &a); err != nil {
		return err
	}
	for _, e := range a.Errors {
		if code, _ := e.Extensions["code"].(string); code == "" || code == "INTERNAL" || e.Message == "" {
			return fmt.Errorf("error %q with code %q", e.Message, code)
		}
	}
	return nil
}
