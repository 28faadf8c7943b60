package caos_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// informe is what a run tells.
type informe struct {
	t       testing.TB
	medida  Medida
	comenzo time.Time
	calma   time.Duration

	mu      sync.Mutex
	golpes  []suceso
	sucesos []string
}

// suceso is a fault as it came to pass.
type suceso struct {
	Falla
	desde, vuelve time.Time // vuelve: the part answers again
}

func (i *informe) comienzo(m Medida, p Plan) {
	i.medida = m
	salida(i.t, "seed %d: %d servers, %d carpetas\n%s", m.Semilla, m.Servidores, m.Carpetas, p)
}

func (i *informe) anotar(formato string, args ...any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.sucesos = append(i.sucesos, fmt.Sprintf("%6.1f s  ", time.Since(i.comenzo).Seconds())+fmt.Sprintf(formato, args...))
}

func (i *informe) agregar(s suceso) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.golpes = append(i.golpes, s)
}

// recuperacion is how a fault was got over: counted from the moment at which the
// part answered again, by the times that the sagas themselves have.
type recuperacion struct {
	suceso
	esperaban        int           // deletions asked for and not completed when it was over
	durante          bool          // one of them was asked for while it lasted
	primera, vaciada time.Duration // until the first of those, and until the last of all
	solo             bool          // no other fault until then
	ultimas          []rezagada    // those that took longest
	ajenas           []rezagada    // kept waiting by another fault: not counted, but told of
}

func (i *informe) recuperaciones(g *gente, j *juez) (rs []recuperacion) {
	golpes := slices.SortedFunc(slices.Values(i.golpes), func(a, b suceso) int { return a.desde.Compare(b.desde) })
	for _, s := range golpes {
		r := recuperacion{suceso: s, solo: true}
		for _, b := range g.borrados {
			r.contar(b, j.sagaDe(b))
		}
		r.ultimas, r.ajenas = ultimas(r.ultimas), ultimas(r.ajenas)
		hasta := s.vuelve.Add(min(max(r.primera, r.vaciada), presupuesto)) // what comes later has no part in whether it is kept
		for _, o := range golpes {
			if o.suceso() != s.suceso() && o.desde.Before(hasta) && o.vuelve.After(s.desde) {
				r.solo = false
			}
		}
		rs = append(rs, r)
	}
	return rs
}

func (s suceso) suceso() time.Time { return s.desde }

// contar takes a deletion without undo window into account.
func (r *recuperacion) contar(b *borrado, s saga) {
	if b.Ventana > 0 || !b.primero.Before(r.vuelve) || !s.Termino.After(r.vuelve) {
		return
	}
	if r.Parte == deRabbit && s.ajena(r.desde) {
		r.ajenas = append(r.ajenas, rezagada{b, s})
		return
	}
	tardo := s.Termino.Sub(r.vuelve)
	r.ultimas = append(r.ultimas, rezagada{b, s})
	r.esperaban++
	r.vaciada = max(r.vaciada, tardo)
	if b.primero.After(r.desde) && (!r.durante || tardo < r.primera) {
		r.durante, r.primera = true, tardo
	}
}

// sagaDe is the deletion by which the document of a wish is gone; none if it is
// there.
func (j *juez) sagaDe(b *borrado) saga {
	for _, e := range b.eventos {
		if s := j.despues.Sagas[e]; s.Estado == completada {
			return s
		}
	}
	return saga{}
}

// presupuesto is what a restart of RabbitMQ may cost.
const presupuesto = 10 * time.Second

func (i *informe) final(w *mundo, g *gente, j *juez, paso time.Duration) {
	var b strings.Builder
	var primera, vaciada time.Duration
	fmt.Fprintf(&b, "  %-38s %6s %6s %8s %7s %8s\n", "fault", "at", "lasted", "waiting", "first", "drained")
	rs := i.recuperaciones(g, j)
	for _, r := range rs {
		marca := ""
		if !r.solo {
			marca = " *"
		}
		p := "-"
		if r.durante {
			p = fmt.Sprintf("%.1f s", r.primera.Seconds())
		}
		fmt.Fprintf(&b, "  %-38s %6.1f %6.1f %8d %7s %6.1f s%s\n", r.Falla, r.desde.Sub(i.comenzo).Seconds(), r.vuelve.Sub(r.desde).Seconds(), r.esperaban, p, r.vaciada.Seconds(), marca)
		if r.solo && r.Parte == deRabbit && (r.Que == matar || r.Que == reiniciar) {
			primera, vaciada = max(primera, r.primera), max(vaciada, r.vaciada)
		}
	}
	fmt.Fprintf(&b, "  (seconds; waiting: asked for and not completed when the part answered again; first: the first of those asked for during the fault;\n"+
		"  drained: the last of them; * another fault fell into it; RabbitMQ's are without deletions that another fault kept waiting)\n")
	fmt.Fprintf(&b, "  after a restart of RabbitMQ alone: first %.1f s, drained %.1f s; budget %s\n", primera.Seconds(), vaciada.Seconds(), presupuesto)
	i.rezagadas(&b, w, rs)
	i.cuentas(&b, w, g, j)
	fmt.Fprintf(&b, "  %.0f s in all, %.0f s from the last fault to rest", paso.Seconds(), i.calma.Seconds())
	salida(i.t, "%s", &b)
}

func (i *informe) cuentas(b *strings.Builder, w *mundo, g *gente, j *juez) {
	completas, canceladas, conFallas, confirmadas, dudosos := 0, 0, 0, 0, 0
	for _, s := range j.despues.Sagas {
		completas += uno(s.Estado == completada)
		canceladas += uno(s.Estado == cancelada)
		conFallas += uno(s.Errores > 0)
	}
	for _, k := range g.cargas {
		confirmadas += uno(k.confirmada)
	}
	for _, d := range g.borrados {
		dudosos += uno(d.dudoso)
	}
	o := g.oyentes
	fmt.Fprintf(b, "  %d deletions completed, %d cancelled, %d with failed attempts; %d requests had to be repeated; %d uploads confirmed of %d begun\n",
		completas, canceladas, conFallas, dudosos, confirmadas, len(g.cargas))
	fmt.Fprintf(b, "  %d subscribers of a deletion, %d of a carpeta: %d messages, %d times connected anew; dead letters: %v; violations: %d; carpeta reconcile: %d inconsistencies\n",
		o.mirados, len(w.ciudadanos), o.oidos, o.vueltas, j.muertas, len(j.faltas), j.reconcilia)
}
