package dynamostore

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// IniciarHuerfana implements eliminacion.Reparaciones.
func (s *Store) IniciarHuerfana(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	return s.startSaga(withOperation(ctx, "IniciarHuerfana"), e, h, types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: s.table(tableDocumento), Key: documentoKey(documentoKeyOf(e)),
		ConditionExpression:       aws.String("attribute_not_exists(#documentoId) OR (#estadoDocumento = :cargando AND #expiraEn <= :now)"),
		ExpressionAttributeNames:  names(aDocumentoID, aEstadoDoc, aExpires),
		ExpressionAttributeValues: item{":cargando": text(string(documento.Cargando)), ":now": s.now()},
	}})
}

// Adoptar implements eliminacion.Reparaciones.
func (s *Store) Adoptar(ctx context.Context, e eliminacion.Eliminacion, previous string, h auditoria.Evento) error {
	ctx = withOperation(ctx, "Adoptar")
	return s.afterLast(func(at time.Time) error { return s.startSaga(ctx, e, h, s.relock(e, previous, at)) })
}

// relock is the part of a transaction that gives the lock of one saga to another.
func (s *Store) relock(e eliminacion.Eliminacion, previous string, at time.Time) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: s.table(tableDocumento), Key: documentoKey(documentoKeyOf(e)),
		UpdateExpression:         aws.String("SET #eliminacionId = :e, #fechaUltimaModificacion = :modified"),
		ConditionExpression:      aws.String("#estadoDocumento = :eliminando AND #eliminacionId = :previous AND " + later),
		ExpressionAttributeNames: names(aEstadoDoc, aEliminacionID, aModified),
		ExpressionAttributeValues: item{
			":e": text(e.EventoID), ":previous": text(previous), ":eliminando": text(string(documento.Eliminando)),
			":modified": modified(at),
		},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}
}

// Reprogramar implements eliminacion.Reparaciones.
func (s *Store) Reprogramar(ctx context.Context, p eliminacion.Pendiente, when time.Time, h auditoria.Evento) error {
	ctx = withOperation(ctx, "Reprogramar")
	if err := s.registerOperador(ctx, p.OperadorID); err != nil {
		return err
	}
	values := item{":when": text(when.UTC().Format(formatOrder)), ":w": text(s.cfg.NewToken())}
	u := s.outboxUpdate(p, "SET #noAntesDe = :when, #escritura = :w", "", names(aNotBefore, aWrite), values)
	err := s.tell(ctx, h, types.TransactWriteItem{Update: u})
	if isMine(previousOf(err), item{aWrite: values[":w"]}) {
		return nil
	}
	return classify(err)
}
