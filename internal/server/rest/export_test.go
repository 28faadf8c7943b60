package rest_test

import (
	"encoding/csv"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
)

const edits = rest.Events + "?event_type=documento.editado"

// fill writes events, and returns their ids, the oldest first.
func (h *house) fill(n int) (ids []string) {
	for range n {
		ids = append(ids, h.happened(auditoria.Evento{}).EventoID)
		h.later(time.Millisecond)
	}
	return ids
}

func (h *house) lines(path string) (es []event) {
	h.t.Helper()
	a := h.get(operador, path, "Accept", "application/jsonl")
	if a.StatusCode != http.StatusOK {
		h.t.Fatal(a.StatusCode, a.body)
	}
	for text := range strings.Lines(a.body) {
		var e event
		h.must(json.Unmarshal([]byte(text), &e))
		es = append(es, e)
	}
	return es
}

func TestExportHasEverythingAndGoesOn(t *testing.T) {
	h := start(t)
	all := h.fill(1203)
	es := h.lines(edits)
	if strings.Join(ids(es), " ") != strings.Join(all, " ") {
		t.Fatalf("%d events, want %d, the oldest first", len(es), len(all))
	}
	for i, e := range es {
		if e.Cursor == "" || i == len(es)-1 {
			continue
		}
		if rest := h.lines(edits + "&cursor=" + e.Cursor); len(rest) != len(es)-i-1 || rest[0].EventID != es[i+1].EventID {
			t.Errorf("after a cut behind event %d come %d", i, len(rest))
		}
	}
	last := es[len(es)-1].Cursor
	if more := h.lines(edits + "&cursor=" + last); len(more) != 0 {
		t.Errorf("%d events behind the last", len(more))
	}
	late := h.fill(1)
	if more := h.lines(edits + "&cursor=" + last); len(more) != 1 || more[0].EventID != late[0] {
		t.Errorf("what came since: %+v", more)
	}
	if some := h.lines(edits + "&limit=7&offset=3"); len(some) != 7 || some[0].EventID != all[3] {
		t.Errorf("a limit: %d", len(some))
	}
}

func TestCSVIsATable(t *testing.T) {
	h := start(t)
	h.happened(auditoria.Evento{Proposito: `=HYPERLINK("http://malo.example")`, BaseLegal: `Ley 1581, "art. 10"`, EnNombreDe: "-1", Datos: map[string]string{"a": "1,2"}})
	a := h.get(operador, edits, "Accept", "text/csv")
	rows, err := csv.NewReader(strings.NewReader(a.body)).ReadAll()
	if err != nil || len(rows) != 2 || a.StatusCode != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/csv") {
		t.Fatal(err, a.StatusCode, a.body)
	}
	named := map[string]string{}
	for i, name := range rows[0] {
		named[name] = rows[1][i]
	}
	for name, want := range map[string]string{
		"purpose": `'=HYPERLINK("http://malo.example")`, "legal_basis": `Ley 1581, "art. 10"`, "on_behalf_of": "'-1",
		"event_data": `{"service":"api","version":"1.0","data":{"a":"1,2"}}`, "event_type": "documento.editado",
	} {
		if named[name] != want {
			t.Errorf("%s: %q, want %q", name, named[name], want)
		}
	}
	if empty := h.get(operador, rest.Events+"?correlation_id=nada", "Accept", "text/csv"); empty.StatusCode != http.StatusOK || strings.Count(empty.body, "\r\n") != 1 {
		t.Errorf("no events: %d %q", empty.StatusCode, empty.body)
	}
}

// TestNoCellIsAFormula: where the comma is in numbers a spreadsheet divides lines at semicolons, quoted or not.
func TestNoCellIsAFormula(t *testing.T) {
	h := start(t)
	h.happened(auditoria.Evento{Proposito: `visita;=HYPERLINK("x")`, BaseLegal: `Ley 1; "@SUMA(A1)"`, EnNombreDe: "a-b=c", Datos: map[string]string{"nota": "uno;+1\t-2"}})
	a := h.get(operador, edits, "Accept", "text/csv")
	rows, err := csv.NewReader(strings.NewReader(a.body)).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatal(err, a.body)
	}
	for _, line := range strings.Split(a.body, "\r\n")[1:] {
		for _, cell := range strings.FieldsFunc(line, func(r rune) bool { return r == ';' || r == '\t' }) {
			if text := strings.TrimLeft(cell, `" `); text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
				t.Errorf("a formula: %s", cell)
			}
		}
	}
	if row := strings.Join(rows[1], "|"); !strings.Contains(row, "|a-b=c|") || !strings.Contains(row, `|visita;'=HYPERLINK("x")|`) {
		t.Errorf("what is no formula changed, or one was lost: %s", row)
	}
}

// An export is one event, however long it is, and pays for what it sends.
func TestExportIsAnEventAndPays(t *testing.T) {
	var ledger *quota.Ledger
	h := start(t, func(h *house) {
		clock := func() time.Time { return h.now }
		ledger = quota.New(quota.Config{PerSecond: 1, Burst: 100_000, Subjects: 10}, clock)
		free := quota.New(quota.Config{}, clock)
		h.door.Budget = budget.New(budget.Config{Quota: ledger, Refusals: free, Messages: free, Limits: limits.Limits{}.WithDefaults(), Metrics: none{}, Clock: time.Now})
	})
	h.fill(1001)
	before, _, _ := ledger.Charge("sub persona-1", 0)
	h.lines(edits)
	after, _, _ := ledger.Charge("sub persona-1", 0)
	if paid := before.Remaining - after.Remaining; paid < 5*1001 {
		t.Errorf("1,001 events cost %d", paid)
	}
	if p := h.page(operador, "?event_type=auditoria.exportada"); len(p.Data) != 1 {
		t.Errorf("%d events tell of the export", len(p.Data))
	}
}

// What ends an export before its end is seen: a file that looks whole is whole.
func TestExportThatCannotGoOnIsCut(t *testing.T) {
	h := start(t)
	h.fill(1203)
	h.now = time.Now() // a real connection has real deadlines
	h.trail.Rastro = &failing{Rastro: h.store, after: 2}
	server := httptest.NewServer(h.face)
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+edits, nil)
	h.must(err)
	r.Header.Set("Authorization", operador)
	r.Header.Set("Accept", "application/jsonl")
	resp, err := server.Client().Do(r)
	h.must(err)
	defer resp.Body.Close()
	var n int
	lines := json.NewDecoder(resp.Body)
	for err == nil {
		var e event
		if err = lines.Decode(&e); err == nil {
			n++
		}
	}
	if n != 1000 || err.Error() != "unexpected EOF" {
		t.Errorf("%d events, then %v", n, err)
	}
	server.Close() // until the request has ended
	if want := []string{" UNAVAILABLE"}; !slices.Equal(h.told, want) {
		t.Errorf("it is told as %q, want %q", h.told, want)
	}
}

// TestRequestsAreToldOf: by their route; an export has none, and one that its client leaves is no failure of ours.
func TestRequestsAreToldOf(t *testing.T) {
	h := start(t)
	h.fill(2)
	h.get(operador, edits)
	h.get(operador, "/api/v1/operadores/operador-1/audit/events")
	h.get(operador, edits+"&cursor=malo")
	h.get(operador, edits, "Accept", "application/jsonl")
	r := httptest.NewRequest(http.MethodGet, edits, nil)
	r.Header.Set("Authorization", operador)
	r.Header.Set("Accept", "application/jsonl")
	func() {
		defer func() { _ = recover() }() // how a handler cuts its connection
		h.face.ServeHTTP(gone{httptest.NewRecorder()}, r)
	}()
	want := []string{rest.Events + " OK", rest.OfOperador + " OK", rest.Events + " INVALID_CURSOR_TOKEN", " OK", " OK"}
	if diff := cmp.Diff(want, h.told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// gone is the connection of a client that left.
type gone struct{ *httptest.ResponseRecorder }

func (gone) Write([]byte) (int, error) { return 0, net.ErrClosed }

// TestExportsThatWaitHoldNoRoom: an export that waits for its budget. Before, it held 1 MiB of the room of all answers
// for as long as it lived, and a few of them made everybody else's pages UNAVAILABLE.
func TestExportsThatWaitHoldNoRoom(t *testing.T) {
	h := start(t, func(h *house) {
		clock := func() time.Time { return h.now }
		spends, free := quota.New(quota.Config{PerSecond: 0.001, Burst: 2000, Subjects: 10}, clock), quota.New(quota.Config{}, clock)
		l := limits.Limits{AnswersAllKiB: 2048}.WithDefaults()
		h.door.Limits, h.door.Budget = l, budget.New(budget.Config{Quota: spends, Refusals: free, Messages: free, Limits: l, Metrics: none{}, Clock: time.Now})
	})
	h.fill(1203)
	h.now = time.Now() // a real connection has real deadlines
	server := httptest.NewServer(h.face)
	defer server.Close()
	for _, who := range []string{operador, ownAuditor} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+edits, nil)
		h.must(err)
		r.Header.Set("Authorization", who)
		r.Header.Set("Accept", "application/jsonl")
		resp, err := server.Client().Do(r)
		h.must(err)
		defer resp.Body.Close()
		lines := json.NewDecoder(resp.Body)
		for range 500 { // a run: now it is in debt
			h.must(lines.Decode(&event{}))
		}
	}
	for until := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) { // the last byte is sent before its room is given back
		a := h.get(otherOperador, rest.Events+"?limit=300")
		if a.StatusCode == http.StatusOK {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("%d %s", a.StatusCode, a.body)
		}
	}
}

// TestWhatAnExportKeepsOpenIsCounted: a part of the archive, some megabytes, as long as there is room for it. Before,
// nobody counted it: 64 exports of one auditor that were read slowly were hundreds of megabytes.
func TestWhatAnExportKeepsOpenIsCounted(t *testing.T) {
	k := &keeper{}
	h := start(t, func(h *house) {
		k.Rastro = h.store
		h.trail.Seguido = func() auditoria.Seguido { return k }
	})
	h.fill(501) // two runs
	for name, c := range map[string]struct{ bytes, reads int }{
		"there is room":                        {1 << 20, 1},
		"more than all answers together take":  {3 << 20, 2},
		"more than there is beside the answer": {2<<20 - 20<<10, 2},
	} {
		free := quota.New(quota.Config{}, time.Now)
		l := limits.Limits{AnswersAllKiB: 2048}.WithDefaults()
		h.door.Budget = budget.New(budget.Config{Quota: free, Refusals: free, Messages: free, Limits: l, Metrics: none{}, Clock: time.Now})
		k.bytes, k.reads, k.closes = c.bytes, 0, 0
		if n := len(h.lines(edits)); n != 501 || k.reads != c.reads || k.closes != c.reads {
			t.Errorf("%s: %d events; opened %d times, want %d, and closed %d times", name, n, k.reads, c.reads, k.closes)
		}
	}
}
