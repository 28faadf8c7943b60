package e2e_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// shownByCode is what the page of a code gets.
type shownByCode struct {
	Emisor, Titulo, Titular, EstadoJuridico string
	Archivo                                 *struct{ Direccion, Copia string }
}

// useCode posts a code, as the page does.
func useCode(t *testing.T, base, code string) (a shownByCode, status int) {
	t.Helper()
	r, err := http.Post(base+"/v/usar", "application/json", strings.NewReader(`{"codigo":"`+code+`"}`))
	must(t, err)
	defer r.Body.Close()
	if r.StatusCode == http.StatusOK {
		must(t, json.NewDecoder(r.Body).Decode(&a))
	}
	return a, r.StatusCode
}

// TestACodeShowsADiploma to somebody without an account, until its owner or the university ends that.
func TestACodeShowsADiploma(t *testing.T) {
	t.Parallel()
	e := newEntrante(t, serverkit.NewHouse(t, serverkit.Distributed))
	diploma := entregada(t, e.program, e.uni.declara(t, e.ciudadanoID, "Diploma", []byte("diploma"), obj{"numero": "A-17"}), []byte("diploma"))
	type code struct{ ID, Codigo, Estado string }
	create := func() code {
		return serverkit.Do[alias[struct{ Codigo code }]](t, e.dueno, `mutation($id: ID!) { r: crearCodigo(input: {documentoId: $id, alcance: DATOS_Y_ARCHIVO, mostrarTitular: true}) {
			codigo { id codigo estado } } }`, obj{"id": diploma.EntregaID}).R.Codigo
	}
	c := create()
	a, status := useCode(t, e.s.URL, c.Codigo)
	mustSame(t, "status", http.StatusOK, status)
	mustSame(t, "shown", []string{"Diploma", "VIGENTE"}, []string{a.Titulo, a.EstadoJuridico})
	if a.Titular == "" {
		t.Error("the holder is not shown")
	}
	r, err := http.Get(e.s.URL + a.Archivo.Direccion)
	must(t, err)
	content, err := io.ReadAll(r.Body)
	must(t, err)
	must(t, r.Body.Close())
	mustSame(t, "file", "diploma", string(content))

	looks := serverkit.Do[alias[struct {
		Accesos struct{ Nodes []struct{ Tipo, Rol string } }
	}]](t, e.dueno, `{ r: miCarpeta { accesos(first: 2) { nodes { tipo rol } } } }`, nil).R.Accesos.Nodes
	mustSame(t, "looks", []struct{ Tipo, Rol string }{{"archivo.servido", "codigo"}, {"codigo.usado", "codigo"}}, looks)

	second := create()
	ended := serverkit.Do[alias[struct{ Codigo code }]](t, e.dueno, `mutation($id: ID!) { r: terminarCodigo(input: {codigoId: $id}) { codigo { id estado } } }`, obj{"id": c.ID}).R.Codigo
	mustSame(t, "state", "TERMINADO", ended.Estado)
	_, status = useCode(t, e.s.URL, c.Codigo)
	mustSame(t, "status of the ended one", http.StatusNotFound, status)

	e.uni.revoca(t, e.program, diploma.EntregaID, "El título no corresponde.")
	a, status = useCode(t, e.s.URL, second.Codigo)
	mustSame(t, "status of the other one", http.StatusOK, status)
	if a.EstadoJuridico != "REVOCADO" || a.Archivo != nil {
		t.Errorf("after the revocation: %+v", a)
	}
}
