package e2e_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var (
	operationCount = flag.Int("operaciones", 3000, "random operations to send")
	operationSeed  = flag.Uint64("semilla", 1, "number that they are made up from")
)

// tally counts the outcomes of the operations; they say whether the generator is any good.
type tally struct {
	good, withErrors, withoutData int
	codes                         map[string]int // first error of each
}

// TestRandomOperations sends made-up operations to a server with data. Whatever
// they are: never a 5xx, never an error without a code, never a panic or an
// internal error in the log, and the memory is given back.
func TestRandomOperations(t *testing.T) {
	t.Parallel()
	m := newWorld(t, serverkit.Embedded)
	g := newSender(t, m, *operationSeed)
	c := tally{codes: map[string]int{}}
	warm := uint64(0)
	for i := range *operationCount {
		o := g.next()
		if wrong := m.send(t, g, o, &c); wrong != "" {
			t.Fatalf("operation %d of seed %d: %s\n%s\n%s", i, *operationSeed, wrong, o.Query, o.Variables)
		}
		if i == *operationCount/5 {
			warm = m.memory(t)
		}
	}
	t.Logf("%d operations: %d well, %d with errors beside data, %d refused; %v", *operationCount, c.good, c.withErrors, c.withoutData, c.codes)
	for what, enough := range map[string]bool{
		"well": c.good >= *operationCount/5, "refused": c.withoutData >= *operationCount/5, "with errors beside data": c.withErrors > 0,
	} {
		if !enough {
			t.Errorf("the generator is worth little, too few operations end %s: %+v", what, c)
		}
	}
	if grown := int64(m.memory(t)) - int64(warm); grown > 64<<20 {
		t.Errorf("the server's heap grew by %d MiB", grown>>20)
	}
}

// ids are the ids of existing things, in every spelling, and of absent ones.
func (m *world) ids() map[string][]string {
	of := func(names ...string) (ids []string) {
		for _, n := range names {
			ids = append(ids, m.variables[n].(string))
		}
		return ids
	}
	carpetas, eventos := of("carpeta", "carpetaGlobal"), of("evento", "eventoGlobal", "cancelable", "solicitada", "porAprobar")
	documentos := of("documento", "bloqueado", "libre", "certificado", "vacio")
	none := []string{"", "x", absentID, "RG9jdW1lbnRv"}
	return map[string][]string{
		"id": slices.Concat(carpetas, carpetas, documentos, eventos), "carpetaId": carpetas, "documentoId": documentos, "eventoId": eventos, "operadorId": of("operadorId"),
		"": slices.Concat(carpetas, documentos, eventos, none),
	}
}

var cursorPattern = regexp.MustCompile(`v[12]\.[A-Za-z0-9._-]+`)

// send sends an operation as somebody, in some form, and describes the faults
// with the answer.
func (m *world) send(t *testing.T, g *sender, o asked, c *tally) string {
	t.Helper()
	resp, err := (&http.Client{Timeout: soon}).Do(m.request(t, g, o))
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	body, err := readBody(resp)
	if err != nil {
		return err.Error()
	}
	for _, cursor := range cursorPattern.FindAllString(string(body), 2) {
		if len(g.cursors) < 200 && g.from == dueno {
			g.cursors = append(g.cursors, cursor)
		}
	}
	return judge(resp.StatusCode, body, c)
}

// silence is how long a stream may say nothing: it may have nothing to say.
const silence = time.Second

// readBody reads it all; of an event stream only the first event.
func readBody(resp *http.Response) ([]byte, error) {
	if resp.Header.Get("Content-Type") != "text/event-stream; charset=utf-8" {
		return io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	}
	keepsQuiet := time.AfterFunc(silence, func() { _ = resp.Body.Close() })
	defer keepsQuiet.Stop()
	var all []byte
	for chunk := make([]byte, 4096); ; {
		n, err := resp.Body.Read(chunk)
		all = append(all, chunk[:n]...)
		_, data, found := bytes.Cut(all, []byte("event: next\ndata: "))
		line, _, whole := bytes.Cut(data, []byte("\n\n"))
		switch {
		case found && whole:
			return line, nil
		case bytes.Contains(all, []byte("event: complete")), err != nil && !keepsQuiet.Stop():
			return []byte(`{"data":{}}`), nil // nothing to tell, which is an answer
		case err != nil:
			return all, err
		}
	}
}

func judge(status int, body []byte, c *tally) string {
	var r struct {
		Data   json.RawMessage
		Errors []struct {
			Message    string
			Extensions struct{ Code string }
		}
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return fmt.Sprintf("%d %s: %v", status, body, err)
	}
	for _, e := range r.Errors {
		if code := e.Extensions.Code; code == "" || code == "INTERNAL" || code == "UNAVAILABLE" || e.Message == "" {
			return fmt.Sprintf("%d %s", status, body)
		}
	}
	if len(r.Errors) > 0 {
		c.codes[r.Errors[0].Extensions.Code]++
	}
	data := len(r.Data) > 0 && string(r.Data) != "null"
	switch {
	case status >= 500, status == http.StatusTooManyRequests, len(r.Errors) == 0 && !data:
		return fmt.Sprintf("%d %s", status, body)
	case len(r.Errors) == 0:
		c.good++
	case data:
		c.withErrors++
	default:
		c.withoutData++
	}
	return ""
}

// request is mostly a POST, at times a GET; subscriptions ask for an event stream.
func (m *world) request(t *testing.T, g *sender, o asked) *http.Request {
	t.Helper()
	client := m.clients[g.from]
	body, err := json.Marshal(o)
	must(t, err)
	method, target := http.MethodPost, client.URL+"/graphql"
	if g.often(10) {
		method, body = http.MethodGet, nil
		target += "?" + url.Values{"query": {o.Query}, "variables": {string(o.Variables)}, "operationName": {o.OperationName}}.Encode()
	}
	req, err := http.NewRequestWithContext(t.Context(), method, target, bytes.NewReader(body))
	must(t, err)
	media := []string{"application/graphql-response+json", "application/json", "*/*", "text/event-stream"}
	req.Header.Set("Accept", media[g.IntN(len(media))])
	req.Header.Set("Content-Type", "application/json")
	if client.Token != "" {
		req.Header.Set("Authorization", "Bearer "+client.Token)
	}
	return req
}

var heapPattern = regexp.MustCompile(`(?m)^go_memstats_heap_inuse_bytes (\S+)$`)

// memoria is the heap in use.
func (m *world) memory(t *testing.T) uint64 {
	t.Helper()
	_, metrics := m.server.Admin(t, "/metrics")
	value := heapPattern.FindStringSubmatch(metrics)
	if value == nil {
		t.Fatal("no go_memstats_heap_inuse_bytes in /metrics")
	}
	bytes, err := strconv.ParseFloat(value[1], 64)
	must(t, err)
	return uint64(bytes)
}
