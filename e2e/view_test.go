package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// The files of the test: what they are announced as, their bytes, and whether a browser shows them.
var viewed = []struct {
	name, announced, content string
	shown                    bool
}{
	{"pdf", "application/pdf", onePagePDF, true},
	{"png", "image/png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde" +
		"\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82", true},
	{"text", "text/plain", "Hola, año\n", true},
	{"hidden", "text/plain", "Hola\n<script>new Image().src='/SCRIPT'</script>", true}, // text that is text, whatever it says
	{"html", "text/plain", "<!doctype html><script>new Image().src='/SCRIPT'</script>", false},
	{"svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><script>new Image().src='/SCRIPT'</script></svg>`, false},
	{"page", "text/html", "<!doctype html><script>new Image().src='/SCRIPT'</script>", false},
}

const onePagePDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\('PDF'\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]>>endobj
trailer<</Root 1 0 R>>
%%EOF`

type viewLinks struct {
	NombreArchivo, TipoContenido string
	EsVisible                    bool
	URLVista, URLDescarga        *string
}

// TestFilesAreViewed opens every link in a real browser, straight and in frames and pictures of pages of
// an allowed origin and of another: what may be shown is, and no script runs on the API's origin.
func TestFilesAreViewed(t *testing.T) {
	t.Parallel()
	requireBrowser(t)
	allowed, foreign := pageServer(t), pageServer(t)
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "1")[0]
	s := house.With("CARPETA_CORS_ORIGINS=" + allowed).Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")

	args := []string{"explorer/vista.mjs", s.URL, allowed, foreign}
	for _, f := range viewed {
		links := linksOf(t, c, mine.CarpetaID, f.name, f.announced, []byte(f.content))
		mustSame(t, f.name+": announced", obj{"nombre": f.name, "tipo": f.announced}, obj{"nombre": links.NombreArchivo, "tipo": links.TipoContenido})
		if shown := links.URLVista != nil; shown != f.shown || links.EsVisible != f.shown || links.URLDescarga == nil {
			t.Errorf("%s: %+v, want shown: %v", f.name, links, f.shown)
			continue
		}
		if f.shown {
			args = append(args, "vista:"+f.name+":"+*links.URLVista)
		}
		args = append(args, "descarga:"+f.name+":"+*links.URLDescarga)
	}
	browse(t, 10*time.Minute, args...)
}

func linksOf(t *testing.T, c serverkit.Client, carpetaID, name, announced string, content []byte) viewLinks {
	t.Helper()
	input := cargaInput(carpetaID, content)
	input["tipoContenido"], input["nombreArchivo"] = announced, name
	r := iniciarCarga(t, c, input)
	mustSame(t, "errores of iniciarCarga", nil, r.Errores)
	if status := serverkit.Upload(t, *r.Carga, content); status != 200 && status != 201 {
		t.Fatalf("%s: upload: status %d", name, status)
	}
	mustSame(t, "errores of confirmarCarga", nil, confirmarCarga(t, c, r.Documento.ID).Errores)
	const query = `query($id: ID!) { r: node(id: $id) { ... on Documento { nombreArchivo tipoContenido esVisible urlVista urlDescarga } } }`
	return serverkit.Do[alias[viewLinks]](t, c, query, obj{"id": r.Documento.ID}).R
}

// pageServer serves a page of another origin, for the browser to fill.
func pageServer(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><title>page</title><body>")
	}))
	t.Cleanup(s.Close)
	return s.URL
}
