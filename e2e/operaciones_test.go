package e2e_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var (
	cuantasOperaciones = flag.Int("operaciones", 3000, "random operations to send")
	semillaOperaciones = flag.Uint64("semilla", 1, "number that they are made up from")
)

// cuentas are what came of the operations; they say whether the generator is any good.
type cuentas struct {
	bien, conErrores, sinDatos int
	codigos                    map[string]int // first error of each
}

// TestOperacionesAlAzar sends made-up operations to a server with data. Whatever
// they are: never a 5xx, never an error without a code, never a panic or an
// internal error in the log, and what it takes of memory is given back.
func TestOperacionesAlAzar(t *testing.T) {
	t.Parallel()
	m := nuevoMundo(t, serverkit.Embedded)
	g := &generador{azar: rand.New(rand.NewPCG(*semillaOperaciones, 0x6f70)), esquema: m.esquema, ids: m.ids()}
	c := cuentas{codigos: map[string]int{}}
	calentado := uint64(0)
	for i := range *cuantasOperaciones {
		o := g.operacion()
		if mal := m.enviar(t, g, o, &c); mal != "" {
			t.Fatalf("operation %d of seed %d: %s\n%s\n%v", i, *semillaOperaciones, mal, o.query, o.variables)
		}
		if i == *cuantasOperaciones/5 {
			calentado = m.memoria(t)
		}
	}
	t.Logf("%d operations: %d well, %d with errors beside data, %d refused; %v", *cuantasOperaciones, c.bien, c.conErrores, c.sinDatos, c.codigos)
	if quinto := *cuantasOperaciones / 5; c.bien < quinto || c.sinDatos < quinto || c.conErrores == 0 {
		t.Errorf("the generator is worth little: %+v", c)
	}
	if crecido := int64(m.memoria(t)) - int64(calentado); crecido > 64<<20 {
		t.Errorf("the server's heap grew by %d MiB", crecido>>20)
	}
}

// ids are what exists, in every way to say it, and what does not.
func (m *mundo) ids() map[string][]string {
	de := func(nombres ...string) (ids []string) {
		for _, n := range nombres {
			ids = append(ids, m.variables[n].(string))
		}
		return ids
	}
	carpetas, eventos := de("carpeta", "carpetaGlobal"), de("evento", "eventoGlobal", "cancelable", "solicitada", "porAprobar")
	documentos := de("documento", "bloqueado", "libre", "certificado", "vacio")
	nada := []string{"", "x", ausente, "RG9jdW1lbnRv"}
	return map[string][]string{
		"id": slices.Concat(carpetas, carpetas, documentos, eventos), "carpetaId": carpetas, "documentoId": documentos, "eventoId": eventos, "operadorId": de("operadorId"),
		"": slices.Concat(carpetas, documentos, eventos, nada),
	}
}

var formaCursor = regexp.MustCompile(`v1\.[A-Za-z0-9._-]+`)

// enviar sends an operation as somebody, in some form, and says what is wrong
// with the answer.
func (m *mundo) enviar(t *testing.T, g *generador, o operacion, c *cuentas) string {
	t.Helper()
	gente := []quien{dueno, dueno, dueno, dueno, operador, operador, operador, otro, operadorAjeno, auditor, anonimo}
	q := gente[g.azar.IntN(len(gente))]
	resp, err := (&http.Client{Timeout: pronto}).Do(m.peticion(t, g, q, o))
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	cuerpo, err := leerRespuesta(resp)
	if err != nil {
		return err.Error()
	}
	for _, cursor := range formaCursor.FindAllString(string(cuerpo), 2) {
		if len(g.cursor) < 200 && q == dueno {
			g.cursor = append(g.cursor, cursor)
		}
	}
	return juzgar(resp.StatusCode, cuerpo, c)
}

// silencio is how long a stream may say nothing: it may have nothing to say.
const silencio = time.Second

// leerRespuesta reads it all; of an event stream only the first event.
func leerRespuesta(resp *http.Response) ([]byte, error) {
	if resp.Header.Get("Content-Type") != "text/event-stream; charset=utf-8" {
		return io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	}
	callado := time.AfterFunc(silencio, func() { _ = resp.Body.Close() })
	defer callado.Stop()
	var todo []byte
	for trozo := make([]byte, 4096); ; {
		n, err := resp.Body.Read(trozo)
		todo = append(todo, trozo[:n]...)
		_, datos, hay := bytes.Cut(todo, []byte("event: next\ndata: "))
		linea, _, entera := bytes.Cut(datos, []byte("\n\n"))
		switch {
		case hay && entera:
			return linea, nil
		case bytes.Contains(todo, []byte("event: complete")), err != nil && !callado.Stop():
			return []byte(`{"data":{}}`), nil // nothing to tell, which is an answer
		case err != nil:
			return todo, err
		}
	}
}

func juzgar(estado int, cuerpo []byte, c *cuentas) string {
	var r struct {
		Data   json.RawMessage
		Errors []struct {
			Message    string
			Extensions struct{ Code string }
		}
	}
	if err := json.Unmarshal(cuerpo, &r); err != nil {
		return fmt.Sprintf("%d %s: %v", estado, cuerpo, err)
	}
	for _, e := range r.Errors {
		if code := e.Extensions.Code; code == "" || code == "INTERNAL" || code == "UNAVAILABLE" || e.Message == "" {
			return fmt.Sprintf("%d %s", estado, cuerpo)
		}
	}
	if len(r.Errors) > 0 {
		c.codigos[r.Errors[0].Extensions.Code]++
	}
	datos := len(r.Data) > 0 && string(r.Data) != "null"
	switch {
	case estado >= 500, estado == http.StatusTooManyRequests, len(r.Errors) == 0 && !datos:
		return fmt.Sprintf("%d %s", estado, cuerpo)
	case len(r.Errors) == 0:
		c.bien++
	case datos:
		c.conErrores++
	default:
		c.sinDatos++
	}
	return ""
}

// peticion is mostly a POST, at times a GET; subscriptions ask for an event stream.
func (m *mundo) peticion(t *testing.T, g *generador, q quien, o operacion) *http.Request {
	t.Helper()
	cliente := m.clientes[q]
	partes := obj{"query": o.query, "variables": o.variables}
	cuerpo, err := json.Marshal(partes)
	if err != nil {
		t.Fatal(err)
	}
	metodo, destino := http.MethodPost, cliente.URL+"/graphql"
	if v, _ := json.Marshal(o.variables); g.azar.IntN(10) == 0 {
		metodo, cuerpo = http.MethodGet, nil
		destino += "?" + url.Values{"query": {o.query}, "variables": {string(v)}}.Encode()
	}
	req, err := http.NewRequestWithContext(t.Context(), metodo, destino, bytes.NewReader(cuerpo))
	if err != nil {
		t.Fatal(err)
	}
	medios := []string{"application/graphql-response+json", "application/json", "*/*", "text/event-stream"}
	req.Header.Set("Accept", medios[g.azar.IntN(len(medios))])
	req.Header.Set("Content-Type", "application/json")
	if cliente.Token != "" {
		req.Header.Set("Authorization", "Bearer "+cliente.Token)
	}
	return req
}

var formaMonton = regexp.MustCompile(`(?m)^go_memstats_heap_inuse_bytes (\S+)$`)

// memoria is the heap in use.
func (m *mundo) memoria(t *testing.T) uint64 {
	t.Helper()
	_, metricas := m.servidor.Admin(t, "/metrics")
	valor := formaMonton.FindStringSubmatch(metricas)
	if valor == nil {
		t.Fatal("no go_memstats_heap_inuse_bytes in /metrics")
	}
	bytes, err := strconv.ParseFloat(valor[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return uint64(bytes)
}
