package transport_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestSocketWithoutRefusals: operations are answered unread, a few; then the
// socket ends, and the next one is not acknowledged.
func TestSocketWithoutRefusals(t *testing.T) {
	set, _ := faults(2)
	b := start(t, set, withLimits(func(l *limits.Limits) { l.Unread = 2 }))
	c := b.connect()
	for i := range 2 {
		c.subscribe(strconv.Itoa(i), bad, nil)
		c.expectError(strconv.Itoa(i), "GRAPHQL_VALIDATION_FAILED")
	}
	for i := range 2 {
		c.subscribe(strconv.Itoa(i), good, nil)
		c.expectError(strconv.Itoa(i), "RATE_LIMITED")
	}
	c.subscribe("last", good, nil)
	c.expectClose(4429, "Too many refused operations")
	again := b.dial(nil)
	again.send(`{"type":"connection_init","payload":{"authorization":"Bearer ` + b.token + `"}}`)
	again.expectClose(4429, "Too many refused operations")
}

// TestSocketRefusalsCount: what a socket refuses by itself is charged, to the
// subject, or to the address before there is one.
func TestSocketRefusalsCount(t *testing.T) {
	set, _ := faults(2)
	b := start(t, set, withLimits(func(l *limits.Limits) { l.PerSocket = 1 }))
	c := b.connect()
	c.subscribe("1", watch, map[string]any{"id": b.carpeta.CarpetaID})
	for range 2 {
		c.subscribe("2", good, nil)
		c.expectError("2", "RATE_LIMITED")
	}
	if a := b.query(good, nil); a.code() != "RATE_LIMITED" {
		t.Error("the subject:", a.body)
	}
	for range 2 {
		bad := b.dial(nil)
		bad.send(`{}`)
		bad.expectClose(4400, "")
	}
	if a := b.post(`{ __typename }`, "", "application/json"); a.status != http.StatusTooManyRequests {
		t.Error("the address:", a.body)
	}
}

// TestSocketBeyondTheHeld: an operation whose refusal has no place to wait in is told so, and is the last of its socket.
func TestSocketBeyondTheHeld(t *testing.T) {
	set, _ := faults(1)
	b := start(t, set, budget(quota.Config{PerSecond: 1, Burst: 4}), withLimits(func(l *limits.Limits) { l.RefusalDelay, l.DelayedRefusals = time.Hour, 1 }))
	c := b.connect()
	defer b.oneWaits(b.issue("otro", time.Hour))()
	c.subscribe("1", `{ miCarpeta { id carpetaId operadorId } }`, nil)
	c.expectError("1", "RATE_LIMITED")
	c.expectClose(1013, "Try again later")
}
