package dynamostore

import (
	"context"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Iniciar implements eliminacion.Store.
func (s *Store) Iniciar(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	ctx = withOperation(ctx, "Iniciar")
	return s.afterLast(func(at time.Time) error {
		if e.EnPapelera {
			return s.startInBin(ctx, e, h, s.lock(e, at))
		}
		return s.startSaga(ctx, e, h, s.lock(e, at))
	})
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
func (s *Store) startSaga(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento, parts ...types.TransactWriteItem) error {
	if err := s.registerOperador(ctx, e.OperadorID); err != nil {
		return err
	}
	saga := types.TransactWriteItem{Put: &types.Put{
		TableName: s.table(tableOutbox), Item: sagaItem(e),
		ConditionExpression:      aws.String("attribute_not_exists(#eventoId)"),
		ExpressionAttributeNames: names(aEventoID),
	}}
	return classify(s.tell(ctx, h, append([]types.TransactWriteItem{saga}, parts...)...))
}

// Guardar implements eliminacion.Store.
//
// The transaction is [saga, document, carpeta, …, events]. If the saga's condition fails,
// nothing can help: CONFLICT. If only the effect's part fails, it was done before,
// and the write is repeated without that part.
func (s *Store) Guardar(ctx context.Context, g eliminacion.Guardado, h auditoria.Evento) error {
	ctx = withOperation(ctx, "Guardar")
	return s.afterLast(func(at time.Time) error { return s.save(ctx, g, h, at) })
}

func (s *Store) save(ctx context.Context, g eliminacion.Guardado, h auditoria.Evento, at time.Time) error {
	put := s.sagaPut(g)
	efecto, err := s.efecto(ctx, g, at)
	if err != nil {
		return err
	}
	earlier, err := s.eventParts(ctx, g.Antes)
	if err != nil {
		return err
	}
	for {
		err := s.tell(ctx, h, slices.Concat([]types.TransactWriteItem{{Put: put}}, efecto, earlier)...)
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

// GuardarVarias implements eliminacion.Store.
//
// The transaction of ends is [saga, document, saga, document, …, carpeta, events]: the carpeta counts all of them at
// once. That of steps which touch no document is [saga, saga, …, events].
func (s *Store) GuardarVarias(ctx context.Context, cs []eliminacion.Cierre) error {
	ctx = withOperation(ctx, "GuardarVarias")
	var parts, events []types.TransactWriteItem
	var gone, ofBin int
	var size int64
	for _, c := range cs {
		own, err := s.eventParts(ctx, append(slices.Clone(c.Antes), c.Hecho))
		if err != nil {
			return err
		}
		parts = append(parts, types.TransactWriteItem{Put: s.sagaPut(c.Guardado)})
		events = append(events, own...)
		if c.Efecto != eliminacion.BorrarMetadato {
			continue
		}
		erased, err := s.eraseEntrega(ctx, c.Nueva)
		if err != nil {
			return err
		}
		gone, size = gone+1, size+c.Nueva.TamanoBytes
		if c.Nueva.EnPapelera {
			ofBin++
		}
		parts = append(append(parts, s.documentoDelete(c.Nueva)), erased...)
	}
	if gone > 0 {
		count := s.countWithBin(cs[0].Nueva.CarpetaID, ofBin-gone, -ofBin, carpeta.Uso{Bytes: -size, Documentos: -int64(gone)})
		parts = append(parts, types.TransactWriteItem{Update: count})
	}
	err := s.transact(ctx, s.cfg.NewToken(), slices.Concat(parts, events)...)
	if rs := reasons(err); failed(rs, 0) && isMine(rs[0].previous, parts[0].Put.Item) {
		return nil
	}
	return classify(err)
}

func (s *Store) sagaPut(g eliminacion.Guardado) *types.Put {
	i := sagaItem(g.Nueva)
	i[aWrite] = text(s.cfg.NewToken())
	return &types.Put{
		TableName: s.table(tableOutbox), Item: i,
		ConditionExpression:                 aws.String("#secuencia = :previous"),
		ExpressionAttributeNames:            names(aSecuencia),
		ExpressionAttributeValues:           item{":previous": number(g.Previa())},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
}

// efecto is the part of a change besides the saga: the document, the carpeta, and what an
// entity sees.
func (s *Store) efecto(ctx context.Context, g eliminacion.Guardado, at time.Time) ([]types.TransactWriteItem, error) {
	switch g.Efecto {
	case eliminacion.BorrarMetadato:
		erased, err := s.eraseEntrega(ctx, g.Nueva)
		listed, inBin := -1, 0
		if g.Nueva.EnPapelera {
			listed, inBin = 0, -1
		}
		count := s.countWithBin(g.Nueva.CarpetaID, listed, inBin, carpeta.Uso{Bytes: -g.Nueva.TamanoBytes, Documentos: -1})
		return append([]types.TransactWriteItem{s.documentoDelete(g.Nueva), {Update: count}}, erased...), err
	case eliminacion.Desbloquear:
		unlock := &types.Update{
			TableName: s.table(tableDocumento), Key: documentoKey(documentoKeyOf(g.Nueva)), ConditionExpression: aws.String(mine + " AND " + later),
			ExpressionAttributeValues:           item{":e": text(g.Nueva.EventoID), ":modified": modified(at)},
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
			UpdateExpression:                    aws.String("SET #estadoDocumento = #estadoPrevio, #fechaUltimaModificacion = :modified REMOVE #estadoPrevio, #eliminacionId"),
			ExpressionAttributeNames:            names(aEliminacionID, aEstadoDoc, aPreviousEstado, aModified),
		}
		if !g.Nueva.EnPapelera {
			return []types.TransactWriteItem{{Update: unlock}}, nil
		}
		return s.outOfBin(ctx, unlock, g.Nueva)
	default:
		return nil, nil
	}
}

// mine: the saga :e locks the document.
const mine = "#eliminacionId = :e"

// documentoDelete is the part of a transaction that deletes the document that a saga locks.
func (s *Store) documentoDelete(e eliminacion.Eliminacion) types.TransactWriteItem {
	return types.TransactWriteItem{Delete: &types.Delete{
		TableName: s.table(tableDocumento), Key: documentoKey(documentoKeyOf(e)), ConditionExpression: aws.String(mine),
		ExpressionAttributeNames: names(aEliminacionID), ExpressionAttributeValues: item{":e": text(e.EventoID)},
	}}
}
