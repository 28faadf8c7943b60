package consola

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// evento is an event of the trail as the commands show it.
type evento struct {
	EventoID      string    `json:"eventoId"`
	Momento       time.Time `json:"momento"`
	Tipo          string    `json:"tipo"`
	Servicio      string    `json:"servicio"`
	Outcome       string    `json:"outcome"`
	Severity      string    `json:"severity"`
	CorrelationID string    `json:"correlationId"`
	Recurso       struct {
		Tipo      string `json:"tipo"`
		RecursoID string `json:"recursoId"`
	} `json:"recurso"`
	Actor struct {
		Tipo    string `json:"tipo"`
		ActorID string `json:"actorId"`
	} `json:"actor"`
	CarpetaID   *string `json:"carpetaId"`
	DocumentoID *string `json:"documentoId"`
}

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
	es, last, err := all[evento](ctx, c.Client, queryRastro, v, l.Limite)
	if err != nil {
		return withWords(err)
	}
	if last.PageInfo.HasNextPage {
		fmt.Fprintf(c.Err, "hay más: solo se muestran %d (--limite)\n", len(es))
	}
	if es == nil {
		es = []evento{}
	}
	return c.show(es, titulosRastro, rowsOf(es))
}

func rowsOf(es []evento) [][]string {
	filas := make([][]string, len(es))
	for i, e := range es {
		filas[i] = []string{
			string(duracion.AppendInstant(nil, e.Momento)), e.Tipo, e.Outcome, e.Severity, e.Servicio, e.Actor.Tipo + " " + e.Actor.ActorID,
			e.Recurso.Tipo + " " + e.Recurso.RecursoID, e.CorrelationID, e.EventoID,
		}
	}
	return filas
}
