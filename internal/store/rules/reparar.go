package rules

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// IniciarHuerfana implements eliminacion.Reparaciones.
func (s *Store) IniciarHuerfana(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	return s.startSaga(op(ctx, "IniciarHuerfana"), e, h, records.Check(Documentos, documentoKey(documentoKeyOf(e))).When(records.Or(
		records.Absent(aDocumentoID), records.And(records.Equal(aEstadoDoc, records.Text(documento.Cargando)), records.AtMost(aExpires, s.now())))))
}

// Adoptar implements eliminacion.Reparaciones.
func (s *Store) Adoptar(ctx context.Context, e eliminacion.Eliminacion, previous string, h auditoria.Evento) error {
	ctx = op(ctx, "Adoptar")
	return s.afterLast(func(at time.Time) error {
		return s.startSaga(ctx, e, h, records.Update(Documentos, documentoKey(documentoKeyOf(e)), records.Change{Set: records.Item{
			aEliminacionID: records.Text(e.EventoID), aModified: records.Millis(at),
		}}).When(records.Equal(aEstadoDoc, records.Text(documento.Eliminando)), records.Equal(aEliminacionID, records.Text(previous)), later(at)).Telling())
	})
}

// Reprogramar implements eliminacion.Reparaciones.
func (s *Store) Reprogramar(ctx context.Context, p eliminacion.Pendiente, when time.Time, h auditoria.Evento) error {
	ctx = op(ctx, "Reprogramar")
	if err := s.register(ctx, Eliminaciones, eventoKey(registry), p.OperadorID); err != nil {
		return err
	}
	return s.tell(ctx, h, s.asSeen(p, records.Change{Set: records.Item{aNotBefore: records.Date(when, records.FormatOrder)}}))
}
