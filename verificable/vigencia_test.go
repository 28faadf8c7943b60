package verificable_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

// A file agrees with the table of legal states that holds the API, the page of a code and the browser too.
func TestLegalStatesOfAFile(t *testing.T) {
	var table struct {
		Zona  string
		Casos []struct {
			Nombre, Estado string
			En             time.Time
			verificable.Vigencia
		}
	}
	bien(t, json.Unmarshal(testdata(t, "juridico.json"), &table))
	for _, c := range table.Casos {
		d := diploma()
		d.declaracion.Vigencia = c.Vigencia
		archivo, trust := d.escrito(t), confianza(t, uni)
		var err error
		trust.Zona, err = time.LoadLocation(table.Zona)
		bien(t, err)
		i, err := verificable.Verificar(bytes.NewReader(archivo), int64(len(archivo)), trust, verificable.Opciones{Ahora: c.En})
		bien(t, err)
		got := "VIGENTE" // as far as the calendar goes: what is known of its issuer comes before and after
		if i.Resultado == verificable.Vencido || i.Resultado == verificable.AunNoVigente {
			got = string(i.Resultado)
		}
		if got != c.Estado {
			t.Errorf("%s: %q, want %q", c.Nombre, got, c.Estado)
		}
	}
}
