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

// nuevo is a bootstrapped store with tables of its own, removed after the test.
func nuevo(t testing.TB, ajustes ...func(*dynamostore.Opciones)) *dynamostore.Store {
	t.Helper()
	s := sinTablas(t, ajustes...)
	exigir(t, s.Bootstrap(t.Context()))
	t.Cleanup(func() {
		// Not t.Context: it has ended by now.
		if err := s.BorrarTablas(context.Background()); err != nil {
			t.Errorf("tables left behind: %v", err)
		}
	})
	return s
}

// sinTablas is a store whose tables do not exist.
func sinTablas(t testing.TB, ajustes ...func(*dynamostore.Opciones)) *dynamostore.Store {
	t.Helper()
	op := dynamostore.Opciones{
		Endpoint: services.DynamoDB(t), Prefijo: "t" + uuid.NewString() + "_",
		// The emulator shares two cores with the tests: a deadline is not what they are about.
		PlazoIntento: time.Minute, PlazoTotal: 3 * time.Minute,
	}
	for _, a := range ajustes {
		a(&op)
	}
	s, err := dynamostore.New(t.Context(), op)
	exigir(t, err)
	t.Cleanup(s.Close)
	return s
}

func exigir(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

// cable stands between client and service.
type cable struct {
	t       testing.TB
	base    http.RoundTripper
	perder  atomic.Bool                                         // lose the answer of the next write
	ante    func(*http.Request, string) (*http.Response, error) // answers instead, unless it gives nil, nil
	enviado atomic.Int64
}

func nuevoCable(t testing.TB) *cable {
	base := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(base.CloseIdleConnections)
	return &cable{t: t, base: base}
}

func (c *cable) opcion(op *dynamostore.Opciones) { op.HTTP = &http.Client{Transport: c} }

func (c *cable) RoundTrip(r *http.Request) (*http.Response, error) {
	c.enviado.Add(1)
	_, accion, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	for _, p := range permisosDe(c.t, r, accion) {
		if p != "DeleteTable" && !permitidas()[p] { // only tests remove tables
			c.t.Errorf("docs/operacion.md does not ask for dynamodb:%s", p)
		}
	}
	if accion == "Scan" { // so the whole contract proves that there is none
		return respuesta(400, `{"__type":"AccessDeniedException","message":"no Scan, anywhere, ever"}`), nil
	}
	if c.ante != nil {
		if resp, err := c.ante(r, accion); resp != nil || err != nil {
			return resp, err
		}
	}
	resp, err := c.base.RoundTrip(r)
	if err != nil || !esEscritura(accion) || !c.perder.CompareAndSwap(true, false) {
		return resp, err
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	return nil, io.ErrUnexpectedEOF
}

// permitidas are the actions that the manual tells an operator to allow.
var permitidas = sync.OnceValue(func() map[string]bool {
	texto, err := os.ReadFile("../../../docs/operacion.md")
	if err != nil {
		panic(err)
	}
	hay := map[string]bool{}
	for _, m := range regexp.MustCompile(`dynamodb:(\w+)`).FindAllStringSubmatch(string(texto), -1) {
		hay[m[1]] = true
	}
	return hay
})

// permisosDe are those that a call needs: a transaction those of its parts.
func permisosDe(t testing.TB, r *http.Request, accion string) (ps []string) {
	if accion != "TransactWriteItems" {
		return []string{accion}
	}
	var in struct{ TransactItems []map[string]any }
	leerCuerpo(t, r, &in)
	for _, parte := range in.TransactItems {
		for clase := range parte {
			ps = append(ps, strings.TrimSuffix(clase, "Item")+"Item")
		}
	}
	return ps
}

func esEscritura(accion string) bool {
	switch accion {
	case "PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem":
		return true
	}
	return false
}

// respuesta is an answer that the service never gave.
func respuesta(estado int, cuerpo string) *http.Response {
	return &http.Response{
		StatusCode: estado, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(cuerpo)), ContentLength: int64(len(cuerpo)),
	}
}

// medidor records what every call consumed.
type medidor struct {
	mu     sync.Mutex
	ops    []string
	unidad []float64
}

func (m *medidor) opcion(op *dynamostore.Opciones) { op.Observar = m.observar }

func (m *medidor) observar(op string, c float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ops, m.unidad = append(m.ops, op), append(m.unidad, c)
}

// tomar gives the calls and units since the last tomar.
func (m *medidor) tomar() (llamadas int, unidades float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range m.unidad {
		unidades += u
	}
	llamadas = len(m.ops)
	m.ops, m.unidad = nil, nil
	return llamadas, unidades
}
