package consola

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

const (
	camposSaga = `eventoId documentoId titulo tipo certificado estado pasoActual solicitadaEn completadaEn progreso { intento proximoReintento } errores { codigo mensaje }`

	querySagas = `query Sagas($operador: ID, $filtro: FiltroEliminaciones, $first: Int, $after: String) {
  r: eliminaciones(operadorId: $operador, filtro: $filtro, first: $first, after: $after) {
    nodes { ` + camposSaga + ` } pageInfo { hasNextPage endCursor } } }`
	queryWhy = `query PorQue($id: ID!) { r: porQueNoAvanza(eventoId: $id) { causa detalle desde hasta quien siguiente } }`

	hechaSaga          = `{ hecho: eliminacion { ` + camposSaga + ` } ` + client.Errores + ` } }`
	mutationReintentar = `mutation Reintentar($input: ReintentarEliminacionInput!) { r: reintentarEliminacion(input: $input) { hecho: eliminacion { ` + camposSaga + ` } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	mutationAprobar    = `mutation Aprobar($input: AprobarEliminacionInput!) { r: aprobarEliminacion(input: $input) ` + hechaSaga
	mutationRechazar   = `mutation Rechazar($input: RechazarEliminacionInput!) { r: rechazarEliminacion(input: $input) ` + hechaSaga

	titulosSaga = "EVENTO ESTADO PASO EDAD INTENTO REINTENTO FALLA TIPO TITULO"
)

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
	return c.list(ctx, querySagas, v, l.Limite, titulosSaga, c.filaSaga)
}

// filaSaga is a deletion; its failure is the last one.
func (c *Consola) filaSaga(n nodo) []string {
	falla := "-"
	if failed, _ := n.fields["errores"].([]any); len(failed) > 0 {
		last, _ := failed[len(failed)-1].(map[string]any)
		falla = nodo{fields: last}.at("codigo")
	}
	return []string{
		n.at("eventoId"), n.at("estado"), n.at("pasoActual"), c.age(n, "solicitadaEn"), n.at("progreso.intento"),
		n.moment("progreso.proximoReintento"), falla, n.at("tipo"), n.at("titulo"),
	}
}

// porque says why a deletion does not move.
func (c *Consola) porque(ctx context.Context, eventoID string) error {
	var data struct{ R nodo }
	if err := c.Client.Do(ctx, queryWhy, map[string]any{"id": eventoID}, &data); err != nil {
		return err
	}
	b := data.R
	return c.show(b, [][]string{
		{"causa", b.at("causa")}, {"detalle", b.at("detalle")}, {"desde", b.moment("desde")}, {"hasta", b.moment("hasta")},
		{"quién", b.at("quien")}, {"siguiente", b.at("siguiente")},
	})
}
