package dynamostore

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// DocumentosDeCarpeta implements documento.Recorrible: a Query on the table itself,
// which knows uploads that no list shows.
func (s *Store) DocumentosDeCarpeta(ctx context.Context, t documento.Tramo) (documento.PaginaDocumentos, error) {
	if err := t.Validar(); err != nil {
		return documento.PaginaDocumentos{}, err
	}
	in := &dynamodb.QueryInput{
		TableName: s.table(tableDocumento), ConsistentRead: aws.Bool(t.Firme), Limit: aws.Int32(int32(t.Limite)),
		KeyConditionExpression:    aws.String("#carpetaId = :c"),
		ExpressionAttributeNames:  names(aCarpetaID),
		ExpressionAttributeValues: item{":c": text(t.CarpetaID)},
	}
	if t.Desde != "" {
		in.ExclusiveStartKey = documentoKey(documento.Clave{CarpetaID: t.CarpetaID, DocumentoID: t.Desde})
	}
	out, err := s.query(withOperation(ctx, "DocumentosDeCarpeta"), in)
	if err != nil {
		return documento.PaginaDocumentos{}, classify(err)
	}
	ds, err := convert(out.rows, documentoOf)
	return documento.PaginaDocumentos{Documentos: ds, Mas: len(out.next) > 0}, err
}
