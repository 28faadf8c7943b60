package documento_test

import (
	"mime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Whatever the name, the header is one visible line of ASCII that a client can read.
func TestAdjuntoEsUnaLineaLegible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pedido := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zñ"'%;\\/\r\n*=. ]*`)).Draw(t, "nombre")
		cabeza := documento.Adjunto(pedido)
		if i := strings.IndexFunc(cabeza, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
			t.Fatalf("%q holds %q", cabeza, cabeza[i])
		}
		forma, datos, err := mime.ParseMediaType(cabeza)
		if err != nil || forma != "attachment" || datos["filename"] == "" || strings.ContainsAny(datos["filename"], "/\\\r\n") {
			t.Fatalf("%q gives %q %q, %v", cabeza, forma, datos, err)
		}
	})
}

func TestValidarNombreObjeto(t *testing.T) {
	const uuid = "0190b3a0-0000-7000-8000-00000000000a"
	bueno := documento.NombreObjeto(documento.Clave{CarpetaID: uuid, DocumentoID: uuid})
	for nombre, bien := range map[string]bool{
		bueno:                             true,
		uuid + "/" + uuid + "/archivo":    true,
		uuid:                              false,
		uuid + "/" + uuid:                 false,
		uuid + "/" + uuid + "/":           false,
		uuid + "/" + uuid + "/otro":       false,
		uuid + "/" + uuid + "archivo":     false,
		uuid + "//" + uuid + "/archivo":   false,
		uuid + "/../" + uuid + "/archivo": false,
		uuid + "/" + uuid + "/../archivo": false,
		bueno + "\n":                      false,
		bueno + "2":                       false,
		bueno + "/x":                      false,
		"/" + bueno:                       false,
		strings.ToUpper(uuid) + "/" + uuid + "/archivo":              false,
		uuid + "/{" + uuid + "}/archivo":                             false,
		uuid + "/" + strings.ReplaceAll(uuid, "-", "") + "/archivo":  false,
		uuid + "/" + strings.Replace(uuid, "a", "á", 1) + "/archivo": false,
	} {
		if err := documento.ValidarNombreObjeto(nombre); (err == nil) != bien {
			t.Errorf("%q: %v", nombre, err)
		}
	}
}
