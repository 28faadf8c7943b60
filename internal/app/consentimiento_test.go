package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// todoDeUnEvento is every field that the API has of an event.
const todoDeUnEvento = `eventoId tipo servicio correlationId momento outcome severity recurso { tipo recursoId } actor { tipo actorId operadorId entidadId }
	enNombreDe proposito baseLegal operadorId carpetaId documentoId datos { nombre valor } secuencia`

// TestAnOperadorReadsNoPartsOfConsent: of each kind of event of consent it reads that there was one, when, and in which carpeta: on both
// faces, in lists and exports, by no filter, and it gets no proof. An auditor reads all.
func TestAnOperadorReadsNoPartsOfConsent(t *testing.T) {
	p := newPast(t, time.Now().Add(-time.Hour))
	const secret, doc = "secreto", "01a18f41-5ec2-7000-8000-000000000001"
	kinds, some := map[string]int{}, ""
	for _, k := range auditoria.Tipos {
		if !k.EsDeConsentimiento() {
			continue
		}
		p.now = p.now.Add(time.Second)
		some = p.happened(auditoria.Evento{
			Tipo: k, OperadorID: "op-1", DocumentoID: doc, CorrelacionID: secret + "-correlacion", Recurso: auditoria.Recurso{Tipo: secret + "-tipo", ID: secret + "-recurso"},
			Actor: auditoria.Actor{Tipo: string(auth.Entidad), ID: secret + "-actor", EntidadID: secret + "-entidad"}, EnNombreDe: secret + "-persona",
			Proposito: secret + "-proposito", BaseLegal: secret + "-ley", Resultado: auditoria.Negado, Datos: map[string]string{"entidad": secret + "-dato"},
		})
		kinds[strings.ToUpper(strings.ReplaceAll(string(k), ".", "_"))] = 1
	}
	if len(kinds) < 10 {
		t.Fatalf("kinds of consent: %v", kinds)
	}
	p.now = p.now.Add(time.Second)
	p.happened(auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "op-1", DocumentoID: doc, CorrelacionID: "abierta"}) // which it reads
	s := p.served()
	operador := output(t, p.dir, "token", "emitir", "--rol=operador", "--sub=ana", "--operador=op-1")
	auditor := output(t, p.dir, "token", "emitir", "--rol=auditor", "--sub=iris")

	list := func(token, filtro string) (nodes []any, text string) {
		t.Helper()
		r := s.do(token, `{ eventosAuditoria(first: 100, filtro: {operadorId: "op-1", `+filtro+`}) { nodes { `+todoDeUnEvento+` } total { cuantos } } }`, nil)
		if len(r.Errors) > 0 {
			t.Fatalf("%s: %+v", filtro, r.Errors)
		}
		page := r.Data["eventosAuditoria"].(map[string]any)
		j, err := json.Marshal(page)
		p.must(err)
		return page["nodes"].([]any), string(j)
	}
	nodes, text := list(operador, "")
	got := map[string]int{}
	for _, n := range nodes {
		if k := n.(map[string]any)["tipo"].(string); kinds[k] > 0 {
			got[k]++
		}
	}
	if diff := cmp.Diff(kinds, got); diff != "" || strings.Contains(text, secret) || strings.Count(text, doc) != 1 {
		t.Errorf("kinds: %s\n%s", diff, text)
	}
	for _, filtro := range []string{
		`correlationId: "secreto-correlacion"`, `actor: "secreto-actor"`, `outcome: DENIED`, `servicio: API, tipo: AUTORIZACION_USADA`,
		`severity: WARNING, tipo: AUTORIZACION_USADA`,
	} {
		if found, text := list(operador, filtro); strings.Contains(text, "SOLICITUD_") || strings.Contains(text, "AUTORIZACION_") || strings.Contains(text, "ENTIDAD_SILENCIADA") {
			t.Errorf("%s finds %d: %s", filtro, len(found), text)
		}
		if found, _ := list(auditor, filtro); len(found) == 0 {
			t.Errorf("%s finds nothing for an auditor", filtro)
		}
	}
	if found, _ := list(operador, "tipo: AUTORIZACION_USADA"); len(found) != 1 {
		t.Errorf("by its kind: %d", len(found))
	}
	if found, text := list(auditor, `correlationId: "secreto-correlacion"`); len(found) != len(kinds) || !strings.Contains(text, "secreto-dato") || !strings.Contains(text, "secreto-proposito") {
		t.Errorf("an auditor reads %d: %s", len(found), text)
	}

	for _, accept := range []string{"application/json", "application/jsonl", "text/csv"} {
		status, body := s.rest(operador, eventsPath+"?since=2h&limit=100", accept)
		if status != http.StatusOK || strings.Contains(body, secret) || !strings.Contains(body, "autorizacion.usada") || strings.Count(body, doc) != 1 {
			t.Errorf("%s: %d %s", accept, status, body)
		}
		for _, filter := range []string{"correlation_id=secreto-correlacion", "outcome=denied", "service=api&event_type=autorizacion.usada"} {
			status, body := s.rest(operador, eventsPath+"?since=2h&"+filter, accept)
			if status != http.StatusOK || strings.Contains(body, "autorizacion.") || strings.Contains(body, "solicitud.") {
				t.Errorf("%s %s: %d %s", accept, filter, status, body)
			}
		}
		if _, body := s.rest(auditor, "/api/v1/operadores/op-1/audit/events?since=2h&limit=100", accept); !strings.Contains(body, "secreto-dato") {
			t.Errorf("%s: an auditor reads %s", accept, body)
		}
	}

	proof := func(token, id string) string {
		return fmt.Sprintf("%+v", s.do(token, `query($x: UUID!) { pruebaDeEvento(eventId: $x, operadorId: "op-1") { eventId evento } }`, map[string]any{"x": id}))
	}
	if absent, own := proof(operador, "01a18f41-ffff-7fff-8fff-ffffffffffff"), proof(operador, some); absent != own {
		t.Errorf("a proof\nabsent: %s\nof consent: %s", absent, own)
	}
	if own := proof(auditor, some); !strings.Contains(own, some) {
		t.Errorf("an auditor's proof: %s", own)
	}
}

// shared is a request that its citizen answered, what came of it, and one that is open.
type shared struct{ solicitud, abierta, autorizacion, recibido string }

// share has Transportes ask the citizen of s twice, who answers once, and Transportes look.
func (s *server) share(ana string) (h shared) {
	s.t.Helper()
	do := func(token, query string, v map[string]any) map[string]any {
		s.t.Helper()
		r := s.do(token, query, v)
		payload, _ := r.Data["r"].(map[string]any)
		if errores, _ := payload["errores"].([]any); len(r.Errors) > 0 || len(errores) > 0 {
			s.t.Fatalf("%s: %+v", query, r)
		}
		return r.Data
	}
	const errores = ` errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	admin := output(s.t, s.dir, "token", "emitir", "--rol=administrador", "--sub=hugo")
	for id, nit := range map[string]string{"transportes": "900123456-8", "banco": "800197268-4"} {
		do(admin, `mutation($i: RegistrarEntidadInput!) { r: registrarEntidad(input: $i) {`+errores, map[string]any{"i": map[string]any{"entidadId": id, "nombre": id, "roles": []string{"RECEPTOR"}, "nit": nit}})
	}
	doc := uncertified(s.t, s)
	tipo := s.ok(`query($x: ID!) { node(id: $x) { ... on Documento { tipo } } }`, map[string]any{"x": doc})["node"].(map[string]any)["tipo"]
	word := map[string]any{"es": "Contratación", "en": "Hiring"}
	ask := func(codigo string) string {
		do(admin, `mutation($i: RegistrarTramiteInput!) { r: registrarTramite(input: $i) {`+errores, map[string]any{"i": map[string]any{
			"codigo": codigo, "nombre": word, "finalidad": word, "baseLegal": word, "conservacionDias": 1, "plazoMaximoDias": 30, "entidadIds": []string{"transportes"},
			"requisitos": []any{map[string]any{"codigo": "PAPEL", "nombre": word, "tipos": []any{tipo}}},
		}})
		r := do(ana, `mutation($i: SolicitarDocumentosInput!) { r: solicitarDocumentos(input: $i) { solicitud { id }`+errores,
			map[string]any{"i": map[string]any{"ciudadanoId": s.ciudadano, "tramite": codigo, "numeroInterno": codigo[:1]}})
		return r["r"].(map[string]any)["solicitud"].(map[string]any)["id"].(string)
	}
	h.solicitud, h.abierta = ask("CONTRATACION"), ask("OTRO")
	r := do(s.token, `mutation($s: ID!, $d: ID!) { r: responderSolicitud(input: {solicitudId: $s, version: 1, dias: 30, respuestas: [{requisito: "PAPEL", documentoId: $d}]}) { autorizacion { id }`+errores,
		map[string]any{"s": h.solicitud, "d": doc})
	h.autorizacion = r["r"].(map[string]any)["autorizacion"].(map[string]any)["id"].(string)
	r = do(ana, `{ r: documentosRecibidos { nodes { id } } }`, nil)
	h.recibido = r["r"].(map[string]any)["nodes"].([]any)[0].(map[string]any)["id"].(string)
	do(ana, `mutation($x: ID!) { r: abrirDocumentoRecibido(input: {recibidoId: $x}) {`+errores, map[string]any{"x": h.recibido})
	return h
}

// says is the whole answer to a query in a language.
func (s *server) says(token, idioma, query, x string) string {
	s.t.Helper()
	body, _ := json.Marshal(map[string]any{"query": query, "variables": map[string]any{"x": x}})
	req, _ := http.NewRequest(http.MethodPost, s.api+"/graphql", bytes.NewReader(body))
	for name, value := range map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + token, "Accept-Language": idioma, "X-Request-Id": "a"} {
		req.Header.Set(name, value)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || strings.Contains(string(text), "GRAPHQL_VALIDATION_FAILED") {
		s.t.Fatal(query, string(text), err)
	}
	return string(text)
}

// TestConsentIsAsAbsentToStrangers: whoever may not know of a request, an authorisation or a received document gets the answer of one
// that does not exist, to the byte, in both languages.
func TestConsentIsAsAbsentToStrangers(t *testing.T) {
	s := start(t, 3)
	ana := output(t, s.dir, "token", "emitir", "--rol=entidad", "--sub=ana", "--entidad=transportes", "--permisos=solicitud,consulta")
	h := s.share(ana)
	const nobody = "01a18f41-ffff-7fff-8fff-ffffffffffff"
	// absent is an id of the same owner and the same form, of nothing.
	absent := func(id string) string {
		g, err := relay.ParseGlobalID(id)
		if err != nil {
			t.Fatal(err)
		}
		i := map[string]int{"Solicitud": 0, "Autorizacion": 1, "DocumentoRecibido": 1}[g.Type]
		g.Keys[i] = nobody
		return g.String()
	}
	const errores = `errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	asked := map[string]string{
		`query a($x: ID!) { node(id: $x) { __typename id } }`:                                                                                                       "",
		`mutation b($x: ID!) { recordarSolicitud(input: {solicitudId: $x}) { solicitud { id } ` + errores:                                                           h.abierta,
		`mutation c($x: ID!) { retirarSolicitud(input: {solicitudId: $x}) { solicitud { id } ` + errores:                                                            h.abierta,
		`mutation d($x: ID!) { rechazarSolicitud(input: {solicitudId: $x}) { solicitud { id } ` + errores:                                                           h.abierta,
		`mutation e($x: ID!) { denunciarEntidad(input: {solicitudId: $x}) { silenciadas { entidadId } ` + errores:                                                   h.abierta,
		`mutation f($x: ID!) { responderSolicitud(input: {solicitudId: $x, version: 1, dias: 1, respuestas: [{requisito: "PAPEL"}]}) { solicitud { id } ` + errores: h.abierta,
		`mutation g($x: ID!) { terminarAutorizacion(input: {autorizacionId: $x}) { autorizacion { id } ` + errores:                                                  h.autorizacion,
		`mutation h($x: ID!) { pedirBorrado(input: {autorizacionId: $x}) { autorizacion { id } ` + errores:                                                          h.autorizacion,
		`mutation i($x: ID!) { abrirDocumentoRecibido(input: {recibidoId: $x}) { abierto { titulo } ` + errores:                                                     h.recibido,
		`query j($x: ID!) { documentosRecibidos(filtro: {solicitudId: $x}) { nodes { id } pageInfo { hasNextPage } } }`:                                             h.solicitud,
	}
	own := output(t, s.dir, "token", "emitir", "--rol=operador", "--sub=oto", "--operador="+s.ok(`{ miCarpeta { operadorId } }`, nil)["miCarpeta"].(map[string]any)["operadorId"].(string))
	before := fmt.Sprint(s.ok(`{ miCarpeta { solicitudes { nodes { id version estado } } autorizaciones { nodes { id estado } } entidadesSilenciadas { entidadId } } }`, nil))
	for who, token := range map[string]string{
		"citizen": s.foreigner, "own operador": own, "foreign operador": s.foreignOperador, "auditor": output(t, s.dir, "token", "emitir", "--rol=auditor", "--sub=iris"),
		"administrador": output(t, s.dir, "token", "emitir", "--rol=administrador", "--sub=hugo"),
		"entity":        output(t, s.dir, "token", "emitir", "--rol=entidad", "--sub=ciro", "--entidad=banco", "--permisos=solicitud,consulta,emision"),
		"its issuer":    output(t, s.dir, "token", "emitir", "--rol=entidad", "--sub=eva", "--entidad=transportes", "--permisos=emision"),
	} {
		for query, id := range asked {
			ids := []string{id}
			if id == "" {
				ids = []string{h.solicitud, h.autorizacion, h.recibido}
			}
			for _, id := range ids {
				for _, idioma := range []string{"es", "en"} {
					if absent, foreign := s.says(token, idioma, query, absent(id)), s.says(token, idioma, query, id); absent != foreign {
						t.Errorf("%s, %s, %s\nabsent:  %s\nforeign: %s", who, idioma, query, absent, foreign)
					}
				}
			}
		}
	}
	if after := fmt.Sprint(s.ok(`{ miCarpeta { solicitudes { nodes { id version estado } } autorizaciones { nodes { id estado } } entidadesSilenciadas { entidadId } } }`, nil)); after != before {
		t.Errorf("before %s\nafter %s", before, after)
	}
}
