package dynamostore

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Iniciar implements eliminacion.Store.
func (s *Store) Iniciar(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	ctx = withOperation(ctx, "Iniciar")
	return s.afterLast(func(at time.Time) error { return s.startSaga(ctx, e, h, s.lock(e, at)) })
}

// lock is the part of a transaction that reserves the document. Only one that
// is certified begins with an approval, and always does.
func (s *Store) lock(e eliminacion.Eliminacion, at time.Time) types.TransactWriteItem {
	condition := "#estadoDocumento = :procesado AND #certificado <> :yes"
	if e.Paso == eliminacion.Aprobacion {
		condition = "#estadoDocumento = :procesado AND #certificado = :yes"
	}
	ns := names(aEstadoDoc, aPreviousEstado, aEliminacionID, aCertificado, aModified)
	values := item{
		":eliminando": text(string(documento.Eliminando)), ":procesado": text(string(documento.Procesado)),
		":e": text(e.EventoID), ":yes": boolean(true), ":modified": modified(at),
	}
	if r := e.Recuerdo; r != nil {
		condition += " AND #titulo = :titulo AND #tipoDocumento = :tipo"
		ns["#"+aTitulo], ns["#"+aTipo] = aTitulo, aTipo
		values[":titulo"], values[":tipo"] = text(r.Titulo), text(string(r.Tipo))
	}
	return types.TransactWriteItem{Update: &types.Update{
		TableName: s.table(tableDocumento), Key: documentoKey(documentoKeyOf(e)),
		UpdateExpression:         aws.String("SET #estadoDocumento = :eliminando, #estadoPrevio = :procesado, #eliminacionId = :e, #fechaUltimaModificacion = :modified"),
		ConditionExpression:      aws.String(condition + " AND " + later),
		ExpressionAttributeNames: ns, ExpressionAttributeValues: values,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}
}

func documentoKeyOf(e eliminacion.Eliminacion) documento.Clave {
	return documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}
}

// Eliminacion implements eliminacion.Store.
func (s *Store) Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error) {
	i, err := s.read(withOperation(ctx, "Eliminacion"), s.table(tableOutbox), eventoKey(eventoID))
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	e, err := sagaOf(i)
	if err == nil && e.Expirada(s.cfg.Clock()) {
		return eliminacion.Eliminacion{}, notFound()
	}
	return e, err
}

// Eliminaciones implements eliminacion.Store.
func (s *Store) Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error) {
	return s.eliminaciones(withOperation(ctx, "Eliminaciones"), eventoIDs)
}

func (s *Store) eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error) {
	eventoIDs = slices.DeleteFunc(slices.Clone(eventoIDs), func(id string) bool { return id == registry })
	is, err := s.readBatch(ctx, s.table(tableOutbox), uniqueKeys(eventoIDs, eventoKey))
	if err != nil {
		return nil, err
	}
	es, err := convert(is, sagaOf)
	now := s.cfg.Clock()
	return slices.DeleteFunc(es, func(e eliminacion.Eliminacion) bool { return e.Expirada(now) }), err
}

// startSaga writes a new saga, its event, and the lock of the document, in one
// transaction. The operador is registered first.
func (s *Store) startSaga(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento, doc types.TransactWriteItem) error {
	if err := s.registerOperador(ctx, e.OperadorID); err != nil {
		return err
	}
	return classify(s.tell(ctx, h, types.TransactWriteItem{Put: &types.Put{
		TableName: s.table(tableOutbox), Item: sagaItem(e),
		ConditionExpression:      aws.String("attribute_not_exists(#eventoId)"),
		ExpressionAttributeNames: names(aEventoID),
	}}, doc))
}

// Guardar implements eliminacion.Store.
//
// The transaction is [saga, document, carpeta, …, event]. If the saga's condition fails,
// nothing can help: CONFLICT. If only the effect's part fails, it was done before,
// and the write is repeated without that part.
func (s *Store) Guardar(ctx context.Context, g eliminacion.Guardado, h auditoria.Evento) error {
	ctx = withOperation(ctx, "Guardar")
	return s.afterLast(func(at time.Time) error { return s.save(ctx, g, h, at) })
}

func (s *Store) save(ctx context.Context, g eliminacion.Guardado, h auditoria.Evento, at time.Time) error {
	put := s.sagaPut(g.Nueva)
	efecto, err := s.efecto(ctx, g, at)
	if err != nil {
		return err
	}
	for {
		err := s.tell(ctx, h, append([]types.TransactWriteItem{{Put: put}}, efecto...)...)
		rs := reasons(err)
		switch {
		case err == nil, failed(rs, 0) && isMine(rs[0].previous, put.Item):
			return nil
		case failed(rs, 0), !failed(rs, 1) && !failed(rs, 2), failed(rs, 1) && isLockedBy(rs[1].previous, g.Nueva):
			return classify(err)
		case failed(rs, 1): // document absent or not ours: leave the counter alone too
			efecto = nil
		default: // no carpeta to count in
			efecto = slices.Delete(efecto, 1, 2)
		}
	}
}

func (s *Store) sagaPut(next eliminacion.Eliminacion) *types.Put {
	i := sagaItem(next)
	i[aWrite] = text(s.cfg.NewToken())
	return &types.Put{
		TableName: s.table(tableOutbox), Item: i,
		ConditionExpression:                 aws.String("#secuencia = :previous"),
		ExpressionAttributeNames:            names(aSecuencia),
		ExpressionAttributeValues:           item{":previous": number(next.Secuencia - 1)},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
}

// efecto is the part of a change besides the saga: the document, the carpeta, and what an
// entity sees.
func (s *Store) efecto(ctx context.Context, g eliminacion.Guardado, at time.Time) ([]types.TransactWriteItem, error) {
	table, key := s.table(tableDocumento), documentoKey(documentoKeyOf(g.Nueva))
	mine, ns := aws.String("#eliminacionId = :e"), names(aEliminacionID)
	values := item{":e": text(g.Nueva.EventoID)}
	switch g.Efecto {
	case eliminacion.BorrarMetadato:
		size, err := s.sizeOf(ctx, g.Nueva)
		if err != nil {
			return nil, err
		}
		erased, err := s.eraseEntrega(ctx, g.Nueva)
		count := s.countDocumento(g.Nueva.CarpetaID, -1, carpeta.Uso{Bytes: -size, Documentos: -1})
		return append([]types.TransactWriteItem{{Delete: &types.Delete{
			TableName: table, Key: key, ConditionExpression: mine, ExpressionAttributeNames: ns, ExpressionAttributeValues: values,
		}}, {Update: count}}, erased...), err
	case eliminacion.Desbloquear:
		values[":modified"] = modified(at)
		return []types.TransactWriteItem{{Update: &types.Update{
			TableName: table, Key: key, ConditionExpression: aws.String(*mine + " AND " + later), ExpressionAttributeValues: values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
			UpdateExpression:                    aws.String("SET #estadoDocumento = #estadoPrevio, #fechaUltimaModificacion = :modified REMOVE #estadoPrevio, #eliminacionId"),
			ExpressionAttributeNames:            names(aEliminacionID, aEstadoDoc, aPreviousEstado, aModified),
		}}}, nil
	default:
		return nil, nil
	}
}

// sizeOf is the size of a saga's document, which never changes. Sagas of earlier versions
// do not know it.
func (s *Store) sizeOf(ctx context.Context, e eliminacion.Eliminacion) (int64, error) {
	if e.TamanoBytes > 0 {
		return e.TamanoBytes, nil
	}
	d, err := s.documento(ctx, documentoKeyOf(e))
	if errors.Is(err, fault.NotFound) {
		return 0, nil // and no effect
	}
	return d.TamanoBytes, err
}
