package caos_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// rezagada is a deletion that a fault kept waiting.
type rezagada struct {
	*borrado
	saga
}

// cuantasRezagadas of each fault are told of.
const cuantasRezagadas = 4

// ultimas are those that took longest, the last one first.
func ultimas(rs []rezagada) []rezagada {
	slices.SortFunc(rs, func(a, b rezagada) int { return b.Termino.Compare(a.Termino) })
	return rs
}

// cambio is a line of a saga's history.
type cambio struct {
	paso    string
	intento int
	en      time.Time
}

func (s saga) cambios() (cs []cambio) {
	for _, h := range s.Historia {
		var n int
		var estado, en string
		var c cambio
		if _, err := fmt.Sscan(h, &n, &estado, &c.paso, &c.intento, &en); err == nil {
			c.en, _ = time.Parse(time.RFC3339Nano, en) // the judge looks at the history itself
		}
		cs = append(cs, c)
	}
	return cs
}

// quieta is how long a deletion may stand still while nothing is wrong.
const quieta = 3 * time.Second

// ajena reports whether another fault than the one that began then kept a deletion
// waiting: an attempt had failed, which is MinIO's or DynamoDB's doing, or it had
// stood still before.
func (s saga) ajena(desde time.Time) bool {
	var ultimo time.Time
	for _, c := range s.cambios() {
		if c.en.Before(desde) {
			ultimo = c.en
		}
	}
	return s.Errores > 0 || !ultimo.IsZero() && desde.Sub(ultimo) > quieta
}

// rezagadas says of those that RabbitMQ's own faults kept waiting longest what they
// waited for: when they got how far, and with -keep every word of the servers about them.
func (i *informe) rezagadas(b *strings.Builder, w *mundo, rs []recuperacion) {
	var registro []linea
	if *guardar {
		registro = w.lineasDeRegistro()
	}
	for _, r := range rs {
		if !r.medida(i.medida) {
			continue
		}
		fmt.Fprintf(b, "  the last after %s at %.1f s, in seconds from its end:\n", r.Falla, r.desde.Sub(i.comenzo).Seconds())
		for _, l := range r.ultimas[:min(len(r.ultimas), cuantasRezagadas)] {
			l.contar(b, r, "", registro)
		}
		fmt.Fprintf(b, "    and %d that another fault kept waiting\n", len(r.ajenas))
		for _, l := range r.ajenas[:min(len(r.ajenas), 1)] {
			l.contar(b, r, fmt.Sprintf(" (failed attempts: %d)", l.Errores), registro)
		}
	}
}

// contar tells the way of one.
func (l rezagada) contar(b *strings.Builder, r recuperacion, nota string, registro []linea) {
	fmt.Fprintf(b, "    %s%s asked %+.1f", l.ID, nota, l.primero.Sub(r.vuelve).Seconds())
	for _, c := range l.cambios() {
		fmt.Fprintf(b, ", %s %+.1f", c.paso, c.en.Sub(r.vuelve).Seconds())
	}
	b.WriteString("\n")
	for _, x := range registro {
		if strings.Contains(x.texto, l.ID) && x.en.After(r.desde.Add(-time.Minute)) {
			fmt.Fprintf(b, "      %+7.2f  %s\n", x.en.Sub(r.vuelve).Seconds(), x.texto)
		}
	}
}

// linea is what a server wrote at a moment.
type linea struct {
	en    time.Time
	texto string
}

func (w *mundo) lineasDeRegistro() (ls []linea) {
	for n, s := range w.servidores {
		for texto := range strings.Lines(s.Log()) {
			var x struct{ Time time.Time }
			if json.Unmarshal([]byte(texto), &x) == nil {
				ls = append(ls, linea{x.Time, fmt.Sprintf("server %d: %s", n, strings.TrimSpace(texto))})
			}
		}
	}
	slices.SortStableFunc(ls, func(a, b linea) int { return cmp.Or(a.en.Compare(b.en), strings.Compare(a.texto, b.texto)) })
	return ls
}

// TestAjena: what stood still when a fault began, or had failed, is not its doing.
func TestAjena(t *testing.T) {
	falla := time.Date(2026, 11, 21, 10, 0, 10, 0, time.UTC)
	pedida := func(hora string) []string {
		return []string{"1 INICIADA MINIO_CLEANUP 0 2026-11-21T" + hora + "Z", "2 INICIADA METADATA_CLEANUP 0 2026-11-21T10:00:30.000Z"}
	}
	casos := map[string]struct {
		saga  saga
		ajena bool
	}{
		"asked for during the fault":   {saga{Historia: pedida("10:00:12.000")}, false},
		"asked for just before":        {saga{Historia: pedida("10:00:09.000")}, false},
		"stood still since before":     {saga{Historia: pedida("10:00:01.000")}, true},
		"an attempt failed since then": {saga{Historia: pedida("10:00:12.000"), Errores: 1}, true},
	}
	for nombre, c := range casos {
		if a := c.saga.ajena(falla); a != c.ajena {
			t.Errorf("%s: %v", nombre, a)
		}
	}
}
