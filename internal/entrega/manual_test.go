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
		CiudadanoID, HashDocumento, CodigoTipo, Titulo string
		Declaracion                                    struct {
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
		Version: 2, HashDocumento: in.HashDocumento, TipoDocumento: in.CodigoTipo, Titulo: in.Titulo,
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
		for name, sign := range samples {
			if out := sign(t, c.input); out != block(t, "firma "+marker) {
				t.Errorf("%s: %s signs %s", marker, name, out)
			}
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

// samples sign with the key of the example, at its time.
var samples = map[string]func(t *testing.T, input string) string{"firmar.mjs": signedByNode, "firmar.sh": signedByAShell}

// TestStrangersProgramsSign: the samples make the signature of the example, of what the mutation takes.
func TestStrangersProgramsSign(t *testing.T) {
	input := strings.Replace(block(t, "contenido"), "tipoDocumento", "codigoTipo", 1)
	for name, sign := range samples {
		if out := sign(t, input); out != block(t, "firma") {
			t.Errorf("%s: %s; want %s", name, out, block(t, "firma"))
		}
	}
}

// TestSamplesSignWhatTheServerReads, whatever a statement says, and leaves unsaid.
func TestSamplesSignWhatTheServerReads(t *testing.T) {
	key, err := auth.ParsePublicKey([]byte(block(t, "llave")))
	if err != nil {
		t.Fatal(err)
	}
	const document = `{"ciudadanoId":"1","hashDocumento":"00","codigoTipo":"SOAT","titulo":"«Ñandú» \"x\" \\ 1/2",`
	of := documento.Nuevo{Hash: "00", Tipo: "SOAT", Titulo: `«Ñandú» "x" \ 1/2`}
	for input, says := range map[string]*entrega.Declarado{
		`"declaracion":null}`: nil,
		`"reemplazaA":null,"declaracion":{"fechaEmision":"1998-12-01","numero":"","vigencia":null,"titular":{"nombre":"Ana","sal":"-_8BAgMEBQYHCAkKCwwNDg"}}}`: {
			FechaEmision: "1998-12-01", Nombre: "Ana", Sal: "-_8BAgMEBQYHCAkKCwwNDg",
		},
		`"reemplazaA":"019e0000-0000-7000-8000-000000000001","declaracion":{"vigencia":{"hasta":null,"desde":"2026-05-03"},"numero":"7",` +
			`"fechaEmision":"2026-05-03","titular":{"sal":"MDEyMzQ1Njc4OWFiY2RlZjE","nombre":"José Ñañez"}}}`: {
			ReemplazaA: "019e0000-0000-7000-8000-000000000001", FechaEmision: "2026-05-03", Numero: "7",
			Vigencia: verificable.Vigencia{Desde: "2026-05-03"}, Nombre: "José Ñañez", Sal: "MDEyMzQ1Njc4OWFiY2RlZjE",
		},
	} {
		content := entrega.Pedido{CiudadanoID: "1", Nuevo: of, Declarado: says}.Contenido()
		for name, sign := range samples {
			signature, err := auth.ParseDetached(sign(t, document+input))
			if err != nil || !signature.Verify(key, content) {
				t.Errorf("%s signs something else than %s: %v", name, content, err)
			}
		}
	}
}

func signedByNode(t *testing.T, input string) string {
	t.Helper()
	private := strings.Replace(block(t, "llave"), `"x":`, `"d":"`+privatePart+`","x":`, 1)
	return signedBy(t, "llave.jwk", []byte(private), "node", "../../docs/ejemplos/firmar.mjs", "", input, "1767225600")
}

func signedByAShell(t *testing.T, input string) string {
	t.Helper()
	seed, err := base64.RawURLEncoding.DecodeString(privatePart)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	key := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	return signedBy(t, "llave.pem", key, "sh", "../../docs/ejemplos/firmar.sh", "", "k1", input, "1767225600")
}

// signedBy runs a sample, whose first argument is the file of the key.
func signedBy(t *testing.T, name string, key []byte, command ...string) string {
	t.Helper()
	for _, program := range []string{"openssl", "jq", "node"} {
		if _, err := exec.LookPath(program); err != nil {
			services.NotRun(t, "there is no "+program)
		}
	}
	command[2] = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(command[2], key, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput()
	if err != nil {
		t.Errorf("%s, %v", out, err)
	}
	return strings.TrimSpace(string(out))
}
