package verificable_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

// A file agrees with the table of legal states that holds the API, the page of a code and the browser too. Of what its issuer
// made of it, the status list tells one thing. A copy that somebody has lives on when the document is erased.
func TestLegalStatesOfAFile(t *testing.T) {
	var table struct {
		Zona  string
		Casos []struct {
			Nombre, Acto, Estado string
			En                   time.Time
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
		o, want := verificable.Opciones{Ahora: c.En}, verificable.Resultado(c.Estado)
		switch {
		case c.Acto != "":
			o.Lista = listaDe(func(l *listado) { l.hecha, l.retirado = c.En.Add(-time.Hour), diploma().estado.Idx }).token(t)
			want = verificable.Retirado
		case c.Estado == "VIGENTE":
			want = verificable.SinLista
		}
		i, err := verificable.Verificar(bytes.NewReader(archivo), int64(len(archivo)), trust, o)
		bien(t, err)
		if i.Resultado != want {
			t.Errorf("%s: %q, want %q", c.Nombre, i.Resultado, want)
		}
	}
}
