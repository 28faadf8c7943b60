package entrega

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// parteDeEntidad of a carpeta's quota is what one entity may announce for its citizen in a day: a tenth. What is
// announced counts for a day, also if it is never sent; so one entity does not keep the others out.
const parteDeEntidad = 10

// Partes is the budget of each entity with each citizen, in KiB, in this process.
type Partes struct {
	cuota  carpeta.Cuota
	libros *quota.Ledger
}

// NewPartes divides a carpeta's quota; so many pairs of an entity and a citizen are remembered.
func NewPartes(cuota carpeta.Cuota, pares int, clock func() time.Time) *Partes {
	dia := max(cuota.Bytes/parteDeEntidad>>10, 1)
	return &Partes{cuota, quota.New(quota.Config{PerSecond: float64(dia) / (24 * time.Hour).Seconds(), Burst: int(dia), Subjects: pares}, clock)}
}

// tomada is a document that was taken from the part of its entity, or not.
type tomada struct {
	agotada  error  // why it was not; what was announced before is found all the same
	devolver func() // gives it back: nothing new was announced
}

// tomar takes a document from the part of an entity.
func (p *Partes) tomar(e Entrega, bytes int64) tomada {
	if p == nil {
		return tomada{devolver: func() {}}
	}
	par, costo := e.EntidadID+"\x00"+e.CarpetaID, p.costo(bytes)
	if _, espera, ok := p.libros.Charge(par, costo); !ok {
		return tomada{devolver: func() {}, agotada: fault.New(fault.RateLimited, "La entidad anunció hoy para este ciudadano todo lo que su carpeta recibe de una sola entidad en un día.").
			WithEspera(espera).WithRecuperacion("Espere los segundos que dice «reintentarEn»; entregue mientras tanto a otros ciudadanos.")}
	}
	return tomada{devolver: func() { p.libros.Refund(par, costo) }}
}

// delDia takes a delivery from its entity's budget of the day, because each delivery stays in the trail for years. A nil
// libro sets no bound.
func delDia(libro *quota.Ledger, entidadID string) tomada {
	if libro == nil {
		return tomada{devolver: func() {}}
	}
	if _, espera, ok := libro.Charge(entidadID, 1); !ok {
		return tomada{devolver: func() {}, agotada: fault.New(fault.RateLimited, "La entidad anunció demasiadas entregas en un día.").
			WithEspera(espera).WithRecuperacion("Espere los segundos que dice «reintentarEn» y siga más despacio. Quien opera el servidor puede permitir más con CARPETA_RATE_DELIVERIES_DAY.")}
	}
	return tomada{devolver: func() { libro.Refund(entidadID, 1) }}
}

// cuota is the quota that an announcement may use. An entity that has used up its part gets an empty one, so that it can
// only find deliveries that it has announced already.
func (t tomada) cuota(c carpeta.Cuota) carpeta.Cuota {
	if t.agotada != nil {
		return carpeta.Cuota{}
	}
	return c
}

// costo is the price of a document in KiB: its size, or its share of the quota of documents if that is more. It is never
// more than the whole part, so that every document can be delivered at some time.
func (p *Partes) costo(bytes int64) int {
	porDocumento := p.cuota.Bytes / max(p.cuota.Documentos, 1)
	return int(min(max(bytes, porDocumento)+1023, max(p.cuota.Bytes/parteDeEntidad, 1<<10)) >> 10)
}
