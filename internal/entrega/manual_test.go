package entrega_test

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// block is the block of code behind a marker of docs/api.md.
func block(t *testing.T, marker string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "<!-- "+marker+" -->\n```")
	if !found {
		t.Fatalf("docs/api.md has no %s", marker)
	}
	_, rest, _ = strings.Cut(rest, "\n")
	text, _, _ := strings.Cut(rest, "\n```")
	return text
}

// example is the document of the example.
func example(t *testing.T) (ciudadanoID string, n documento.Nuevo) {
	t.Helper()
	var e struct{ CiudadanoID, HashDocumento, TipoDocumento, Titulo string }
	if err := json.Unmarshal([]byte(block(t, "contenido")), &e); err != nil {
		t.Fatal(err)
	}
	return e.CiudadanoID, documento.Nuevo{Titulo: e.Titulo, Tipo: documento.Tipo(e.TipoDocumento), Hash: e.HashDocumento}
}

// TestTheManualsSignature: the example of docs/api.md is what this server accepts.
func TestTheManualsSignature(t *testing.T) {
	ciudadanoID, n := example(t)
	content := entrega.Contenido(ciudadanoID, n)
	if string(content) != block(t, "contenido") {
		t.Errorf("signed are %s", content)
	}
	key, err := auth.ParsePublicKey([]byte(block(t, "llave")))
	if err != nil {
		t.Fatal(err)
	}
	signature, err := auth.ParseDetached(block(t, "firma"))
	if err != nil || !signature.Verify(key, content) {
		t.Errorf("the signature is not good: %v", err)
	}
}

// TestTheManualsStatement: so are those of version 2, and of a delivery that is taken back; and the sample makes them.
func TestTheManualsStatement(t *testing.T) {
	var in struct {
		CiudadanoID, HashDocumento, TipoDocumento, Titulo string
		Declaracion                                       struct {
			FechaEmision, Numero string
			Vigencia             verificable.Vigencia
			Titular              struct{ Nombre, Sal string }
		}
	}
	unmarshal(t, block(t, "declaracion"), &in)
	sal, err := base64.RawURLEncoding.DecodeString(in.Declaracion.Titular.Sal)
	if err != nil {
		t.Fatal(err)
	}
	states := verificable.Declaracion{
		Version: 2, HashDocumento: in.HashDocumento, TipoDocumento: in.TipoDocumento, Titulo: in.Titulo,
		FechaEmision: in.Declaracion.FechaEmision, Numero: in.Declaracion.Numero, Vigencia: in.Declaracion.Vigencia,
		Titular: verificable.Titular{CiudadanoID: in.CiudadanoID, Nombre: in.Declaracion.Titular.Nombre, Sal: sal}.Sello(),
	}
	var r struct{ Motivo, Revoca string }
	unmarshal(t, block(t, "revocacion"), &r)
	key, err := auth.ParsePublicKey([]byte(block(t, "llave")))
	if err != nil {
		t.Fatal(err)
	}
	for marker, c := range map[string]struct {
		content []byte
		input   string
	}{
		"declarado":  {states.Bytes(), block(t, "declaracion")},
		"revocacion": {verificable.Revocacion{EntregaID: r.Revoca, Motivo: r.Motivo}.Bytes(), `{"entregaId":"` + r.Revoca + `","motivo":"` + r.Motivo + `"}`},
	} {
		if string(c.content) != block(t, marker) {
			t.Errorf("%s: signed are %s", marker, c.content)
		}
		signature, err := auth.ParseDetached(block(t, "firma "+marker))
		if err != nil || !signature.Verify(key, c.content) {
			t.Errorf("%s: the signature is not good: %v", marker, err)
		}
		if out := signedByTheSample(t, c.input); out != block(t, "firma "+marker) {
			t.Errorf("%s: the sample signs %s", marker, out)
		}
	}
}

func unmarshal(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatal(err)
	}
}

const privatePart = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" // RFC 8037, appendix A

// TestAStrangersProgramSigns: the sample makes the signature of the example.
func TestAStrangersProgramSigns(t *testing.T) {
	if out := signedByTheSample(t, block(t, "contenido")); out != block(t, "firma") {
		t.Errorf("%s; want %s", out, block(t, "firma"))
	}
}

func signedByTheSample(t *testing.T, input string) string {
	t.Helper()
	private := strings.Replace(block(t, "llave"), `"x":`, `"d":"`+privatePart+`","x":`, 1)
	file := filepath.Join(t.TempDir(), "llave.jwk")
	if err := os.WriteFile(file, []byte(private), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", "../../docs/ejemplos/firmar.mjs", file, input, "1767225600").CombinedOutput()
	if err != nil {
		t.Errorf("%s, %v", out, err)
	}
	return strings.TrimSpace(string(out))
}

// TestAShellSigns: so does the one without Node.
func TestAShellSigns(t *testing.T) {
	for _, program := range []string{"openssl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			services.NotRun(t, "there is no "+program)
		}
	}
	seed, err := base64.RawURLEncoding.DecodeString(privatePart)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "llave.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "sh", "../../docs/ejemplos/firmar.sh", file, "k1", block(t, "contenido"), "1767225600").CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != block(t, "firma") {
		t.Errorf("%s, %v; want %s", out, err, block(t, "firma"))
	}
}
