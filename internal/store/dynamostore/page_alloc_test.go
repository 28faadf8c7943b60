package dynamostore_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// canned is a service with one answer. It takes no network, so that the client alone is counted.
type canned struct {
	status int
	body   string
}

func (c canned) Do(*http.Request) (*http.Response, error) { return answer(c.status, c.body), nil }

func pageOf21() canned {
	row := `{"carpetaId":{"S":"0198c0de-0000-7000-8000-000000000001"},"documentoId":{"S":"0198c0de-0000-7000-8000-0000000000%02d"},` +
		`"titulo":{"S":"Partida de nacimiento"},"tipoDocumento":{"S":"DIPLOMA"},"estadoDocumento":{"S":"PROCESADO"},` +
		`"tamanoBytes":{"N":"123456"},"fechaRecepcion":{"S":"2026-01-02T03:04:05.678Z"},"certificado":{"BOOL":false},"kFecha":{"S":"20260102T030405.678Z#x"}}`
	rows := make([]string, 21)
	for i := range rows {
		rows[i] = fmt.Sprintf(row, i)
	}
	return canned{200, `{"Count":21,"ScannedCount":21,"Items":[` + strings.Join(rows, ",") + `],"ConsumedCapacity":{"CapacityUnits":0.5,"TableName":"t"}}`}
}

func readPage(tb testing.TB) func() {
	s := withoutTables(tb, func(op *dynamostore.Config) { op.HTTP = pageOf21() })
	q := documento.Consulta{CarpetaID: "0198c0de-0000-7000-8000-000000000001", Campo: documento.PorFechaRecepcion, Limite: 21}
	return func() {
		if rows, err := s.Listar(tb.Context(), q); err != nil || len(rows) != 21 || rows[20].Titulo != "Partida de nacimiento" {
			tb.Fatalf("%d rows, error %v", len(rows), err)
		}
	}
}

// TestAllocationsOfAPage: reads leave the SDK's middleware out for this only, which takes some 900 (ADR 0028). Go counts
// the allocations of the whole process, so the smallest of several counts is the page's own: in another, a server of an
// earlier test still ends its connections, or the garbage collector has emptied the pools.
func TestAllocationsOfAPage(t *testing.T) {
	read, least := readPage(t), math.Inf(1)
	for range 10 {
		least = min(least, testing.AllocsPerRun(10, read))
	}
	t.Logf("a page of 21 rows: %.0f allocations", least)
	if least > 160 {
		t.Errorf("%.0f allocations, more than 160", least)
	}
}

func BenchmarkPage(b *testing.B) {
	read := readPage(b)
	b.ReportAllocs()
	for b.Loop() {
		read()
	}
}
