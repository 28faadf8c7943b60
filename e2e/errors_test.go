package e2e_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestForeignIsAbsent: a person that asks for another person's object learns
// nothing, not even that it is there.
func TestForeignIsAbsent(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		two := house.Seed(t, "--carpetas", "2", "--documentos", "20", "--archivos")
		s := house.Start(t)
		mine, stranger := s.Client(t, two[0].CiudadanoID, "ciudadano"), s.Client(t, two[1].CiudadanoID, "ciudadano")
		theirs := allFilas(t, stranger, two[1].CarpetaID)
		documento := deletable(theirs)[0]
		eliminacion := deleteDocumento(t, stranger, deletable(theirs)[1], 600)
		cargando := iniciarCarga(t, stranger, cargaInput(two[1].CarpetaID, []byte("x"))).Documento.ID

		newID := func() string { return uuid.Must(uuid.NewV7()).String() }
		absentDocumento := globalID("Documento", newID(), newID())
		for name, tc := range map[string]struct {
			query           string
			foreign, absent string
		}{
			"carpeta":              {pageQuery, two[1].CarpetaID, newID()},
			"carpeta, global id":   {pageQuery, globalID("Carpeta", two[1].CarpetaID), globalID("Carpeta", newID())},
			"carpeta, nonsense":    {pageQuery, two[1].CarpetaID, "no-es-un-id"},
			"node, documento":      {`query($id: ID!) { node(id: $id) { id } }`, documento, absentDocumento},
			"node, carpeta":        {`query($id: ID!) { node(id: $id) { id } }`, globalID("Carpeta", two[1].CarpetaID), globalID("Carpeta", newID())},
			"node, eliminacion":    {`query($id: ID!) { node(id: $id) { id } }`, globalID("Eliminacion", eliminacion.EventoID), globalID("Eliminacion", newID())},
			"nodes":                {`query($id: ID!) { nodes(ids: [$id, "x"]) { id } }`, documento, absentDocumento},
			"eliminacion":          {eliminacionQuery, eliminacion.EventoID, newID()},
			"deleteDocumento":      {deleteMutation, documento, absentDocumento},
			"deleteDocumento, own": {deleteMutation, documento, globalID("Documento", two[0].CarpetaID, newID())},
			"confirmarCarga":       {confirmarMutation, cargando, absentDocumento},
			"cancelarEliminacion":  {cancelarMutation, eliminacion.EventoID, newID()},
			"reintentar":           {`mutation($id: ID!) { reintentarEliminacion(input: {eventoId: $id}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`, eliminacion.EventoID, newID()},
			"iniciarCarga":         {`mutation($id: ID!) { iniciarCarga(input: {carpetaId: $id, titulo: "x", codigoTipo: "OTRO", nombreArchivo: "x", tipoContenido: "text/plain", tamanoBytes: 1, hashDocumento: "` + hashOf([]byte("x")) + `"}) { errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`, two[1].CarpetaID, newID()},
		} {
			sameAnswer(t, name, mine.MustPost(t, tc.query, obj{"id": tc.foreign}), mine.MustPost(t, tc.query, obj{"id": tc.absent}))
		}
		setFields(t, "a deletion that a stranger asked for", eliminacionView{Estado: "INICIADA", Secuencia: 1}, getEliminacion(t, stranger, eliminacion.EventoID))
		if f := allFilas(t, stranger, two[1].CarpetaID)[documento]; f.EstadoDocumento != "PROCESADO" {
			t.Errorf("a stranger changed a document: %+v", f)
		}
	})
}

// ownParts is what differs between any two answers: the request's id, and the
// budget that is left.
var ownParts = regexp.MustCompile(`urn:request:[^"]+|"(restante|reinicio)":[^,}]+`)

func sameAnswer(t *testing.T, name string, foreign, absentID serverkit.Answer) {
	t.Helper()
	clean := func(r serverkit.Answer) string {
		return ownParts.ReplaceAllString(string(r.Body), "X")
	}
	if clean(foreign) != clean(absentID) || foreign.Status != absentID.Status {
		t.Errorf("%s: the answers differ:\nforeign %d %s\nabsent  %d %s", name, foreign.Status, foreign.Body, absentID.Status, absentID.Body)
	}
	if !regexp.MustCompile(`NOT_FOUND|"node":null|\[null,null\]`).Match(absentID.Body) {
		t.Errorf("%s: not an answer for something absent: %s", name, absentID.Body)
	}
	for _, r := range []serverkit.Answer{foreign, absentID} {
		r.Header.Del("Date")
		r.Header.Del("X-Request-Id")
		r.Header.Del("Content-Length") // the budget may have lost a digit
	}
	if a, b := len(foreign.Header), len(absentID.Header); a != b {
		t.Errorf("%s: %d headers for a foreign object, %d for an absent one", name, a, b)
	}
}

// TestBadPageArgumentsAreRefused: page arguments that make no sense get a code, and the range.
func TestBadPageArgumentsAreRefused(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "30")[0]
		c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
		cursor := *queryPage(t, c, mine.CarpetaID, obj{"first": 3}).Carpeta.Documentos.PageInfo.EndCursor
		for name, tc := range map[string]struct {
			v    obj
			code string
		}{
			"first and last":    {obj{"first": 3, "last": 3}, "INVALID_PAGINATION_ARGUMENTS"},
			"after and before":  {obj{"first": 3, "after": cursor, "before": cursor}, "INVALID_PAGINATION_ARGUMENTS"},
			"first 0":           {obj{"first": 0}, "INVALID_PAGINATION_ARGUMENTS"},
			"first -1":          {obj{"first": -1}, "INVALID_PAGINATION_ARGUMENTS"},
			"last 0":            {obj{"last": 0}, "INVALID_PAGINATION_ARGUMENTS"},
			"first 101":         {obj{"first": 101}, "PAGE_SIZE_TOO_LARGE"},
			"last 101":          {obj{"last": 101}, "PAGE_SIZE_TOO_LARGE"},
			"first beyond 2^31": {obj{"first": 1 << 40}, "GRAPHQL_VALIDATION_FAILED"},
			"unknown order":     {obj{"orden": obj{"campo": "PESO"}}, "GRAPHQL_VALIDATION_FAILED"},
			"unknown direction": {obj{"orden": obj{"direccion": "ARRIBA"}}, "GRAPHQL_VALIDATION_FAILED"},
			"unknown filter":    {obj{"filtro": obj{"estadoDocumento": "PERDIDO"}}, "GRAPHQL_VALIDATION_FAILED"},
		} {
			tc.v["id"] = mine.CarpetaID
			r := c.MustPost(t, pageQuery, tc.v)
			requireCode(t, name, r, tc.code)
			if tc.code == "PAGE_SIZE_TOO_LARGE" && !regexp.MustCompile(`1 a 100`).Match(r.Body) {
				t.Errorf("%s: the range is not stated: %s", name, r.Body)
			}
		}
	})
}

// requireCode: a code, HTTP 200 or 4xx, and the members of RFC 9457.
func requireCode(t *testing.T, name string, r serverkit.Answer, codes ...string) {
	t.Helper()
	good := false
	for _, code := range codes {
		good = good || r.Code() == code
	}
	if !good || r.Status != http.StatusOK && r.Status/100 != 4 {
		t.Errorf("%s: %d %s; want code %v", name, r.Status, r.Body, codes)
		return
	}
	e := r.Errors[0].Extensions
	if r.Errors[0].Message == "" || e.Type == "" || e.Title == "" || e.Instance == "" {
		t.Errorf("%s: incomplete error %s", name, r.Body)
	}
}

// TestCertificadoIsNotDeleted: a certified document is not deleted, and stays as it is.
func TestCertificadoIsNotDeleted(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "60", "--semilla", "7")[0]
		c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
		n := 0
		for id, f := range allFilas(t, c, mine.CarpetaID) {
			if !f.Certificado {
				continue
			}
			n++
			r := serverkit.Do[alias[deleteResult]](t, c, deleteMutation, obj{"id": id}).R
			requireRefused(t, "deleteDocumento of a certified document", r.Eliminacion != nil, r.Errores, "OperacionNoPermitida")
		}
		if n == 0 {
			t.Fatal("no certified document among the seeded ones")
		}
		for _, f := range allFilas(t, c, mine.CarpetaID) {
			if f.EstadoDocumento != "PROCESADO" {
				t.Errorf("%+v", f)
			}
		}
	})
}
