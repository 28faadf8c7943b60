package dynamostore

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Iniciar implements eliminacion.Store.
func (s *Store) Iniciar(ctx context.Context, e eliminacion.Eliminacion) error {
	return s.iniciarSaga(operacion(ctx, "Iniciar"), e, s.bloquear(e))
}

// bloquear is the part of a transaction that reserves the document. Only one that
// is certified begins with an approval, and always does.
func (s *Store) bloquear(e eliminacion.Eliminacion) types.TransactWriteItem {
	condicion := "#estadoDocumento = :procesado AND #certificado <> :si"
	if e.Paso == eliminacion.Aprobacion {
		condicion = "#estadoDocumento = :procesado AND #certificado = :si"
	}
	return types.TransactWriteItem{Update: &types.Update{
		TableName: s.tabla(tablaDocumento), Key: claveDocumento(claveDe(e)),
		UpdateExpression:         aws.String("SET #estadoDocumento = :eliminando, #estadoPrevio = :procesado, #eliminacionId = :e"),
		ConditionExpression:      aws.String(condicion),
		ExpressionAttributeNames: nombres(aEstadoDoc, aEstadoPrevio, aEliminacionID, aCertificado),
		ExpressionAttributeValues: item{
			":eliminando": texto(string(documento.Eliminando)), ":procesado": texto(string(documento.Procesado)),
			":e": texto(e.EventoID), ":si": logico(true),
		},
	}}
}

func claveDe(e eliminacion.Eliminacion) documento.Clave {
	return documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}
}

// Eliminacion implements eliminacion.Store.
func (s *Store) Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error) {
	i, err := s.leer(operacion(ctx, "Eliminacion"), s.tabla(tablaOutbox), claveEvento(eventoID))
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	e, err := sagaDe(i)
	if err == nil && e.Expirada(s.op.Reloj()) {
		return eliminacion.Eliminacion{}, ausente()
	}
	return e, err
}

// Eliminaciones implements eliminacion.Store.
func (s *Store) Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error) {
	return s.eliminaciones(operacion(ctx, "Eliminaciones"), eventoIDs)
}

func (s *Store) eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error) {
	eventoIDs = slices.DeleteFunc(slices.Clone(eventoIDs), func(id string) bool { return id == registro })
	is, err := s.leerLote(ctx, s.tabla(tablaOutbox), clavesUnicas(eventoIDs, claveEvento))
	if err != nil {
		return nil, err
	}
	es, err := convertir(is, sagaDe)
	ahora := s.op.Reloj()
	return slices.DeleteFunc(es, func(e eliminacion.Eliminacion) bool { return e.Expirada(ahora) }), err
}

// iniciarSaga writes a new saga, and what the document has to say to it, in one
// transaction. The operador is registered first.
func (s *Store) iniciarSaga(ctx context.Context, e eliminacion.Eliminacion, doc types.TransactWriteItem) error {
	if err := s.registrarOperador(ctx, e.OperadorID); err != nil {
		return err
	}
	return clasificar(s.transaccion(ctx, s.op.Token(), types.TransactWriteItem{Put: &types.Put{
		TableName: s.tabla(tablaOutbox), Item: itemSaga(e),
		ConditionExpression:      aws.String("attribute_not_exists(#eventoId)"),
		ExpressionAttributeNames: nombres(aEventoID),
	}}, doc))
}

// Guardar implements eliminacion.Store.
//
// The transaction is [saga, document, carpeta]. If the saga's condition fails,
// nothing can help: CONFLICT. If only the effect's part fails, it was done before,
// and the write is repeated without that part.
func (s *Store) Guardar(ctx context.Context, g eliminacion.Guardado) error {
	ctx = operacion(ctx, "Guardar")
	put := s.ponerSaga(g.Nueva)
	for efecto := s.efecto(g); len(efecto) > 0; {
		partes := append([]types.TransactWriteItem{{Put: put}}, efecto...)
		err := s.transaccion(ctx, s.op.Token(), partes...)
		rs := razones(err)
		switch {
		case err == nil, fallo(rs, 0) && esMia(rs[0].previo, put.Item):
			return nil
		case fallo(rs, 0), !fallo(rs, 1) && !fallo(rs, 2):
			return clasificar(err)
		case fallo(rs, 1): // document absent or not ours: leave the counter alone too
			efecto = nil
		default: // no carpeta to count in
			efecto = efecto[:1]
		}
	}
	return clasificar(s.poner(ctx, put))
}

func (s *Store) ponerSaga(nueva eliminacion.Eliminacion) *types.Put {
	i := itemSaga(nueva)
	i[aEscritura] = texto(s.op.Token())
	return &types.Put{
		TableName: s.tabla(tablaOutbox), Item: i,
		ConditionExpression:                 aws.String("#secuencia = :previa"),
		ExpressionAttributeNames:            nombres(aSecuencia),
		ExpressionAttributeValues:           item{":previa": numero(nueva.Secuencia - 1)},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
}

// efecto is what the change does besides the saga, the document first.
func (s *Store) efecto(g eliminacion.Guardado) []types.TransactWriteItem {
	tabla, clave := s.tabla(tablaDocumento), claveDocumento(claveDe(g.Nueva))
	mio, ns := aws.String("#eliminacionId = :e"), nombres(aEliminacionID)
	valores := item{":e": texto(g.Nueva.EventoID)}
	switch g.Efecto {
	case eliminacion.BorrarMetadato:
		return []types.TransactWriteItem{{Delete: &types.Delete{
			TableName: tabla, Key: clave, ConditionExpression: mio, ExpressionAttributeNames: ns, ExpressionAttributeValues: valores,
		}}, s.contar(g.Nueva.CarpetaID, -1)}
	case eliminacion.Desbloquear:
		return []types.TransactWriteItem{{Update: &types.Update{
			TableName: tabla, Key: clave, ConditionExpression: mio, ExpressionAttributeValues: valores,
			UpdateExpression:         aws.String("SET #estadoDocumento = #estadoPrevio REMOVE #estadoPrevio, #eliminacionId"),
			ExpressionAttributeNames: nombres(aEliminacionID, aEstadoDoc, aEstadoPrevio),
		}}}
	default:
		return nil
	}
}
