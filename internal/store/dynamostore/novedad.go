package dynamostore

import (
	"context"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Attributes of news, besides documentoId and expiraEn.
const (
	aNovedad     = "novedad" // ClaveOrden
	aTipoNovedad = "tipo"
)

// novedad is the part of a transaction that writes a change of a document down: every
// transaction that changes one other than for a deletion has it. Without a condition, it
// cannot fail for itself.
func (s *Store) novedad(n documento.Novedad) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{TableName: s.table(tableNovedad), Item: novedadItem(n)}}
}

func novedadItem(n documento.Novedad) item {
	i := item{
		aCarpetaID: text(n.CarpetaID), aNovedad: text(n.ClaveOrden()), aDocumentoID: text(n.DocumentoID),
		aTipoNovedad: text(string(n.Tipo)),
	}
	setExpiry(i, n.ExpiraEn())
	return i
}

func novedadOf(i item) (documento.Novedad, error) {
	l := reader{item: i}
	n := documento.Novedad{
		Clave: documento.Clave{CarpetaID: l.text(aCarpetaID), DocumentoID: l.text(aDocumentoID)},
		Tipo:  documento.TipoNovedad(l.text(aTipoNovedad)),
	}
	var err error
	n.En, err = documento.MomentoDeClave(l.text(aNovedad))
	l.note(aNovedad, err)
	return n, l.err
}

// Novedades implements documento.Store.
func (s *Store) Novedades(ctx context.Context, c documento.ConsultaNovedades) (ns []documento.Novedad, err error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	ctx, now := withOperation(ctx, "Novedades"), s.cfg.Clock()
	in := &dynamodb.QueryInput{
		TableName:                 s.table(tableNovedad),
		KeyConditionExpression:    aws.String("#carpetaId = :c AND #novedad > :after"),
		ExpressionAttributeNames:  names(aCarpetaID, aNovedad),
		ExpressionAttributeValues: item{":c": text(c.CarpetaID), ":after": text(c.Inicio())},
	}
	for {
		in.Limit = aws.Int32(int32(c.Limite - len(ns)))
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		more, err := convert(out.rows, novedadOf)
		if err != nil {
			return nil, err
		}
		ns = append(ns, unexpired(more, now)...)
		if len(ns) >= c.Limite || len(out.next) == 0 {
			return ns, nil
		}
		in.ExclusiveStartKey = out.next
	}
}

// unexpired leaves out what DynamoDB has not deleted yet; it may take two days.
func unexpired(ns []documento.Novedad, now time.Time) []documento.Novedad {
	return slices.DeleteFunc(ns, func(n documento.Novedad) bool { return n.Expirada(now) })
}
