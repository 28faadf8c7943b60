package e2e_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// TestAPaperThatAnybodyCanCheck: its owner fetches the verifiable file, and a stranger who has the public keys of the
// deployment verifies it with nothing but files. What its issuer took back has no file any more.
func TestAPaperThatAnybodyCanCheck(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	e := newEntrante(t, house)
	content := bytes.Repeat([]byte("Diploma de Ingeniería. "), 20_000)
	input := e.uni.declara(t, e.ciudadanoID, "Diploma", content, obj{"numero": "A-17"})
	delivered := entregada(t, e.program, input, content)
	id := globalID("Documento", e.carpetaID, delivered.EntregaID)
	link := func(args string) *string {
		return serverkit.Do[struct{ Node struct{ URL *string } }](t, e.dueno, `query($id: ID!) { node(id: $id) { ... on Documento { url: urlVerificable`+args+` } } }`, obj{"id": id}).Node.URL
	}
	get := func(url, ranges string) (int, []byte) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		must(t, err)
		if ranges != "" {
			req.Header.Set("Range", ranges)
		}
		resp, err := http.DefaultClient.Do(req)
		must(t, err)
		defer func() { _ = resp.Body.Close() }()
		body, err := io.ReadAll(resp.Body)
		must(t, err)
		return resp.StatusCode, body
	}

	status, trust := get(e.dueno.URL+"/.well-known/carpeta-sello/confianza.json", "")
	mustSame(t, "status of whom to trust", http.StatusOK, status)
	status, file := get(*link("(mostrarTitular: true)"), "")
	mustSame(t, "status", http.StatusOK, status)
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	must(t, err)
	mustSame(t, "the document's name", "documento/diploma.txt", z.File[len(z.File)-1].Name)
	c, err := verificable.LeerConfianza(trust)
	must(t, err)
	i, err := verificable.Verificar(bytes.NewReader(file), int64(len(file)), c, verificable.Opciones{Ahora: time.Now()})
	must(t, err)
	if i.Emisor.EntidadID != e.uni.id || i.Persona == nil || i.Persona.Nombre != "Ana Ruiz" || i.RecibidaEn.IsZero() || !strings.Contains(i.Oracion(), "La universidad certificó «Diploma», número A-17, para Ana Ruiz") {
		t.Errorf("%s: %s", i.Resultado, i.Oracion())
	}
	mustSame(t, "the file, without a list", verificable.SinLista, i.Resultado)
	verifiesByCommand(t, house, e, id, trust)
	_, anonymous := get(*link(""), "")
	if bytes.Contains(anonymous, []byte("Ana Ruiz")) || bytes.Contains(anonymous, []byte(e.ciudadanoID)) {
		t.Error("the file names the person, and nobody asked for it")
	}
	url := *link("")
	_, whole := get(url, "")
	for _, from := range []int{0, 100, len(whole) / 2, len(whole) - 10} {
		if status, part := get(url, fmt.Sprintf("bytes=%d-", from)); status != http.StatusPartialContent || !bytes.Equal(part[:min(9, len(part))], whole[from:from+9]) || len(part) != len(whole)-from {
			t.Errorf("from byte %d on: %d, %d bytes", from, status, len(part))
		}
	}
	if status, _ := get(url[:len(url)-2]+"xx", ""); status != http.StatusForbidden {
		t.Errorf("another link: %d", status)
	}

	e.uni.revoca(t, e.program, delivered.EntregaID, "No corresponde.")
	if url := link(""); url != nil {
		t.Error("what was revoked has a file")
	}
	if status, _ := get(url, ""); status != http.StatusNotFound {
		t.Errorf("the link of before: %d", status)
	}
	// Who holds the file reads in the list that it was taken back.
	status, list := get(e.dueno.URL+"/estado/1", "")
	mustSame(t, "status of the list", http.StatusOK, status)
	i, err = verificable.Verificar(bytes.NewReader(file), int64(len(file)), c, verificable.Opciones{Ahora: time.Now(), Lista: list})
	must(t, err)
	mustSame(t, "the file, with a fresh list", verificable.Retirado, i.Resultado)

	// So does a wallet, with libraries that others wrote.
	requirePrograms(t, "node")
	wallet := exec.CommandContext(t.Context(), "node", "test/lista-de-estado.mjs", e.dueno.URL+"/.well-known/carpeta-sello/jwks.json", e.dueno.URL+"/estado/1", fmt.Sprint(i.Estado.Idx))
	wallet.Dir = "../web"
	said, err := wallet.CombinedOutput()
	mustSame(t, "what a wallet reads", "1 *\n", string(said))
	must(t, err)
}

// verifiesByCommand does what README says, on a machine of its own.
func verifiesByCommand(t *testing.T, house *serverkit.House, e *entrante, id string, trust []byte) {
	t.Helper()
	dir := t.TempDir()
	keys := filepath.Join(dir, "confianza.json")
	must(t, os.WriteFile(keys, trust, 0o600))
	name := strings.TrimSpace(house.MustRun(t, "documento", "exportar", id, "--url", e.dueno.URL, "--token", e.dueno.Token, "--en", dir))
	out := house.Run(t, "documento", "verificar", name, "--confianza", keys).Out
	if !strings.Contains(out, "La universidad certificó «Diploma»") || !strings.Contains(out, "una persona que este archivo no nombra") {
		t.Errorf("%s says %s", name, out)
	}
}
