package sim

import (
	"math/rand/v2"
	"strings"
	"time"
)

// Falla is a kind of fault that a seed may draw.
type Falla string

// The faults. Each seed enables some of them, each with its own likelihood.
const (
	AlmacenRechaza   Falla = "almacen-rechaza"      // throttled: nothing written
	AlmacenChoca     Falla = "almacen-choca"        // transaction conflict: nothing written
	AlmacenCalla     Falla = "almacen-calla"        // written or read, the answer is lost
	AlmacenRepite    Falla = "almacen-repite"       // written, the answer is lost, and the SDK writes again
	AlmacenTarda     Falla = "almacen-tarda"        // slow; a write may take effect after its caller gave up
	AlmacenCaido     Falla = "almacen-caido"        // nothing answers for a while
	IndiceRancio     Falla = "indice-rancio"        // an index shows the past
	ObjetosTarda     Falla = "objetos-tarda"        // slow, in time
	ObjetosFalla     Falla = "objetos-falla"        // 5xx
	ObjetosCuelga    Falla = "objetos-cuelga"       // no answer, nothing done
	ObjetosCalla     Falla = "objetos-calla"        // done, no answer
	ObjetosTarde     Falla = "objetos-tarde"        // done after the caller gave up
	ObjetosCaido     Falla = "objetos-caido"        // nothing answers for a while
	ObjetosBloqueado Falla = "objetos-bloqueado"    // a file that the store never lets go
	ObjetosNiega     Falla = "objetos-niega"        // a permanent refusal that is none
	ObjetosTerco     Falla = "objetos-terco"        // a file with which nearly everything fails
	CorreoPierde     Falla = "correo-pierde"        // confirmed, and lost
	CorreoDuplica    Falla = "correo-duplica"       // delivered twice
	CorreoDesordena  Falla = "correo-desordena"     // overtaken by later ones
	CorreoDemora     Falla = "correo-demora"        // minutes late
	CorreoSinConf    Falla = "correo-sin-confirmar" // taken or not: no confirm
	CorreoReinicia   Falla = "correo-reinicia"      // down for a while; unacknowledged messages come again
	CorreoVacia      Falla = "correo-vacia"         // down, and everything in it is gone, for a while the topology too
	EnlaceCorta      Falla = "enlace-corta"         // one process loses its connection to the broker
	EventoPierde     Falla = "evento-pierde"        // one process misses one event and does not know it
	ProcesoMuere     Falla = "proceso-muere"        // after a write or a publish, or at any time; restarted later
	ProcesoPausa     Falla = "proceso-pausa"        // stands still for seconds, and goes on as if nothing had been
	RelojDesviado    Falla = "reloj-desviado"       // clocks differ by seconds
)

// Fallas are all of them.
var Fallas = []Falla{
	AlmacenRechaza, AlmacenChoca, AlmacenCalla, AlmacenRepite, AlmacenTarda, AlmacenCaido, IndiceRancio,
	ObjetosTarda, ObjetosFalla, ObjetosCuelga, ObjetosCalla, ObjetosTarde, ObjetosCaido, ObjetosBloqueado, ObjetosNiega, ObjetosTerco,
	CorreoPierde, CorreoDuplica, CorreoDesordena, CorreoDemora, CorreoSinConf, CorreoReinicia, CorreoVacia,
	EnlaceCorta, EventoPierde, ProcesoMuere, ProcesoPausa, RelojDesviado,
}

// azar is everything that is drawn. It has two streams: what happens in any case,
// and whether a fault happens; so a masked fault changes nothing before it.
type azar struct {
	*rand.Rand
	fallas   *rand.Rand
	peso     map[Falla]float64
	mascara  map[Falla]bool
	cuenta   int // faults drawn so far
	limite   int // faults after this many do not happen; 0 for no limit
	calma    bool
	anotar   func(Falla)
	ocurrido map[Falla]int
}

var pesos = []float64{0.01, 0.04, 0.15}

func nuevoAzar(o Opciones) *azar {
	a := &azar{
		Rand: rand.New(rand.NewPCG(o.Semilla, 1)), fallas: rand.New(rand.NewPCG(o.Semilla, 2)),
		peso: map[Falla]float64{}, mascara: map[Falla]bool{}, limite: o.Hasta, ocurrido: map[Falla]int{},
	}
	for _, f := range o.Sin {
		a.mascara[f] = true
	}
	for _, f := range Fallas {
		habilitada, peso := a.fallas.IntN(5) < 2, pesos[a.fallas.IntN(len(pesos))]
		if strings.HasPrefix(string(f), "objetos") {
			peso *= 3 // there are few calls to the object store, and much depends on each
		}
		if habilitada {
			a.peso[f] = peso
		}
	}
	return a
}

// falla decides whether a fault happens here.
func (a *azar) falla(f Falla) bool { return a.conPeso(f, a.peso[f]) }

// conPeso is falla with a likelihood of its own, if the seed enables the fault.
func (a *azar) conPeso(f Falla, p float64) bool {
	if a.calma || a.peso[f] == 0 || a.fallas.Float64() >= p {
		return false
	}
	a.cuenta++
	if a.mascara[f] || (a.limite > 0 && a.cuenta > a.limite) {
		return false
	}
	a.ocurrido[f]++
	a.anotar(f)
	return true
}

// entre is a duration between two.
func (a *azar) entre(min, max time.Duration) time.Duration {
	if max <= min {
		return min
	}
	return min + time.Duration(a.Int64N(int64(max-min)))
}

// uno says yes one time in n.
func (a *azar) uno(n int) bool { return a.IntN(n) == 0 }
