package e2e_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// aCode is a code as its owner has it.
type aCode struct {
	ID, CodigoID, Codigo, Estado string
	Usos                         int
}

type codeResult struct {
	Codigo  *aCode
	Errores []fieldError
}

// fieldError is an error of a payload, with what is wrong with each field.
type fieldError struct {
	Codigo, Mensaje string
	Campos          []struct{ Campo, Mensaje string }
}

const (
	codeErrors  = `errores { ... on ErrorDeUsuario { codigo mensaje } ... on EntradaInvalida { campos { campo mensaje } } }`
	createCode  = `mutation($input: CrearCodigoInput!) { r: crearCodigo(input: $input) { codigo { id codigoId codigo estado usos } ` + codeErrors + ` } }`
	endCode     = `mutation($id: ID!) { r: terminarCodigo(input: {codigoId: $id}) { codigo { id codigoId codigo estado usos } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	listOfCodes = `query($id: ID!, $after: String) { carpeta(id: $id) { codigos(first: 1, after: $after) { nodes { id } pageInfo { endCursor } } } }`
)

// shower is a citizen with a diploma, and a code that shows it.
type shower struct {
	carpetaID, ciudadanoID, entregaID string
	client                            serverkit.Client
	code                              aCode
}

func (s shower) documento() string { return globalID("Documento", s.carpetaID, s.entregaID) }

// town is two citizens, each with a diploma of the same university and a code; and another entity.
type town struct {
	server          *serverkit.Server
	uni, notaria    institution
	program, clerk  serverkit.Client
	ana, beto       shower
	everybodyButAna map[string]serverkit.Client
}

func newTown(t *testing.T, p serverkit.Profile) *town {
	t.Helper()
	house := serverkit.NewHouse(t, p)
	two := house.Seed(t, "--carpetas", "2", "--documentos", "3")
	w := &town{uni: newInstitution(t, "universidad", "k1"), notaria: newInstitution(t, "notaria", "k1")}
	w.uni.register(t, house)
	w.notaria.register(t, house)
	w.server = house.Start(t)
	as := func(sub, role, of string) serverkit.Client {
		return serverkit.Client{URL: w.server.URL, Token: house.Token(t, sub, role, of, time.Hour)}
	}
	w.program, w.clerk = as("programa-u", "entidad", "universidad"), as("programa-n", "entidad", "notaria")
	for i, s := range []*shower{&w.ana, &w.beto} {
		s.carpetaID, s.ciudadanoID = two[i].CarpetaID, two[i].CiudadanoID
		s.client = w.server.Client(t, s.ciudadanoID, "ciudadano")
		content := []byte("diploma de " + s.ciudadanoID)
		s.entregaID = entregada(t, w.program, w.uni.declara(t, s.ciudadanoID, "Diploma", content, nil), content).EntregaID
		s.code = *askCode(t, s.client, createCode, obj{"input": obj{"documentoId": s.documento(), "alcance": "DATOS_Y_ARCHIVO"}}).Codigo
	}
	operadorID := serverkit.Do[alias[struct{ OperadorID string }]](t, w.ana.client, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
	w.everybodyButAna = map[string]serverkit.Client{
		"another citizen": w.beto.client, "her issuer": w.program, "another entity": w.clerk, "auditor": as("iris", "auditor", ""),
		"her operador": as("ana", "operador", operadorID), "another operador": as("eva", "operador", "op-otro"), "administrador": as("hugo", "administrador", ""),
	}
	return w
}

func askCode(t *testing.T, c serverkit.Client, query string, v obj) codeResult {
	t.Helper()
	return serverkit.Do[alias[codeResult]](t, c, query, v).R
}

// refusedCode is the code of the only error of a payload, or of the whole request.
func refusedCode(t *testing.T, c serverkit.Client, query string, v obj) string {
	t.Helper()
	r := c.MustPost(t, query, v)
	return string(readOutcome(r, "r.codigo"))
}

// TestWhatIsSomebodyElses: with the ids of another citizen's things, alone and mixed with one's own, nobody makes, sees or
// ends a code, nor touches what it shows.
func TestWhatIsSomebodyElses(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		w := newTown(t, p)
		a, b := w.ana, w.beto
		const fallas = ` fallas: errores { ... on ErrorDeUsuario { codigo } } } }`
		create := `mutation($id: ID!) { r: crearCodigo(input: {documentoId: $id}) { codigo { id }` + fallas
		end := `mutation($id: ID!) { r: terminarCodigo(input: {codigoId: $id}) { codigo { id }` + fallas
		ids := func(kind string, keys ...string) string { return globalID(kind, keys...) }
		for who, c := range w.everybodyButAna {
			for _, id := range []string{a.documento(), a.entregaID, ids("Documento", b.carpetaID, a.entregaID), ids("Documento", a.carpetaID, b.entregaID), ids("Carpeta", a.carpetaID), a.code.ID, ""} {
				if got := refusedCode(t, c, create, obj{"id": id}); got != "NOT_FOUND" {
					t.Errorf("%s makes a code of %s: %s", who, id, got)
				}
			}
			for _, id := range []string{
				a.code.ID, a.code.CodigoID, ids("Codigo", b.carpetaID, a.entregaID, a.code.CodigoID), ids("Codigo", b.carpetaID, b.entregaID, a.code.CodigoID),
				ids("Codigo", a.carpetaID, a.entregaID, b.code.CodigoID), ids("Codigo", a.carpetaID, b.entregaID, b.code.CodigoID), a.documento(), "",
			} {
				if got := refusedCode(t, c, end, obj{"id": id}); got != "NOT_FOUND" {
					t.Errorf("%s ends the code %s: %s", who, id, got)
				}
				if got := readOutcome(c.MustPost(t, `query($id: ID!) { r: node(id: $id) { ... on Codigo { codigo } } }`, obj{"id": id}), "r.codigo"); got.permits() {
					t.Errorf("%s sees the code %s: %s", who, id, got)
				}
			}
			if got := readOutcome(c.MustPost(t, `query($id: ID!) { r: carpeta(id: $id) { codigos { nodes { id } } } }`, obj{"id": a.carpetaID}), "r"); got != notFound {
				t.Errorf("%s lists the codes: %s", who, got)
			}
			if got := readOutcome(c.MustPost(t, `query($id: ID!) { r: node(id: $id) { ... on Documento { codigos { nodes { id } } urlVerificable } } }`, obj{"id": a.documento()}), "r"); got != null {
				t.Errorf("%s lists the codes of the document, or its file: %s", who, got)
			}
		}
		w.cursorsAreTheirOwners(t)
		w.deliveriesAreTheirEntitys(t)
		mustSame(t, "Ana's code", "VIGENTE", askCode(t, a.client, createCode, obj{"input": obj{"documentoId": a.documento()}}).Codigo.Estado)
		shown, status := useCode(t, w.server.URL, a.code.Codigo)
		mustSame(t, "Ana's code after all that", []any{http.StatusOK, "VIGENTE"}, []any{status, shown.EstadoJuridico})
	})
}

// cursorsAreTheirOwners: the list of one citizen does not go on where another's was.
func (w *town) cursorsAreTheirOwners(t *testing.T) {
	t.Helper()
	type page struct {
		Carpeta struct {
			Codigos struct{ PageInfo struct{ EndCursor string } }
		}
	}
	cursor := serverkit.Do[page](t, w.ana.client, listOfCodes, obj{"id": w.ana.carpetaID}).Carpeta.Codigos.PageInfo.EndCursor
	requireCode(t, "another's cursor", w.beto.client.MustPost(t, listOfCodes, obj{"id": w.beto.carpetaID, "after": cursor}), "INVALID_CURSOR_TOKEN")
}

// deliveriesAreTheirEntitys: another entity takes nothing back and replaces nothing, nor does the same one for another
// citizen; and what is not theirs looks like what never was.
func (w *town) deliveriesAreTheirEntitys(t *testing.T) {
	t.Helper()
	a, b := w.ana, w.beto
	if r := w.notaria.revoca(t, w.clerk, a.entregaID, "Mía no es"); len(r.Errores) != 1 || r.Errores[0].Codigo != "NOT_FOUND" {
		t.Errorf("taken back by another entity: %+v", r)
	}
	if r := w.notaria.revoca(t, w.program, a.entregaID, "Firmada por otra"); len(r.Errores) != 1 || r.Errores[0].Codigo != "FIRMA_INVALIDA" {
		t.Errorf("taken back with another's signature: %+v", r)
	}
	for name, c := range map[string]serverkit.Client{"a citizen": a.client, "auditor": w.everybodyButAna["auditor"], "operador": w.everybodyButAna["her operador"]} {
		requireCode(t, "taken back by "+name, c.MustPost(t, revocarEntregaMutation, obj{"input": w.uni.revocacion(t, a.entregaID, "No")}), "FORBIDDEN")
	}
	replace := func(i institution, c serverkit.Client, ciudadanoID, old string) string {
		r := c.MustPost(t, `mutation($input: EntregarDocumentoInput!) { r: entregarDocumento(input: $input) { entrega { id } `+codeErrors+` } }`,
			obj{"input": i.declara(t, ciudadanoID, "Otro", []byte("otro"), obj{"reemplazaA": old})})
		return string(r.Data)
	}
	want := replace(w.uni, w.program, a.ciudadanoID, absentID)
	if !strings.Contains(want, "reemplazaA") || !strings.Contains(want, `"entrega":null`) {
		t.Errorf("in the place of what never was: %s", want)
	}
	for name, got := range map[string]string{
		"by another entity":         replace(w.notaria, w.clerk, a.ciudadanoID, a.entregaID),
		"of another citizen":        replace(w.uni, w.program, a.ciudadanoID, b.entregaID),
		"to another citizen":        replace(w.uni, w.program, b.ciudadanoID, a.entregaID),
		"of a document, not its id": replace(w.uni, w.program, a.ciudadanoID, a.documento()),
	} {
		mustSame(t, "replaced "+name, want, got)
	}
}

// TestPassesAndLinksAreWhatTheySay: what opens a file is of one document, of one kind, and of nobody who changes it.
func TestPassesAndLinksAreWhatTheySay(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		w := newTown(t, p)
		pass := func(s shower) string {
			shown, _ := useCode(t, w.server.URL, s.code.Codigo)
			_, pass, _ := strings.Cut(shown.Archivo.Direccion, "=")
			return pass
		}
		ofAna, ofBeto := pass(w.ana), pass(w.beto)
		link := serverkit.Do[alias[struct{ URL string }]](t, w.ana.client, `query($id: ID!) { r: node(id: $id) { ... on Documento { url: urlVerificable } } }`, obj{"id": w.ana.documento()}).R.URL
		get := func(url string) (int, string) {
			r, err := http.Get(url) //nolint:noctx // of a test
			must(t, err)
			defer r.Body.Close()
			content, err := io.ReadAll(r.Body)
			must(t, err)
			return r.StatusCode, string(content)
		}
		archivo := w.server.URL + "/v/archivo?pase="
		for s, pass := range map[*shower]string{&w.ana: ofAna, &w.beto: ofBeto} {
			status, content := get(archivo + pass)
			mustSame(t, "file of a pass", []any{http.StatusOK, "diploma de " + s.ciudadanoID}, []any{status, content})
		}
		bad := map[string]string{"empty": "", "of two": ofAna[:len(ofAna)/2] + ofBeto[len(ofBeto)/2:], "a code": w.ana.code.Codigo, "a token": w.ana.client.Token, "a link's": link[strings.LastIndexAny(link, "/=")+1:]}
		for i := range ofAna {
			other := byte('A')
			if ofAna[i] == other {
				other = 'B'
			}
			if i%7 == 0 || i > len(ofAna)-3 {
				bad["changed at "+ofAna[:i]] = ofAna[:i] + string(other) + ofAna[i+1:]
			}
		}
		for name, pass := range bad {
			if status, content := get(archivo + pass); status != http.StatusNotFound || strings.Contains(content, "diploma") {
				t.Errorf("a pass that is %s: %d", name, status)
			}
		}
		if status, _ := get(link); status != http.StatusOK {
			t.Errorf("the link: %d", status)
		}
		at := strings.LastIndexAny(link, "/=") + 1
		for name, signed := range map[string]string{"a pass": ofAna, "changed": link[at:len(link)-2] + "xx", "empty": "", "a code": w.ana.code.Codigo} {
			if status, _ := get(link[:at] + signed); status != http.StatusForbidden && status != http.StatusNotFound {
				t.Errorf("a link that is %s: %d", name, status)
			}
		}
	})
}
