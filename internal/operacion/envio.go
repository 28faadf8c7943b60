package operacion

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// envio is a redrive under way.
type envio struct {
	s         *Servicio
	p         Reencolado
	conocidos map[string]bool // ids of the messages that were dead before
	enviados  map[string]bool // ids of the messages that were sent
	r         Resultado
	libre     time.Time // when the rate allows the next batch
	fin       time.Time // when the time of the call is over
}

func (e *envio) parar(p Parada, detalle string) {
	e.r.Parada, e.r.Detalle = p, detalle
}

// lote sends one batch and waits for what becomes of it.
func (e *envio) lote(ctx context.Context, ms []Mensaje) {
	if !e.alcanza(ctx) {
		e.parar(ParadaPlazo, "Se acabó el tiempo de una solicitud; repítala para seguir con los que quedan.")
		return
	}
	antes, err := e.sagas(ctx, ms)
	if err != nil {
		e.parar(ParadaDespues, "No se pudo leer el estado de las eliminaciones.")
		return
	}
	reenvios := e.hechos(ctx, ms)
	if err := e.s.Rastro.Anotar(ctx, reenvios...); err != nil { // before the broker, which knows no transaction
		e.parar(ParadaEnvio, "No se pudo dejar constancia en la auditoría; de este lote no se envió nada.")
		return
	}
	e.libre = e.s.Clock().Add(time.Duration(len(ms)) * time.Second / time.Duration(e.p.PorSegundo))
	for _, m := range ms {
		e.enviados[m.Message.ID] = true
	}
	hechos, err := e.s.Cartas.Redrive(ctx, e.p.Cola, ids(ms))
	e.anotarFallidos(ctx, reenvios, hechos)
	e.r.Lotes = append(e.r.Lotes, Lote{len(ms), len(hechos), len(ms) - len(hechos)})
	e.r.Reencolados += len(hechos)
	e.r.Restantes -= len(hechos)
	switch {
	case err != nil:
		e.parar(ParadaEnvio, fmt.Sprintf("El broker no recibió la copia (%s).", fault.CodeOf(err)))
	case len(hechos) < len(ms):
		e.parar(ParadaEnvio, "Un mensaje ya no estaba entre los muertos.")
	default:
		e.comprobar(ctx, ms, antes)
	}
}

// alcanza waits for its turn, if there is time left for a batch.
func (e *envio) alcanza(ctx context.Context) bool {
	espera := max(0, e.libre.Sub(e.s.Clock()))
	return e.s.Clock().Add(espera+e.s.Plazos.Lote).Before(e.fin) && service.Pause(ctx, espera) == nil
}

// comprobar waits until every deletion of a batch has moved, one has failed again,
// or its time is over, and then looks whether a message has died again.
func (e *envio) comprobar(ctx context.Context, ms []Mensaje, antes map[string]eliminacion.Eliminacion) {
	for hasta := e.s.Clock().Add(e.s.Plazos.Lote); ; {
		now, err := e.sagas(ctx, ms)
		if err != nil {
			e.parar(ParadaDespues, "No se pudo leer qué pasó con el lote.")
			return
		}
		quietas, fallo := comparar(ms, antes, now)
		if fallo != "" {
			e.parar(ParadaFalla, fallo)
			return
		}
		if quietas == 0 || e.s.Clock().After(hasta) {
			break
		}
		if service.Pause(ctx, e.s.Plazos.Pausa) != nil {
			break
		}
	}
	e.buscarMuertos(ctx)
}

// buscarMuertos looks for any message of this redrive, also of earlier batches.
func (e *envio) buscarMuertos(ctx context.Context) {
	cartas, _, err := e.s.cartas(ctx, e.p.Cola)
	if err != nil {
		e.parar(ParadaDespues, "No se pudo mirar si algún mensaje murió de nuevo.")
		return
	}
	for _, c := range cartas {
		if e.enviados[c.Message.ID] && !e.conocidos[c.ID] {
			e.parar(ParadaMuerto, fmt.Sprintf("El mensaje de la eliminación %s murió de nuevo; motivo: %s.", c.Message.SagaID, c.Reason))
			return
		}
	}
}

// sagas reads the deletions of a batch; one that expired is not there.
func (e *envio) sagas(ctx context.Context, ms []Mensaje) (map[string]eliminacion.Eliminacion, error) {
	var eventos []string
	for _, m := range ms {
		eventos = append(eventos, m.Message.SagaID)
	}
	es, err := e.s.Sagas.Store.Eliminaciones(ctx, eventos)
	por := make(map[string]eliminacion.Eliminacion, len(es))
	for _, s := range es {
		por[s.EventoID] = s
	}
	return por, err
}

// comparar counts the deletions of a batch that have not moved yet, and tells of one
// that has failed since. One that has ended, or is past the message's step, has
// nothing to move; of one that is gone nobody knows.
func comparar(ms []Mensaje, antes, now map[string]eliminacion.Eliminacion) (quietas int, fallo string) {
	for _, m := range ms {
		a, b := antes[m.Message.SagaID], now[m.Message.SagaID]
		if f, hay := fallaNueva(a, b); hay {
			return 0, fmt.Sprintf("El paso %s de la eliminación %s falló de nuevo (%s): %s", f.Paso, b.EventoID, f.Codigo, f.Mensaje)
		}
		pasada := !slices.Contains(eliminacion.Ordenes(b), m.Message.Type)
		if b.EventoID == "" || b.Secuencia == a.Secuencia && !b.Estado.Terminal() && !pasada {
			quietas++
		}
	}
	return quietas, ""
}

func fallaNueva(a, b eliminacion.Eliminacion) (f eliminacion.Falla, hay bool) {
	n := len(b.Errores)
	if n == 0 || b.Secuencia == a.Secuencia {
		return f, false
	}
	f = b.Errores[n-1]
	igual := len(a.Errores) > 0 && a.Errores[len(a.Errores)-1].En.Equal(f.En)
	return f, !igual
}

func ids(ms []Mensaje) (todos []string) {
	for _, m := range ms {
		todos = append(todos, m.ID)
	}
	return todos
}
