package e2e_test

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// institution is an entity's program as a stranger would write it: nothing of the server's
// code makes its keys and signatures.
type institution struct {
	id, kid string
	private ed25519.PrivateKey
}

func newInstitution(t *testing.T, id, kid string) institution {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	return institution{id, kid, private}
}

func (i institution) jwks() string {
	return fmt.Sprintf(`{"keys":[{"kty":"OKP","crv":"Ed25519","use":"sig","kid":%q,"x":%q}]}`, i.kid, base64url(i.private.Public().(ed25519.PublicKey)))
}

func base64url(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// register enters it by the command line. In the embedded profile no server may run.
func (i institution) register(t *testing.T, house *serverkit.House, more ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "jwks.json")
	must(t, os.WriteFile(file, []byte(i.jwks()), 0o600))
	house.MustRun(t, append([]string{"entidad", "alta", i.id, "--nombre", "La " + i.id, "--jwks", file}, more...)...)
}

// sign signs the four members as docs/api.md says.
func (i institution) sign(t *testing.T, input obj) string {
	t.Helper()
	content, err := json.Marshal(struct {
		CiudadanoID   any `json:"ciudadanoId"`
		HashDocumento any `json:"hashDocumento"`
		TipoDocumento any `json:"tipoDocumento"`
		Titulo        any `json:"titulo"`
	}{input["ciudadanoId"], input["hashDocumento"], input["codigoTipo"], input["titulo"]}) // no text here that Go escapes otherwise
	must(t, err)
	return i.jws(content)
}

// jws signs bytes, which stay apart.
func (i institution) jws(content []byte) string {
	head := base64url(fmt.Appendf(nil, `{"alg":"EdDSA","kid":%q,"iat":%d}`, i.kid, time.Now().Unix()))
	return head + ".." + base64url(ed25519.Sign(i.private, []byte(head+"."+base64url(content))))
}

// declara is entrega with a statement of version 2. Members of more stand in it, but for reemplazaA, which is of the input.
func (i institution) declara(t *testing.T, ciudadanoID, titulo string, content []byte, more obj) obj {
	t.Helper()
	input := i.entrega(t, ciudadanoID, titulo, content)
	salt := []byte("0123456789abcdef")
	person, err := json.Marshal(struct {
		CiudadanoID any    `json:"ciudadanoId"`
		Nombre      string `json:"nombre"`
	}{ciudadanoID, "Ana Ruiz"})
	must(t, err)
	mac := hmac.New(sha256.New, salt)
	mac.Write(person)
	states := obj{"fechaEmision": "2020-05-03", "titular": obj{"nombre": "Ana Ruiz", "sal": base64url(salt)}}
	signed := obj{
		"v": 2, "fechaEmision": "2020-05-03", "titular": base64url(mac.Sum(nil)),
		"hashDocumento": input["hashDocumento"], "tipoDocumento": input["codigoTipo"], "titulo": titulo,
	}
	for k, v := range more {
		signed[k] = v
		if k == "reemplazaA" {
			input[k] = v
		} else {
			states[k] = v
		}
	}
	bytes, err := json.Marshal(signed) // Go sorts the members, and no text here needs an escape
	must(t, err)
	input["declaracion"], input["firma"] = states, i.jws(bytes)
	return input
}

// revoca takes a delivery back.
func (i institution) revoca(t *testing.T, c serverkit.Client, entregaID, motivo string) entregarResult {
	t.Helper()
	return serverkit.Do[alias[entregarResult]](t, c, revocarEntregaMutation, obj{"input": i.revocacion(t, entregaID, motivo)}).R
}

func (i institution) revocacion(t *testing.T, entregaID, motivo string) obj {
	t.Helper()
	bytes, err := json.Marshal(obj{"motivo": motivo, "revoca": entregaID, "v": 2})
	must(t, err)
	return obj{"entregaId": entregaID, "motivo": motivo, "firma": i.jws(bytes)}
}

// entrega is the input that delivers a content, signed.
func (i institution) entrega(t *testing.T, ciudadanoID, titulo string, content []byte) obj {
	t.Helper()
	input := obj{
		"ciudadanoId": ciudadanoID, "titulo": titulo, "codigoTipo": "DIPLOMA", "nombreArchivo": "diploma.txt",
		"tipoContenido": "text/plain", "tamanoBytes": len(content), "hashDocumento": hashOf(content),
	}
	input["firma"] = i.sign(t, input)
	return input
}

type entregaState struct {
	ID, EntregaID, CiudadanoID, Estado string
	Titulo, HashDocumento, Llave       *string
	EntregadaEn, EliminadaEn           *string
	EstadoJuridico, Motivo             *string
	RevocadaEn                         *string
	ReemplazadaPor, ReemplazaA         *string
}

type entregarResult struct {
	Entrega *entregaState
	Carga   *serverkit.Carga
	Errores []userError
}

const (
	entregaFields = `id entregaId ciudadanoId estado titulo hashDocumento llave entregadaEn eliminadaEn
  estadoJuridico motivo revocadaEn reemplazadaPor reemplazaA`
	entregarMutation = `mutation($input: EntregarDocumentoInput!) { r: entregarDocumento(input: $input) {
  entrega { ` + entregaFields + ` } carga { metodo url encabezados { nombre valor } expiraEn } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	revocarEntregaMutation = `mutation($input: RevocarEntregaInput!) { r: revocarEntrega(input: $input) {
  entrega { ` + entregaFields + ` } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
	confirmarEntregaMutation = `mutation($id: ID!) { r: confirmarEntrega(input: {entregaId: $id}) {
  entrega { ` + entregaFields + ` } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`
)

func entregar(t *testing.T, c serverkit.Client, input obj) entregarResult {
	t.Helper()
	return serverkit.Do[alias[entregarResult]](t, c, entregarMutation, obj{"input": input}).R
}

// entregada delivers a whole document.
func entregada(t *testing.T, c serverkit.Client, input obj, content []byte) entregaState {
	t.Helper()
	r := entregar(t, c, input)
	mustSame(t, "errores of entregarDocumento", nil, r.Errores)
	if status := serverkit.Upload(t, *r.Carga, content); status/100 != 2 {
		t.Fatalf("upload: %d", status)
	}
	f := serverkit.Do[alias[entregarResult]](t, c, confirmarEntregaMutation, obj{"id": r.Entrega.EntregaID}).R
	mustSame(t, "errores of confirmarEntrega", nil, f.Errores)
	return *f.Entrega
}

// deliveries brings what the policy table asks for of entities.
func (m *world) deliveries(t *testing.T, uni institution, ciudadanoID, carpetaID string) {
	t.Helper()
	one := entregada(t, m.clients[entidad], uni.entrega(t, ciudadanoID, "Diploma", []byte("diploma\n")), []byte("diploma\n"))
	pending := entregar(t, m.clients[entidad], uni.entrega(t, ciudadanoID, "Acta", []byte("acta\n")))
	if status := serverkit.Upload(t, *pending.Carga, []byte("acta\n")); status/100 != 2 {
		t.Fatalf("upload: %d", status)
	}
	m.variables["entregado"], m.variables["entregaGlobal"] = globalID("Documento", carpetaID, one.EntregaID), one.ID
	m.variables["codigo"] = serverkit.Do[alias[struct{ Codigo struct{ ID string } }]](t, m.clients[dueno],
		`mutation($id: ID!) { r: crearCodigo(input: {documentoId: $id}) { codigo { id } } }`, obj{"id": m.variables["entregado"]}).R.Codigo.ID
	m.variables["entidadGlobal"] = globalID("Entidad", "universidad")
	m.variables["porConfirmar"], m.variables["nuevaEntrega"] = pending.Entrega.EntregaID, uni.entrega(t, ciudadanoID, "Otro", []byte("otro\n"))
	wrong := entregada(t, m.clients[entidad], uni.entrega(t, ciudadanoID, "Errado", []byte("errado\n")), []byte("errado\n"))
	m.variables["porCancelar"] = entregar(t, m.clients[entidad], uni.entrega(t, ciudadanoID, "De más", []byte("de más\n"))).Entrega.EntregaID
	m.variables["revocacion"] = uni.revocacion(t, wrong.EntregaID, "Era de otra persona")
	other := newInstitution(t, "ministerio", "m1")
	m.variables["alta"] = obj{"entidadId": "ministerio", "nombre": "El ministerio", "llaves": other.jwks()}
}

// entrante is a house with an entity that is registered, a citizen, and their operador.
type entrante struct {
	uni                      institution
	carpetaID, ciudadanoID   string
	program, dueno, operador serverkit.Client
	s                        *serverkit.Server
}

func newEntrante(t *testing.T, house *serverkit.House) *entrante {
	t.Helper()
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
	e := &entrante{uni: newInstitution(t, "universidad", "k1"), carpetaID: mine.CarpetaID, ciudadanoID: mine.CiudadanoID}
	e.uni.register(t, house)
	s := house.Start(t)
	e.dueno = s.Client(t, mine.CiudadanoID, "ciudadano")
	operadorID := serverkit.Do[alias[struct{ OperadorID string }]](t, e.dueno, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	as := func(sub, role, of string) serverkit.Client {
		return serverkit.Client{URL: s.URL, Token: house.Token(t, sub, role, of, time.Hour)}
	}
	e.s = s
	e.program, e.operador = as("programa", "entidad", "universidad"), as("ana", "operador", operadorID)
	return e
}
