package dynamostore_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

// newStore is a bootstrapped store with tables of its own, removed after the test.
func newStore(t testing.TB, changes ...func(*dynamostore.Config)) *dynamostore.Store {
	t.Helper()
	s := withoutTables(t, changes...)
	require(t, s.Bootstrap(t.Context()))
	t.Cleanup(func() {
		// Not t.Context: it has ended by now.
		if err := s.DropTables(context.Background()); err != nil {
			t.Errorf("tables left behind: %v", err)
		}
	})
	return s
}

// withoutTables is a store whose tables do not exist.
func withoutTables(t testing.TB, changes ...func(*dynamostore.Config)) *dynamostore.Store {
	t.Helper()
	op := dynamostore.Config{
		Endpoint: services.DynamoDB(t), Prefix: "t" + uuid.NewString() + "_",
		// The emulator shares two cores with the tests: a deadline is not what they are about.
		AttemptTimeout: time.Minute, TotalTimeout: 3 * time.Minute,
	}
	for _, a := range changes {
		a(&op)
	}
	s, err := dynamostore.New(t.Context(), op)
	require(t, err)
	t.Cleanup(s.Close)
	return s
}

func require(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

// wire stands between client and service.
type wire struct {
	t      testing.TB
	base   http.RoundTripper
	lose   atomic.Bool                                         // lose the answer of the next write of several items
	before func(*http.Request, string) (*http.Response, error) // answers instead, unless it gives nil, nil
}

func newWire(t testing.TB) *wire {
	base := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(base.CloseIdleConnections)
	return &wire{t: t, base: base}
}

func (c *wire) option(op *dynamostore.Config) { op.HTTP = &http.Client{Transport: c} }

func (c *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	_, action, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	for _, p := range permissionsOf(c.t, r, action) {
		if p != "DeleteTable" && !allowedActions()[p] { // only tests remove tables
			c.t.Errorf("docs/operacion.md does not ask for dynamodb:%s", p)
		}
	}
	if action == "Scan" { // so the whole contract proves that there is none
		return answer(400, `{"__type":"AccessDeniedException","message":"no Scan, anywhere, ever"}`), nil
	}
	if c.before != nil {
		if resp, err := c.before(r, action); resp != nil || err != nil {
			return resp, err
		}
	}
	resp, err := c.base.RoundTrip(r)
	if err != nil || action != "TransactWriteItems" || !c.lose.CompareAndSwap(true, false) {
		return resp, err
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	return nil, io.ErrUnexpectedEOF
}

// allowedActions are the actions that the manual tells an operator to allow.
var allowedActions = sync.OnceValue(func() map[string]bool {
	text, err := os.ReadFile("../../../docs/operacion.md")
	if err != nil {
		panic(err)
	}
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`dynamodb:(\w+)`).FindAllStringSubmatch(string(text), -1) {
		found[m[1]] = true
	}
	return found
})

// permissionsOf are those that a call needs: a transaction those of its parts.
func permissionsOf(t testing.TB, r *http.Request, action string) (ps []string) {
	if action != "TransactWriteItems" {
		return []string{action}
	}
	var in struct{ TransactItems []map[string]any }
	readBody(t, r, &in)
	for _, part := range in.TransactItems {
		for class := range part {
			ps = append(ps, strings.TrimSuffix(class, "Item")+"Item")
		}
	}
	return ps
}

// answer is an answer that the service never gave.
func answer(status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
}

// meter records what every call consumed.
type meter struct {
	mu    sync.Mutex
	ops   []string
	units []float64
}

func (m *meter) option(op *dynamostore.Config) { op.Observe = m.observe }

func (m *meter) observe(op string, c float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ops, m.units = append(m.ops, op), append(m.units, c)
}

// take gives the calls and units since the last take.
func (m *meter) take() (calls int, units float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range m.units {
		units += u
	}
	calls = len(m.ops)
	m.ops, m.units = nil, nil
	return calls, units
}
