package eliminacion_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestMessagesOfFailuresAreTrue: a store that answered is not said to be silent,
// and nobody is promised a try that does not come.
func TestMessagesOfFailuresAreTrue(t *testing.T) {
	for codigo := range fault.Table {
		for paso, almacen := range map[eliminacion.Paso]string{eliminacion.MinioCleanup: "archiv", eliminacion.MetadataCleanup: "metadatos"} {
			m := eliminacion.MensajeDe(paso, codigo)
			if strings.Contains(m, "de nuevo") != fault.Transient(fault.New(codigo, "")) {
				t.Errorf("%s %s: %s", paso, codigo, m)
			}
			silencio := codigo == fault.Unavailable || codigo == fault.RateLimited
			if strings.Contains(m, "no respondió") != silencio || silencio && !strings.Contains(m, almacen) {
				t.Errorf("%s %s: %s", paso, codigo, m)
			}
		}
	}
	if m := eliminacion.MensajeDe(eliminacion.MinioCleanup, fault.Conflict); m != "El archivo cambió mientras se borraba; se intentará de nuevo." {
		t.Error(m)
	}
}
