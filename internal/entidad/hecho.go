package entidad

import (
	"strconv"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// cambio is what happens to an entity.
type cambio struct {
	que     string
	llave   string // kid, of a key alone
	cuantas string // deliveries that were taken back with the key
}

var (
	registrada  = cambio{que: "registrada"}
	desactivada = cambio{que: "desactivada"}
)

func revocada(llave string) cambio { return cambio{que: "llave revocada", llave: llave} }

func recorrida(llave string, cuantas int) cambio {
	return cambio{que: "entregas de la llave revocadas", llave: llave, cuantas: strconv.Itoa(cuantas)}
}

// hecho is the event of a version of the entity. The registry is of no operador.
func (e Entidad) hecho(c cambio) auditoria.Evento {
	h := auditoria.Evento{
		Tipo: auditoria.EntidadCambiada, Recurso: auditoria.Recurso{Tipo: "entidad", ID: e.EntidadID}, OperadorID: auditoria.SinOperador,
		Datos: map[string]string{"cambio": c.que, "version": strconv.FormatInt(e.Version, 10)},
	}
	if c == registrada {
		h.Datos["roles"] = TextoDeRoles(e.Roles)
		if e.NIT != "" {
			h.Datos["nit"] = e.NIT
		}
	}
	if c.llave != "" {
		h.Tipo, h.Datos["llave"] = auditoria.LlaveCambiada, c.llave
	}
	if c.cuantas != "" {
		h.Datos["entregas"] = c.cuantas
	}
	return h
}
