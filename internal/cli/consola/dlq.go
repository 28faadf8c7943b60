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
	ID         string     `json:"id"`
	Cola       string     `json:"cola"`
	Tipo       string     `json:"tipo"`
	Motivo     string     `json:"motivo"`
	EventoID   *string    `json:"eventoId"`
	OperadorID *string    `json:"operadorId"`
	Intento    int        `json:"intento"`
	MuertoEn   *time.Time `json:"muertoEn"`
}

const consultaMensajes = `query Muertos($operador: ID, $filtro: FiltroMensajesMuertos, $first: Int, $after: String) {
  r: mensajesMuertos(operadorId: $operador, filtro: $filtro, first: $first, after: $after) {
    nodes { id cola tipo motivo eventoId operadorId intento muertoEn } pageInfo { hasNextPage endCursor } total incompleta } }`

func (c *Consola) mensajes(ctx context.Context, l config.DLQList) error {
	ms, ultima, err := c.muertos(ctx, l)
	if err != nil {
		return err
	}
	if ultima.PageInfo.HasNextPage || ultima.Incompleta {
		fmt.Fprintf(c.Err, "hay más: se muestran %d de %d (--limite; de cada cola se ven los 1000 más antiguos)\n", len(ms), ultima.Total)
	}
	filas := make([][]string, len(ms))
	for i, m := range ms {
		filas[i] = []string{m.ID, m.Cola, m.Motivo, c.edad(m.MuertoEn), strconv.Itoa(m.Intento), oGuion(m.EventoID), oGuion(m.OperadorID)}
	}
	return c.mostrar(ms, "ID COLA MOTIVO EDAD INTENTO EVENTO OPERADOR", filas)
}

func (c *Consola) muertos(ctx context.Context, l config.DLQList) ([]mensaje, pagina[mensaje], error) {
	filtro := map[string]any{}
	opcional(filtro, "cola", l.Cola)
	opcional(filtro, "motivo", l.Motivo)
	opcional(filtro, "masAntiguoQue", l.MasAntiguoQue)
	v := map[string]any{"filtro": filtro}
	opcional(v, "operador", c.Operador)
	ms, ultima, err := todas[mensaje](ctx, c.Cliente, consultaMensajes, v, l.Limite)
	if ms == nil {
		ms = []mensaje{}
	}
	return ms, ultima, err
}

// resultado is what a redrive did so far.
type resultado struct {
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

const mutacionReencolar = `mutation Reencolar($input: ReencolarMensajesInput!) { r: reencolarMensajes(input: $input) {
  simulado lotes { tamano reencolados fallidos } reencolados restantes detenidoPor detalle ` + camposError + ` } }`

// plazo is the API's word for: call again for the rest.
const plazo = "PLAZO"

// reencolar calls again and again, for a call ends in time, and shows each batch.
func (c *Consola) reencolar(ctx context.Context, d config.DLQRedrive) error {
	todo := resultado{Simulado: d.DryRun, Lotes: []lote{}}
	ids, queda := d.IDs, d.Maximo
	for {
		r, err := c.tramo(ctx, d, ids, queda)
		if err != nil {
			return errors.Join(err, c.mostrarResultado(todo))
		}
		todo.sumar(r)
		c.avance(r)
		if queda -= r.Reencolados; r.DetenidoPor == nil || *r.DetenidoPor != plazo || r.Reencolados == 0 || queda <= 0 {
			break
		}
		if ids, err = c.muertosAun(ctx, d, ids); err != nil {
			return errors.Join(err, c.mostrarResultado(todo))
		}
	}
	if err := c.mostrarResultado(todo); err != nil || todo.DetenidoPor == nil {
		return err
	}
	return fmt.Errorf("el reencolado se detuvo (%s): %s", *todo.DetenidoPor, oGuion(todo.Detalle))
}

// avance shows the batches of a call, real or not.
func (c *Consola) avance(r resultado) {
	for _, l := range r.Lotes {
		if r.Simulado {
			fmt.Fprintf(c.Err, "lote de %d (simulado)\n", l.Tamano)
			continue
		}
		fmt.Fprintf(c.Err, "lote de %d: %d reencolados, %d fallidos\n", l.Tamano, l.Reencolados, l.Fallidos)
	}
}

func (r *resultado) sumar(s resultado) {
	r.Lotes = append(r.Lotes, s.Lotes...)
	r.Reencolados += s.Reencolados
	r.Restantes, r.DetenidoPor, r.Detalle = s.Restantes, s.DetenidoPor, s.Detalle
}

// tramo is one call.
func (c *Consola) tramo(ctx context.Context, d config.DLQRedrive, ids []string, maximo int) (resultado, error) {
	input := map[string]any{"cola": d.Cola, "maximo": maximo, "porSegundo": d.PorSegundo, "simular": d.DryRun}
	if len(ids) > 0 {
		input["ids"] = ids
	}
	opcional(input, "motivo", d.Motivo)
	var data struct {
		R struct {
			resultado
			Errores []errorDeUsuario
		}
	}
	if err := c.Cliente.Pedir(ctx, mutacionReencolar, map[string]any{"input": input}, &data); err != nil {
		return resultado{}, err
	}
	return data.R.resultado, primero(data.R.Errores)
}

// muertosAun are those of the ids that are still dead: the API refuses others.
func (c *Consola) muertosAun(ctx context.Context, d config.DLQRedrive, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ms, _, err := c.muertos(ctx, config.DLQList{Cola: d.Cola, Limite: d.Maximo * 2})
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		return !slices.ContainsFunc(ms, func(m mensaje) bool { return m.ID == id })
	}), err
}

func (c *Consola) mostrarResultado(r resultado) error {
	que := "reencolados"
	n := r.Reencolados
	if r.Simulado {
		que, n = "se reencolarían", 0
		for _, l := range r.Lotes {
			n += l.Tamano
		}
	}
	return c.mostrar(r, "", [][]string{{que, strconv.Itoa(n)}, {"en lotes", strconv.Itoa(len(r.Lotes))}, {"restantes", strconv.Itoa(r.Restantes)}})
}
