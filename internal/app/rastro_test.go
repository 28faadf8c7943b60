package app_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// past is a data folder in which events happened, the first of them long ago, and were archived.
type past struct {
	t     *testing.T
	dir   string
	now   time.Time
	store *boltstore.Store
}

func newPast(t *testing.T, since time.Time) *past {
	p := &past{t: t, dir: t.TempDir(), now: since}
	output(t, p.dir, "datos", "sembrar", "--carpetas=1", "--documentos=1")
	var err error
	p.store, err = boltstore.Open(boltstore.Config{Dir: p.dir, Clock: func() time.Time { return p.now }})
	p.must(err)
	return p
}

func (p *past) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// happened writes an event of now.
func (p *past) happened(e auditoria.Evento) string {
	p.t.Helper()
	e = auditoria.Escribano{Clock: func() time.Time { return p.now }}.Levantar(p.t.Context(), e)
	p.must(p.store.Anotar(p.t.Context(), e))
	return e.EventoID
}

// happenedOften writes an event of now so many times.
func (p *past) happenedOften(n int, e auditoria.Evento) {
	p.t.Helper()
	writer := auditoria.Escribano{Clock: func() time.Time { return p.now }}
	es := make([]auditoria.Evento, n)
	for i := range es {
		es[i] = writer.Levantar(p.t.Context(), e)
	}
	for some := range slices.Chunk(es, 1000) {
		p.must(p.store.Anotar(p.t.Context(), some...))
	}
}

// archive archives what is due by now.
func (p *past) archive() {
	p.t.Helper()
	objects, err := diskblob.OpenSellos(filepath.Join(p.dir, "auditoria"))
	p.must(err)
	a := archivado.New(archivado.Config{Rastro: p.store, Objetos: objects, Marcas: p.store, Dueno: "auditoria", Clock: func() time.Time { return p.now },
		Log: slog.New(slog.DiscardHandler), Metrics: metrics.New()})
	p.must(a.Pasar(p.t.Context()))
	p.must(objects.Close())
}

// served serves the folder.
func (p *past) served(args ...string) *server {
	p.t.Helper()
	p.must(p.store.Close())
	s := &server{t: p.t, dir: p.dir}
	s.serve(p.dir, args...)
	return s
}

// rest asks the REST face.
func (s *server) rest(token, path, accept string) (status int, body string) {
	s.t.Helper()
	status, text := s.get(token, path, "Accept", accept)
	return status, string(text)
}

const eventsPath = "/api/v1/audit/events"

// TestTheArchiveIsSearchedOnBothFaces: a list of a time more than a year ago finds what only the archive has
// any more, and goes on in the store.
func TestTheArchiveIsSearchedOnBothFaces(t *testing.T) {
	now := time.Now().UTC()
	p := newPast(t, now.AddDate(0, 0, -500))
	var want []string
	for range 3 {
		want = append(want, p.happened(auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "op-1", CorrelacionID: "hace-mucho"}))
		p.now = p.now.AddDate(0, 0, 50)
		p.archive()
	}
	p.now = now.Add(-time.Minute) // a list in ascending order ends before what is still to settle
	want = append(want, p.happened(auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "op-1", CorrelacionID: "ahora"}))
	s := p.served()
	token := output(t, p.dir, "token", "emitir", "--rol=operador", "--sub=ana", "--operador=op-1")
	since := now.AddDate(0, 0, -501).Format(time.RFC3339)

	var nodes []string
	for after := any(nil); ; {
		r := s.do(token, `query($d: Instante, $after: String) { eventosAuditoria(filtro: {desde: $d, tipo: DOCUMENTO_VISTO}, orden: ASC, first: 2, after: $after) {
			nodes { eventoId } pageInfo { hasNextPage endCursor } } }`, map[string]any{"d": since, "after": after})
		if len(r.Errors) > 0 {
			t.Fatalf("%+v", r.Errors)
		}
		page := r.Data["eventosAuditoria"].(map[string]any)
		for _, n := range page["nodes"].([]any) {
			nodes = append(nodes, n.(map[string]any)["eventoId"].(string))
		}
		info := page["pageInfo"].(map[string]any)
		if info["hasNextPage"] == false {
			break
		}
		after = info["endCursor"]
	}
	if diff := cmp.Diff(want, nodes); diff != "" {
		t.Errorf("GraphQL, -want +got:\n%s", diff)
	}

	query := eventsPath + "?event_type=documento.visto&since=" + url.QueryEscape(since)
	_, body := s.rest(token, query+"&service=api", "application/json")
	var sheet struct {
		Data []struct {
			EventID string `json:"event_id"`
		}
	}
	p.must(json.Unmarshal([]byte(body), &sheet))
	var listed []string
	for _, e := range sheet.Data {
		listed = append([]string{e.EventID}, listed...)
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("REST, -want +got:\n%s", diff)
	}
	_, lines := s.rest(token, query, "application/jsonl")
	if n := strings.Count(lines, "\n"); n != len(want) || !strings.Contains(lines, "hace-mucho") {
		t.Errorf("an export of %d events: %s", n, lines)
	}
	if _, recent := s.rest(token, eventsPath+"?event_type=documento.visto", "application/json"); strings.Contains(recent, "hace-mucho") {
		t.Error("without a time the list has what its retention ended:", recent)
	}
}

// TestBothFacesRefuseAlike: the same input is refused by both, with the same code and the field in its own words.
func TestBothFacesRefuseAlike(t *testing.T) {
	p := newPast(t, time.Now().Add(-time.Minute))
	for range 5 {
		p.happened(auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "op-1", CorrelacionID: "una"})
		p.happened(auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "op-2", CorrelacionID: "ajena"})
	}
	s := p.served("--cursor-ttl=1s")
	operador := output(t, p.dir, "token", "emitir", "--rol=operador", "--sub=ana", "--operador=op-1")
	auditor := output(t, p.dir, "token", "emitir", "--rol=auditor", "--sub=iris")
	citizen := output(t, p.dir, "token", "emitir", "--rol=ciudadano", "--sub=01a18f41-0000-7000-8000-000000000000")
	future := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	next, after := s.cursors(operador)
	time.Sleep(2100 * time.Millisecond) // two of them expire
	nextNow, afterNow := s.cursors(operador)
	for what, c := range map[string]struct{ token, rest, field, graphql, campo, code string }{
		"limit 0":         {operador, "?limit=0", "limit", `first: 0`, "", "INVALID_PAGINATION_ARGUMENTS"},
		"limit 1001":      {operador, "?limit=1001", "limit", `first: 1001`, "", "PAGE_SIZE_TOO_LARGE"},
		"the future":      {operador, "?since=" + future, "since", `filtro: {desde: "` + future + `"}`, "filtro.desde", "BAD_USER_INPUT"},
		"until before":    {operador, "?since=1h&until=2h", "until", `filtro: {desde: "1h", hasta: "2h"}`, "filtro.hasta", "BAD_USER_INPUT"},
		"7 d":             {operador, "?since=7%20d", "since", `filtro: {desde: "7 d"}`, "", "GRAPHQL_VALIDATION_FAILED"},
		"an unknown kind": {operador, "?event_type=nada", "event_type", `filtro: {tipo: NADA}`, "", "GRAPHQL_VALIDATION_FAILED"},
		"a long id":       {operador, "?correlation_id=" + strings.Repeat("x", 129), "correlation_id", `filtro: {correlationId: "` + strings.Repeat("x", 129) + `"}`, "filtro.correlationId", "BAD_USER_INPUT"},
		"nobody's trail":  {auditor, "?limit=5", "operador_id", `first: 5`, "filtro.operadorId", "BAD_USER_INPUT"},
		"a citizen":       {citizen, "", "", `first: 5`, "", "FORBIDDEN"},
		"not a cursor":    {operador, "?cursor=x", "cursor", `after: "x"`, "", "INVALID_CURSOR_TOKEN"},
		"another filter":  {operador, "?since=1h&cursor=" + nextNow, "cursor", `filtro: {desde: "1h"}, first: 2, after: "` + afterNow + `"`, "", "INVALID_CURSOR_TOKEN"},
		"tampered":        {operador, "?cursor=" + nextNow[:len(nextNow)-2] + "AA", "cursor", `after: "` + afterNow[:len(afterNow)-2] + `AA"`, "", "INVALID_CURSOR_TOKEN"},
		"expired":         {operador, "?cursor=" + next, "cursor", `first: 2, after: "` + after + `"`, "", "EXPIRED_CURSOR_TOKEN"},
		"another's":       {auditor, "?correlation_id=una&cursor=" + nextNow, "cursor", `filtro: {correlationId: "una"}, after: "` + afterNow + `"`, "", "INVALID_CURSOR_TOKEN"},
	} {
		t.Run(what, func(t *testing.T) {
			status, body := s.rest(c.token, eventsPath+c.rest, "application/json")
			var problem struct {
				Status      int
				Code, Type  string
				FieldErrors map[string]string `json:"field_errors"`
			}
			p.must(json.Unmarshal([]byte(body), &problem))
			if status != problem.Status || status < 400 || (c.field != "") != (problem.FieldErrors[c.field] != "") || problem.Type == "" {
				t.Errorf("REST: %d %s", status, body)
			}
			r := s.do(c.token, "{ eventosAuditoria("+c.graphql+") { nodes { eventoId } } }", nil)
			if diff := cmp.Diff([]string{c.code}, r.codes()); diff != "" {
				t.Errorf("GraphQL, -want +got:\n%s%+v", diff, r)
			}
			if c.campo != "" && (len(r.Errors[0].Extensions.Campos) != 1 || r.Errors[0].Extensions.Campos[0].Campo != c.campo) {
				t.Errorf("GraphQL names %+v, want %s", r.Errors[0].Extensions.Campos, c.campo)
			}
		})
	}
	for _, pair := range [][2]string{{`operadorId: "op-2"`, `operadorId: "nadie"`}, {`correlationId: "ajena"`, `correlationId: "nada"`}} {
		ask := func(filtro string) string {
			return fmt.Sprintf("%+v", s.do(operador, "{ eventosAuditoria(filtro: {"+filtro+"}) { nodes { eventoId } pageInfo { hasNextPage endCursor } total { cuantos } } }", nil))
		}
		if diff := cmp.Diff(ask(pair[1]), ask(pair[0])); diff != "" {
			t.Errorf("%s, -absent +foreign:\n%s", pair[0], diff)
		}
	}
}

// cursors are of a page without a filter, on both faces.
func (s *server) cursors(token string) (next, after string) {
	s.t.Helper()
	_, body := s.rest(token, eventsPath+"?limit=2", "application/json")
	var sheet struct {
		Pagination struct {
			Next string `json:"next_cursor"`
		}
	}
	if err := json.Unmarshal([]byte(body), &sheet); err != nil || sheet.Pagination.Next == "" {
		s.t.Fatal(err, body)
	}
	r := s.do(token, `{ eventosAuditoria(first: 2) { pageInfo { endCursor } } }`, nil)
	return sheet.Pagination.Next, r.Data["eventosAuditoria"].(map[string]any)["pageInfo"].(map[string]any)["endCursor"].(string)
}

// TestAForeignCarpetaIsAsAbsent: more happened in the carpeta of another operador than a list looks at. To ask for it
// is answered as to ask for one that is not there.
func TestAForeignCarpetaIsAsAbsent(t *testing.T) {
	p := newPast(t, time.Now().Add(-time.Minute))
	const foreign, absent = "01a18f41-aaaa-7aaa-8aaa-aaaaaaaaaaaa", "01a18f41-ffff-7fff-8fff-ffffffffffff"
	p.happenedOften(auditoria.MaxEventos+100, auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "op-2", CarpetaID: foreign})
	s := p.served()
	token := output(t, p.dir, "token", "emitir", "--rol=operador", "--sub=ana", "--operador=op-1")
	ask := func(carpetaID string) string {
		r := s.do(token, `query($c: UUID!) { eventosAuditoria(filtro: {carpetaId: $c}) { nodes { eventoId } pageInfo { hasNextPage endCursor } total { cuantos acotado } } }`, map[string]any{"c": carpetaID})
		return fmt.Sprintf("%+v", r)
	}
	if want, got := ask(absent), ask(foreign); got != want || !strings.Contains(want, "hasNextPage:false") {
		t.Errorf("absent: %s\nforeign: %s", want, got)
	}
}

// TestTheTrailIsAsAbsentToStrangers: every face and field of the trail answers somebody else's operador, citizen and
// entity about a carpeta, its events, its deletion, proofs and orders as about something that is not there.
func TestTheTrailIsAsAbsentToStrangers(t *testing.T) {
	s := start(t, 3)
	doc := uncertified(t, s)
	data := s.ok(`mutation($d: ID!) { deleteDocumento(input: {documentoId: $d, ventana: 600}) { eliminacion { eventoId } } }`, map[string]any{"d": doc})
	evento := data["deleteDocumento"].(map[string]any)["eliminacion"].(map[string]any)["eventoId"].(string)
	auditor := output(t, s.dir, "token", "emitir", "--rol=auditor", "--sub=eva")
	r := s.do(auditor, `query($c: UUID!) { eventosAuditoria(filtro: {carpetaId: $c}) { nodes { eventoId operadorId documentoId } } }`, map[string]any{"c": s.carpetaID})
	nodes := r.Data["eventosAuditoria"].(map[string]any)["nodes"].([]any)
	if len(nodes) == 0 {
		t.Fatalf("%+v", r)
	}
	known := nodes[0].(map[string]any)
	bare := known["documentoId"]
	const nobody = "01a18f41-ffff-7fff-8fff-ffffffffffff"
	const node = `{ nodes { eventoId } pageInfo { hasNextPage endCursor } total { cuantos acotado } }`
	const proof = `{ eventId evento sinSello sello { numero prueba } }`
	asked := map[string][2]any{
		`query a($x: UUID!) { eventosAuditoria(filtro: {carpetaId: $x}) ` + node + ` }`:                                        {s.carpetaID, nobody},
		`query b($x: UUID!) { eventosAuditoria(filtro: {carpetaId: $x}, orden: ASC, last: 3) ` + node + ` }`:                   {s.carpetaID, nobody},
		`query c($x: String!) { eventosAuditoria(filtro: {correlationId: $x}) ` + node + ` }`:                                  {evento, nobody},
		`query d($x: String!) { eventosAuditoria(filtro: {operadorId: $x}) ` + node + ` }`:                                     {known["operadorId"], "nadie"},
		`query e($x: UUID!) { eventosAuditoria(filtro: {carpetaId: "` + s.carpetaID + `", documentoId: $x}) ` + node + ` }`:    {bare, nobody},
		`query g($x: UUID!) { pruebaDeEvento(eventId: $x) ` + proof + ` }`:                                                     {known["eventoId"], nobody},
		`query h($x: String!) { pruebaDeEvento(eventId: "` + known["eventoId"].(string) + `", operadorId: $x) ` + proof + ` }`: {known["operadorId"], "nadie"},
		`query i($x: UUID!) { constancia(eventoId: $x) ` + proof + ` }`:                                                        {evento, nobody},
		`query j($x: ID!) { eliminacion(eventoId: $x) { constancia ` + proof + ` } }`:                                          {evento, nobody},
		`query k($x: String!) { pruebaDeCrecimiento(operadorId: $x, desde: 0) { checkpoint } }`:                                {known["operadorId"], "nadie"},
		`query m($x: ID!) { carpeta(id: $x) { accesos { nodes { eventoId } } } }`:                                              {s.carpetaID, nobody},
		`query n($x: ID!) { node(id: $x) { ... on Documento { accesos { nodes { eventoId } } } } }`:                            {doc, "bm8tZXhpc3Rl"},
		`query o($x: ID!) { embargos(carpetaId: $x) { embargoId } }`:                                                           {s.carpetaID, nobody},
		`mutation p($x: ID!) { ordenarEmbargo(input: {carpetaId: $x, motivo: "m", baseLegal: "b", hasta: "2026-12-01T00:00:00Z", miradasDe: {rol: "auditor"}}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`: {s.carpetaID, nobody},
	}
	paths := map[string][2]any{
		"/api/v1/audit/events?correlation_id=%s":      {evento, nobody},
		"/api/v1/operadores/%s/audit/events":          {known["operadorId"], "nadie"},
		"/api/v1/operadores/%s/audit/events?offset=1": {known["operadorId"], "nadie"},
	}
	for who, token := range map[string]string{
		"operador": s.foreignOperador, "citizen": s.foreigner, "entity": output(t, s.dir, "token", "emitir", "--rol=entidad", "--sub=prog", "--entidad=uni"),
	} {
		for q, x := range asked {
			absent := fmt.Sprintf("%+v", s.do(token, q, map[string]any{"x": x[1]}))
			if strings.Contains(absent, "GRAPHQL_VALIDATION_FAILED") {
				t.Fatal(q, absent)
			}
			if foreign := fmt.Sprintf("%+v", s.do(token, q, map[string]any{"x": x[0]})); foreign != absent {
				t.Errorf("%s, %s\nabsent:  %s\nforeign: %s", who, q, absent, foreign)
			}
		}
		for path, x := range paths {
			for _, accept := range []string{"application/json", "application/jsonl", "text/csv"} {
				ask := func(x any) string {
					status, body := s.get(token, fmt.Sprintf(path, x), "Accept", accept, "X-Request-Id", "a")
					return fmt.Sprint(status, string(body))
				}
				if absent, foreign := ask(x[1]), ask(x[0]); foreign != absent {
					t.Errorf("%s, %s as %s\nabsent:  %s\nforeign: %s", who, path, accept, absent, foreign)
				}
			}
		}
	}
}
