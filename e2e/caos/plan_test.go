package caos_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Medida is the size of a run.
type Medida struct {
	Semilla                                 uint64
	Borrados, Carpetas, Servidores, Oyentes int
	Breve                                   bool
	Ajustes                                 []string // of the servers, NAME=value
}

// The parts that fail.
const (
	deRabbit   = "rabbitmq"
	deMinio    = "minio"
	deDynamo   = "dynamodb"
	deServidor = "server"
)

var conLinea = []string{deRabbit, deMinio, deDynamo}

// The ways in which they do.
const (
	matar     = "kill -9"
	congelar  = "SIGSTOP"
	reiniciar = "restart"
	vaciar    = "wipe"
	terminar  = "SIGTERM"
	atascar   = "stuck queue"
	lento     = "latency"
	cortar    = "reset"
	mudo      = "half-open"
)

// Falla is one fault: of a part, or of the line between servers and a part.
type Falla struct {
	Que, Parte string
	Servidor   int // which server, or the one whose line it is; −1 for the lines of all
	En, Dura   time.Duration
}

func (f Falla) String() string {
	quien := f.Parte
	switch {
	case f.Parte == deServidor:
		quien = fmt.Sprintf("server %d", f.Servidor)
	case f.deLinea() && f.Servidor < 0:
		quien = "all lines to " + f.Parte
	case f.deLinea():
		quien = fmt.Sprintf("server %d's line to %s", f.Servidor, f.Parte)
	}
	return f.Que + " " + quien
}

func (f Falla) deLinea() bool { return f.Que == lento || f.Que == cortar || f.Que == mudo }

// descanso is how long nothing else fails after a fault whose recovery is measured.
const descanso = 11 * time.Second

// medida: RabbitMQ's own faults, in a long run.
func (f Falla) medida(m Medida) bool { return f.Parte == deRabbit && !f.deLinea() && !m.Breve }

// Pedido is a deletion that somebody asks for.
type Pedido struct {
	Carpeta, Documento string
	En                 time.Duration
	Servidor           int
	Ventana            int           // seconds; 0: no undo window
	Cancela            time.Duration // after it was accepted; 0: never
	Doble              bool          // asked for twice at the same time
	Mirado             bool          // somebody follows it
}

// Plan is what a seed stands for.
type Plan struct {
	Fallas  []Falla
	Pedidos []Pedido
	Dura    time.Duration // of the load
}

// planear draws the plan. The documents' ids come from the same seed.
func planear(m Medida, hay fotografia) Plan {
	azar := rand.New(rand.NewPCG(m.Semilla, 0x63616f73))
	p := Plan{Fallas: planearFallas(azar, m)}
	ultima := p.Fallas[len(p.Fallas)-1]
	p.Dura = ultima.En + ultima.Dura
	for _, f := range p.Fallas {
		p.Dura += 3 * time.Second * time.Duration(uno(f.medida(m))) // they take longer than planned
	}
	p.Pedidos = planearPedidos(azar, m, hay.borrables(), p.Dura)
	return p
}

// mazo is every fault, once; in a short run one of each sort.
func mazo(azar *rand.Rand, m Medida) []Falla {
	de := func(parte string, ques ...string) (fs []Falla) {
		for _, q := range ques {
			fs = append(fs, Falla{Que: q, Parte: parte})
		}
		return fs
	}
	sortes := [][]Falla{
		de(deRabbit, matar, congelar, reiniciar, vaciar, atascar), de(deMinio, matar, congelar, reiniciar), de(deDynamo, matar, congelar, reiniciar),
		de(deServidor, matar, congelar, terminar),
	}
	for _, s := range conLinea {
		sortes = append(sortes, de(s, lento, cortar, mudo))
	}
	var fs []Falla
	for i, s := range sortes {
		switch {
		case !m.Breve:
			fs = append(fs, s...)
		case i == 0:
			fs = append(fs, s[azar.IntN(3)], s[3])
		case i < 4 || i-4 == int(m.Semilla%3):
			fs = append(fs, s[azar.IntN(len(s))])
		}
	}
	azar.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	return fs
}

// planearFallas puts them into an order, some before the one before has ended.
// One whose recovery is measured has the time before and after it for itself.
func planearFallas(azar *rand.Rand, m Medida) []Falla {
	fs := slices.DeleteFunc(mazo(azar, m), func(f Falla) bool { return !m.Breve && !strings.Contains(f.String(), *solo) })
	if !m.Breve {
		fs = slices.Repeat(fs, *veces)
	}
	entre := func(a, b time.Duration) time.Duration { return a + time.Duration(azar.Int64N(int64(b-a))) }
	cuando, larga := 2*time.Second, 5*time.Second
	if m.Breve {
		larga = 3 * time.Second
	}
	for i := range fs {
		f := &fs[i]
		f.En, f.Dura, f.Servidor = cuando, entre(time.Second, larga), azar.IntN(m.Servidores)
		if f.deLinea() && azar.IntN(2) == 0 {
			f.Servidor = -1
		}
		if i > 0 && f.medida(m) { // no fault before it is still under way
			for _, antes := range fs[:i] {
				cuando = max(cuando, antes.En+antes.Dura)
			}
			f.En = cuando
		}
		switch {
		case f.medida(m):
			cuando += f.Dura + 8*time.Second + descanso // it starts anew in that time, on a quiet machine
		case azar.IntN(4) == 0:
			cuando += f.Dura / 2
		default:
			cuando += f.Dura + entre(500*time.Millisecond, 2500*time.Millisecond)
		}
	}
	return fs
}

func planearPedidos(azar *rand.Rand, m Medida, borrables []documento, dura time.Duration) []Pedido {
	azar.Shuffle(len(borrables), func(i, j int) { borrables[i], borrables[j] = borrables[j], borrables[i] })
	borrables = borrables[:min(m.Borrados, len(borrables))]
	ps := make([]Pedido, len(borrables))
	for i, d := range borrables {
		p := Pedido{Carpeta: d.Carpeta, Documento: d.ID, En: time.Duration(azar.Int64N(int64(dura))), Servidor: azar.IntN(m.Servidores)}
		switch azar.IntN(10) {
		case 0:
			p.Ventana = 1 + azar.IntN(8)
			if azar.IntN(2) == 0 {
				p.Cancela = time.Duration(azar.Int64N(int64(10 * time.Second)))
			}
		case 1:
			p.Doble = true
		}
		p.Mirado = i < m.Oyentes
		ps[i] = p
	}
	slices.SortStableFunc(ps, func(a, b Pedido) int { return int(a.En - b.En) })
	return ps
}

// String is the schedule, for people.
func (p Plan) String() string {
	var b strings.Builder
	for _, f := range p.Fallas {
		fmt.Fprintf(&b, "  %6.1f s  %-38s %4.1f s\n", f.En.Seconds(), f, f.Dura.Seconds())
	}
	ventanas, cancelados, dobles := 0, 0, 0
	for _, q := range p.Pedidos {
		ventanas += uno(q.Ventana > 0)
		cancelados += uno(q.Cancela > 0)
		dobles += uno(q.Doble)
	}
	fmt.Fprintf(&b, "  %d deletions within %.0f s: %d with an undo window, %d of them taken back, %d asked for twice",
		len(p.Pedidos), p.Dura.Seconds(), ventanas, cancelados, dobles)
	return b.String()
}

func uno(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestPlan: a seed is a schedule, and a long one has every fault.
func TestPlan(t *testing.T) {
	hay := fotografia{Documentos: map[string]documento{}}
	for i := range 60 {
		id := fmt.Sprint(i)
		hay.Documentos[id] = documento{Carpeta: "c", ID: id, Estado: procesado}
	}
	m := Medida{Semilla: 7, Borrados: 50, Servidores: 3}
	uno, otro := planear(m, hay), planear(m, hay)
	if fmt.Sprintf("%+v", uno) != fmt.Sprintf("%+v", otro) {
		t.Error("two plans of one seed differ")
	}
	if m.Semilla++; fmt.Sprintf("%+v", uno) == fmt.Sprintf("%+v", planear(m, hay)) {
		t.Error("two seeds have the same plan")
	}
	if len(uno.Pedidos) != 50 || len(uno.Fallas) != 23 {
		t.Errorf("%d deletions and %d faults", len(uno.Pedidos), len(uno.Fallas))
	}
	m.Breve = true
	if fs := planear(m, hay).Fallas; len(fs) != 6 {
		t.Errorf("a short run has %d faults", len(fs))
	}
}
