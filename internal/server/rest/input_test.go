package rest_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.yaml.in/yaml/v3"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
)

func TestBadInputNamesItsField(t *testing.T) {
	h := start(t)
	future := h.now.Add(time.Minute).Format(time.RFC3339)
	for query, field := range map[string]string{
		"since=" + future:                   "since",
		"since=1h&until=2h":                 "until",
		"until=7%20d":                       "until",
		"event_type=nada.nuevo":             "event_type",
		"event_type=DOCUMENTO_VISTO":        "event_type",
		"service=gateway":                   "service",
		"outcome=ok":                        "outcome",
		"severity=fatal":                    "severity",
		"correlation_id=":                   "correlation_id",
		"correlation_id=a%20b":              "correlation_id",
		"correlation_id=a%00":               "correlation_id",
		"correlation_id=%FF":                "correlation_id",
		"limit=1&limit=2":                   "limit",
		"page=2":                            "page",
		"Limit=2":                           "Limit",
		"%3Cscript%3E=2":                    "?",
		"offset=0&cursor=x":                 "offset",
		"cursor=x":                          "cursor",
		"order=ASC":                         "order",
		"order=":                            "order",
		"order=asc&order=desc":              "order",
		"correlation_id=" + long:            "correlation_id",
		"cursor=" + strings.Repeat(long, 9): "cursor",
	} {
		p := h.refused(operador, rest.Events+"?"+query, http.StatusBadRequest, field)
		if strings.Contains(p.Detail, long) || strings.Contains(p.Detail, "script") {
			t.Errorf("%s: the answer repeats the request: %s", query, p.Detail)
		}
	}
	if p := h.refused(operador, rest.Events+"?%zz", http.StatusBadRequest, ""); p.Code != "BAD_USER_INPUT" {
		t.Errorf("%+v", p)
	}
	all := h.get(operador, rest.Events+"?limit=0&offset=-1&outcome=x")
	for _, field := range []string{`"limit"`, `"offset"`, `"outcome"`} {
		if !strings.Contains(all.body, field) {
			t.Errorf("%s is not named: %s", field, all.body)
		}
	}
}

var long = strings.Repeat("x", 129)

func TestCursorsAreOfOnePersonAndFilter(t *testing.T) {
	h := start(t)
	for range 5 {
		h.happened(auditoria.Evento{})
		h.later(time.Millisecond)
	}
	next := h.page(operador, "?limit=2&since=1h").Pagination.NextCursor
	h.page(operador, "?limit=3&since=1h&cursor="+next) // the size of a page is no part of it
	for what, c := range map[string]struct{ who, query string }{
		"another filter":  {operador, "?since=2h&cursor=" + next},
		"no filter":       {operador, "?cursor=" + next},
		"another person":  {ownAuditor, "?since=1h&cursor=" + next},
		"another role":    {otherRole, "?since=1h&cursor=" + next},
		"another's trail": {otherOperador, "?since=1h&cursor=" + next},
		"tampered":        {operador, "?since=1h&cursor=" + tampered(next)},
	} {
		if p := h.refused(c.who, rest.Events+c.query, http.StatusBadRequest, "cursor"); p.Code != "INVALID_CURSOR_TOKEN" {
			t.Errorf("%s: %+v", what, p)
		}
	}
	if a := h.get(operador, rest.Events+"?since=1h&cursor="+next, "Accept", "text/csv"); a.StatusCode != http.StatusBadRequest {
		t.Error("the cursor of a page goes on with an export:", a.StatusCode)
	}
	h.later(25 * time.Hour)
	if p := h.refused(operador, rest.Events+"?since=1h&cursor="+next, http.StatusBadRequest, "cursor"); p.Code != "EXPIRED_CURSOR_TOKEN" || p.ExpiredAt == "" {
		t.Errorf("%+v", p)
	}
}

// tampered is a cursor with another letter in the middle of its signature.
func tampered(cursor string) string {
	at := len(cursor) - 10
	other := byte('A')
	if cursor[at] == other {
		other = 'B'
	}
	return cursor[:at] + string(other) + cursor[at+1:]
}

func TestWhoReadsTheTrail(t *testing.T) {
	h := start(t)
	mine := h.happened(auditoria.Evento{CorrelacionID: "eliminacion-1"})
	theirs := h.happened(auditoria.Evento{CorrelacionID: "eliminacion-2", OperadorID: "operador-2"})
	const edits = "?event_type=documento.editado"
	for who, c := range map[string]struct {
		path   string
		status int
		want   []auditoria.Evento
	}{
		operador:         {rest.Events + edits, 200, []auditoria.Evento{mine}},
		otherOperador:    {rest.Events + edits, 200, []auditoria.Evento{theirs}},
		ownAuditor:       {rest.Events + edits, 200, []auditoria.Evento{mine}},
		auditor:          {rest.Events + "?correlation_id=eliminacion-2", 200, []auditoria.Evento{theirs}},
		"":               {rest.Events, 401, nil},
		citizen:          {rest.Events, 403, nil},
		"Bearer unknown": {rest.Events, 401, nil},
	} {
		a := h.get(who, c.path)
		if a.StatusCode != c.status {
			t.Errorf("%q: %d %s", who, a.StatusCode, a.body)
		}
		for _, e := range []auditoria.Evento{mine, theirs} {
			if wanted := slices.ContainsFunc(c.want, func(w auditoria.Evento) bool { return w.EventoID == e.EventoID }); wanted != strings.Contains(a.body, e.EventoID) {
				t.Errorf("%q sees %s: %v, want %v", who, e.OperadorID, !wanted, wanted)
			}
		}
	}
	h.refused("", rest.Events+"?limit=0", http.StatusUnauthorized, "")
	if p := h.refused(auditor, rest.Events, http.StatusBadRequest, "operador_id"); p.Code != "BAD_USER_INPUT" {
		t.Errorf("%+v", p)
	}
	of := func(id string) string { return "/api/v1/operadores/" + id + "/audit/events" }
	if a := h.get(auditor, of("operador-2")+edits); !strings.Contains(a.body, theirs.EventoID) || strings.Contains(a.body, mine.EventoID) {
		t.Error("an auditor that names an operador:", a.body)
	}
	h.refused(operador, of("operador-2"), http.StatusForbidden, "")
	if a := h.get(operador, of("operador-1")+edits); a.StatusCode != http.StatusOK {
		t.Error("an operador that names itself:", a.body)
	}
}

// TestAnAuditorNamesWhoseTrail: as the refusal of a request without it says, and by the address too.
func TestAnAuditorNamesWhoseTrail(t *testing.T) {
	h := start(t)
	carpetaID := uuid.NewString()
	mine := h.happened(auditoria.Evento{})
	theirs := h.happened(auditoria.Evento{OperadorID: "operador-2"})
	ofCarpeta := h.happened(auditoria.Evento{OperadorID: "operador-2", CarpetaID: carpetaID})
	const edits = "event_type=documento.editado"
	for query, want := range map[string][]auditoria.Evento{
		"?operador_id=operador-1&" + edits:                              {mine},
		"?operador_id=operador-2&" + edits:                              {theirs, ofCarpeta},
		"?carpeta_id=" + carpetaID + "&" + edits:                        {ofCarpeta},
		"?operador_id=operador-2&carpeta_id=" + carpetaID + "&" + edits: {ofCarpeta},
		"?operador_id=operador-1&carpeta_id=" + carpetaID + "&" + edits: nil,
	} {
		var got, wanted []string
		for _, e := range h.page(auditor, query).Data {
			got = append(got, e.EventID)
		}
		for _, e := range want {
			wanted = append(wanted, e.EventoID)
		}
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(wanted))) {
			t.Errorf("%s: %v, want %v", query, got, wanted)
		}
	}
	h.refused(operador, rest.Events+"?operador_id=operador-2", http.StatusForbidden, "")
	h.refused(auditor, rest.Events+"?operador_id=a%20b", http.StatusBadRequest, "operador_id")
	h.refused(auditor, rest.Events+"?carpeta_id=1", http.StatusBadRequest, "carpeta_id")
	h.refused(auditor, "/api/v1/operadores/operador-1/audit/events?operador_id=operador-1", http.StatusBadRequest, "operador_id")
}

// A foreign event looks like an absent one, to the byte; so does an operador that does not exist.
func TestNothingTellsWhetherSomethingForeignExists(t *testing.T) {
	h := start(t)
	h.happened(auditoria.Evento{CorrelacionID: "ajena", OperadorID: "operador-2"})
	body := func(path string) string {
		r := h.get(operador, path, "X-Request-Id", "a")
		return fmt.Sprint(r.StatusCode, r.body)
	}
	if a, b := body(rest.Events+"?correlation_id=ajena"), body(rest.Events+"?correlation_id=nadie"); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	if a, b := body("/api/v1/operadores/operador-2/audit/events"), body("/api/v1/operadores/nadie/audit/events"); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}

// What an auditor reads is not told to the operador that it is about; what its own people read is.
func TestReadingTheTrailIsAnEvent(t *testing.T) {
	h := start(t)
	h.happened(auditoria.Evento{CorrelacionID: "rr"})
	h.later(time.Millisecond)
	h.page(auditor, "?correlation_id=rr")
	h.later(time.Millisecond)
	const reads = "?event_type=auditoria.leida"
	if p := h.page(operador, reads); len(p.Data) != 0 || p.Pagination.Total != 0 {
		t.Errorf("an operador sees what an auditor read: %+v", p)
	}
	h.later(time.Millisecond)
	if p := h.page(operador, reads); len(p.Data) != 1 {
		t.Errorf("its own reading is not there: %+v", p)
	}
	seen := h.page(ownAuditor, reads).Data
	if len(seen) != 3 || seen[2].CorrelationID == "rr" {
		t.Errorf("an auditor sees %+v", seen)
	}
}

// The hash of a file tells who has the same one: no face of operadores and auditors shows it.
func TestHashesOfFilesAreNotTold(t *testing.T) {
	h := start(t)
	h.happened(auditoria.Evento{CorrelacionID: "rr", Datos: map[string]string{"sha256": "c0ffee", "bytes": "7"}})
	for _, accept := range []string{"application/json", "application/jsonl", "text/csv"} {
		a := h.get(auditor, rest.Events+"?correlation_id=rr", "Accept", accept)
		if a.StatusCode != http.StatusOK || strings.Contains(a.body, "c0ffee") || !strings.Contains(a.body, "bytes") {
			t.Errorf("%s: %d %s", accept, a.StatusCode, a.body)
		}
	}
}

// An answer leaves only when it is written that it left.
func TestNothingIsReadThatCannotBeRecorded(t *testing.T) {
	h := start(t, func(h *house) { h.trail.Lecturas.Rastro = unwritable{h.store} })
	for _, accept := range []string{"application/json", "text/csv"} {
		if a := h.get(operador, rest.Events, "Accept", accept); a.StatusCode != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", accept, a.StatusCode, a.body)
		}
	}
}

func TestMethodsAndAddresses(t *testing.T) {
	h := start(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "QUERY"} {
		for _, path := range []string{rest.Events, rest.Description, "/api/v1/operadores/o/audit/events"} {
			if a := h.ask(method, operador, path); a.StatusCode != http.StatusMethodNotAllowed || a.Header.Get("Allow") != "GET" {
				t.Errorf("%s %s: %d, Allow %q", method, path, a.StatusCode, a.Header.Get("Allow"))
			}
		}
	}
	for _, path := range []string{"/api/", "/api/v1/audit", "/api/v1/audit/events/x", "/api/v2/audit/events"} {
		if a := h.get(operador, path); a.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
	}
	if a := h.get(operador, rest.Events, "Accept", "image/png"); a.StatusCode != http.StatusNotAcceptable {
		t.Error(a.StatusCode)
	}
}

// A query that takes longer than 100 ms is logged: its filters by name, and nothing that they say.
func TestSlowQueriesAreLogged(t *testing.T) {
	h := start(t)
	h.page(operador, "?correlation_id=rr-secreta")
	if strings.Contains(h.log.String(), "slow audit query") {
		t.Error("a query that took no time is slow")
	}
	h.trail.Rastro = slow{h.store, h}
	h.page(operador, "?correlation_id=rr-secreta")
	text := h.log.String()
	if !strings.Contains(text, "slow audit query") || !strings.Contains(text, "correlationId") || strings.Contains(text, "rr-secreta") || strings.Contains(text, "persona-1") {
		t.Error(text)
	}
}

// The description and the program have the same addresses, parameters and values.
func TestTheDescriptionHasWhatTheProgramHas(t *testing.T) {
	doc := parsed(t, describe(t))
	if got := slices.Sorted(maps.Keys(doc.Paths)); !slices.Equal(got, slices.Sorted(slices.Values([]string{rest.Events, rest.OfOperador, rest.Description}))) {
		t.Error("addresses:", got)
	}
	if got := slices.Sorted(maps.Keys(doc.Components.Parameters)); !slices.Equal(got, slices.Sorted(slices.Values(rest.Parameters))) {
		t.Error("parameters:", got)
	}
	for _, path := range []string{rest.Events, rest.OfOperador} {
		if methods := slices.Sorted(maps.Keys(doc.Paths[path])); !slices.Contains(methods, "get") || len(methods) > 2 {
			t.Error("methods:", path, methods)
		}
	}
	for name, want := range map[string][]string{
		"EventType": texts(auditoria.Tipos), "Service": texts(auditoria.Servicios), "Outcome": texts(auditoria.Resultados), "Severity": texts(auditoria.Gravedades),
	} {
		if got := doc.Components.Schemas[name].Enum; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	limit, offset := doc.Components.Parameters["limit"].Schema, doc.Components.Parameters["offset"].Schema
	if limit.Default != auditoria.Paginas.Default || limit.Maximum != auditoria.Paginas.Max || offset.Maximum != auditoria.MaxSalto {
		t.Errorf("%+v %+v", limit, offset)
	}
}

type description struct {
	Paths      map[string]map[string]any
	Components struct {
		Parameters map[string]struct{ Schema schema }
		Schemas    map[string]schema
	}
}

type schema struct {
	Properties       map[string]any
	Required         []string
	Enum             []string
	Default, Maximum int
}

func parsed(t *testing.T, text []byte) (d description) {
	if err := yaml.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func texts[T ~string](all []T) (s []string) {
	for _, v := range all {
		s = append(s, string(v))
	}
	return s
}

// TestARefusalTellsTheBudget: who spent it learns when it is whole again.
func TestARefusalTellsTheBudget(t *testing.T) {
	h := start(t, func(h *house) {
		clock := func() time.Time { return h.now }
		spends, free := quota.New(quota.Config{PerSecond: 1, Burst: 2000, Subjects: 10}, clock), quota.New(quota.Config{}, clock)
		h.door.Budget = budget.New(budget.Config{Quota: spends, Refusals: free, Messages: free, Limits: h.door.Limits, Metrics: none{}, Clock: clock})
	})
	for range 20 {
		a := h.get(operador, rest.Events+"?limit=1000")
		if left := a.Header.Get("RateLimit"); !strings.HasPrefix(left, `"costo";r=`) {
			t.Fatalf("%d says RateLimit %q", a.StatusCode, left)
		}
		if a.StatusCode == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("the budget never ends")
}
