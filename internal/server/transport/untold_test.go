package transport_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// late has no answer to a news event while it is on, as gqlgen has none when the time for it is over.
type late struct {
	graphql.ExecutableSchema

	on atomic.Bool
}

func (l *late) Exec(ctx context.Context) graphql.ResponseHandler {
	if hub.EventOf[eliminacion.Novedad](ctx) == nil || !l.on.Load() {
		return l.ExecutableSchema.Exec(ctx)
	}
	return func(context.Context) *graphql.Response { return nil }
}

// TestAnEventThatCouldNotBeToldIsToldLater: the cursor of a later event would pass over it. So the stream ends with the error,
// and a client that comes back with its last cursor gets the event.
func TestAnEventThatCouldNotBeToldIsToldLater(t *testing.T) {
	const news = `subscription($c: ID!, $after: String) { novedadesDeCarpeta(carpetaId: $c, despuesDe: $after) { tipo cursor } }`
	type told struct {
		Data struct {
			News struct{ Tipo, Cursor string } `json:"novedadesDeCarpeta"`
		}
	}
	begin := func(t *testing.T) (*bench, *late, map[string]any) {
		l := &late{}
		b := start(t, func(c *transport.Config) { l.ExecutableSchema, c.Schema = c.Schema, l })
		return b, l, map[string]any{"c": b.carpeta.CarpetaID}
	}
	cursorOf := func(t *testing.T, payload string) string {
		t.Helper()
		var first told
		if err := json.Unmarshal([]byte(payload), &first); err != nil || first.Data.News.Tipo != "RECARGAR" {
			t.Fatalf("%v: %s", err, payload)
		}
		return first.Data.News.Cursor
	}
	t.Run("socket", func(t *testing.T) {
		b, l, variables := begin(t)
		c := b.connect()
		c.subscribe("1", news, variables)
		variables["after"] = cursorOf(t, string(c.expect("1", "next").Payload))
		l.on.Store(true)
		b.remove(0, 3600)
		if m := c.expect("1", "error"); !strings.Contains(string(m.Payload), `"UNAVAILABLE"`) {
			t.Errorf("%s", m.Payload)
		}
		l.on.Store(false)
		c.subscribe("2", news, variables)
		if m := c.expect("2", "next"); !strings.Contains(string(m.Payload), "BLOQUEADO") {
			t.Errorf("%s", m.Payload)
		}
	})
	t.Run("event stream", func(t *testing.T) {
		b, l, variables := begin(t)
		s := b.events(http.MethodPost, news, variables, b.token)
		_, data := s.next()
		cursor := cursorOf(t, data)
		l.on.Store(true)
		b.remove(0, 3600)
		s.expect("next", `"UNAVAILABLE"`)
		s.expect("complete", "")
		l.on.Store(false)
		b.eventsAfter(cursor, http.MethodPost, news, variables, b.token).expect("next", "BLOQUEADO")
	})
}
