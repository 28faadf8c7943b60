package consola

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// mensaje is a dead letter as the commands show it.
type mensaje struct {
	CopiaID    string     `json:"copiaId"`
	Cola       string     `json:"cola"`
	Tipo       string     `json:"tipo"`
	Motivo     string     `json:"motivo"`
	EventoID   *string    `json:"eventoId"`
	OperadorID *string    `json:"operadorId"`
	Intento    int        `json:"intento"`
	MuertoEn   *time.Time `json:"muertoEn"`
}

const queryMensajes = `query Muertos($operador: ID, $filtro: FiltroMensajesMuertos, $first: Int, $after: String) {
  r: mensajesMuertos(operadorId: $operador, filtro: $filtro, first: $first, after: $after) {
    nodes { copiaId cola tipo motivo eventoId operadorId intento muertoEn } pageInfo { hasNextPage endCursor } total sinMirar } }`

func (c *Consola) mensajes(ctx context.Context, l config.DLQList) error {
	ms, last, err := c.muertos(ctx, l)
	if err != nil {
		return err
	}
	if last.PageInfo.HasNextPage {
		fmt.Fprintf(c.Err, "hay más: se muestran %d de %d (--limite)\n", len(ms), last.Total)
	}
	if last.SinMirar > 0 {
		fmt.Fprintf(c.Err, "detrás hay %d más, de quien sea: de cada cola se ven los 10000 más antiguos, y los demás cuando esos se reencolan\n", last.SinMirar)
	}
	filas := make([][]string, len(ms))
	for i, m := range ms {
		filas[i] = []string{m.CopiaID, m.Cola, m.Motivo, c.age(m.MuertoEn), strconv.Itoa(m.Intento), orDash(m.EventoID), orDash(m.OperadorID)}
	}
	return c.show(ms, "COPIA COLA MOTIVO EDAD INTENTO EVENTO OPERADOR", filas)
}

func (c *Consola) muertos(ctx context.Context, l config.DLQList) ([]mensaje, page[mensaje], error) {
	filtro := map[string]any{}
	optional(filtro, "cola", l.Cola)
	optional(filtro, "motivo", l.Motivo)
	optional(filtro, "masAntiguoQue", l.MasAntiguoQue)
	v := map[string]any{"filtro": filtro}
	optional(v, "operador", c.Operador)
	ms, last, err := all[mensaje](ctx, c.Client, queryMensajes, v, l.Limite)
	if ms == nil {
		ms = []mensaje{}
	}
	return ms, last, err
}

// result is the result of a redrive so far.
type result struct {
	Simulado    bool    `json:"simulado"`
	Lotes       []lote  `json:"lotes"`
	Reencolados int     `json:"reencolados"`
	Restantes   int     `json:"restantes"`
	DetenidoPor *string `json:"detenidoPor"`
	Detalle     *string `json:"detalle"`
}

type lote struct {
	Tamano      int `json:"tamano"`
	Reencolados int `json:"reencolados"`
	Fallidos    int `json:"fallidos"`
}

const mutationReencolar = `mutation Reencolar($input: ReencolarMensajesInput!) { r: reencolarMensajes(input: $input) {
  simulado lotes { tamano reencolados fallidos } reencolados restantes detenidoPor detalle ` + camposInput + ` } }`

// timeout is the API's word for: call again for the rest.
const timeout = "PLAZO"

// reencolar calls again and again, for a call ends in time, and shows each batch.
func (c *Consola) reencolar(ctx context.Context, d config.DLQRedrive) error {
	all := result{Simulado: d.DryRun, Lotes: []lote{}}
	ids, remains := d.IDs, d.Maximo
	for {
		r, err := c.stretch(ctx, d, ids, remains)
		if err != nil {
			return errors.Join(err, c.showResult(all))
		}
		all.add(r)
		c.avance(r)
		if remains -= r.Reencolados; r.DetenidoPor == nil || *r.DetenidoPor != timeout || r.Reencolados == 0 || remains <= 0 {
			break
		}
		if ids, err = c.stillDead(ctx, d, ids); err != nil {
			return errors.Join(err, c.showResult(all))
		}
	}
	if err := c.showResult(all); err != nil || all.DetenidoPor == nil {
		return err
	}
	return fmt.Errorf("el reencolado se detuvo (%s): %s", *all.DetenidoPor, orDash(all.Detalle))
}

// avance shows the batches of a call, real or not.
func (c *Consola) avance(r result) {
	for _, l := range r.Lotes {
		if r.Simulado {
			fmt.Fprintf(c.Err, "lote de %d (simulado)\n", l.Tamano)
			continue
		}
		fmt.Fprintf(c.Err, "lote de %d: %d reencolados, %d fallidos\n", l.Tamano, l.Reencolados, l.Fallidos)
	}
}

func (r *result) add(s result) {
	r.Lotes = append(r.Lotes, s.Lotes...)
	r.Reencolados += s.Reencolados
	r.Restantes, r.DetenidoPor, r.Detalle = s.Restantes, s.DetenidoPor, s.Detalle
}

// stretch is one call.
func (c *Consola) stretch(ctx context.Context, d config.DLQRedrive, ids []string, maximum int) (result, error) {
	input := map[string]any{"cola": d.Cola, "maximo": maximum, "porSegundo": d.PorSegundo, "simular": d.DryRun}
	if len(ids) > 0 {
		input["copiaIds"] = ids
	}
	optional(input, "motivo", d.Motivo)
	var data struct {
		R struct {
			result
			Errores []userError
		}
	}
	if err := c.Client.Do(ctx, mutationReencolar, map[string]any{"input": input}, &data); err != nil {
		return result{}, err
	}
	return data.R.result, first(data.R.Errores)
}

// visibles are the dead letters of a queue that can be seen.
const visibles = 10_000

// stillDead are those of the ids that are still dead: the API refuses others.
func (c *Consola) stillDead(ctx context.Context, d config.DLQRedrive, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ms, _, err := c.muertos(ctx, config.DLQList{Cola: d.Cola, Limite: visibles})
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		return !slices.ContainsFunc(ms, func(m mensaje) bool { return m.CopiaID == id })
	}), err
}

func (c *Consola) showResult(r result) error {
	what := "reencolados"
	n := r.Reencolados
	if r.Simulado {
		what, n = "se reencolarían", 0
		for _, l := range r.Lotes {
			n += l.Tamano
		}
	}
	return c.show(r, "", [][]string{{what, strconv.Itoa(n)}, {"en lotes", strconv.Itoa(len(r.Lotes))}, {"restantes", strconv.Itoa(r.Restantes)}})
}
