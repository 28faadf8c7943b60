package dynamostore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
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

// DeCarpeta implements eliminacion.Store: keys from the index, items by key. What
// expired but is still in the index is made up for by walking on.
func (s *Store) DeCarpeta(ctx context.Context, c eliminacion.ConsultaCarpeta) ([]eliminacion.Eliminacion, error) {
	ctx = operacion(ctx, "DeCarpeta")
	in, err := s.consultaCarpeta(c)
	if err != nil {
		return nil, err
	}
	var todas []eliminacion.Eliminacion
	for range documento.MaxLecturas {
		in.Limit = aws.Int32(int32(c.Limite - len(todas)))
		out, err := s.db.Query(ctx, in)
		if err != nil {
			return nil, clasificar(err)
		}
		es, err := s.eliminaciones(ctx, idsDe(out.Items))
		if err != nil {
			return nil, err
		}
		slices.SortFunc(es, func(a, b eliminacion.Eliminacion) int {
			return sentido(c.Descendente) * strings.Compare(a.ClaveCarpeta(), b.ClaveCarpeta())
		})
		todas = append(todas, es...)
		if len(todas) >= c.Limite || len(out.LastEvaluatedKey) == 0 {
			return todas, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
	return nil, fault.Plain(fault.QueryTooComplex)
}

func (s *Store) consultaCarpeta(c eliminacion.ConsultaCarpeta) (*dynamodb.QueryInput, error) {
	if c.Limite < 1 {
		return nil, fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("limit %d", c.Limite))
	}
	in := &dynamodb.QueryInput{
		TableName: s.tabla(tablaOutbox), IndexName: aws.String(indicePorCarpeta),
		KeyConditionExpression:    aws.String("#carpetaId = :c"),
		ExpressionAttributeNames:  nombres(aCarpetaID),
		ExpressionAttributeValues: item{":c": texto(c.CarpetaID)},
		ScanIndexForward:          aws.Bool(!c.Descendente),
	}
	if c.Desde == "" {
		return in, nil
	}
	id, err := trasAlmohadilla(c.Desde)
	in.ExclusiveStartKey = item{aCarpetaID: texto(c.CarpetaID), aClaveCarpeta: texto(c.Desde), aEventoID: texto(id)}
	return in, err
}

func idsDe(is []item) []string {
	ids := make([]string, len(is))
	for n, i := range is {
		l := lector{item: i}
		ids[n] = l.texto(aEventoID)
	}
	return ids
}

func sentido(descendente bool) int {
	if descendente {
		return -1
	}
	return 1
}
