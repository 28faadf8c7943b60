package auditoria

import (
	"slices"
	"time"
)

// Embargo is a legal order, as JSON also in the stores: until it ends, the owner of a carpeta does not see what it names, nor that
// there is anything to be seen.
type Embargo struct {
	EmbargoID   string    `json:"embargoId"` // UUID v7
	Racha       string    `json:"racha"`     // the EmbargoID of the first of those that were in force one after the other, without a pause
	Motivo      string    `json:"motivo"`    // why; as EsFinalidad has it, like BaseLegal
	BaseLegal   string    `json:"baseLegal"` // whose order it is
	OrdenadoEn  time.Time `json:"ordenadoEn"`
	Hasta       time.Time `json:"hasta"`
	LevantadoEn time.Time `json:"levantadoEn,omitzero"` // zero unless it was ended before Hasta

	Eventos []string `json:"eventos,omitempty"` // it hides these, by their ids
	Oficina *Oficina `json:"oficina,omitempty"` // and what this one looks at; nil for none
	// Usos are those of Eventos that are uses of a code: the codigoId of each eventoId.
	Usos  map[string]string `json:"usos,omitempty"`
	Desde time.Time         `json:"desde,omitzero"` // from then on; only beside Oficina
}

// Oficina is whoever looks at citizens' things in an office: all of a role, or of one operador or entity.
type Oficina struct{ Rol, OperadorID, EntidadID string }

// Embargos are those of a carpeta: all that are in force, and the last ones that are over.
type Embargos struct {
	CarpetaID string    `json:"-"`
	Version   int64     `json:"version"` // of the whole; 0 if there never was one
	Ordenes   []Embargo `json:"ordenes"`
}

// EstadoEmbargo tells whether an order hides anything.
type EstadoEmbargo string

// The states of an order; time alone leads from the first to the second.
const (
	EmbargoVigente   EstadoEmbargo = "VIGENTE"
	EmbargoTerminado EstadoEmbargo = "TERMINADO"
	EmbargoAlzado    EstadoEmbargo = "LEVANTADO"
)

// EstadoEn is the state at a moment.
func (o Embargo) EstadoEn(now time.Time) EstadoEmbargo {
	switch {
	case !o.LevantadoEn.IsZero():
		return EmbargoAlzado
	case now.Before(o.Hasta):
		return EmbargoVigente
	}
	return EmbargoTerminado
}

func (o Embargo) vigente(now time.Time) bool { return o.EstadoEn(now) == EmbargoVigente }

// Velo hides things at a moment from the owner of a carpeta who reads the trail in an office: what orders hide, and
// who else asked about these. A nil Velo hides nothing.
type Velo struct {
	CarpetaID string
	De        string // the owner
	Embargos  Embargos
	En        time.Time
}

func (v *Velo) oculta(e Evento) bool {
	return v != nil && (v.Embargos.Oculta(e, v.En) || e.CarpetaID == v.CarpetaID && e.EsConsulta() && e.Actor.ID != v.De)
}

// Oculta reports whether the owner must not know of an event at a moment.
func (es Embargos) Oculta(e Evento, now time.Time) bool {
	return e.CarpetaID == es.CarpetaID && slices.ContainsFunc(es.Ordenes, func(o Embargo) bool { return o.vigente(now) && o.nombra(e) })
}

// UsosOcultos is how many uses of a code its owner must not know of at a moment.
func (es Embargos) UsosOcultos(codigoID string, now time.Time) int64 {
	ocultos := map[string]bool{} // two orders may name the same
	for _, o := range es.Ordenes {
		for eventoID, id := range o.Usos {
			if id == codigoID && o.vigente(now) {
				ocultos[eventoID] = true
			}
		}
	}
	return int64(len(ocultos))
}

// datoRacha is the Racha of an order in the events that tell of it. They are hidden as long as any order of
// that run is in force: the end of one must not tell of the next.
const datoRacha = "racha"

func (o Embargo) nombra(e Evento) bool {
	if e.Tipo.EsDeEmbargo() {
		return e.Datos[datoRacha] == o.Racha
	}
	if slices.Contains(o.Eventos, e.EventoID) {
		return true
	}
	return o.Oficina != nil && (e.Tipo.EsAcceso() || e.Tipo.EsMiradaAutorizada()) && !e.Momento.Before(o.Desde) && o.Oficina.tiene(e.Actor)
}

func (o Oficina) tiene(a Actor) bool {
	return o.Rol == a.Tipo && same(o.OperadorID, a.OperadorID) && same(o.EntidadID, a.EntidadID)
}

// EsDeEmbargo reports whether events of this kind tell of an order.
func (t Tipo) EsDeEmbargo() bool { return t == EmbargoImpuesto || t == EmbargoLevantado }

// vigentes are those in force at a moment.
func (es Embargos) vigentes(now time.Time) (of []Embargo) {
	for _, o := range es.Ordenes {
		if o.vigente(now) {
			of = append(of, o)
		}
	}
	return of
}
