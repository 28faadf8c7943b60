package outbox_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// pequena has windows that a test of some thousand sagas notices.
func pequena() outbox.Config {
	cfg := outbox.DefaultConfig
	cfg.Window, cfg.WindowEach, cfg.Batch = 96, 32, 8
	return cfg
}

// procesos starts n processes on a casa.
func (c *casa) procesos(n int, cfg outbox.Config) []*proceso {
	ps := make([]*proceso, n)
	for i := range ps {
		ps[i] = c.proceso(cfg)
		c.iniciar(ps[i])
	}
	return ps
}

// One operador has thousands of deletions pending, five others ask for one each:
// before most of these no more of the first complete than the windows of all
// processes hold, twice: once ahead of it in the queues, and once for what is
// handed out while it passes. A processor that stands still for a moment may hold
// one of them up; none waits for the backlog.
func TestASingleDeletionPassesABacklog(t *testing.T) {
	for _, n := range []int{1, 3} {
		t.Run(fmt.Sprintf("%d processes", n), func(t *testing.T) {
			t.Parallel()
			const pendientes = 1200
			c, cfg := nuevaCasa(t), pequena()
			c.atrasar("grande", pendientes)
			ps := c.procesos(n, cfg)
			var pasaron []int
			for i := range 5 {
				c.hasta(100 * (i + 1))
				evento := c.pedir(ps[i%n], fmt.Sprintf("chico%d", i))
				antes := c.cuantas() // now: how long asking took is the machine's matter
				pasaron = append(pasaron, c.lugar(evento)-antes)
			}
			slices.Sort(pasaron)
			if pasaron[2] > 2*n*cfg.WindowEach || pasaron[4] > pendientes/2 {
				t.Errorf("so many of the big operador's deletions went before one single of another: %v", pasaron)
			}
			c.hasta(pendientes + 5)
		})
	}
}

// jain is Jain's fairness index: 1 if all shares are equal, 1/n if one has it all.
func jain(xs []float64) float64 {
	var sum, squares float64
	for _, x := range xs {
		sum += x
		squares += x * x
	}
	return sum * sum / (float64(len(xs)) * squares)
}

// Shares follow the weights for as long as everybody has work, whether the windows
// of the operadores bound it, or the window of all, and in however many processes.
// A window is refilled in bursts, and processes do not agree on whose turn it is:
// small windows and a long count leave a share that chance moves by two percent.
func TestSharesFollowTheWeights(t *testing.T) {
	iguales := map[string]int{}
	casos := []struct {
		nombre       string
		procesos     int
		pesos        map[string]int
		window, each int
	}{
		{"equal, bound by the window of each", 1, iguales, 1000, 20},
		{"equal, bound by the window of all", 1, iguales, 50, 50},
		{"equal, three processes", 3, iguales, 25, 25},
		{"one double, bound by the window of all", 1, map[string]int{"op2": 2}, 50, 50},
		{"one double and one triple, three processes", 3, map[string]int{"op2": 2, "op0": 3}, 24, 24},
	}
	for _, k := range casos {
		t.Run(k.nombre, func(t *testing.T) {
			t.Parallel()
			const cada, arranque, medidas = 600, 200, 1500 // nobody of weight 1 runs out of work
			c, cfg := nuevaCasa(t), outbox.DefaultConfig
			cfg.Window, cfg.WindowEach, cfg.Weights, cfg.Batch = k.window, k.each, k.pesos, 8
			quienes := operadores(5)
			for _, o := range quienes {
				c.atrasar(o, cada*max(k.pesos[o], 1))
			}
			c.procesos(k.procesos, cfg)
			cuenta := map[string]int{}
			for _, o := range c.hasta(arranque + medidas)[arranque : arranque+medidas] {
				cuenta[o]++
			}
			var partes []float64
			for _, o := range quienes {
				partes = append(partes, float64(cuenta[o])/float64(max(k.pesos[o], 1)))
			}
			if j := jain(partes); j < 0.99 {
				t.Errorf("Jain's index of the weighted shares is %.4f: %v", j, cuenta)
			}
		})
	}
}

// Whoever keeps asking does not overtake the same operador's older deletions for ever.
func TestNewOnesDoNotOvertakeTheBacklogForEver(t *testing.T) {
	c, cfg := nuevaCasa(t), pequena()
	c.atrasar("uno", 400)
	p := c.proceso(cfg)
	primera := c.pedir(p, "uno") // it has a place: nothing is known of the backlog yet
	if outbox.Waits(p.board, "uno") {
		t.Fatal("an operador waits of whom nothing is known")
	}
	if err := outbox.Sweep(p.sweeper, t.Context()); err != nil {
		t.Fatal(err)
	}
	c.despues.Store(int64(cfg.Sweep + time.Millisecond))
	ultima := c.pedir(p, "uno")
	c.iniciar(p)
	if a, b := c.lugar(primera), c.lugar(ultima); a > 200 || b < 300 {
		t.Errorf("the first was number %d, the last, asked for when 400 waited, number %d", a, b)
	}
}
