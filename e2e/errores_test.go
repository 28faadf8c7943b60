package e2e_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAjenoEsAusente: whoever asks for what belongs to somebody else learns
// nothing, not even that it is there.
func TestAjenoEsAusente(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		dos := casa.Seed(t, "--carpetas", "2", "--documentos", "20", "--archivos")
		s := casa.Start(t)
		mia, ajena := s.Client(t, dos[0].CiudadanoID, "ciudadano"), s.Client(t, dos[1].CiudadanoID, "ciudadano")
		suyos := todos(t, ajena, dos[1].CarpetaID)
		documento := borrables(suyos)[0]
		eliminacion := borrar(t, ajena, borrables(suyos)[1], 600)
		cargando := iniciarCarga(t, ajena, entradaCarga(dos[1].CarpetaID, []byte("x"))).Documento.ID

		otro := func() string { return uuid.Must(uuid.NewV7()).String() }
		documentoAusente := idGlobal("Documento", otro(), otro())
		for nombre, caso := range map[string]struct {
			query        string
			ajeno, nadie string
		}{
			"carpeta":              {consultaPagina, dos[1].CarpetaID, otro()},
			"carpeta, global id":   {consultaPagina, idGlobal("Carpeta", dos[1].CarpetaID), idGlobal("Carpeta", otro())},
			"carpeta, nonsense":    {consultaPagina, dos[1].CarpetaID, "no-es-un-id"},
			"node, documento":      {`query($id: ID!) { node(id: $id) { id } }`, documento, documentoAusente},
			"node, carpeta":        {`query($id: ID!) { node(id: $id) { id } }`, idGlobal("Carpeta", dos[1].CarpetaID), idGlobal("Carpeta", otro())},
			"node, eliminacion":    {`query($id: ID!) { node(id: $id) { id } }`, idGlobal("Eliminacion", eliminacion.EventoID), idGlobal("Eliminacion", otro())},
			"nodes":                {`query($id: ID!) { nodes(ids: [$id, "x"]) { id } }`, documento, documentoAusente},
			"eliminacion":          {consultaBorrado, eliminacion.EventoID, otro()},
			"deleteDocumento":      {mutacionBorrar, documento, documentoAusente},
			"deleteDocumento, own": {mutacionBorrar, documento, idGlobal("Documento", dos[0].CarpetaID, otro())},
			"confirmarCarga":       {mutacionConfirmar, cargando, documentoAusente},
			"cancelarEliminacion":  {mutacionCancelar, eliminacion.EventoID, otro()},
			"reintentar":           {`mutation($id: ID!) { reintentarEliminacion(input: {eventoId: $id}) { errores { __typename codigo mensaje } } }`, eliminacion.EventoID, otro()},
			"iniciarCarga":         {`mutation($id: ID!) { iniciarCarga(input: {carpetaId: $id, titulo: "x", tipoDocumento: OTRO, nombreArchivo: "x", tipoContenido: "text/plain", tamanoBytes: 1, hashDocumento: "` + hashDe([]byte("x")) + `"}) { errores { __typename codigo mensaje } } }`, dos[1].CarpetaID, otro()},
		} {
			iguales(t, nombre, mia.MustPost(t, caso.query, obj{"id": caso.ajeno}), mia.MustPost(t, caso.query, obj{"id": caso.nadie}))
		}
		if b := verBorrado(t, ajena, eliminacion.EventoID); b.Estado != "INICIADA" || b.Secuencia != 1 {
			t.Errorf("a stranger changed a deletion: %+v", b)
		}
		if f := todos(t, ajena, dos[1].CarpetaID)[documento]; f.EstadoDocumento != "PROCESADO" {
			t.Errorf("a stranger changed a document: %+v", f)
		}
	})
}

// propio is what differs between any two answers: the request's id, and the
// budget that is left.
var propio = regexp.MustCompile(`urn:request:[^"]+|"(restante|reinicio)":[^,}]+`)

func iguales(t *testing.T, nombre string, ajeno, ausente serverkit.Answer) {
	t.Helper()
	limpio := func(r serverkit.Answer) string {
		return propio.ReplaceAllString(string(r.Body), "X")
	}
	if limpio(ajeno) != limpio(ausente) || ajeno.Status != ausente.Status {
		t.Errorf("%s: the answers differ:\nforeign %d %s\nabsent  %d %s", nombre, ajeno.Status, ajeno.Body, ausente.Status, ausente.Body)
	}
	if !regexp.MustCompile(`NOT_FOUND|"node":null|\[null,null\]`).Match(ausente.Body) {
		t.Errorf("%s: not an answer for something absent: %s", nombre, ausente.Body)
	}
	for _, r := range []serverkit.Answer{ajeno, ausente} {
		r.Header.Del("Date")
		r.Header.Del("X-Request-Id")
		r.Header.Del("Content-Length") // the budget may have lost a digit
	}
	if a, b := len(ajeno.Header), len(ausente.Header); a != b {
		t.Errorf("%s: %d headers for a foreign object, %d for an absent one", nombre, a, b)
	}
}

// TestPaginasMalas: page arguments that make no sense get a code, and the range.
func TestPaginasMalas(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "30")[0]
		c := casa.Start(t).Client(t, mia.CiudadanoID, "ciudadano")
		cursor := *pedirPagina(t, c, mia.CarpetaID, obj{"first": 3}).Carpeta.Documentos.PageInfo.EndCursor
		for nombre, caso := range map[string]struct {
			v      obj
			codigo string
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
			"unknown filter":    {obj{"filtro": obj{"tipoDocumento": "PASAPORTE"}}, "GRAPHQL_VALIDATION_FAILED"},
		} {
			caso.v["id"] = mia.CarpetaID
			r := c.MustPost(t, consultaPagina, caso.v)
			rechazada(t, nombre, r, caso.codigo)
			if caso.codigo == "PAGE_SIZE_TOO_LARGE" && !regexp.MustCompile(`1 a 100`).Match(r.Body) {
				t.Errorf("%s: the range is not stated: %s", nombre, r.Body)
			}
		}
	})
}

// rechazada: a code, HTTP 200 or 4xx, and the members of RFC 9457.
func rechazada(t *testing.T, nombre string, r serverkit.Answer, codigos ...string) {
	t.Helper()
	bueno := false
	for _, codigo := range codigos {
		bueno = bueno || r.Code() == codigo
	}
	if !bueno || r.Status != http.StatusOK && r.Status/100 != 4 {
		t.Errorf("%s: %d %s; want code %v", nombre, r.Status, r.Body, codigos)
		return
	}
	e := r.Errors[0].Extensions
	if r.Errors[0].Message == "" || e.Type == "" || e.Title == "" || e.Detail == "" || e.Instance == "" {
		t.Errorf("%s: incomplete error %s", nombre, r.Body)
	}
}

// TestCertificado: a certified document is not deleted, and stays as it is.
func TestCertificado(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "60", "--semilla", "7")[0]
		c := casa.Start(t).Client(t, mia.CiudadanoID, "ciudadano")
		n := 0
		for id, f := range todos(t, c, mia.CarpetaID) {
			if !f.Certificado {
				continue
			}
			n++
			r := serverkit.Do[alias[resultadoBorrado]](t, c, mutacionBorrar, obj{"id": id}).R
			if r.Eliminacion != nil || len(r.Errores) != 1 || r.Errores[0].Typename != "OperacionNoPermitida" {
				t.Errorf("deleteDocumento of a certified document: %+v", r)
			}
		}
		if n == 0 {
			t.Fatal("no certified document among the seeded ones")
		}
		for _, f := range todos(t, c, mia.CarpetaID) {
			if f.EstadoDocumento != "PROCESADO" {
				t.Errorf("%+v", f)
			}
		}
	})
}
