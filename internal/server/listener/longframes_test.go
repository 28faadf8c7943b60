package listener_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestLongFramesEnd: at the nine bytes that announce one. net/http makes a buffer of its length at once, and keeps it
// for as long as the connection lives: a thousand connections of one address were a gigabyte.
func TestLongFramesEnd(t *testing.T) {
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes")}))
	c := newHTTP2(t, s, "127.0.0.1")
	const length = 16<<10 + 1
	c.send(t, []byte{length >> 16, length >> 8 & 255, length & 255, data, 0, 0, 0, 0, 1})
	c.waitEnd(t)
}
