package dynamostore

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// IniciarHuerfana implements eliminacion.Reparaciones.
func (s *Store) IniciarHuerfana(ctx context.Context, e eliminacion.Eliminacion) error {
	return s.iniciarSaga(operacion(ctx, "IniciarHuerfana"), e, types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: s.tabla(tablaDocumento), Key: claveDocumento(claveDe(e)),
		ConditionExpression:       aws.String("attribute_not_exists(#documentoId) OR (#estadoDocumento = :cargando AND #expiraEn <= :ahora)"),
		ExpressionAttributeNames:  nombres(aDocumentoID, aEstadoDoc, aExpira),
		ExpressionAttributeValues: item{":cargando": texto(string(documento.Cargando)), ":ahora": s.ahora()},
	}})
}

// Adoptar implements eliminacion.Reparaciones.
func (s *Store) Adoptar(ctx context.Context, e eliminacion.Eliminacion, anterior string) error {
	return s.iniciarSaga(operacion(ctx, "Adoptar"), e, types.TransactWriteItem{Update: &types.Update{
		TableName: s.tabla(tablaDocumento), Key: claveDocumento(claveDe(e)),
		UpdateExpression:         aws.String("SET #eliminacionId = :e"),
		ConditionExpression:      aws.String("#estadoDocumento = :eliminando AND #eliminacionId = :anterior"),
		ExpressionAttributeNames: nombres(aEstadoDoc, aEliminacionID),
		ExpressionAttributeValues: item{
			":e": texto(e.EventoID), ":anterior": texto(anterior), ":eliminando": texto(string(documento.Eliminando)),
		},
	}})
}

// Reprogramar implements eliminacion.Reparaciones.
func (s *Store) Reprogramar(ctx context.Context, p eliminacion.Pendiente, cuando time.Time) error {
	ctx = operacion(ctx, "Reprogramar")
	if err := s.registrarOperador(ctx, p.OperadorID); err != nil {
		return err
	}
	valores := item{":cuando": texto(cuando.UTC().Format(formatoOrden)), ":w": texto(s.op.Token())}
	_, err := s.actualizar(ctx, p, "SET #noAntesDe = :cuando, #escritura = :w", "", nombres(aNoAntesDe, aEscritura), valores)
	return clasificar(err)
}
