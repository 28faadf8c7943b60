package e2e_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestSamplesDeliver: the sample in Python delivers fifty papers, is killed four times at the worst moments, and delivers
// each paper once. The sample in JavaScript delivers one. Both go on after a fault that the server names, and tell which
// rows are refused.
func TestSamplesDeliver(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "node")
	python := services.Installed(t, "../tools/python.sh")
	way := newUnreliable(t)
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_PUBLIC_URL=" + way.url)
	e := newEntrante(t, house)
	way.server = e.s.URL
	issuer := issuerOf(t, house)
	dir := t.TempDir()
	key := e.uni.writeJWK(t, dir, e.uni.kid)
	env := []string{"PATH=" + os.Getenv("PATH"), "URL=" + way.url, "LLAVE=" + key, "TOKEN_URL=" + issuer, "CLIENT_ID=udea", "CLIENT_SECRET=secreto"}
	sample, err := filepath.Abs("../docs/ejemplos/entregar.py")
	must(t, err)
	deliver := func(list string) (int, string) { return way.run(t, env, python, sample, list) }

	list := papers(t, dir, e.ciudadanoID, 50)
	killed := 0
	way.moments = map[string]moment{
		"announce 5": lostAnswer, "upload 17": cutBody, "confirm 30": lostAnswer, "confirm 41": cutBody, // with a SIGKILL
		"announce 45": unavailable, "upload 46": noAnswer, "confirm 47": noAnswer,
	}
	code, said := deliver(list)
	for ; code == -1 && killed < 10; killed++ {
		code, said = deliver(list)
	}
	mustSame(t, "kills", 4, killed)
	mustSame(t, "the last run", fmt.Sprint(0, " 50 delivered, 0 left\n"), fmt.Sprint(code, " ", said))
	mustSame(t, "moments that did not come", 0, len(way.moments))
	each := deliveredTitles(t, e.program)
	mustSame(t, "papers", 50, len(each))
	for title, times := range each {
		mustSame(t, title+", delivered", 1, times)
	}
	asked := way.asked()
	code, said = deliver(list)
	mustSame(t, "one more run", fmt.Sprint(0, " 50 delivered, 0 left\n"), fmt.Sprint(code, " ", said))
	mustSame(t, "requests of one more run", asked, way.asked())

	t.Run("a row that is refused leaves the others", func(t *testing.T) {
		good, bad, absent := paper(t, dir, e.ciudadanoID, 51), paper(t, dir, "900900900", 52), paper(t, dir, e.ciudadanoID, 53)
		must(t, os.Remove(filepath.Join(dir, absent[0])))
		code, said := deliver(writeCSV(t, filepath.Join(dir, "malos.csv"), bad, absent, good))
		mustSame(t, "exit code", 1, code)
		for _, want := range []string{"row 1: CIUDADANO_SIN_CARPETA", "row 2: ", "1 delivered, 2 left"} {
			if !strings.Contains(said, want) {
				t.Errorf("it does not say %q:\n%s", want, said)
			}
		}
	})
	t.Run("a row that is mended is never confirmed as it was announced before", func(t *testing.T) {
		row := paper(t, dir, e.ciudadanoID, 56)
		mended := func(titulo string) (int, string) {
			row[4] = titulo
			return deliver(writeCSV(t, filepath.Join(dir, "mal.csv"), row))
		}
		way.moments = map[string]moment{"upload 101": lostAnswer} // with a SIGKILL
		way.counts = map[string]int{"upload": 100}
		code, said := mended("Diploma equivocado")
		mustSame(t, "the run that is killed", fmt.Sprint(-1, ""), fmt.Sprint(code, said))
		code, said = mended("Diploma 56")
		wrong := regexp.MustCompile(`row 1: OTRA_DECLARACION: .*delivery (\S{36})`).FindStringSubmatch(said)
		if code != 1 || wrong == nil {
			t.Fatalf("the wrong title is announced: %d: %s", code, said)
		}
		cancelled := serverkit.Do[alias[entregarResult]](t, e.program, `mutation($id: ID!) { r: cancelarEntrega(input: {entregaId: $id}) {
  errores { ... on ErrorDeUsuario { codigo } } } }`, obj{"id": wrong[1]}).R
		mustSame(t, "errores of cancelarEntrega", 0, len(cancelled.Errores))
		code, said = mended("Diploma 56")
		mustSame(t, "the wrong one is cancelled", fmt.Sprint(0, " 1 delivered, 0 left\n"), fmt.Sprint(code, " ", said))
		asked := way.asked()
		code, said = mended("Diploma cincuenta y seis")
		if code != 1 || !strings.Contains(said, "row 1: OTRA_DECLARACION") || way.asked() != asked {
			t.Errorf("the title is changed after the delivery: %d: %s", code, said)
		}
		has := serverkit.Do[alias[struct{ Nodes []entregaState }]](t, e.program,
			`query($c: ID) { r: entregas(filtro: {ciudadanoId: $c, numero: "A-56", estado: ENTREGADA}) { nodes { titulo } } }`, obj{"c": e.ciudadanoID}).R.Nodes
		if len(has) != 1 || *has[0].Titulo != "Diploma 56" {
			t.Errorf("the citizen has %+v", has)
		}
	})
	t.Run("a key that nobody registered ends the run", func(t *testing.T) {
		env = append(env, "LLAVE="+e.uni.writeJWK(t, dir, "otra"))
		code, said := deliver(writeCSV(t, filepath.Join(dir, "otra.csv"), paper(t, dir, e.ciudadanoID, 54), paper(t, dir, e.ciudadanoID, 55)))
		if code != 2 || !strings.Contains(said, "row 1: LLAVE_DESCONOCIDA") || strings.Contains(said, "row 2") {
			t.Errorf("%d: %s", code, said)
		}
	})
	t.Run("JavaScript", func(t *testing.T) {
		file := filepath.Join(dir, paper(t, dir, e.ciudadanoID, 60)[0])
		input := filepath.Join(dir, "entrada.json")
		must(t, os.WriteFile(input, fmt.Appendf(nil, `{"ciudadanoId":%q,"codigoTipo":"DIPLOMA","titulo":"Diploma 60","tipoContenido":"text/plain",
			"declaracion":{"fechaEmision":"2020-05-03","titular":{"nombre":"Íngrid Núñez"}}}`, e.ciudadanoID), 0o600))
		env := []string{"PATH=" + os.Getenv("PATH"), "URL=" + way.url, "TOKEN=" + e.program.Token}
		way.moments = map[string]moment{"confirm 51": unavailable}
		way.counts = map[string]int{"confirm": 50}
		code, first := way.run(t, env, "node", "../docs/ejemplos/entregar.mjs", key, file, input)
		mustSame(t, "exit code", 0, code)
		if !strings.HasSuffix(first, " ENTREGADA\n") || len(way.moments) > 0 {
			t.Errorf("%s; %v", first, way.moments)
		}
		_, again := way.run(t, env, "node", "../docs/ejemplos/entregar.mjs", key, file, input)
		mustSame(t, "the same again", first, again)
	})
}

// TestEntidadesWalk walks through docs/entidades.md, as printed.
func TestEntidadesWalk(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "jq", "curl", "node")
	python := services.Installed(t, "../tools/python.sh")
	page, err := os.ReadFile("../docs/entidades.md")
	must(t, err)
	house := serverkit.NewHouse(t, serverkit.Embedded)
	s := house.Start(t, "--demo")
	prologue := "export PATH=" + filepath.Dir(python) + ":$PATH\n"
	output := followReadme(t, house.Dir, prologue+blocksOf(t, string(page), serverkit.Embedded, s.URL))
	for _, want := range []string{
		"50 delivered, 0 left", `"ENTREGADA": 50`, "OTRA_DECLARACION", `"estado": "CANCELADA"`, `"kid":"2026-2"`,
		"VALIDO ", `"estadoJuridico": "REVOCADO"`, "RETIRADO ", "not valid any more",
	} {
		if !strings.Contains(output, want) {
			t.Errorf("the walk never says %s:\n%s", want, output)
		}
	}
	if one := regexp.MustCompile(`(?m)^(\S{36}) ENTREGADA\n(\S{36}) ENTREGADA$`).FindStringSubmatch(output); one == nil || one[1] != one[2] {
		t.Errorf("the paper of entregar.mjs is not delivered once:\n%s", output)
	}
}

// deliveredTitles counts the deliveries of an entity by their title; all must be delivered.
func deliveredTitles(t *testing.T, program serverkit.Client) map[string]int {
	t.Helper()
	all := serverkit.Do[alias[struct{ Nodes []entregaState }]](t, program, `{ r: entregas(first: 100) { nodes { `+entregaFields+` } } }`, nil).R.Nodes
	titles := map[string]int{}
	for _, d := range all {
		mustSame(t, *d.Titulo, "ENTREGADA", d.Estado)
		titles[*d.Titulo]++
	}
	return titles
}

// writeJWK writes the private key under a kid, as a program of the entity has it.
func (i institution) writeJWK(t *testing.T, dir, kid string) string {
	t.Helper()
	name := filepath.Join(dir, kid+".jwk")
	public := strings.TrimPrefix(strings.TrimSuffix(i.jwks(), `}]}`), `{"keys":[{`)
	must(t, os.WriteFile(name, []byte(`{`+strings.Replace(public, i.kid, kid, 1)+`,"d":"`+base64url(i.private.Seed())+`"}`), 0o600))
	return name
}

var header = []string{"archivo", "ciudadanoId", "nombre", "codigoTipo", "titulo", "fechaEmision", "numero"}

// paper writes a file, and returns its row.
func paper(t *testing.T, dir, ciudadanoID string, n int) []string {
	t.Helper()
	name := fmt.Sprintf("diploma-%d.txt", n)
	must(t, os.WriteFile(filepath.Join(dir, name), bytes.Repeat(fmt.Appendf(nil, "Diploma %d. ", n), 5_000), 0o600))
	return []string{name, ciudadanoID, "Íngrid \"Ñ\" Núñez", "DIPLOMA", fmt.Sprintf("Diploma %d «de\\ingeniería»", n), "2020-05-03", fmt.Sprintf("A-%d", n)}
}

func papers(t *testing.T, dir, ciudadanoID string, n int) string {
	t.Helper()
	var rows [][]string
	for i := range n {
		rows = append(rows, paper(t, dir, ciudadanoID, i+1))
	}
	return writeCSV(t, filepath.Join(dir, "papeles.csv"), rows...)
}

func writeCSV(t *testing.T, name string, rows ...[]string) string {
	t.Helper()
	var text bytes.Buffer
	must(t, csv.NewWriter(&text).WriteAll(append([][]string{header}, rows...)))
	must(t, os.WriteFile(name, text.Bytes(), 0o600))
	return name
}

// issuerOf gives tokens by client credentials, as an entity's issuer does. The first one has ended already.
func issuerOf(t *testing.T, house *serverkit.House) string {
	t.Helper()
	life := -time.Hour
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id, secret, _ := r.BasicAuth(); id != "udea" || secret != "secreto" || r.FormValue("grant_type") != "client_credentials" {
			http.Error(w, `{"error":"invalid_client"}`, http.StatusUnauthorized)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]string{"access_token": house.Token(t, "programa", "entidad", "universidad", life)})
		life = time.Hour
	}))
	t.Cleanup(issuer.Close)
	return issuer.URL
}

// moment is what happens to one request.
type moment int

const (
	lostAnswer  moment = iota + 1 // the server has done it, and the client is killed before it hears so
	cutBody                       // the client is killed when the server has half of the body
	unavailable                   // 503, and the server has not heard of it
	noAnswer                      // the server has done it, and the connection breaks
)

// unreliable is the way from one client at a time to a server.
type unreliable struct {
	url, server string
	transport   http.Transport // any httptest.Server that closes ends connections of the default one

	mu      sync.Mutex
	counts  map[string]int    // of requests, by what they ask for
	moments map[string]moment // that are to come, by their request, as "upload 17"
	client  *exec.Cmd
}

func newUnreliable(t *testing.T) *unreliable {
	t.Helper()
	u := &unreliable{counts: map[string]int{}}
	front := httptest.NewServer(u)
	t.Cleanup(func() { front.Close(); u.transport.CloseIdleConnections() })
	u.url = front.URL
	return u
}

// run runs a client to its end: -1 if it was killed.
func (u *unreliable) run(t *testing.T, env []string, name string, args ...string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), nodePatience)
	defer cancel()
	var output bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, &output, &output
	u.mu.Lock()
	must(t, cmd.Start())
	u.client = cmd
	u.mu.Unlock()
	_ = cmd.Wait() // the exit code says it
	return cmd.ProcessState.ExitCode(), output.String()
}

func (u *unreliable) asked() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	n := 0
	for _, c := range u.counts {
		n += c
	}
	return n
}

// next counts a request, and takes what is to happen to it.
func (u *unreliable) next(what string) (moment, *exec.Cmd) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.counts[what]++
	this := fmt.Sprint(what, " ", u.counts[what])
	m := u.moments[this]
	delete(u.moments, this)
	return m, u.client
}

func (u *unreliable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	what := "upload"
	switch {
	case bytes.Contains(body, []byte("entregarDocumento(")):
		what = "announce"
	case bytes.Contains(body, []byte("confirmarEntrega(")):
		what = "confirm"
	}
	m, client := u.next(what)
	sent := io.Reader(bytes.NewReader(body))
	switch m {
	case unavailable:
		http.Error(w, "No server is available to handle this request.", http.StatusServiceUnavailable)
		return
	case cutBody:
		_ = client.Process.Kill()
		sent = io.MultiReader(bytes.NewReader(body[:len(body)/2]), broken{})
	}
	request, err := http.NewRequest(r.Method, u.server+r.RequestURI, sent)
	if err != nil {
		panic(err)
	}
	request.Header, request.ContentLength, request.Host = r.Header.Clone(), int64(len(body)), r.Host
	answer, err := u.transport.RoundTrip(request)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if m == lostAnswer {
		_ = client.Process.Kill()
	}
	if m != 0 || err != nil {
		panic(http.ErrAbortHandler) // the connection breaks
	}
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(content) // the client may be gone
}

// broken is the rest of a body whose sender has died.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the sender has died") }
