package consola

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

const queryMensajes = `query Muertos($operador: ID, $filtro: FiltroMensajesMuertos, $first: Int, $after: String) {
  r: mensajesMuertos(operadorId: $operador, filtro: $filtro, first: $first, after: $after) {
    nodes { copiaId cola tipo motivo eventoId operadorId intento muertoEn } pageInfo { hasNextPage endCursor } total sinMirar } }`

// mensajes lists dead letters.
func (c *Consola) mensajes(ctx context.Context, l config.DLQList) error {
	return c.list(ctx, queryMensajes, c.muertos(l), l.Limite, "COPIA COLA MOTIVO EDAD INTENTO EVENTO OPERADOR", func(n nodo) []string {
		return []string{n.at("copiaId"), n.at("cola"), n.at("motivo"), c.age(n, "muertoEn"), n.at("intento"), n.at("eventoId"), n.at("operadorId")}
	})
}

func (c *Consola) muertos(l config.DLQList) map[string]any {
	filtro := map[string]any{}
	optional(filtro, "cola", l.Cola)
	optional(filtro, "motivo", l.Motivo)
	optional(filtro, "masAntiguoQue", l.MasAntiguoQue)
	v := map[string]any{"filtro": filtro}
	optional(v, "operador", c.Operador)
	return v
}

// result is the result of a redrive so far.
type result struct {
	Simulado    bool    `json:"simulado"`
	Lotes       []lote  `json:"lotes"`
	Reencolados int     `json:"reencolados"`
	Restantes   int     `json:"restantes"`
	DetenidoPor *string `json:"detenidoPor"`
	Detalle     any     `json:"detalle"` // null, or a text
}

type lote struct {
	Tamano      int `json:"tamano"`
	Reencolados int `json:"reencolados"`
	Fallidos    int `json:"fallidos"`
}

const mutationReencolar = `mutation Reencolar($input: ReencolarMensajesInput!) { r: reencolarMensajes(input: $input) {
  simulado lotes { tamano reencolados fallidos } reencolados restantes detenidoPor detalle ` + client.Errores + ` } }`

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
	return fmt.Errorf("el reencolado se detuvo (%s): %v", *all.DetenidoPor, all.Detalle)
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
	var r result
	err := c.Client.Change(ctx, mutationReencolar, input, &r)
	return r, err
}

// visibles are the dead letters of a queue that can be seen.
const visibles = 10_000

// stillDead are those of the ids that are still dead: the API refuses others.
func (c *Consola) stillDead(ctx context.Context, d config.DLQRedrive, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ms, _, err := client.All[nodo](ctx, c.Client, queryMensajes, c.muertos(config.DLQList{Cola: d.Cola}), visibles)
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		return !slices.ContainsFunc(ms, func(m nodo) bool { return m.at("copiaId") == id })
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
	return c.show(r, [][]string{{what, strconv.Itoa(n)}, {"en lotes", strconv.Itoa(len(r.Lotes))}, {"restantes", strconv.Itoa(r.Restantes)}})
}
