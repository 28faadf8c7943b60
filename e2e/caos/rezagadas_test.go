package caos_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
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
	return rs[:min(len(rs), cuantasRezagadas)]
}

// rezagadas says of what RabbitMQ's own faults kept waiting longest what it waited
// for: when it got how far, and with -keep every word of the servers about it.
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
		for _, l := range r.ultimas {
			fmt.Fprintf(b, "    %s asked %+.1f, accepted %+.1f%s\n", l.ID, l.primero.Sub(r.vuelve).Seconds(), l.aceptado.Sub(r.vuelve).Seconds(), l.camino(r.vuelve))
			for _, x := range registro {
				if strings.Contains(x.texto, l.ID) && x.en.After(r.desde.Add(-time.Minute)) {
					fmt.Fprintf(b, "      %+7.2f  %s\n", x.en.Sub(r.vuelve).Seconds(), x.texto)
				}
			}
		}
	}
}

// camino is the way of a saga: its steps and when it took them.
func (s saga) camino(desde time.Time) string {
	var b strings.Builder
	for _, h := range s.Historia {
		var n, intento int
		var estado, paso, en string
		if _, err := fmt.Sscan(h, &n, &estado, &paso, &intento, &en); err != nil {
			return err.Error()
		}
		cuando, err := time.Parse(time.RFC3339Nano, en)
		if err != nil {
			return err.Error()
		}
		fmt.Fprintf(&b, ", %s %+.1f", paso, cuando.Sub(desde).Seconds())
		if intento > 0 {
			fmt.Fprintf(&b, " (failed attempt %d)", intento)
		}
	}
	return b.String()
}

// linea is what a server wrote at a moment.
type linea struct {
	en    time.Time
	texto string
}

func (w *mundo) lineasDeRegistro() (ls []linea) {
	for n, s := range w.servidores {
		for texto := range strings.Lines(s.Registro()) {
			var x struct{ Time time.Time }
			if json.Unmarshal([]byte(texto), &x) == nil {
				ls = append(ls, linea{x.Time, fmt.Sprintf("server %d: %s", n, strings.TrimSpace(texto))})
			}
		}
	}
	slices.SortStableFunc(ls, func(a, b linea) int { return cmp.Or(a.en.Compare(b.en), strings.Compare(a.texto, b.texto)) })
	return ls
}
