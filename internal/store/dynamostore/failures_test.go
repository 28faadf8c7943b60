package dynamostore_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
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

// TestWithoutTablesSaysWhatToDo: the log says it, and not the citizen's sentence.
func TestWithoutTablesSaysWhatToDo(t *testing.T) {
	s := withoutTables(t)
	c := aCarpeta(0)
	for name, err := range map[string]error{
		"a read":  second(s.Carpeta(t.Context(), c.CarpetaID)),
		"a write": s.Iniciar(t.Context(), aSaga(c, typical(c, 1)), storetest.Hecho()),
		"a seed":  s.Sembrar(t.Context(), c, []documento.Documento{typical(c, 1)}, storetest.Hecho()),
		"Ready":   s.Ready(t.Context()),
	} {
		requireCode(t, err, fault.Unavailable)
		if !strings.Contains(err.Error(), "run `carpeta bootstrap`") {
			t.Errorf("%s: the log does not say what to do: %v", name, err)
		}
		if f := new(fault.Error); errors.As(err, &f) && strings.Contains(f.Mensaje, "bootstrap") {
			t.Errorf("%s: the citizen reads about it: %q", name, f.Mensaje)
		}
	}
}

// TestMuteService: each attempt has a deadline. The SDK alone would wait for ever.
func TestMuteService(t *testing.T) {
	mute := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server does not see that the client has gone
		<-r.Context().Done()
	}))
	t.Cleanup(mute.Close)
	s := withoutTables(t, func(op *dynamostore.Config) {
		op.Endpoint, op.AttemptTimeout, op.TotalTimeout = mute.URL, time.Second, time.Minute
	})
	requireCode(t, second(s.Carpeta(t.Context(), "x")), fault.Unavailable)
}

// readBody reads a request without using it up.
func readBody(t testing.TB, r *http.Request, v any) {
	b, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(b, v) != nil {
		t.Errorf("request body: %v", err)
	}
	r.Body = io.NopCloser(strings.NewReader(string(b)))
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
