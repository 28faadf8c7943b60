package metrics_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Who was never divided is not told; a change under way is told until it is ended, and what was divided stays told.
func TestDivisions(t *testing.T) {
	m := metrics.New()
	if text := scrape(m); strings.Contains(text, "carpeta_index_") {
		t.Errorf("nothing was read yet:\n%s", text)
	}
	m.Divided(nil)
	if text := scrape(m); strings.Contains(text, "carpeta_index_") {
		t.Errorf("nobody is divided:\n%s", text)
	}
	begun := time.Unix(1_700_000_000, 0)
	d, err := eliminacion.Entera.Cambiar(4, begun)
	if err != nil {
		t.Fatal(err)
	}
	m.Divided(map[string]eliminacion.Particion{"op-a": d})
	text := scrape(m)
	for _, line := range []string{
		`carpeta_index_parts{operador="op-a"} 4`,
		fmt.Sprintf(`carpeta_index_change_endable_timestamp_seconds{operador="op-a"} %g`, float64(d.Asentable().Unix())),
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
	m.Divided(map[string]eliminacion.Particion{"op-a": d.Asentada()})
	if text := scrape(m); strings.Contains(text, "carpeta_index_change") || !strings.Contains(text, `carpeta_index_parts{operador="op-a"} 4`+"\n") {
		t.Errorf("the change was ended:\n%s", text)
	}
}

// Those beyond a hundred are told as one: the most parts, and the change that can be ended first.
func TestDivisionsBeyondAHundred(t *testing.T) {
	m := metrics.New()
	for i := range 100 {
		m.Directa(eliminacion.Ejecutada, fmt.Sprint("op", i))
	}
	late, early := time.Unix(1_700_000_000, 0), time.Unix(1_600_000_000, 0)
	m.Divided(map[string]eliminacion.Particion{
		"op-a": {Antes: 1, Luego: 2, Cambia: late, Tope: 2}, "op-b": {Antes: 8, Luego: 3, Cambia: early, Tope: 8}, "op-c": {Antes: 16, Luego: 16, Tope: 16},
	})
	text := scrape(m)
	at := eliminacion.Particion{Cambia: early}.Asentable().Unix()
	for _, line := range []string{
		`carpeta_index_parts{operador="otros"} 16`, fmt.Sprintf(`carpeta_index_change_endable_timestamp_seconds{operador="otros"} %g`, float64(at)),
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
}
