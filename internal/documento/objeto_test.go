package documento_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

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
