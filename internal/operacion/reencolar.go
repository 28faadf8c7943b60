package operacion

import (
	"context"
	"fmt"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Reencolado asks for dead letters to be sent again.
type Reencolado struct {
	Cola       string   // dead-letter queue
	IDs        []string // which; empty for all of the caller's
	Motivo     string   // only those with this reason
	Maximo     int      // at most so many
	Simular    bool     // say the plan, change nothing
	PorSegundo int      // at most so many a second
}

// The bounds of a Reencolado.
const (
	MaxReencolar  = 1000
	MaxPorSegundo = 100
)

// Parada is why a redrive ended before its end.
type Parada string

// The reasons.
const (
	ParadaPlazo   Parada = "PLAZO"          // the time of one call is over
	ParadaEnvio   Parada = "NO_ENVIADO"     // a copy was not confirmed, or the message was gone
	ParadaMuerto  Parada = "MURIO_DE_NUEVO" // a message that was sent again was given up again
	ParadaFalla   Parada = "FALLO_DE_NUEVO" // the step of a message that was sent again failed again
	ParadaDespues Parada = "SIN_COMPROBAR"  // the result of the batch could not be read
)

// Lote is a batch and its result.
type Lote struct{ Tamano, Reencolados, Fallidos int }

// Resultado is the result of a redrive, or its plan.
type Resultado struct {
	Simulado    bool
	Lotes       []Lote
	Reencolados int
	Restantes   int    // that were asked for and are still dead, as far as this call knows
	Parada      Parada // empty if nothing stopped it
	Detalle     string // Spanish: what stopped it
}

// tamanos are the batches: small ones first, so that what fails again does little.
var tamanos = []int{1, 2, 5, 20}

func lotes(ms []Mensaje) (ls [][]Mensaje) {
	for i := 0; len(ms) > 0; i++ {
		n := min(tamanos[min(i, len(tamanos)-1)], len(ms))
		ls, ms = append(ls, ms[:n]), ms[n:]
	}
	return ls
}

// Reencolar sends an operador's own dead letters to their work queue again, in
// growing batches, and looks at the result of each. The first trouble ends
// it. FORBIDDEN for other roles; BAD_USER_INPUT, OPERACION_NO_PERMITIDA and NOT_FOUND
// (an id that is not dead, or not theirs) change nothing.
func (s *Servicio) Reencolar(ctx context.Context, quien auth.Principal, p Reencolado) (Resultado, error) {
	r, err := s.reencolar(ctx, quien, p)
	s.Metrics.MensajesReencolados(p.cola(), r.Reencolados)
	s.anotar(quien, accionReencolar, err, "cola", p.cola(), "simulado", p.Simular,
		"reencolados", r.Reencolados, "restantes", r.Restantes, "parada", r.Parada)
	return r, err
}

func (s *Servicio) reencolar(ctx context.Context, quien auth.Principal, p Reencolado) (Resultado, error) {
	if err := auth.MayReencolar(quien, quien.OperadorID); err != nil {
		return Resultado{}, err
	}
	if err := p.validar(); err != nil {
		return Resultado{}, err
	}
	ctx = auditoria.ConAutor(ctx, quien, "")
	fin := s.Clock().Add(s.Plazos.Reencolar)
	ctx, cancel := context.WithTimeout(ctx, s.Plazos.Reencolar)
	defer cancel()
	muertos := muertos{s: s, operadorID: quien.OperadorID, f: FiltroMensajes{Cola: p.Cola}}
	if err := muertos.mirar(ctx); err != nil {
		return Resultado{}, err
	}
	elegidos, err := p.elegir(muertos.todos)
	if err != nil {
		return Resultado{}, err
	}
	r := Resultado{Simulado: p.Simular, Lotes: []Lote{}, Restantes: len(elegidos)}
	elegidos = elegidos[:min(len(elegidos), p.Maximo)]
	if p.Simular {
		for _, l := range lotes(elegidos) {
			r.Lotes = append(r.Lotes, Lote{Tamano: len(l)})
		}
		return r, nil
	}
	e := envio{s: s, p: p, conocidos: idsDe(muertos.todos), enviados: map[string]bool{}, r: r, fin: fin}
	for _, l := range lotes(elegidos) {
		if e.lote(ctx, l); e.r.Parada != "" {
			break
		}
	}
	return e.r, nil
}

// cola is safe to log: a name that exists, or none.
func (p Reencolado) cola() string {
	if slices.Contains(broker.DeadLetterQueues(), p.Cola) {
		return p.Cola
	}
	return "desconocida"
}

func (p Reencolado) validar() error {
	_, conTrabajo := broker.QueueOfDead(p.Cola)
	mal := fault.New(fault.BadUserInput, "Revise los datos enviados.")
	switch {
	case p.Cola == broker.UnroutableQueue:
		return fault.New(fault.NoDestination, "Los mensajes de "+broker.UnroutableQueue+" no vienen de una cola de trabajo: no hay a dónde devolverlos.")
	case !conTrabajo:
		return colaDesconocida("cola")
	case p.Maximo < 1 || p.Maximo > MaxReencolar:
		return mal.WithCampo("maximo", fmt.Sprintf("de 1 a %d", MaxReencolar))
	case p.PorSegundo < 1 || p.PorSegundo > MaxPorSegundo:
		return mal.WithCampo("porSegundo", fmt.Sprintf("de 1 a %d", MaxPorSegundo))
	case len(p.IDs) > MaxReencolar:
		return mal.WithCampo("ids", fmt.Sprintf("como máximo %d", MaxReencolar))
	}
	return nil
}

// elegir picks the requested messages. One unknown id spoils all.
func (p Reencolado) elegir(todos []Mensaje) ([]Mensaje, error) {
	hay := idsDe(todos)
	for _, id := range p.IDs {
		if !hay[id] {
			return nil, fault.New(fault.NotFound, "No se encontró el mensaje entre los muertos.")
		}
	}
	return slices.DeleteFunc(slices.Clone(todos), func(m Mensaje) bool {
		return !m.Legible || p.Motivo != "" && m.Reason != p.Motivo || len(p.IDs) > 0 && !slices.Contains(p.IDs, m.ID)
	}), nil
}

func idsDe(ms []Mensaje) map[string]bool {
	ids := make(map[string]bool, len(ms))
	for _, m := range ms {
		ids[m.ID] = true
	}
	return ids
}
