package rules

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// CorregirEntrega implements entrega.Store.
func (s *Store) CorregirEntrega(ctx context.Context, c entrega.Correccion, h auditoria.Evento) error {
	return s.tell(op(ctx, "CorregirEntrega"), h, correction(c)...)
}

// correction are the parts in which a delivery, and its document if it is there, are corrected.
func correction(c entrega.Correccion) []records.Part {
	e, seen := c.Entrega, c.Visto
	parts := []records.Part{records.Update(Entidades, entregaKey(seen.Nombre()), records.Change{Set: records.Item{aCambio: changed(e)}.
		With(aRevokedAt, records.Millis(e.RevocadaEn)).With(aMotivo, records.Text(e.Motivo)).With(aFirmaRevocacion, firmaItem(e.FirmaRevocacion)).
		With(aReplacedBy, records.Text(e.ReemplazadaPor)),
	}).When(records.Exists(aDeliveredAt), records.Same(aRevokedAt, records.Millis(seen.RevocadaEn)), records.Same(aReplacedBy, records.Text(seen.ReemplazadaPor)))}
	if c.ConDocumento() {
		d := c.Documento
		parts = append(parts, records.Update(Documentos, documentoKey(d.Clave()), records.Change{Set: records.Item{aModified: records.Millis(d.FechaUltimaModificacion)}.
			With(aJuridico, records.Text(d.Juridico)).With("motivoRevocacion", records.Text(d.MotivoRevocacion)).
			With("reemplazadoPor", records.Text(d.ReemplazadoPor)).With("revocadoEn", records.Millis(d.RevocadoEn)),
		}).When(records.Exists(aEstadoDoc), ifUnchanged(c.DocumentoVisto)), novedad(d.Cambiada()))
	}
	if p := seen.Posicion; p.Lista > 0 { // its bit is set
		parts = append(parts, records.Put(Entidades, Entidades.Keyed(statusKey(p.Lista, bitEntry(p.Indice)))))
	}
	return parts
}
