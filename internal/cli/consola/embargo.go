package consola

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// embargo is a legal order as the commands show it.
type embargo struct {
	EmbargoID   string     `json:"embargoId"`
	Estado      string     `json:"estado"`
	Motivo      string     `json:"motivo"`
	BaseLegal   string     `json:"baseLegal"`
	OrdenadoEn  *time.Time `json:"ordenadoEn"`
	Hasta       *time.Time `json:"hasta"`
	LevantadoEn *time.Time `json:"levantadoEn"`
	EventoIDs   []string   `json:"eventoIds"`
	MiradasDe   *struct {
		Rol        string  `json:"rol"`
		OperadorID *string `json:"operadorId"`
		EntidadID  *string `json:"entidadId"`
	} `json:"miradasDe"`
}

const (
	camposEmbargo = `{ embargoId estado motivo baseLegal ordenadoEn hasta levantadoEn eventoIds miradasDe { rol operadorId entidadId } }`

	queryEmbargos    = `query Embargos($carpeta: ID!) { r: embargos(carpetaId: $carpeta) ` + camposEmbargo + ` }`
	mutationEmbargar = `mutation Ordenar($i: OrdenarEmbargoInput!) { r: ordenarEmbargo(input: $i) { embargo ` + camposEmbargo + ` ` + camposInput + ` } }`
	mutationLevantar = `mutation Levantar($i: LevantarEmbargoInput!) { r: levantarEmbargo(input: $i) { embargo ` + camposEmbargo + ` ` + camposInput + ` } }`

	titulosEmbargo = "ORDENADO ESTADO HASTA OCULTA MOTIVO BASE_LEGAL EMBARGO"
)

// embargos lists the orders of a folder.
func (c *Consola) embargos(ctx context.Context, carpetaID string) error {
	var data struct{ R []embargo }
	if err := c.Client.Do(ctx, queryEmbargos, map[string]any{"carpeta": carpetaID}, &data); err != nil {
		return err
	}
	return c.showEmbargos(data.R)
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
	return c.changeEmbargo(ctx, mutationEmbargar, input)
}

// levantar ends an order.
func (c *Consola) levantar(ctx context.Context, l config.EmbargoLift) error {
	return c.changeEmbargo(ctx, mutationLevantar, map[string]any{"carpetaId": l.Carpeta, "embargoId": l.ID, "motivo": l.Motivo})
}

func (c *Consola) changeEmbargo(ctx context.Context, mutation string, input map[string]any) error {
	var data struct {
		R struct {
			Embargo *embargo
			Errores []userError
		}
	}
	if err := c.Client.Do(ctx, mutation, map[string]any{"i": input}, &data); err != nil {
		return err
	}
	if err := first(data.R.Errores); err != nil {
		return err
	}
	return c.showEmbargos([]embargo{*data.R.Embargo})
}

func (c *Consola) showEmbargos(es []embargo) error {
	filas := make([][]string, len(es))
	for i, e := range es {
		filas[i] = []string{moment(e.OrdenadoEn), e.Estado, moment(e.Hasta), e.hidden(), e.Motivo, e.BaseLegal, e.EmbargoID}
	}
	return c.show(es, titulosEmbargo, filas)
}

// hidden says what the order hides.
func (e embargo) hidden() string {
	var parts []string
	if n := len(e.EventoIDs); n > 0 {
		parts = append(parts, fmt.Sprintf("%d eventos", n))
	}
	if e.MiradasDe != nil {
		office := "miradas de " + e.MiradasDe.Rol
		for _, id := range []*string{e.MiradasDe.OperadorID, e.MiradasDe.EntidadID} {
			if id != nil {
				office += " " + *id
			}
		}
		parts = append(parts, office)
	}
	return strings.Join(parts, ", ")
}
