package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

// The people of the tests: what their tokens say.
const (
	operador      = "Bearer operador"
	otherOperador = "Bearer operador-2"
	auditor       = "Bearer auditor"     // of no operador
	ownAuditor    = "Bearer auditor-1"   // whose token names operador-1
	otherRole     = "Bearer otro-oficio" // the person of operador, as an auditor
	citizen       = "Bearer ciudadano"
)

// verifier proves the people of the tests.
type verifier struct{}

func (verifier) Verify(_ context.Context, token string) (auth.Principal, error) {
	p, known := map[string]auth.Principal{
		"operador":    {Sub: "persona-1", Roles: []auth.Role{auth.Operador}, OperadorID: "operador-1"},
		"otro-oficio": {Sub: "persona-1", Roles: []auth.Role{auth.Auditor}, OperadorID: "operador-1"},
		"operador-2":  {Sub: "persona-2", Roles: []auth.Role{auth.Operador}, OperadorID: "operador-2"},
		"auditor":     {Sub: "auditora", Roles: []auth.Role{auth.Auditor}},
		"auditor-1":   {Sub: "auditora-1", Roles: []auth.Role{auth.Auditor}, OperadorID: "operador-1"},
		"ciudadano":   {Sub: "ciudadana", Roles: []auth.Role{auth.Ciudadano}},
	}[token]
	if !known {
		return p, auth.Revoked()
	}
	return p, nil
}

// house is the face over a real store.
type house struct {
	t       *testing.T
	face    http.Handler
	trail   *auditoria.Consultas
	store   stored
	scribe  auditoria.Escribano
	door    *door.Door
	log     *logs.Log
	now     time.Time
	telling sync.Mutex // exports end side by side
	told    []string   // route and code of each request
	checked validator.Validator
}

type none struct{}

func (none) Refused(string)       {}
func (none) LecturasAnotadas(int) {}
func (none) LecturasNegadas(int)  {}

func start(t *testing.T, change ...func(*house)) *house {
	h := &house{t: t, now: time.Now().UTC().Truncate(time.Millisecond), log: &logs.Log{}}
	clock := func() time.Time { return h.now }
	w := world.New(t, world.Config{Clock: clock})
	h.store, h.scribe = w.Store, auditoria.Escribano{Clock: clock}
	log := slog.New(slog.NewJSONHandler(h.log, nil))
	cursors, err := relay.NewCodec(relay.Key{ID: "k", Secret: bytes.Repeat([]byte{2}, 32)})
	h.must(err)
	l := limits.Limits{}.WithDefaults()
	unlimited := func() *quota.Ledger { return quota.New(quota.Config{}, clock) }
	h.trail = &auditoria.Consultas{Rastro: w.Store, Cursores: cursors, Clock: clock, Log: log, Lenta: 100 * time.Millisecond,
		Lecturas: &auditoria.Lecturas{Rastro: w.Store, Escribano: h.scribe, Metrics: none{}}}
	h.door = &door.Door{
		Verifier: caller.Verifier{Tokens: verifier{}, Within: time.Minute}, Connections: drain.New(), Presenter: present.Presenter{Log: log}, Limits: l, Clock: clock,
		Budget: budget.New(budget.Config{Quota: unlimited(), Refusals: unlimited(), Messages: unlimited(), Limits: l, Metrics: none{}, Clock: time.Now}),
	}
	for _, c := range change {
		c(h)
	}
	h.face = rest.New(rest.Config{Trail: h.trail, Door: h.door, Observe: h.observe})
	h.checked = validated(t)
	return h
}

func (h *house) observe(route, code string, _ time.Duration) {
	h.telling.Lock()
	defer h.telling.Unlock()
	h.told = append(h.told, route+" "+code)
}

// validated reads the served description.
func validated(t *testing.T) validator.Validator {
	text := describe(t)
	doc, err := libopenapi.NewDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	v, errs := validator.NewValidator(doc)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if ok, errs := v.ValidateDocument(); !ok {
		t.Fatalf("openapi.yaml is no OpenAPI 3.1: %v", errs)
	}
	return v
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// later moves the clock.
func (h *house) later(d time.Duration) { h.now = h.now.Add(d) }

// happened writes an event of the trail, with what e says of it.
func (h *house) happened(e auditoria.Evento) auditoria.Evento {
	h.t.Helper()
	if e.OperadorID == "" {
		e.OperadorID = "operador-1"
	}
	if e.Tipo == "" {
		e.Tipo = auditoria.DocumentoEditado
	}
	if e.Recurso == (auditoria.Recurso{}) {
		e.Recurso = auditoria.Recurso{Tipo: "documento", ID: "d-1"}
	}
	proposito, base := e.Proposito, e.BaseLegal // what the caller of an event says comes with the caller
	e = h.scribe.Levantar(context.Background(), e)
	e.Proposito, e.BaseLegal = proposito, base
	h.must(h.store.Anotar(context.Background(), e))
	return e
}

// answer is what the face said.
type answer struct {
	*http.Response

	body string
}

// get asks, and holds request and answer to the description. A request that is refused as one that the
// description forbids need not follow it.
func (h *house) get(who, path string, header ...string) answer {
	h.t.Helper()
	return h.ask(http.MethodGet, who, path, header...)
}

func (h *house) ask(method, who, path string, header ...string) answer {
	h.t.Helper()
	r := httptest.NewRequest(method, "http://localhost"+path, nil)
	if who != "" {
		r.Header.Set("Authorization", who)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.face.ServeHTTP(w, r)
	resp := w.Result()
	text, err := io.ReadAll(resp.Body)
	h.must(err)
	h.must(resp.Body.Close())
	a := answer{resp, string(text)}
	h.holds(r, a)
	return a
}

func (h *house) holds(r *http.Request, a answer) {
	h.t.Helper()
	if a.StatusCode == http.StatusNotFound || a.StatusCode == http.StatusMethodNotAllowed {
		return // no operation of the description
	}
	if a.Header.Get("Content-Type") == "application/jsonl" {
		h.linesHold(r, a)
	} else {
		h.bodyHolds(r, a, a.body)
	}
	if a.StatusCode != http.StatusOK {
		return
	}
	if ok, errs := h.checked.ValidateHttpRequest(r); !ok {
		for _, e := range errs {
			h.t.Errorf("%s: an accepted request is not as described: %s: %s", r.URL, e.Message, e.Reason)
		}
	}
}

// linesHold looks at JSON Lines as pages: the validator reads one value.
func (h *house) linesHold(r *http.Request, a answer) {
	h.t.Helper()
	lines := strings.Split(strings.TrimSuffix(a.body, "\n"), "\n")
	if a.body == "" {
		return
	}
	as := *a.Response
	as.Header = http.Header{"Content-Type": {"application/json"}}
	a.Response = &as
	for run := range slices.Chunk(lines, 1000) {
		h.bodyHolds(r, a, `{"data":[`+strings.Join(run, ",")+`],"pagination":{"limit":1,"offset":0,"total":0,"total_capped":false,"has_more":false}}`)
	}
}

func (h *house) bodyHolds(r *http.Request, a answer, body string) {
	h.t.Helper()
	told := *a.Response
	told.Header, told.Body = a.Header, io.NopCloser(strings.NewReader(body))
	if ok, errs := h.checked.ValidateHttpResponse(r, &told); !ok {
		for _, e := range errs {
			h.t.Errorf("%s: the answer is not as described: %s: %s", r.URL, e.Message, e.Reason)
		}
	}
}

// event is an event of an answer.
type event struct {
	EventID       string `json:"event_id"`
	EventType     string `json:"event_type"`
	Service       string `json:"service"`
	CorrelationID string `json:"correlation_id"`
	Timestamp     string `json:"event_timestamp"`
	Outcome       string `json:"outcome"`
	Cursor        string `json:"cursor"`
	OperadorID    string `json:"operador_id"`
}

type page struct {
	Data       []event `json:"data"`
	Pagination struct {
		Limit, Offset, Total int
		TotalCapped          bool   `json:"total_capped"`
		HasMore              bool   `json:"has_more"`
		NextCursor           string `json:"next_cursor"`
	} `json:"pagination"`
}

func (h *house) page(who, query string) (p page) {
	h.t.Helper()
	a := h.get(who, rest.Events+query)
	if a.StatusCode != http.StatusOK {
		h.t.Fatalf("%s: %d %s", query, a.StatusCode, a.body)
	}
	h.must(json.Unmarshal([]byte(a.body), &p))
	return p
}

type problem struct {
	Type, Title, Detail, Instance, Code string
	Status                              int
	FieldErrors                         map[string]string `json:"field_errors"`
	ExpiredAt                           string            `json:"expired_at"`
}

// refused expects a problem of RFC 9457 that names the field.
func (h *house) refused(who, path string, status int, field string, header ...string) problem {
	h.t.Helper()
	a := h.get(who, path, header...)
	var p problem
	h.must(json.Unmarshal([]byte(a.body), &p))
	if a.StatusCode != status || p.Status != status || a.Header.Get("Content-Type") != "application/problem+json" {
		h.t.Errorf("%s: %d %s", path, a.StatusCode, a.body)
	}
	if field != "" && (len(p.FieldErrors) != 1 || p.FieldErrors[field] == "" || !strings.Contains(p.Detail, p.FieldErrors[field])) {
		h.t.Errorf("%s: the problem should be about %s: %s", path, field, a.body)
	}
	return p
}

func ids(es []event) (all []string) {
	for _, e := range es {
		all = append(all, e.EventID)
	}
	return all
}

// same compares ids in any order.
func (h *house) same(what string, got []event, want ...auditoria.Evento) {
	h.t.Helper()
	var wanted []string
	for _, e := range want {
		wanted = append(wanted, e.EventoID)
	}
	found := ids(got)
	slices.Sort(wanted)
	slices.Sort(found)
	if !slices.Equal(found, wanted) {
		h.t.Errorf("%s: %v, want %v", what, found, wanted)
	}
}

func describe(t *testing.T) []byte {
	w := httptest.NewRecorder()
	free := quota.New(quota.Config{}, time.Now)
	open := &door.Door{Budget: budget.New(budget.Config{Quota: free, Refusals: free, Messages: free, Limits: limits.Limits{}.WithDefaults(), Metrics: none{}, Clock: time.Now})}
	rest.New(rest.Config{Door: open}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+rest.Description, nil))
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/yaml" {
		t.Fatal(fmt.Sprint(w.Code, w.Header()))
	}
	return w.Body.Bytes()
}
