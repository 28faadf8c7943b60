package rest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
)

// The ten test cases of S3, by their names there.

func TestQueryByCorrelationIDReturnsAllRelatedEvents(t *testing.T) {
	h := start(t)
	var related []auditoria.Evento
	for range 5 {
		related = append(related, h.happened(auditoria.Evento{CorrelacionID: "rr-2025-001"}))
		h.happened(auditoria.Evento{CorrelacionID: "rr-2025-002"})
		h.later(time.Second)
	}
	p := h.page(operador, "?correlation_id=rr-2025-001&limit=50")
	h.same("rr-2025-001", p.Data, related...)
	if p.Pagination.Total != 5 || p.Pagination.TotalCapped || p.Pagination.HasMore {
		t.Errorf("%+v", p.Pagination)
	}
	if !slices.IsSortedFunc(p.Data, func(a, b event) int { return -compare(a.Timestamp, b.Timestamp) }) {
		t.Error("not in the order of time:", p.Data)
	}
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func TestQueryByEventTypeFiltersCorrectly(t *testing.T) {
	h := start(t)
	seen := h.happened(auditoria.Evento{Tipo: auditoria.DocumentoVisto})
	h.happened(auditoria.Evento{Tipo: auditoria.DocumentoDescargado})
	h.same("documento.visto", h.page(operador, "?event_type=documento.visto&limit=50").Data, seen)
}

func TestQueryByServiceFiltersCorrectly(t *testing.T) {
	h := start(t)
	swept := h.happened(auditoria.Evento{Servicio: auditoria.Barrendero})
	h.happened(auditoria.Evento{Servicio: auditoria.API})
	h.same("barrendero", h.page(operador, "?service=barrendero").Data, swept)
}

func TestQueryByTimeRangeReturnsEventsWithinRange(t *testing.T) {
	h := start(t)
	before := h.happened(auditoria.Evento{})
	h.later(25 * time.Hour)
	within := h.happened(auditoria.Evento{})
	h.later(time.Hour)
	h.same("since=24h", h.page(operador, "?since=24h&event_type=documento.editado").Data, within)
	h.same("7d", h.page(operador, "?since=7d&event_type=documento.editado").Data, before, within)
	at := within.Momento.Format("2006-01-02T15:04:05.000Z")
	h.same("the instant itself", h.page(operador, "?event_type=documento.editado&since="+at+"&until="+at).Data, within)
	zoned := within.Momento.Add(-time.Second).In(time.FixedZone("", -5*3600)).Format("2006-01-02T15:04:05-07:00")
	h.same("another zone", h.page(operador, "?event_type=documento.editado&until="+zoned).Data, before)
}

func TestQueryWithMultipleFilters(t *testing.T) {
	h := start(t)
	failed := h.happened(auditoria.Evento{Servicio: auditoria.Coordinador, Resultado: auditoria.Fracaso})
	h.happened(auditoria.Evento{Servicio: auditoria.Coordinador})
	h.happened(auditoria.Evento{Resultado: auditoria.Fracaso})
	h.same("service and outcome", h.page(operador, "?service=coordinador&outcome=failure&since=24h&limit=50").Data, failed)
	h.same("and severity", h.page(operador, "?service=coordinador&outcome=failure&severity=critical").Data)
}

func TestPaginationReturnsCorrectSubsetWithMetadata(t *testing.T) {
	h := start(t)
	var all []string
	for range 125 {
		all = append(all, h.happened(auditoria.Evento{CorrelacionID: "rr"}).EventoID)
		h.later(time.Millisecond)
	}
	slices.Reverse(all) // the newest first
	for _, c := range []struct {
		offset, found int
		more          bool
	}{{0, 50, true}, {50, 50, true}, {100, 25, false}, {125, 0, false}, {10_000, 0, false}} {
		p := h.page(operador, fmt.Sprintf("?correlation_id=rr&limit=50&offset=%d", c.offset))
		end := min(c.offset+50, 125)
		if begin := min(c.offset, 125); !slices.Equal(ids(p.Data), all[begin:end]) && c.found > 0 || len(p.Data) != c.found {
			t.Errorf("offset %d: %v", c.offset, ids(p.Data))
		}
		if m := p.Pagination; m.Limit != 50 || m.Offset != c.offset || m.Total != 125 || m.TotalCapped || m.HasMore != c.more {
			t.Errorf("offset %d: %+v", c.offset, m)
		}
	}
	var walked []string
	for query := "?correlation_id=rr&limit=40"; ; {
		p := h.page(operador, query)
		walked = append(walked, ids(p.Data)...)
		if !p.Pagination.HasMore {
			break
		}
		query = "?correlation_id=rr&limit=40&cursor=" + p.Pagination.NextCursor
	}
	if !slices.Equal(walked, all) {
		t.Errorf("the cursors show %d events, want %d", len(walked), len(all))
	}
}

// TestTotalIsCapped: events are counted up to the largest page; it is said that there are more.
func TestTotalIsCapped(t *testing.T) {
	h := start(t)
	es := make([]auditoria.Evento, auditoria.Paginas.Max)
	for i := range es {
		es[i] = h.scribe.Levantar(t.Context(), auditoria.Evento{
			OperadorID: "operador-1", Tipo: auditoria.DocumentoEditado, Recurso: auditoria.Recurso{Tipo: "documento", ID: "d-1"}, CorrelacionID: "rr",
		})
	}
	h.must(h.store.Anotar(t.Context(), es...))
	if m := h.page(operador, "?correlation_id=rr&limit=1").Pagination; m.Total != auditoria.Paginas.Max || m.TotalCapped {
		t.Errorf("%+v", m)
	}
	h.happened(auditoria.Evento{CorrelacionID: "rr"})
	if m := h.page(operador, "?correlation_id=rr&limit=1").Pagination; m.Total != auditoria.Paginas.Max || !m.TotalCapped {
		t.Errorf("%+v", m)
	}
}

// TestOrderIsOfThePageAndItsCursor: both ways show the same events, and a cursor is of one way. An export has one way only.
func TestOrderIsOfThePageAndItsCursor(t *testing.T) {
	h := start(t)
	var all []string
	for range 5 {
		all = append(all, h.happened(auditoria.Evento{CorrelacionID: "rr"}).EventoID)
		h.later(time.Millisecond)
	}
	oldest := h.page(operador, "?correlation_id=rr&limit=3&order=asc")
	next := h.page(operador, "?correlation_id=rr&limit=3&order=asc&cursor="+oldest.Pagination.NextCursor)
	if got := append(ids(oldest.Data), ids(next.Data)...); !slices.Equal(got, all) {
		t.Errorf("ascending: %v, want %v", got, all)
	}
	usual, newest := h.page(operador, "?correlation_id=rr"), h.page(operador, "?correlation_id=rr&order=desc")
	slices.Reverse(all)
	if !slices.Equal(ids(usual.Data), all) || !slices.Equal(ids(newest.Data), all) {
		t.Errorf("usual %v, descending %v, want %v", ids(usual.Data), ids(newest.Data), all)
	}
	for _, order := range []string{"", "&order=desc"} {
		h.refused(operador, rest.Events+"?correlation_id=rr"+order+"&cursor="+oldest.Pagination.NextCursor, http.StatusBadRequest, "cursor")
	}
	h.refused(operador, rest.Events+"?order=desc", http.StatusBadRequest, "order", "Accept", "text/csv")
}

func TestInvalidLimitReturnsProblem(t *testing.T) {
	h := start(t)
	for _, limit := range []string{"0", "1001", "-1", "x", "1.5", "01", "%2B5", "99999999999999999999"} {
		h.refused(operador, rest.Events+"?limit="+limit, http.StatusBadRequest, "limit")
	}
	h.page(operador, "?limit=1")
	h.page(operador, "?limit=1000")
}

func TestInvalidOffsetReturnsProblem(t *testing.T) {
	h := start(t)
	for _, offset := range []string{"-1", "10001", "x"} {
		h.refused(operador, rest.Events+"?offset="+offset, http.StatusBadRequest, "offset")
	}
	h.page(operador, "?offset=10000")
}

func TestInvalidSinceFormatReturnsProblem(t *testing.T) {
	h := start(t)
	for _, since := range []string{"7+d", "7%20d", "7w", "0d", "-7d", "367d", "ayer", "2025-01-15", "2025-01-15T10:00:00", "2025-13-15T10:00:00Z", "2025-01-15T10:00:00+05:00"} {
		h.refused(operador, rest.Events+"?since="+since, http.StatusBadRequest, "since")
	}
}

func TestEmptyResultSetReturnsEmptyData(t *testing.T) {
	h := start(t)
	a := h.get(operador, rest.Events+"?correlation_id=rr-none")
	if want := `{"data":[],"pagination":{"limit":100,"offset":0,"total":0,"total_capped":false,"has_more":false}}`; a.StatusCode != http.StatusOK || a.body != want {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}
