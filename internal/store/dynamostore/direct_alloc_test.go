package dynamostore_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// canned is a service with one answer. It takes no network, so that the client alone is counted.
type canned string

func (c canned) Do(*http.Request) (*http.Response, error) { return answer(200, string(c)), nil }

func pageOf21() canned {
	row := `{"carpetaId":{"S":"0198c0de-0000-7000-8000-000000000001"},"documentoId":{"S":"0198c0de-0000-7000-8000-0000000000%02d"},` +
		`"titulo":{"S":"Partida de nacimiento"},"tipoDocumento":{"S":"DIPLOMA"},"estadoDocumento":{"S":"PROCESADO"},` +
		`"tamanoBytes":{"N":"123456"},"fechaRecepcion":{"S":"2026-01-02T03:04:05.678Z"},"certificado":{"BOOL":false},"kFecha":{"S":"20260102T030405.678Z#x"}}`
	rows := make([]string, 21)
	for i := range rows {
		rows[i] = fmt.Sprintf(row, i)
	}
	return canned(`{"Count":21,"ScannedCount":21,"Items":[` + strings.Join(rows, ",") + `],"ConsumedCapacity":{"CapacityUnits":0.5,"TableName":"t"}}`)
}

func readPage(tb testing.TB, reads func(*dynamostore.Config)) func() {
	s := withoutTables(tb, reads, func(op *dynamostore.Config) { op.HTTP = pageOf21() })
	q := documento.Consulta{CarpetaID: "0198c0de-0000-7000-8000-000000000001", Campo: documento.PorFechaRecepcion, Limite: 21}
	return func() {
		if rows, err := s.Listar(tb.Context(), q); err != nil || len(rows) != 21 || rows[20].Titulo != "Partida de nacimiento" {
			tb.Fatalf("%d rows, error %v", len(rows), err)
		}
	}
}

// TestAllocationsOfAPage: direct reads are for this only.
func TestAllocationsOfAPage(t *testing.T) {
	sdk, direct := testing.AllocsPerRun(50, readPage(t, bySDK)), testing.AllocsPerRun(50, readPage(t, directly))
	t.Logf("a page of 21 rows: %.0f allocations by the SDK, %.0f directly", sdk, direct)
	if direct > 0.4*sdk {
		t.Errorf("%.0f allocations directly, more than 0.4 of the SDK's %.0f", direct, sdk)
	}
}

func BenchmarkPage(b *testing.B) {
	for name, reads := range map[string]func(*dynamostore.Config){"sdk": bySDK, "direct": directly} {
		b.Run(name, func(b *testing.B) {
			read := readPage(b, reads)
			b.ReportAllocs()
			for b.Loop() {
				read()
			}
		})
	}
}
