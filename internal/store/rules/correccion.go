package rules

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Corregir implements documento.Store: the document with its keys in the orders, its news, and its event.
func (s *Store) Corregir(ctx context.Context, seen, d documento.Documento, h auditoria.Evento) error {
	set := records.Item{
		aTitulo: records.Text(d.Titulo), aTipo: records.Text(d.Tipo), "contextoDocumento": records.Text(d.Contexto), aCorrecciones: records.Number(d.Correcciones),
		aModified: records.Millis(d.FechaUltimaModificacion),
	}
	for _, campo := range []documento.CampoOrden{documento.PorTitulo, documento.PorTipo} {
		set[indexKeys[campo]] = records.Text(d.ClaveOrden(campo))
	}
	return s.tell(op(ctx, "Corregir"), h, records.Update(Documentos, documentoKey(d.Clave()), records.Change{Set: set}).When(
		records.Equal(aEstadoDoc, records.Text(documento.Procesado)), records.Differs(aCertificado, records.Truth(true)),
		records.Same(aCorrecciones, records.Number(seen.Correcciones)), ifUnchanged(seen)), novedad(d.Cambiada()))
}
