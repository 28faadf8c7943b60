package consola

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

const (
	camposEmbargo = `{ embargoId estado motivo baseLegal ordenadoEn hasta levantadoEn eventoIds miradasDe { rol operadorId entidadId } }`

	queryEmbargos    = `query Embargos($carpeta: ID!) { r: embargos(carpetaId: $carpeta) ` + camposEmbargo + ` }`
	mutationEmbargar = `mutation Ordenar($input: OrdenarEmbargoInput!) { r: ordenarEmbargo(input: $input) { hecho: embargo ` + camposEmbargo + ` ` + client.Errores + ` } }`
	mutationLevantar = `mutation Levantar($input: LevantarEmbargoInput!) { r: levantarEmbargo(input: $input) { hecho: embargo ` + camposEmbargo + ` ` + client.Errores + ` } }`

	titulosEmbargo = "ORDENADO ESTADO HASTA OCULTA MOTIVO BASE_LEGAL EMBARGO"
)

// embargos lists the orders of a folder.
func (c *Consola) embargos(ctx context.Context, carpetaID string) error {
	var data struct{ R []nodo }
	if err := c.Client.Do(ctx, queryEmbargos, map[string]any{"carpeta": carpetaID}, &data); err != nil {
		return err
	}
	return c.showAll(data.R, titulosEmbargo, filaEmbargo)
}

// ordenar hides events from an owner.
func (c *Consola) ordenar(ctx context.Context, o config.EmbargoNew) error {
	input := map[string]any{"carpetaId": o.Carpeta, "motivo": o.Motivo, "baseLegal": o.BaseLegal, "hasta": o.Hasta.UTC().Format(time.RFC3339)}
	if len(o.Eventos) > 0 {
		input["eventoIds"] = o.Eventos
	}
	if o.Rol != "" {
		office := map[string]any{"rol": o.Rol}
		optional(office, map[string]string{"operador": "operadorId", "entidad": "entidadId"}[o.Rol], o.De)
		input["miradasDe"] = office
	}
	return c.change(ctx, mutationEmbargar, input, titulosEmbargo, filaEmbargo)
}

// filaEmbargo is an order, and what it hides.
func filaEmbargo(n nodo) []string {
	var hidden []string
	if events, _ := n.fields["eventoIds"].([]any); len(events) > 0 {
		hidden = append(hidden, fmt.Sprintf("%d eventos", len(events)))
	}
	if n.fields["miradasDe"] != nil {
		office := "miradas de " + n.at("miradasDe.rol")
		for _, of := range []string{"miradasDe.operadorId", "miradasDe.entidadId"} {
			if id := n.at(of); id != "-" {
				office += " " + id
			}
		}
		hidden = append(hidden, office)
	}
	return []string{
		n.moment("ordenadoEn"), n.at("estado"), n.moment("hasta"), strings.Join(hidden, ", "), n.at("motivo"), n.at("baseLegal"), n.at("embargoId"),
	}
}
