package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// contratacion is the procedure of a company that asks for a diploma, an identity card, and marks if there are any.
const contratacion = `{"codigo":"CONTRATACION","nombre":{"es":"Contratación laboral","en":"Employment"},"finalidad":{"es":"Comprobar sus estudios antes de contratarlo.","en":"To check your studies before you are employed."},` +
	`"baseLegal":{"es":"Ley 1581 de 2012","en":"Law 1581 of 2012"},"conservacionDias":30,"plazoMaximoDias":90,"entidadIds":["transportes"],"requisitos":[` +
	`{"codigo":"DIPLOMA","nombre":{"es":"Diploma","en":"Diploma"},"tipos":["DIPLOMA"],"certificado":true},` +
	`{"codigo":"CEDULA","nombre":{"es":"Cédula","en":"Identity card"},"tipos":["CEDULA_CIUDADANIA"]},` +
	`{"codigo":"NOTAS","nombre":{"es":"Certificado de notas","en":"Marks"},"tipos":["CERTIFICADO_NOTAS"],"opcional":true}]}`

// TestAppShares: an entity asks a citizen, who answers in the application, reads of the look, and ends it.
func TestAppShares(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_APP=on")
	house.MustRun(t, "entidad", "alta", "transportes", "--nombre", "Transportes Andes", "--rol=RECEPTOR", "--nit=900123456-8")
	file := filepath.Join(t.TempDir(), "tramite.json")
	must(t, os.WriteFile(file, []byte(contratacion), 0o600))
	house.MustRun(t, "tramite", "registrar", file)
	e := newEntrante(t, house)
	content := []byte("Se otorga el título de ingeniera.\n")
	entregada(t, e.program, e.uni.declara(t, e.ciudadanoID, "Diploma de grado", content, obj{}), content)
	paper := cargaInput(e.carpetaID, []byte("la cédula"))
	paper["codigoTipo"], paper["titulo"] = "CEDULA_CIUDADANIA", "Mi cédula"
	carga := iniciarCarga(t, e.dueno, paper)
	serverkit.Upload(t, *carga.Carga, []byte("la cédula"))
	serverkit.Do[alias[any]](t, e.dueno, confirmarMutation, obj{"id": carga.Documento.ID})
	entity := serverkit.Client{URL: e.s.URL, Token: house.TokenPermitting(t, "eva", "transportes", time.Hour, "solicitud", "consulta")}
	control := commands(t, map[string]command{
		"/token": tokenOf(t, e.s, e.ciudadanoID),
		"/pedir": func(number string) (string, error) {
			r := entity.MustPost(t, `mutation($i: SolicitarDocumentosInput!) { r: solicitarDocumentos(input: $i) { solicitud { id } errores { ... on ErrorDeUsuario { codigo } } } }`,
				obj{"i": obj{"ciudadanoId": e.ciudadanoID, "tramite": "CONTRATACION", "numeroInterno": number}})
			return string(r.Data), nil
		},
		"/abrir": func(string) (string, error) { // the title of what it sees, or why it sees nothing
			all := serverkit.Do[alias[struct {
				Nodes []struct {
					ID        string
					Requisito struct{ Codigo string }
				}
			}]](t, entity, `{ r: documentosRecibidos { nodes { id requisito { codigo } } } }`, nil).R.Nodes
			for _, one := range all {
				if one.Requisito.Codigo == "DIPLOMA" {
					r := entity.MustPost(t, `mutation($r: ID!) { r: abrirDocumentoRecibido(input: {recibidoId: $r}) { abierto { titulo } errores { ... on ErrorDeUsuario { codigo } } } }`, obj{"r": one.ID})
					return string(r.Data), nil
				}
			}
			return "nothing was received", nil
		},
	})
	browse(t, 10*time.Minute, "app/shares.mjs", e.s.URL, control)
}
