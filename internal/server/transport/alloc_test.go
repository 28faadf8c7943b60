package transport_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

// written are the settings with which the program serves: pages in one go.
func written(cfg *transport.Config) { cfg.Fields = encode.Around(resolvers.Written) }

// The requests whose allocations are counted. The row is what the explorer shows of one.
const (
	costRow   = `edges { cursor node { id documentoId titulo tipo estadoDocumento tamanoBytes fechaRecepcion certificado } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`
	costPage  = `query($id: ID!, $after: String) { carpeta(id: $id) { documentos(first: 20, after: $after) { ` + costRow + ` } } }`
	costMine  = `query($id: ID!, $after: String) { node(id: $id) @skip(if: true) { id } miCarpeta { totalDocumentosAproximado documentos(first: 20, after: $after) { ` + costRow + ` } } }`
	costMore  = `query($id: ID!, $after: String) { carpeta(id: $id) { documentos(first: 20, after: $after) { nodes { id titulo emisor { nombre } eliminacion { estado } } } } }`
	costLinks = `query($id: ID!, $after: String) { carpeta(id: $id) { documentos(first: 20, after: $after) { nodes { id titulo urlDescarga } } } }`
	costWhole = `query($id: ID!, $after: String) { carpeta(id: $id) { documentos(first: 20, after: $after) { nodes { id titulo hashDocumento nombreArchivo fechaUltimaModificacion } } } }`
)

// TestAllocationsOfAPage: what a request allocates in this process, from its headers to its answer, has a count. A tenth
// more fails: say here why it is worth it. Time is for the bench.
func TestAllocationsOfAPage(t *testing.T) {
	b := start(t, written)
	id := b.large(60)
	embedded := b.r.Documentos.Store
	b.r.Documentos.Auditoria = &auditoria.Lecturas{Rastro: taken{}, Metrics: taken{}}
	for name, tc := range map[string]struct {
		query string
		later bool
		store documento.Store
		most  float64
	}{
		"first page":             {costPage, false, embedded, 492},
		"later page":             {costPage, true, embedded, 504},
		"miCarpeta":              {costMine, false, embedded, 492},
		"three details":          {costWhole, true, embedded, 1142},
		"links":                  {costLinks, true, embedded, 2227},
		"emisor and deletion":    {costMore, true, embedded, 1302},
		"later page of DynamoDB": {costPage, true, canned(t), 619},
	} {
		b.r.Documentos.Store = tc.store
		variables := map[string]any{"id": id, "after": nil}
		if tc.later {
			variables["after"] = b.cursor(variables)
		}
		body := operation(tc.query, variables)
		got := testing.AllocsPerRun(100, func() { b.serve(body) })
		t.Logf("%s: %.0f allocations", name, got)
		if got > tc.most*1.1 {
			t.Errorf("%s: %.0f allocations, more than %.0f and a tenth", name, got, tc.most)
		}
	}
}

// taken takes the events of links, and keeps none.
type taken struct{}

func (taken) Anotar(context.Context, ...auditoria.Evento) error { return nil }
func (taken) LecturasAnotadas(int)                              {}
func (taken) LecturasNegadas(int)                               {}

// large opens a carpeta of so many documents, whose owner asks from now on.
func (b *bench) large(n int) (carpetaID string) {
	rand := semilla.NewRand(2)
	c := semilla.NewCarpeta(rand, []string{"operador-1"})
	docs := slices.Collect(semilla.Generate(rand, c, n))
	c.TotalDocumentos = int64(n)
	b.must(b.r.Documentos.Store.(documento.Sembrador).Sembrar(b.t.Context(), c, docs, world.Hecho()))
	b.token = b.issue(c.CiudadanoID, time.Hour)
	return c.CarpetaID
}

// cursor is that of the end of the first page.
func (b *bench) cursor(variables map[string]any) string {
	var page struct {
		Carpeta struct {
			Documentos struct{ PageInfo struct{ EndCursor string } }
		}
	}
	b.must(json.Unmarshal(b.query(costPage, variables).Data, &page))
	return page.Carpeta.Documentos.PageInfo.EndCursor
}

// canned is DynamoDB with one answer, a page with the row of its cursor and one more: the page is the one behind itself.
// It takes no network, so that the client alone is counted.
func canned(t *testing.T) documento.Store {
	const row = `{"carpetaId":{"S":"0198c0de-0000-7000-8000-000000000001"},"documentoId":{"S":"0198c0de-0000-7000-8000-0000000000%02d"},` +
		`"titulo":{"S":"Partida de nacimiento %d"},"tipoDocumento":{"S":"%s"},"estadoDocumento":{"S":"PROCESADO"},"contextoDocumento":{"S":"Educación"},` +
		`"tamanoBytes":{"N":"12345%d"},"fechaRecepcion":{"S":"2026-01-02T03:04:05.678Z"},"certificado":{"BOOL":false},"kFecha":{"S":"20260102T030405.678Z#x"}}`
	rows := make([]string, 22)
	for i := range rows { // the first one is the last of the page
		rows[i] = fmt.Sprintf(row, i%19, i%19, []documento.Tipo{documento.Diploma, documento.Contrato, documento.Factura}[i%3], i%19)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "x") // not looked for
	t.Setenv("AWS_SECRET_ACCESS_KEY", "x")
	store, err := dynamostore.New(t.Context(), dynamostore.Config{Endpoint: "http://127.0.0.1:1",
		HTTP: oneAnswer(`{"Count":22,"ScannedCount":22,"Items":[` + strings.Join(rows, ",") + `],"ConsumedCapacity":{"CapacityUnits":1,"TableName":"t"}}`)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

type oneAnswer string

func (a oneAnswer) Do(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(string(a))), ContentLength: int64(len(a))}, nil
}

// serve is one request without a connection.
func (b *bench) serve(body string) {
	req := httptest.NewRequest(http.MethodPost, "http://x/graphql", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+b.token)
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, req)
	if w.Code != http.StatusOK || bytes.Contains(w.Body.Bytes(), []byte(`"errors"`)) {
		b.t.Fatalf("%d %s", w.Code, w.Body)
	}
}
