package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestSample(t *testing.T) {
	var m sample
	for i := 100; i > 0; i-- {
		m = append(m, time.Duration(i))
	}
	m[0] = time.Hour // an outlier
	if got := m.median(); got != 51 {
		t.Errorf("median %d, want 51", got)
	}
	if got := m.percentil(95); got != 96 {
		t.Errorf("p95 %d, want 96", got)
	}
	if got := m.trimmedMean(); got != 50 {
		t.Errorf("trimmed mean %d, want 50: the outlier counts", got)
	}
}

func TestMetrics(t *testing.T) {
	text := "# HELP x y\ncarpeta_store_calls_total{operacion=\"Listar\"} 7\ncarpeta_store_calls_total{operacion=\"Carpeta\"} 3\ngo_goroutines 12\n"
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }))
	defer srv.Close()
	m, err := (&server{admin: srv.URL}).metrics(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := m.less(metrics{storeCalls + `{operacion="Listar"}`: 5, storeCalls + `{operacion="Carpeta"}`: 3})
	if got := d.perOperacion(storeCalls); len(got) != 1 || got["Listar"] != 2 {
		t.Errorf("got %v, want only what changed", got)
	}
}

// TestCounter: the proxy asks for details, adds up writes and changes no answer.
func TestCounter(t *testing.T) {
	const answer = `{"ConsumedCapacity":[{"CapacityUnits":9,"Table":{"CapacityUnits":4},"GlobalSecondaryIndexes":{"a":{"CapacityUnits":2},"b":{"CapacityUnits":3}}}]}`
	var request string
	dynamo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		request = string(body)
		_, _ = io.WriteString(w, answer)
	}))
	defer dynamo.Close()
	c, err := newCounter(dynamo.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	for op, body := range map[string]string{
		"TransactWriteItems": `{"ReturnConsumedCapacity":"TOTAL","TransactItems":[{"Put":{}},{"Update":{}},{"ConditionCheck":{}}]}`,
		"BatchWriteItem":     `{"ReturnConsumedCapacity":"TOTAL","RequestItems":{"a":[{"PutRequest":{}},{"PutRequest":{}}],"b":[{"DeleteRequest":{}}]}}`,
		"Query":              `{"ReturnConsumedCapacity":"TOTAL"}`,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.srv.URL, strings.NewReader(body))
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
		if string(got) != answer || !strings.Contains(request, `"INDEXES"`) {
			t.Errorf("%s: asked %s, answered %s", op, request, got)
		}
	}
	if got := c.take(); got != (written{tables: 8, indexes: 10}) {
		t.Errorf("counted %+v, want the capacity of what wrote", got)
	}
}

func TestPick(t *testing.T) {
	if s, err := pick("paginas,replica"); err != nil || len(s) != 2 || s[0].name != "paginas" {
		t.Errorf("got %v, %v", s, err)
	}
	if _, err := pick("pagina"); err == nil || !strings.Contains(err.Error(), "paginas") {
		t.Errorf("a wrong name must be refused with the right ones, got %v", err)
	}
}
