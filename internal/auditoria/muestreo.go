package auditoria

import (
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Muestreo tells of what happens again and again in few events: of things that say the same, one event
// in each window of time, with how many they were ("veces"). It holds so many kinds of things at a time,
// whatever their number. While the trail cannot be written the counts grow, and nothing else does.
type Muestreo struct {
	Rastro    Anotador
	Escribano Escribano
	Ventana   time.Duration // between two events of the same
	Max       int           // kinds of things at a time; those that come Siempre are not bounded
	Metrics   MetricsMuestreo

	mu      sync.Mutex
	cuentas map[string]*cuenta
}

// MetricsMuestreo counts the refusals that one event sums up.
type MetricsMuestreo interface {
	// Muestreado: so many things of a kind are in the trail, in one event.
	Muestreado(t Tipo, veces int)
	// MuestreoFallido: the trail could not be written; it is tried again.
	MuestreoFallido()
}

// cuenta is how often the same happened since its last event.
type cuenta struct {
	hecho Evento
	veces int
}

// Contar counts a thing, which hecho describes if it is the first of its kind; false if there is no
// room for another kind. It never waits for the trail.
func (m *Muestreo) Contar(clave string, hecho func() Evento) bool {
	return m.contar(clave, 1, m.Max, hecho)
}

// Siempre is Contar for what has few kinds: there is always room.
func (m *Muestreo) Siempre(clave string, hecho func() Evento) { m.contar(clave, 1, math.MaxInt, hecho) }

// Seguir counts what comes after a thing that has its event already.
func (m *Muestreo) Seguir(clave string, hecho Evento) bool {
	return m.contar(clave, 0, m.Max, func() Evento { return hecho })
}

// Repetir counts a thing whose kind is being counted; false if none is.
func (m *Muestreo) Repetir(clave string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, hay := m.cuentas[clave]
	if hay {
		c.veces++
	}
	return hay
}

func (m *Muestreo) contar(clave string, veces, tope int, hecho func() Evento) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cuentas == nil {
		m.cuentas = map[string]*cuenta{}
	}
	c, hay := m.cuentas[clave]
	if !hay {
		if len(m.cuentas) >= tope {
			return false
		}
		c = &cuenta{hecho: hecho()}
		m.cuentas[clave] = c
	}
	c.veces += veces
	return true
}

const (
	loteContado = 100             // events that are written at a time
	plazoVaciar = 5 * time.Second // the end of the process waits so long for the rest
)

// Run tells at the end of each window until ctx ends, and then of what is left, once.
func (m *Muestreo) Run(ctx context.Context) error {
	for t := time.NewTicker(m.Ventana); ; {
		select {
		case <-ctx.Done():
			t.Stop()
			ultima, cancel := context.WithTimeout(context.WithoutCancel(ctx), plazoVaciar)
			defer cancel()
			m.contarlo(ultima)
			return nil
		case <-t.C:
			m.contarlo(ctx)
		}
	}
}

// contado is what a window ends with.
type contado struct {
	clave  string
	evento Evento
	veces  int
}

// contarlo writes what was counted, a batch at a time. What cannot be written stays counted.
func (m *Muestreo) contarlo(ctx context.Context) {
	for lote := range slices.Chunk(m.contados(ctx), loteContado) {
		es := make([]Evento, len(lote))
		for i, c := range lote {
			es[i] = c.evento
		}
		if err := m.Rastro.Anotar(ctx, es...); err != nil {
			m.Metrics.MuestreoFallido()
			return
		}
		m.quitar(lote)
	}
}

// contados are the events of this window. What did not come again is forgotten.
func (m *Muestreo) contados(ctx context.Context) (todos []contado) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for clave, c := range m.cuentas {
		if c.veces == 0 {
			delete(m.cuentas, clave)
			continue
		}
		todos = append(todos, contado{clave, m.evento(ctx, *c), c.veces})
	}
	return todos
}

func (m *Muestreo) evento(ctx context.Context, c cuenta) Evento {
	h := c.hecho
	if h.Datos = maps.Clone(h.Datos); h.Datos == nil {
		h.Datos = map[string]string{}
	}
	h.Datos[veces] = strconv.Itoa(c.veces)
	return m.Escribano.Levantar(ctx, h)
}

// veces is among the Datos how many things an event tells of.
const veces = "veces"

// quitar takes away the refusals that were written. Those that came meanwhile wait for the next window.
func (m *Muestreo) quitar(lote []contado) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range lote {
		if c := m.cuentas[t.clave]; c.veces > t.veces {
			c.veces -= t.veces
		} else {
			delete(m.cuentas, t.clave)
		}
		m.Metrics.Muestreado(t.evento.Tipo, t.veces)
	}
}
