package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestMuestra(t *testing.T) {
	var m muestra
	for i := 100; i > 0; i-- {
		m = append(m, time.Duration(i))
	}
	m[0] = time.Hour // an outlier
	if got := m.mediana(); got != 51 {
		t.Errorf("median %d, want 51", got)
	}
	if got := m.percentil(95); got != 96 {
		t.Errorf("p95 %d, want 96", got)
	}
	if got := m.mediaRecortada(); got != 50 {
		t.Errorf("trimmed mean %d, want 50: the outlier counts", got)
	}
}

func TestMetricas(t *testing.T) {
	texto := "# HELP x y\ncarpeta_store_calls_total{operacion=\"Listar\"} 7\ncarpeta_store_calls_total{operacion=\"Carpeta\"} 3\ngo_goroutines 12\n"
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, texto) }))
	defer srv.Close()
	m, err := (&servidor{admin: srv.URL}).metricas(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := m.menos(metricas{llamadasAlStore + `{operacion="Listar"}`: 5, llamadasAlStore + `{operacion="Carpeta"}`: 3})
	if got := porCada(d.porOperacion(llamadasAlStore), 2); got != "Listar 1" {
		t.Errorf("got %q, want only what changed", got)
	}
}

// TestContador: the proxy asks for details, counts writes and changes no answer.
func TestContador(t *testing.T) {
	const respuesta = `{"ConsumedCapacity":[{"CapacityUnits":9,"Table":{"CapacityUnits":4},"GlobalSecondaryIndexes":{"a":{"CapacityUnits":2},"b":{"CapacityUnits":3}}}]}`
	var pedido string
	dynamo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cuerpo, _ := io.ReadAll(r.Body)
		pedido = string(cuerpo)
		_, _ = io.WriteString(w, respuesta)
	}))
	defer dynamo.Close()
	c, err := nuevoContador(dynamo.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer c.cerrar()
	for op, cuerpo := range map[string]string{
		"TransactWriteItems": `{"ReturnConsumedCapacity":"TOTAL","TransactItems":[{"Put":{}},{"Update":{}},{"ConditionCheck":{}}]}`,
		"Query":              `{"ReturnConsumedCapacity":"TOTAL"}`,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.srv.URL, strings.NewReader(cuerpo))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Amz-Target", "DynamoDB_20120810."+op)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if string(got) != respuesta || !strings.Contains(pedido, `"INDEXES"`) {
			t.Errorf("%s: asked %s, answered %s", op, pedido, got)
		}
	}
	if got := c.tomar(); got != (escrito{items: 2, tablas: 4, indices: 5}) {
		t.Errorf("counted %+v, want the two written items and their capacity only", got)
	}
}

func TestElegir(t *testing.T) {
	if s, err := elegir("paginas,cursor"); err != nil || len(s) != 2 || s[0].nombre != "paginas" {
		t.Errorf("got %v, %v", s, err)
	}
	if _, err := elegir("pagina"); err == nil || !strings.Contains(err.Error(), "paginas") {
		t.Errorf("a wrong name must be refused with the right ones, got %v", err)
	}
}
