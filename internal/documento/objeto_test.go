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
	for nombre, bueno := range map[string]bool{
		uuid + "/" + uuid:                  true,
		uuid:                               false,
		uuid + "/" + uuid + "\n":           false,
		"/" + uuid + "/" + uuid:            false,
		uuid + "/../" + uuid:               false,
		uuid + "//" + uuid:                 false,
		strings.ToUpper(uuid) + "/" + uuid: false,
		uuid + "/{" + uuid + "}":           false,
		uuid + "/" + strings.ReplaceAll(uuid, "-", ""):  false,
		uuid + "/" + strings.Replace(uuid, "a", "á", 1): false,
	} {
		if err := documento.ValidarNombreObjeto(nombre); (err == nil) != bueno {
			t.Errorf("%q: %v", nombre, err)
		}
	}
}
