package transport_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// stream is an open event stream.
type stream struct {
	b    *bench
	resp *http.Response
	in   *bufio.Reader
}

func (b *bench) events(method, query string, variables map[string]any, token string) *stream {
	b.t.Helper()
	return b.eventsAfter("", method, query, variables, token)
}

// eventsAfter comes back as a browser does, with the id of the last event.
func (b *bench) eventsAfter(last, method, query string, variables map[string]any, token string) *stream {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	b.t.Cleanup(cancel)
	path, body := b.server.URL()+"/graphql", operation(query, variables)
	if method == http.MethodGet {
		vars, _, _ := strings.Cut(strings.TrimPrefix(operation("", variables), `{"query":"","variables":`), "\n")
		path += "?" + url.Values{"query": {query}, "variables": {strings.TrimSuffix(vars, "}")}}.Encode()
		body = ""
	}
	req, err := http.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	b.must(err)
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	resp, err := http.DefaultClient.Do(req)
	b.must(err)
	b.t.Cleanup(func() { _ = resp.Body.Close() })
	return &stream{b, resp, bufio.NewReader(resp.Body)}
}

// next reads an event; comments are skipped. "" is the end of the stream.
func (s *stream) next() (event, data string) {
	for {
		line, err := s.in.ReadString('\n')
		if err != nil {
			return "", ""
		}
		switch name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); name {
		case "event":
			event = value
		case "data":
			data = value
		case "":
			if event != "" {
				return event, data
			}
		}
	}
}

func (s *stream) expect(event, part string) {
	s.b.t.Helper()
	if e, data := s.next(); e != event || !strings.Contains(data, part) || event == "complete" && data != "" {
		s.b.t.Fatalf("wanted %s %s, got %s %s", event, part, e, data)
	}
}

func TestEventStream(t *testing.T) {
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		t.Run(method, func(t *testing.T) {
			b := start(t)
			id := b.remove(0, 3600)
			s := b.events(method, follow, map[string]any{"id": id}, b.token)
			if got := s.resp.Header.Get("Content-Type"); s.resp.StatusCode != http.StatusOK || got != "text/event-stream; charset=utf-8" {
				t.Fatal(s.resp.StatusCode, got)
			}
			s.expect("next", `"ESPERA"`)
			b.undo(id)
			s.expect("next", `"CANCELADA"`)
			s.expect("complete", "")
			s.expect("", "")
		})
	}
}

func TestEventStreamErrors(t *testing.T) {
	b := start(t)
	s := b.events(http.MethodPost, follow, map[string]any{"id": "00000000-0000-7000-8000-000000000000"}, b.token)
	s.expect("next", `"NOT_FOUND"`)
	s.expect("complete", "")
	s = b.events(http.MethodPost, `{ nada }`, nil, b.token)
	s.expect("next", `"GRAPHQL_VALIDATION_FAILED"`)
	s.expect("complete", "")
	s = b.events(http.MethodPost, follow, nil, "x.y.z")
	if s.resp.StatusCode != http.StatusUnauthorized {
		t.Error(s.resp.StatusCode)
	}
	s = b.events(http.MethodGet, `mutation { cancelarEliminacion(input: {eventoId: "x"}) { errores { ... on ErrorDeUsuario { codigo } } } }`, nil, b.token)
	if s.resp.StatusCode != http.StatusMethodNotAllowed {
		t.Error(s.resp.StatusCode)
	}
	s = b.events(http.MethodPost, `{ miCarpeta { carpetaId } }`, nil, b.token)
	s.expect("next", b.carpeta.CarpetaID)
	s.expect("complete", "")
	id := b.remove(0, 3600)
	s = b.events(http.MethodPost, follow, map[string]any{"id": id}, b.token)
	s.expect("next", `"ESPERA"`)
	b.hub.Close()
	s.expect("next", `"UNAVAILABLE"`)
	s.expect("complete", "")
}

func TestTokenExpiryEndsTheEventStream(t *testing.T) {
	t.Parallel() // it takes its time
	b := start(t)
	id := b.remove(0, 3600)
	s := b.events(http.MethodPost, watch, map[string]any{"id": b.carpeta.CarpetaID}, b.issue(b.carpeta.CiudadanoID, shortLife))
	s.expect("next", id)
	s.expect("next", `"UNAUTHENTICATED"`)
	s.expect("complete", "")
}

func TestEventStreamEnds(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.KeepAlive = 10 * time.Millisecond }))
	id := b.remove(0, 3600)
	t.Run("client leaves", func(t *testing.T) {
		s := b.events(http.MethodPost, follow, map[string]any{"id": id}, b.token)
		s.expect("next", `"ESPERA"`)
		b.must(s.resp.Body.Close())
		b.eventually("forgotten", func() bool { n, _ := b.meter.open(); return n == 0 && b.hub.Count() == 0 })
	})
	t.Run("server stops", func(t *testing.T) {
		s := b.events(http.MethodPost, follow, map[string]any{"id": id}, b.token)
		s.expect("next", `"ESPERA"`)
		for comments := 0; comments < 3; { // kept alive
			line, err := s.in.ReadString('\n')
			b.must(err)
			if line == ":\n" {
				comments++
			}
		}
		b.must(b.stop())
		s.expect("", "") // no complete: the client comes back
	})
}

// TestEventStreamResumes: each event has its secuencia as id, and a client that comes back
// with it gets the later events, once.
func TestEventStreamResumes(t *testing.T) {
	b := start(t)
	const query = `subscription($id: ID!) { e: eliminacion(eventoId: $id) { ...F } } fragment F on Eliminacion { s: secuencia estado }`
	id := b.remove(0, 3600)
	lines := func(s *stream) string {
		s.b.t.Helper()
		var all strings.Builder
		for {
			line, err := s.in.ReadString('\n')
			if err != nil || strings.HasPrefix(line, "event: complete") {
				return all.String()
			}
			all.WriteString(line)
		}
	}
	b.undo(id)
	if got := lines(b.eventsAfter("1", http.MethodPost, query, map[string]any{"id": id}, b.token)); !strings.Contains(got, "id: 2\nevent: next\n") ||
		strings.Contains(got, `"s":1`) || strings.Count(got, "event: next") != 1 {
		t.Error("after 1:", got)
	}
	if got := lines(b.eventsAfter("0", http.MethodGet, query, map[string]any{"id": id}, b.token)); !strings.Contains(got, "id: 1\n") || !strings.Contains(got, "id: 2\n") {
		t.Error("after 0:", got)
	}
	if got := lines(b.eventsAfter("2", http.MethodPost, query, map[string]any{"id": id}, b.token)); strings.Contains(got, "event: next") {
		t.Error("after the end:", got)
	}
	for _, foreign := range []string{"x", "-1", "3", "9223372036854775807", "9999999999999999999999"} { // a saga of two steps knows no third
		if got := lines(b.eventsAfter(foreign, http.MethodPost, query, map[string]any{"id": id}, b.token)); !strings.Contains(got, "id: 2\n") {
			t.Errorf("after %q: %s", foreign, got)
		}
	}
	const argument = `subscription($id: ID!) { eliminacion(eventoId: $id, despuesDe: %d) { secuencia estado } }`
	if got := lines(b.events(http.MethodPost, fmt.Sprintf(argument, 7), map[string]any{"id": id}, b.token)); !strings.Contains(got, "CANCELADA") {
		t.Error("despuesDe of another deletion:", got)
	}
	if got := lines(b.eventsAfter("7", http.MethodPost, fmt.Sprintf(argument, 1), map[string]any{"id": id}, b.token)); strings.Count(got, "event: next") != 1 || !strings.Contains(got, "id: 2\n") {
		t.Error("a foreign Last-Event-ID beside despuesDe:", got)
	}
}
