package dynamostore

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

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
