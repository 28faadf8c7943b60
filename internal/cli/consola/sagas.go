package consola

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/cliente"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// saga is a deletion as the commands show it.
type saga struct {
	EventoID     string     `json:"eventoId"`
	DocumentoID  string     `json:"documentoId"`
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

const camposSaga = `eventoId documentoId estado pasoActual solicitadaEn completadaEn progreso { intento proximoReintento } errores { codigo mensaje }`

const consultaSagas = `query Sagas($operador: ID, $filtro: FiltroEliminaciones, $first: Int, $after: String) {
  r: eliminaciones(operadorId: $operador, filtro: $filtro, first: $first, after: $after) {
    nodes { ` + camposSaga + ` } pageInfo { hasNextPage endCursor } } }`

func (c *Consola) sagas(ctx context.Context, l config.SagasList) error {
	filtro := map[string]any{}
	if len(l.Estado) > 0 {
		filtro["estados"] = l.Estado
	}
	opcional(filtro, "paso", l.Paso)
	opcional(filtro, "causa", l.Causa)
	opcional(filtro, "masAntiguaQue", l.MasAntiguaQue)
	v := map[string]any{"filtro": filtro}
	opcional(v, "operador", c.Operador)
	es, ultima, err := todas[saga](ctx, c.Cliente, consultaSagas, v, l.Limite)
	if e := (*cliente.Error)(nil); errors.As(err, &e) && e.Codigo == "GRAPHQL_VALIDATION_FAILED" {
		e.Recuperacion = "see the values of --estado, --paso and --causa in carpeta sagas list --help"
	}
	if err != nil {
		return err
	}
	if ultima.PageInfo.HasNextPage {
		fmt.Fprintf(c.Err, "hay más: solo se muestran %d (--limite)\n", len(es))
	}
	return c.mostrarSagas(es)
}

func (c *Consola) mostrarSagas(es []saga) error {
	filas := make([][]string, len(es))
	for i, e := range es {
		falla := "-"
		if n := len(e.Errores); n > 0 {
			falla = e.Errores[n-1].Codigo
		}
		filas[i] = []string{e.EventoID, e.Estado, e.PasoActual, c.edad(&e.SolicitadaEn), strconv.Itoa(e.Progreso.Intento), momento(e.Progreso.ProximoReintento), falla}
	}
	if es == nil {
		es = []saga{}
	}
	return c.mostrar(es, "EVENTO ESTADO PASO EDAD INTENTO REINTENTO FALLA", filas)
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

const consultaPorQue = `query PorQue($id: ID!) { r: porQueNoAvanza(eventoId: $id) { causa detalle desde hasta quien siguiente } }`

func (c *Consola) porque(ctx context.Context, eventoID string) error {
	var data struct{ R bloqueo }
	if err := c.Cliente.Pedir(ctx, consultaPorQue, map[string]any{"id": eventoID}, &data); err != nil {
		return err
	}
	b := data.R
	return c.mostrar(b, "", [][]string{
		{"causa", b.Causa}, {"detalle", b.Detalle}, {"desde", momento(b.Desde)}, {"hasta", momento(b.Hasta)},
		{"quién", oGuion(b.Quien)}, {"siguiente", b.Siguiente},
	})
}

const mutacionReintentar = `mutation Reintentar($id: ID!) { r: reintentarEliminacion(input: {eventoId: $id}) { eliminacion { ` + camposSaga + ` } ` + camposError + ` } }`

func (c *Consola) reintentar(ctx context.Context, eventoID string) error {
	var data struct {
		R struct {
			Eliminacion *saga
			Errores     []errorDeUsuario
		}
	}
	if err := c.Cliente.Pedir(ctx, mutacionReintentar, map[string]any{"id": eventoID}, &data); err != nil {
		return err
	}
	if err := primero(data.R.Errores); err != nil {
		return err
	}
	return c.mostrarSagas([]saga{*data.R.Eliminacion})
}
