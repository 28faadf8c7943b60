package resolvers

import (
	"maps"
	"slices"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// operadorDe is whose trail an event is in; nil if it is nobody's.
func operadorDe(e *auditoria.Evento) *string {
	if e.OperadorID == auditoria.SinOperador {
		return nil
	}
	return &e.OperadorID
}

// datosDe are what the kind adds, by their names.
func datosDe(e *auditoria.Evento) []model.DatoAuditoria {
	datos := make([]model.DatoAuditoria, 0, len(e.Datos))
	for _, nombre := range slices.Sorted(maps.Keys(e.Datos)) {
		datos = append(datos, model.DatoAuditoria{Nombre: nombre, Valor: e.Datos[nombre]})
	}
	return datos
}
