package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli"
)

// told is an event as the trail's REST face shows it.
type told struct {
	Type        string `json:"event_type"`
	Service     string `json:"service"`
	Correlation string `json:"correlation_id"`
	Resource    string `json:"resource_id"`
	ActorType   string `json:"actor_type"`
	ActorID     string `json:"actor_id"`
	OnBehalfOf  string `json:"on_behalf_of"`
	Carpeta     string `json:"carpeta_id"`
	EventData   struct {
		Data map[string]string `json:"data"`
	} `json:"event_data"`
}

func (e told) actor() string { return e.ActorType + " " + e.ActorID }

func (e told) datum(name string) string { return e.EventData.Data[name] }

// get asks the server for a path.
func (s *server) get(token, path string, header ...string) (int, []byte) {
	s.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = s.api + path
	}
	req, _ := http.NewRequest(http.MethodGet, path, nil)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, text
}

// trail is what an auditor finds of a kind in the trail of an operador.
func (s *server) trail(auditor, operador string, tipo auditoria.Tipo) (es []told) {
	s.t.Helper()
	status, text := s.get(auditor, fmt.Sprintf("/api/v1/operadores/%s/audit/events?event_type=%s&limit=1000", operador, tipo))
	var page struct{ Data []told }
	if err := json.Unmarshal(text, &page); err != nil || status != http.StatusOK {
		s.t.Fatalf("status %d, %v: %s", status, err, text)
	}
	slices.Reverse(page.Data) // oldest first
	return page.Data
}

// await waits for an event that comes after the answer.
func (s *server) await(auditor, operador string, tipo auditoria.Tipo, is func(told) bool) told {
	s.t.Helper()
	for range 600 {
		es := s.trail(auditor, operador, tipo)
		if i := slices.IndexFunc(es, is); i >= 0 {
			return es[i]
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.t.Fatalf("no such %s in the trail of %s", tipo, operador)
	return told{}
}

// withFiles is a server whose carpeta has three documents with their files, the trail's auditor, and the
// operador of the carpeta.
func withFiles(t *testing.T) (s *server, auditor, operador string) {
	s = start(t, 0)
	dir := t.TempDir()
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".txt")), bytes.Repeat([]byte{'a' + byte(i), '\n'}, 500), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	output(t, s.dir, "documento", "importar", "--dir="+dir, "--carpeta="+s.carpetaID, "--url="+s.api, "--token="+s.token)
	auditor = output(t, s.dir, "token", "emitir", "--rol=auditor", "--sub=auditora")
	operador = s.ok(`{ miCarpeta { operadorId } }`, nil)["miCarpeta"].(map[string]any)["operadorId"].(string)
	return s, auditor, operador
}

// links gives out links to a carpeta's files under a request id of the client's.
func (s *server) links(request, field string) (urls []string) {
	s.t.Helper()
	body, _ := json.Marshal(map[string]any{
		"query": `query($id: ID!) { carpeta(id: $id) { documentos { nodes { ` + field + ` } } } }`, "variables": map[string]any{"id": s.carpetaID},
	})
	req, _ := http.NewRequest(http.MethodPost, s.api+"/graphql", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("X-Request-Id", request)
	resp, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	var a struct {
		Data struct {
			Carpeta struct {
				Documentos struct{ Nodes []map[string]string }
			}
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		s.t.Fatal(err)
	}
	for _, n := range a.Data.Carpeta.Documentos.Nodes {
		urls = append(urls, n[field])
	}
	return urls
}

// TestEveryUseOfALinkIsInTheTrail: of downloads, views, ranges and looks at the head, with the request that the
// link was given to. Nobody else's name is on it.
func TestEveryUseOfALinkIsInTheTrail(t *testing.T) {
	s, auditor, operador := withFiles(t)
	downloads, views := s.links("bajar-1", "urlDescarga"), s.links("ver-1", "urlVista")
	for _, c := range []struct {
		url    string
		header []string
		status int
		want   string
	}{
		{downloads[0], nil, http.StatusOK, "descarga bajar-1"},
		{views[0], nil, http.StatusOK, "vista ver-1"},
		{downloads[1], []string{"Range", "bytes=0-9"}, http.StatusPartialContent, "descarga bajar-1"},
		{views[1], []string{"Range", "bytes=0-1,10-11"}, http.StatusPartialContent, "vista ver-1"},
		{views[2], []string{"Range", "bytes=99999-"}, http.StatusRequestedRangeNotSatisfiable, "vista ver-1"},
	} {
		before := len(s.trail(auditor, operador, auditoria.ArchivoServido))
		for range 3 { // those that follow are told later
			if status, _ := s.get("", c.url, c.header...); status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
		}
		es := s.trail(auditor, operador, auditoria.ArchivoServido)[before:]
		if len(es) != 1 || es[0].datum("modo")+" "+es[0].Correlation != c.want || es[0].ActorType != "enlace" || es[0].OnBehalfOf != s.ciudadano || es[0].Carpeta != s.carpetaID {
			t.Errorf("%s %v: %+v", c.want, c.header, es)
		}
	}
	if status, _ := s.get("", downloads[2]+"x"); status != http.StatusForbidden {
		t.Errorf("a link that is not good: status %d", status)
	}
	if es := s.trail(auditor, operador, auditoria.ArchivoServido); len(es) != 5 {
		t.Errorf("%d uses in the end", len(es))
	}
	data := s.ok(`query($id: ID!) { carpeta(id: $id) { accesos(first: 100) { nodes { tipo rol propio } } } }`, map[string]any{"id": s.carpetaID})
	seen := map[string]int{}
	for _, n := range data["carpeta"].(map[string]any)["accesos"].(map[string]any)["nodes"].([]any) {
		a := n.(map[string]any)
		seen[fmt.Sprint(a["tipo"], " ", a["rol"], " ", a["propio"])]++
	}
	if seen["archivo.servido enlace false"] != 5 || seen["sesion.iniciada ciudadano true"] != 1 || seen["documento.visto ciudadano true"] != 3 || seen["documento.descargado ciudadano true"] != 3 {
		t.Errorf("the owner sees %v", seen)
	}
}

// TestWhoComesAndWhoIsRefusedIsInTheTrail: over every face, once for each token; what is refused, with how often.
func TestWhoComesAndWhoIsRefusedIsInTheTrail(t *testing.T) {
	t.Parallel() // it mostly waits
	s := start(t, 1)
	auditor := output(t, s.dir, "token", "emitir", "--rol=auditor", "--sub=auditora")
	operador := s.ok(`{ miCarpeta { operadorId } }`, nil)["miCarpeta"].(map[string]any)["operadorId"].(string)
	token := func(sub string) string {
		return output(t, s.dir, "token", "emitir", "--rol=operador", "--sub="+sub, "--operador="+operador)
	}
	byREST, byGET, bySSE := token("rest"), token("get"), token("sse")
	for range 3 {
		s.get(byREST, "/api/v1/audit/events?limit=1")
		s.get(byGET, "/graphql?query=%7B__typename%7D")
		s.get(bySSE, "/graphql?query=%7B__typename%7D", "Accept", "text/event-stream")
		s.ok(`{ miCarpeta { id } }`, nil)
	}
	var came []string
	for _, e := range s.trail(auditor, operador, auditoria.SesionIniciada) {
		came = append(came, e.actor())
	}
	slices.Sort(came)
	if want := []string{"ciudadano " + s.ciudadano, "operador get", "operador rest", "operador sse"}; !slices.Equal(came, want) {
		t.Errorf("came: %q, want %q", came, want)
	}

	expired := output(t, s.dir, "token", "emitir", "--rol=ciudadano", "--sub="+s.ciudadano, "--ttl=-1h")
	for causa, bad := range map[string]string{"vencido": expired, "firma": s.token[:len(s.token)-6] + "AAAAAA", "forma": "Contraseña1"} {
		n := 0
		for range 20 {
			s.get(bad, "/graphql?query=%7B__typename%7D")
			s.get(bad, "/api/v1/audit/events")
		}
		e := s.await(auditor, auditoria.SinOperador, auditoria.TokenRechazado, func(e told) bool { return e.datum("causa") == causa })
		if (e.Resource == "") != (causa == "forma") || e.ActorType != auditoria.DelPrograma {
			t.Errorf("%s: %+v", causa, e)
		}
		s.await(auditor, auditoria.SinOperador, auditoria.TokenRechazado, func(told) bool {
			n = 0
			events := 0
			for _, e := range s.trail(auditor, auditoria.SinOperador, auditoria.TokenRechazado) {
				if e.datum("causa") == causa {
					var times int
					_, _ = fmt.Sscan(e.datum("veces"), &times)
					n, events = n+times, events+1
				}
			}
			return n == 40 && events < 40
		})
	}

	s.do(s.foreigner, `query($x: ID!) { carpeta(id: $x) { operadorId } }`, map[string]any{"x": s.carpetaID})
	s.do(s.foreigner, `query($x: ID!) { carpeta(id: $x) { operadorId } }`, map[string]any{"x": "01a18f41-ffff-7fff-8fff-ffffffffffff"}) // is not there
	s.do(byGET, `{ eliminaciones(operadorId: "otro") { nodes { id } } }`, nil)
	hidden := s.await(auditor, auditoria.SinOperador, auditoria.PoliticaNegada, func(e told) bool { return e.datum("codigo") == "NOT_FOUND" })
	if hidden.actor() != "ciudadano 01a18f41-0000-7000-8000-000000000000" || hidden.datum("veces") != "1" || hidden.Carpeta != "" {
		t.Errorf("hidden: %+v", hidden)
	}
	if e := s.await(auditor, operador, auditoria.PoliticaNegada, func(e told) bool { return e.datum("codigo") == "FORBIDDEN" }); e.actor() != "operador get" {
		t.Errorf("forbidden: %+v", e)
	}
	_, text := s.get(auditor, "/api/v1/operadores/_/audit/events?limit=1000", "Accept", "application/jsonl")
	for _, secret := range []string{expired, s.token, "Contrase", "127.0.0.1", s.ciudadano} {
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("the trail of nobody has %.20s", secret)
		}
	}
}

// TestTheCommandLineIsInTheTrail: what is done with the stores is done by the program; what is done with a
// server, by the person whose token it is.
func TestTheCommandLineIsInTheTrail(t *testing.T) {
	dir := t.TempDir()
	var c struct{ CarpetaID string }
	if err := json.Unmarshal([]byte(output(t, dir, "carpeta", "abrir", "--ciudadano=ana", "--operador=op-1")), &c); err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	if err := os.WriteFile(filepath.Join(files, "a.txt"), []byte("hola"), 0o600); err != nil {
		t.Fatal(err)
	}
	output(t, dir, "documento", "importar", "--dir="+files, "--carpeta="+c.CarpetaID)
	output(t, dir, "datos", "sembrar", "--carpetas=1", "--documentos=1", "--semilla=7")
	jwks := filepath.Join(files, "llaves.json")
	if err := os.WriteFile(jwks, []byte(`{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	output(t, dir, "entidad", "alta", "uni", "--nombre=La uni", "--jwks="+jwks)
	output(t, dir, "entidad", "baja", "uni")

	s := &server{t: t, dir: dir, carpetaID: c.CarpetaID, token: output(t, dir, "token", "emitir", "--rol=ciudadano", "--sub=ana")}
	s.serve(dir)
	data := s.ok(`mutation($d: ID!) { deleteDocumento(input: {documentoId: $d, ventana: 600}) { eliminacion { eventoId } } }`, map[string]any{"d": ids(t, s)[0]})
	evento := data["deleteDocumento"].(map[string]any)["eliminacion"].(map[string]any)["eventoId"].(string)
	auditor := output(t, dir, "token", "emitir", "--rol=auditor", "--sub=auditora")
	var run bytes.Buffer
	for _, args := range [][]string{
		{"eliminacion", "listar", "--estado=INICIADA"}, {"eliminacion", "explicar", evento}, {"dlq", "listar"}, {"auditoria", "listar"}, {"auditoria", "exportar"},
	} {
		args = append(args, "--url="+s.api, "--operador=op-1")
		if err := cli.Run(t.Context(), command(t, dir, args...), &run, io.Discard); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	run.Reset()
	order := []string{"--carpeta=" + c.CarpetaID, "--motivo=Investigación 7", "--base-legal=Auto 12", "--hasta=" + time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "--rol=auditor"}
	for _, args := range [][]string{append([]string{"ordenar", "--salida=json"}, order...), {"listar", "--carpeta=" + c.CarpetaID}} {
		args = append(append([]string{"embargo"}, args...), "--url="+s.api)
		if err := cli.Run(t.Context(), command(t, dir, args...), &run, io.Discard); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	var orders []struct{ EmbargoID string }
	if err := json.NewDecoder(&run).Decode(&orders); err != nil || len(orders) != 1 {
		t.Fatalf("%v: %+v", err, orders)
	}
	output(t, dir, "embargo", "levantar", orders[0].EmbargoID, "--carpeta="+c.CarpetaID, "--motivo=Terminó", "--url="+s.api)
	for _, c := range []struct {
		operador string
		tipo     auditoria.Tipo
		want     string
	}{
		{"op-1", auditoria.EmbargoImpuesto, "auditor consola, api"},
		{"op-1", auditoria.EmbargoLevantado, "auditor consola, api"},
		{"op-1", auditoria.CarpetaAbierta, "servicio consola, consola"},
		{"op-1", auditoria.CargaAnunciada, "servicio consola, consola"},
		{"op-1", auditoria.CargaConfirmada, "servicio consola, consola"},
		{auditoria.SinOperador, auditoria.EntidadCambiada, "servicio consola, consola"},
		{"op-1", auditoria.ListaLeida, "operador consola, api"},
		{"op-1", auditoria.NodoLeido, "operador consola, api"},
		{"op-1", auditoria.AuditoriaLeida, "operador consola, api; auditor consola, api"},
		{"op-1", auditoria.AuditoriaExportada, "operador consola, api"},
		{"op-1", auditoria.SesionIniciada, "operador consola, api"},
	} {
		es := s.trail(auditor, c.operador, c.tipo)
		es = slices.DeleteFunc(es, func(e told) bool { return e.ActorID == "auditora" || e.ActorID == "ana" })
		if len(es) == 0 {
			t.Errorf("%s is not in the trail of %s", c.tipo, c.operador)
		}
		for _, e := range es {
			if got := e.actor() + ", " + e.Service; !strings.Contains(c.want, got) {
				t.Errorf("%s: by %s, want %s", c.tipo, got, c.want)
			}
		}
	}
}
