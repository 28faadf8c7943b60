package transport_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestAnswersThatNobodyReadsAreCounted: a citizen with requests and sockets of which
// nothing is read keeps as much as the limit says, not an answer for each of them.
func TestAnswersThatNobodyReadsAreCounted(t *testing.T) {
	const requests, sockets = 40, 30
	b := start(t, largeAnswer, withLimits(func(l *limits.Limits) { l.AnswersKiB, l.Write = 4096, time.Minute }))
	before := heap()
	for range requests {
		conn, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		defer conn.Close()
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
		body := operation(`{ miCarpeta { carpetaId } }`, nil)
		_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			b.server.Addr(), b.token, len(body), body)
		b.must(err)
	}
	for range sockets {
		slow := b.connect()
		for i := range 8 {
			question := fmt.Sprintf(`{"id":"%d","type":"subscribe","payload":%s}`, i, operation(`{ miCarpeta { carpetaId } }`, nil))
			b.must(slow.conn.Write(t.Context(), websocket.MessageText, []byte(question)))
		}
	}
	time.Sleep(time.Second) // answers are worked out, and stop where nobody reads
	if held := heap() - before; held > 16<<20 {
		t.Errorf("%d requests and %d sockets that read nothing hold %d MiB", requests, sockets, held>>20)
	}
	if a := b.query(`{ miCarpeta { carpetaId } }`, nil); a.code() != "RATE_LIMITED" {
		t.Errorf("one more large answer: %.200s", a.body)
	}
	if a := b.post(`{ __typename }`, "", "application/json"); a.code() != "" {
		t.Errorf("somebody else: %s", a.body)
	}
}

// TestAnswerThatIsReadGivesItsBytesBack: one after the other any number is read.
func TestAnswerThatIsReadGivesItsBytesBack(t *testing.T) {
	b := start(t, largeAnswer, withLimits(func(l *limits.Limits) { l.AnswersKiB = 2048 }))
	for range 10 {
		if a := b.query(`{ miCarpeta { carpetaId } }`, nil); len(a.body) < 1<<20 {
			t.Fatalf("%.200s", a.body)
		}
	}
	c := b.connect()
	for range 10 {
		c.subscribe("1", `{ miCarpeta { carpetaId } }`, nil)
		if m := c.expect("1", "next"); len(m.Payload) < 1<<20 || strings.Contains(string(m.Payload), "RATE_LIMITED") {
			t.Fatalf("%.200s", m.Payload)
		}
		c.expect("1", "complete")
	}
}
