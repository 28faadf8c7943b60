package dynamostore

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
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
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	l := reader{item: i}
	return s.carpeta(ctx, l.text(aOwned))
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
