package resolvers

import (
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// mandato is an order as the use case takes it.
func mandato(in model.OrdenarEmbargoInput) auditoria.Mandato {
	m := auditoria.Mandato{
		CarpetaID: anyCarpetaID(in.CarpetaID), Motivo: in.Motivo, BaseLegal: in.BaseLegal, Hasta: in.Hasta, Eventos: in.EventoIds,
	}
	if de := in.MiradasDe; de != nil {
		m.Oficina = &auditoria.Oficina{Rol: de.Rol, OperadorID: orZero(de.OperadorID), EntidadID: orZero(de.EntidadID)}
		m.Desde = orZero(de.Desde)
	}
	return m
}
