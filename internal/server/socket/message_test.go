package socket_test

import (
	"encoding/json"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/socket"
)

// TestNext: the parts of a message are one JSON text, whatever its client calls the operation.
func TestNext(t *testing.T) {
	for _, id := range []string{"1", "3f0c2a9e-7b1d-4c55-9e2a-000000000001", "A_z-9", `a"b\`, "a b", "<&>", "ñ…\u2028", "\n", "{}"} {
		want, err := json.Marshal(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := socket.Next(id, `{"data":{}}`); got != `{"id":`+string(want)+`,"type":"next","payload":{"data":{}}}` {
			t.Errorf("%q: %s", id, got)
		}
	}
}
