package dynamostore

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// An owner has one carpeta because the owner has one item: its key is the ciudadanoId, it names
// the carpeta, and both are written in one transaction. An index could not promise that.

// ownerPrefix begins the key of an owner's item; see internalPrefix.
const ownerPrefix = internalPrefix + "ciudadano#"

const aOwned = "carpeta" // the owner's carpetaId

func ownerKey(ciudadanoID string) item { return carpetaKey(ownerPrefix + ciudadanoID) }

// carpetaDe reads the owner's carpeta, strongly consistent.
func (s *Store) carpetaDe(ctx context.Context, ciudadanoID string) (carpeta.Carpeta, error) {
	i, err := s.read(ctx, s.table(tableCarpeta), ownerKey(ciudadanoID))
	if errors.Is(err, fault.NotFound) {
		return s.carpetaByIndex(ctx, ciudadanoID)
	}
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	l := reader{item: i}
	return s.carpeta(ctx, l.text(aOwned))
}

// carpetaByIndex finds a carpeta that is older than the owners' items.
func (s *Store) carpetaByIndex(ctx context.Context, ciudadanoID string) (carpeta.Carpeta, error) {
	out, err := s.query(ctx, &dynamodb.QueryInput{
		TableName: s.table(tableCarpeta), IndexName: aws.String(indexByCiudadano), Limit: aws.Int32(1),
		KeyConditionExpression:    aws.String("#ciudadanoId = :c"),
		ExpressionAttributeNames:  names(aCiudadanoID),
		ExpressionAttributeValues: item{":c": text(ciudadanoID)},
	})
	if err != nil {
		return carpeta.Carpeta{}, classify(err)
	}
	if len(out.rows) == 0 {
		return carpeta.Carpeta{}, notFound()
	}
	l := reader{item: out.rows[0]}
	return s.carpeta(ctx, l.text(aCarpetaID))
}

// openCarpeta writes a carpeta, its owner's item and its event. CONFLICT if one of them exists.
func (s *Store) openCarpeta(ctx context.Context, c carpeta.Carpeta, h auditoria.Evento) error {
	if err := s.registerInCenso(ctx, c.OperadorID); err != nil {
		return err
	}
	owner := ownerKey(c.CiudadanoID)
	owner[aOwned] = text(c.CarpetaID)
	return classify(s.tell(ctx, h, s.putNew(carpetaItem(c)), s.putNew(owner)))
}

// putNew is the part of a transaction that writes an item of the table Carpeta if there is none.
func (s *Store) putNew(i item) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{
		TableName: s.table(tableCarpeta), Item: i,
		ConditionExpression:      aws.String("attribute_not_exists(#carpetaId)"),
		ExpressionAttributeNames: names(aCarpetaID),
	}}
}
