package consola

import (
	"context"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

const queryRastro = `query Rastro($filtro: FiltroEventosAuditoria, $orden: OrdenEventosAuditoria!, $first: Int, $after: String) {
  r: eventosAuditoria(filtro: $filtro, orden: $orden, first: $first, after: $after) {
    nodes { eventoId momento tipo servicio outcome severity correlationId recurso { tipo recursoId } actor { tipo actorId } carpetaId documentoId }
    pageInfo { hasNextPage endCursor } } }`

const titulosRastro = "MOMENTO TIPO RESULTADO GRAVEDAD SERVICIO ACTOR RECURSO CORRELACION EVENTO"

// filtroDe is the filter of a command as GraphQL has it: its enums are in upper case.
func (c *Consola) filtroDe(f config.Rastro) map[string]any {
	enum := strings.NewReplacer(".", "_", "-", "_")
	filtro := map[string]any{}
	for name, value := range map[string]string{
		"operadorId": c.Operador, "correlationId": f.CorrelationID, "desde": f.Desde, "hasta": f.Hasta, "carpetaId": f.Carpeta, "documentoId": f.Documento, "actor": f.Actor,
		"tipo": strings.ToUpper(enum.Replace(f.Tipo)), "servicio": strings.ToUpper(enum.Replace(f.Servicio)),
		"outcome": strings.ToUpper(f.Outcome), "severity": strings.ToUpper(f.Severity),
	} {
		optional(filtro, name, value)
	}
	return filtro
}

// rastro lists events, the newest first.
func (c *Consola) rastro(ctx context.Context, l config.AuditoriaList) error {
	v := map[string]any{"filtro": c.filtroDe(l.Rastro), "orden": strings.ToUpper(l.Orden)}
	return c.list(ctx, queryRastro, v, l.Limite, titulosRastro, filaRastro)
}

func filaRastro(n nodo) []string {
	momento := n.at("momento")
	if t, err := time.Parse(time.RFC3339, momento); err == nil {
		momento = string(duracion.AppendInstant(nil, t))
	}
	return []string{
		momento, n.at("tipo"), n.at("outcome"), n.at("severity"), n.at("servicio"), n.at("actor.tipo") + " " + n.at("actor.actorId"),
		n.at("recurso.tipo") + " " + n.at("recurso.recursoId"), n.at("correlationId"), n.at("eventoId"),
	}
}
