package consola

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// saga is a deletion as the commands show it.
type saga struct {
	EventoID     string     `json:"eventoId"`
	DocumentoID  string     `json:"documentoId"`
	Titulo       *string    `json:"titulo"`
	Tipo         *string    `json:"tipo"`
	Certificado  *bool      `json:"certificado"`
	Estado       string     `json:"estado"`
	PasoActual   string     `json:"pasoActual"`
	SolicitadaEn time.Time  `json:"solicitadaEn"`
	CompletadaEn *time.Time `json:"completadaEn"`
	Progreso     struct {
		Intento          int        `json:"intento"`
		ProximoReintento *time.Time `json:"proximoReintento"`
	} `json:"progreso"`
	Errores []struct {
		Codigo  string `json:"codigo"`
		Mensaje string `json:"mensaje"`
	} `json:"errores"`
}

const camposSaga = `eventoId documentoId titulo tipo certificado estado pasoActual solicitadaEn completadaEn progreso { intento proximoReintento } errores { codigo mensaje }`

const querySagas = `query Sagas($operador: ID, $filtro: FiltroEliminaciones, $first: Int, $after: String) {
  r: eliminaciones(operadorId: $operador, filtro: $filtro, first: $first, after: $after) {
    nodes { ` + camposSaga + ` } pageInfo { hasNextPage endCursor } } }`

func (c *Consola) sagas(ctx context.Context, l config.SagasList) error {
	filtro := map[string]any{}
	if len(l.Estado) > 0 {
		filtro["estados"] = l.Estado
	}
	optional(filtro, "paso", l.Paso)
	optional(filtro, "causa", l.Causa)
	optional(filtro, "masAntiguaQue", l.MasAntiguaQue)
	v := map[string]any{"filtro": filtro}
	optional(v, "operador", c.Operador)
	es, last, err := all[saga](ctx, c.Client, querySagas, v, l.Limite)
	if e := (*client.Error)(nil); errors.As(err, &e) && e.Code == "GRAPHQL_VALIDATION_FAILED" {
		e.Recuperacion = "see the values of --estado, --paso and --causa in carpeta eliminacion listar --help"
	}
	if err != nil {
		return err
	}
	if last.PageInfo.HasNextPage {
		fmt.Fprintf(c.Err, "hay más: solo se muestran %d (--limite)\n", len(es))
	}
	return c.showSagas(es)
}

func (c *Consola) showSagas(es []saga) error {
	filas := make([][]string, len(es))
	for i, e := range es {
		falla := "-"
		if n := len(e.Errores); n > 0 {
			falla = e.Errores[n-1].Codigo
		}
		filas[i] = []string{e.EventoID, e.Estado, e.PasoActual, c.age(&e.SolicitadaEn), strconv.Itoa(e.Progreso.Intento), moment(e.Progreso.ProximoReintento), falla, orDash(e.Tipo), orDash(e.Titulo)}
	}
	if es == nil {
		es = []saga{}
	}
	return c.show(es, "EVENTO ESTADO PASO EDAD INTENTO REINTENTO FALLA TIPO TITULO", filas)
}

// bloqueo is why a deletion does not move.
type bloqueo struct {
	Causa     string     `json:"causa"`
	Detalle   string     `json:"detalle"`
	Desde     *time.Time `json:"desde"`
	Hasta     *time.Time `json:"hasta"`
	Quien     *string    `json:"quien"`
	Siguiente string     `json:"siguiente"`
}

const queryWhy = `query PorQue($id: ID!) { r: porQueNoAvanza(eventoId: $id) { causa detalle desde hasta quien siguiente } }`

func (c *Consola) porque(ctx context.Context, eventoID string) error {
	var data struct{ R bloqueo }
	if err := c.Client.Do(ctx, queryWhy, map[string]any{"id": eventoID}, &data); err != nil {
		return err
	}
	b := data.R
	return c.show(b, "", [][]string{
		{"causa", b.Causa}, {"detalle", b.Detalle}, {"desde", moment(b.Desde)}, {"hasta", moment(b.Hasta)},
		{"quién", orDash(b.Quien)}, {"siguiente", b.Siguiente},
	})
}

const mutationReintentar = `mutation Reintentar($id: ID!) { r: reintentarEliminacion(input: {eventoId: $id}) { eliminacion { ` + camposSaga + ` } ` + camposError + ` } }`

const mutationAprobar = `mutation Aprobar($id: ID!, $comentario: String) { r: aprobarEliminacion(input: { eventoId: $id, comentario: $comentario }) {
  eliminacion { ` + camposSaga + ` } ` + camposInput + ` } }`

const mutationRechazar = `mutation Rechazar($id: ID!, $comentario: String!) { r: rechazarEliminacion(input: { eventoId: $id, comentario: $comentario }) {
  eliminacion { ` + camposSaga + ` } ` + camposInput + ` } }`

// change does something to one deletion, and shows it.
func (c *Consola) change(ctx context.Context, mutation string, v map[string]any) error {
	var data struct {
		R struct {
			Eliminacion *saga
			Errores     []userError
		}
	}
	if err := c.Client.Do(ctx, mutation, v, &data); err != nil {
		return err
	}
	if err := first(data.R.Errores); err != nil {
		return err
	}
	return c.showSagas([]saga{*data.R.Eliminacion})
}
