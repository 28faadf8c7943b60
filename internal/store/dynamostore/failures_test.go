package dynamostore_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

func requireCode(t testing.TB, err error, c fault.Code) {
	t.Helper()
	if fault.CodeOf(err) != c || err == nil {
		t.Fatalf("error is %v, want code %s", err, c)
	}
}

func TestWithoutTablesSaysWhatToDo(t *testing.T) {
	s := withoutTables(t)
	c := aCarpeta(0)
	d := typical(c, 1)
	for name, call := range map[string]func() error{
		"Carpeta": func() error { _, err := s.Carpeta(t.Context(), c.CarpetaID); return err },
		"Listar": func() error {
			_, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5})
			return err
		},
		"Documentos":     func() error { _, err := s.Documentos(t.Context(), []documento.Clave{d.Clave()}); return err },
		"CrearCarga":     func() error { return s.CrearCarga(t.Context(), d, carpeta.SinCuota, storetest.Hecho()) },
		"ConfirmarCarga": func() error { _, err := s.ConfirmarCarga(t.Context(), d, d, storetest.Hecho()); return err },
		"Sembrar":        func() error { return s.Sembrar(t.Context(), c, []documento.Documento{d}, storetest.Hecho()) },
		"Iniciar":        func() error { return s.Iniciar(t.Context(), aSaga(c, d), storetest.Hecho()) },
		"Guardar": func() error {
			return s.Guardar(t.Context(), eliminacion.Guardado{Nueva: aSaga(c, d)}, storetest.Hecho())
		},
		"Ready": func() error { return s.Ready(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			err := call()
			requireCode(t, err, fault.Unavailable)
			if !strings.Contains(err.Error(), "run `carpeta bootstrap`") {
				t.Errorf("the log does not say what to do: %v", err)
			}
			var f *fault.Error
			if errors.As(err, &f) && strings.Contains(f.Mensaje, "bootstrap") {
				t.Errorf("the citizen is told about it: %q", f.Mensaje)
			}
		})
	}
}

// TestMuteService: the SDK alone would wait for ever.
func TestMuteService(t *testing.T) {
	var attempts atomic.Int64
	release := make(chan struct{})
	mute := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		attempts.Add(1)
		select {
		case <-r.Context().Done():
		case <-release:
		}
	}))
	t.Cleanup(mute.Close)
	t.Cleanup(func() { close(release) })
	s := withoutTables(t, func(op *dynamostore.Config) {
		op.Endpoint, op.AttemptTimeout, op.TotalTimeout = mute.URL, 3*time.Second, time.Minute
	})
	_, err := s.Carpeta(t.Context(), "x")
	requireCode(t, err, fault.Unavailable)
	// An attempt may end before it is accepted, on a busy machine.
	if n := attempts.Load(); n < 1 || n > 4 {
		t.Errorf("%d attempts arrived, want up to 3 of the SDK and a direct one", n)
	}
}

func TestAbsentService(t *testing.T) {
	s := withoutTables(t, func(op *dynamostore.Config) { op.Endpoint = "http://127.0.0.1:1" })
	_, err := s.Carpeta(t.Context(), "x")
	requireCode(t, err, fault.Unavailable)
}

func TestAnswersOfTheService(t *testing.T) {
	cancelada := func(codes ...string) string {
		var rs []string
		for _, c := range codes {
			rs = append(rs, fmt.Sprintf(`{"Code":%q}`, c))
		}
		return `{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","CancellationReasons":[` + strings.Join(rs, ",") + `]}`
	}
	for _, testCase := range []struct {
		name, body string
		status     int
		code       fault.Code
		sent       int64
	}{
		{"conflict without end", cancelada("TransactionConflict", "None"), 400, fault.Conflict, 25},
		{"throttled transaction", cancelada("None", "ThrottlingError"), 400, fault.Unavailable, 25},
		{"condition", cancelada("None", "ConditionalCheckFailed"), 400, fault.Conflict, 1},
		{"condition and conflict", cancelada("TransactionConflict", "ConditionalCheckFailed"), 400, fault.Conflict, 1},
		{"throttled", `{"__type":"ProvisionedThroughputExceededException"}`, 400, fault.Unavailable, 8},
		{"down", `{"__type":"InternalServerError"}`, 500, fault.Unavailable, 3},
		{"nonsense", `<html>proxy`, 502, fault.Unavailable, 3},
		{"no permission", `{"__type":"AccessDeniedException","message":"no"}`, 400, fault.Internal, 1},
		{"wrong call", `{"__type":"ValidationException","message":"no"}`, 400, fault.Internal, 1},
	} {
		t.Run(testCase.name, func(t *testing.T) {
			c := newWire(t)
			var sent atomic.Int64
			c.before = func(_ *http.Request, action string) (*http.Response, error) {
				if action != "TransactWriteItems" {
					return nil, nil
				}
				sent.Add(1)
				return answer(testCase.status, testCase.body), nil
			}
			s := newStore(t, c.option, func(op *dynamostore.Config) { op.Rand = func() float64 { return 0 } })
			ca := aCarpeta(0)
			requireCode(t, s.Iniciar(t.Context(), aSaga(ca, typical(ca, 1)), storetest.Hecho()), testCase.code)
			if n := sent.Load(); n != testCase.sent {
				t.Errorf("sent %d times, want %d", n, testCase.sent)
			}
		})
	}
}

// TestConflictsPassWithTheSameToken: the repetition is one the service recognises.
func TestConflictsPassWithTheSameToken(t *testing.T) {
	c := newWire(t)
	s := newStore(t, c.option)
	ca, ds := seed(t, s, 1)
	var tokens []string
	c.before = func(r *http.Request, action string) (*http.Response, error) {
		if action != "TransactWriteItems" {
			return nil, nil
		}
		var in struct{ ClientRequestToken string }
		readBody(t, r, &in)
		if tokens = append(tokens, in.ClientRequestToken); len(tokens) > 3 {
			return nil, nil
		}
		return answer(400, `{"__type":"TransactionCanceledException","CancellationReasons":[{"Code":"TransactionConflict"},{"Code":"None"}]}`), nil
	}
	require(t, s.Iniciar(t.Context(), aSaga(ca, ds[0]), storetest.Hecho()))
	for _, token := range tokens {
		if token == "" || token != tokens[0] {
			t.Fatalf("tokens %q, want one and the same", tokens)
		}
	}
	if len(tokens) != 4 {
		t.Fatalf("%d transactions, want 4", len(tokens))
	}
}

// readBody reads a request without using it up.
func readBody(t testing.TB, r *http.Request, v any) {
	b, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(b, v) != nil {
		t.Errorf("request body: %v", err)
	}
	r.Body = io.NopCloser(strings.NewReader(string(b)))
}

// TestLostAnswerIsRecognised is stricter than the contract: this adapter
// knows its own writes, so a lost answer is not even a CONFLICT.
func TestLostAnswerIsRecognised(t *testing.T) {
	c := newWire(t)
	s := newStore(t, c.option, func(op *dynamostore.Config) { op.Clock = func() time.Time { return now } })
	ca, ds := seed(t, s, 2)
	next, carga := aCarpeta(0), typical(ca, 9)
	carga.ExpiraEn = now.Add(time.Hour)
	e := aSaga(ca, ds[0])
	single := advance(t, e, eliminacion.ObjetoBorrado)
	end := advance(t, single.Nueva, eliminacion.MetadatosLibres)
	other := aSaga(ca, ds[1])
	var leased eliminacion.Eliminacion
	for _, step := range []struct {
		name  string
		write func() error
	}{
		{"CrearCarga", func() error { return s.CrearCarga(t.Context(), carga, carpeta.SinCuota, storetest.Hecho()) }},
		{"AbrirCarpeta", func() error { _, err := s.AbrirCarpeta(t.Context(), next, storetest.Hecho()); return err }},
		{"ConfirmarCarga", func() error { _, err := s.ConfirmarCarga(t.Context(), carga, carga, storetest.Hecho()); return err }},
		{"register operador", func() error { return s.Iniciar(t.Context(), other, storetest.Hecho()) }},
		{"Iniciar", func() error { return s.Iniciar(t.Context(), e, storetest.Hecho()) }},
		{"Guardar", func() error { return s.Guardar(t.Context(), single, storetest.Hecho()) }},
		{"Guardar with efecto", func() error { return s.Guardar(t.Context(), end, storetest.Hecho()) }},
		{"Arrendar", func() (err error) {
			p := eliminacion.Pendiente{EventoID: other.EventoID, Secuencia: 1, NoAntesDe: other.NoAntesDe}
			leased, err = s.Arrendar(t.Context(), p, eliminacion.Arriendo{Por: "p", Hasta: now.Add(time.Hour)})
			return err
		}},
		{"Devolver", func() error { return s.Devolver(t.Context(), leased, now, eliminacion.SinConfirmar) }},
	} {
		c.lose.Store(true)
		if err := step.write(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if c.lose.Load() {
			t.Fatalf("%s wrote nothing", step.name)
		}
	}
	found, err := s.Carpeta(t.Context(), ca.CarpetaID)
	require(t, err)
	if found.TotalDocumentos != 2 || found.Version != 4 { // 2 + 1 − 1, and two changes
		t.Errorf("total %d, version %d, want 2 and 4", found.TotalDocumentos, found.Version)
	}
	if leased.Arriendos != 1 || leased.Entregas != 1 {
		t.Errorf("lease counted %d times, %d deliveries", leased.Arriendos, leased.Entregas)
	}
}

func TestWhatABatchLeavesOverIsAskedForAgain(t *testing.T) {
	c := newWire(t)
	var left atomic.Int64
	c.before = func(r *http.Request, action string) (*http.Response, error) {
		campo := map[string]string{"BatchGetItem": "UnprocessedKeys", "BatchWriteItem": "UnprocessedItems"}[action]
		if campo == "" || left.Load() >= 3 {
			return nil, nil
		}
		left.Add(1)
		var in struct{ RequestItems json.RawMessage }
		readBody(t, r, &in)
		return answer(200, fmt.Sprintf(`{%q:%s}`, campo, in.RequestItems)), nil
	}
	s := newStore(t, c.option, func(op *dynamostore.Config) { op.Rand = func() float64 { return 0 } })
	_, ds := seed(t, s, 60)
	if left.Load() != 3 {
		t.Fatalf("%d calls left things over, want 3", left.Load())
	}
	left.Store(0)
	ks := make([]documento.Clave, len(ds))
	for i, d := range ds {
		ks[i] = d.Clave()
	}
	found, err := s.Documentos(t.Context(), append(ks, ks[:10]...))
	require(t, err)
	if len(found) != len(ds) || left.Load() != 3 {
		t.Errorf("%d documents after %d leftovers, want %d after 3", len(found), left.Load(), len(ds))
	}
	left.Store(-1000) // for ever
	_, err = s.Documentos(t.Context(), ks)
	requireCode(t, err, fault.Unavailable)
	requireCode(t, s.Sembrar(t.Context(), aCarpeta(1), ds[:1], storetest.Hecho()), fault.Unavailable)
}

// TestThrottledForAMoment: a partition that was asked too much is asked again for
// longer than a service that fails.
func TestThrottledForAMoment(t *testing.T) {
	c := newWire(t)
	var missing atomic.Int64
	c.before = func(_ *http.Request, action string) (*http.Response, error) {
		if action != "Query" || missing.Add(-1) < 0 {
			return nil, nil
		}
		return answer(400, `{"__type":"ThrottlingException"}`), nil
	}
	s := newStore(t, c.option, func(op *dynamostore.Config) { op.Rand = func() float64 { return 0 } })
	ca, _ := seed(t, s, 3)
	missing.Store(7)
	filas, err := s.Listar(t.Context(), documento.Consulta{CarpetaID: ca.CarpetaID, Campo: documento.PorTitulo, Limite: 5})
	require(t, err)
	if len(filas) != 3 {
		t.Errorf("%d rows, want 3", len(filas))
	}
}

// TestWhatIsLeftOverWaits: keys that an answer leaves over are a sign of load, also when
// there are fewer of them each time.
func TestWhatIsLeftOverWaits(t *testing.T) {
	c := newWire(t)
	c.before = func(r *http.Request, action string) (*http.Response, error) {
		if action != "BatchGetItem" {
			return nil, nil
		}
		var in struct {
			RequestItems map[string]struct{ Keys []json.RawMessage }
		}
		readBody(t, r, &in)
		for table, p := range in.RequestItems {
			if p.Keys = p.Keys[1:]; len(p.Keys) == 0 {
				break
			}
			left, err := json.Marshal(map[string]any{"UnprocessedKeys": map[string]any{table: p}})
			return answer(200, string(left)), err
		}
		return answer(200, `{}`), nil
	}
	var waits atomic.Int64
	s := withoutTables(t, c.option, func(op *dynamostore.Config) {
		op.Rand = func() float64 { waits.Add(1); return 0 }
	})
	_, err := s.Carpetas(t.Context(), []string{"a", "b", "c", "d"})
	require(t, err)
	if n := waits.Load(); n != 3 {
		t.Errorf("waited %d times for what was left over three times", n)
	}
}

func TestReadsOfAPageAreBounded(t *testing.T) {
	c := newWire(t)
	var reads atomic.Int64
	c.before = func(_ *http.Request, action string) (*http.Response, error) {
		if action != "Query" {
			return nil, nil
		}
		reads.Add(1)
		return answer(200, `{"Items":[],"Count":0,"LastEvaluatedKey":{"carpetaId":{"S":"c"},"documentoId":{"S":"d"},"kTitulo":{"S":"a#d"}}}`), nil
	}
	s := withoutTables(t, c.option)
	_, err := s.Listar(t.Context(), documento.Consulta{
		CarpetaID: "c", Campo: documento.PorTitulo, Limite: 20, Filtro: documento.Filtro{Tipos: []documento.Tipo{documento.Diploma}},
	})
	if want := (relay.Stopped{After: "a#d"}); !errors.Is(err, want) {
		t.Errorf("error is %v, want %v", err, want)
	}
	if n := reads.Load(); n != documento.MaxLlamadas {
		t.Errorf("%d reads, want %d", n, documento.MaxLlamadas)
	}
}

// TestDeletesWithoutACarpeta: a counter that is not there keeps nothing alive.
func TestDeletesWithoutACarpeta(t *testing.T) {
	s := newStore(t)
	c, ds := seed(t, s, 1)
	e := aSaga(c, ds[0])
	require(t, s.Iniciar(t.Context(), e, storetest.Hecho()))
	_, err := s.Client().DeleteItem(t.Context(), &dynamodb.DeleteItemInput{
		TableName: s.Table("Carpeta"), Key: map[string]types.AttributeValue{"carpetaId": &types.AttributeValueMemberS{Value: c.CarpetaID}},
	})
	require(t, err)
	single := advance(t, e, eliminacion.ObjetoBorrado)
	require(t, s.Guardar(t.Context(), single, storetest.Hecho()))
	require(t, s.Guardar(t.Context(), advance(t, single.Nueva, eliminacion.MetadatosLibres), storetest.Hecho()))
	_, err = s.Documento(t.Context(), ds[0].Clave())
	requireCode(t, err, fault.NotFound)
	_, err = s.Carpeta(t.Context(), c.CarpetaID)
	requireCode(t, err, fault.NotFound)
	found, err := s.Eliminacion(t.Context(), e.EventoID)
	require(t, err)
	if found.Estado != eliminacion.Completada {
		t.Errorf("saga is %s", found.Estado)
	}
}

func TestTheRegistryIsNoSaga(t *testing.T) {
	s := newStore(t)
	c, ds := seed(t, s, 1)
	require(t, s.Iniciar(t.Context(), aSaga(c, ds[0]), storetest.Hecho()))
	_, err := s.Eliminacion(t.Context(), "operadores")
	requireCode(t, err, fault.NotFound)
	es, err := s.Eliminaciones(t.Context(), []string{"operadores"})
	require(t, err)
	if len(es) != 0 {
		t.Errorf("%d sagas", len(es))
	}
}
