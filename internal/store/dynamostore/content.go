package dynamostore

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Two tabs that announce the same content at once both find no upload of it in the index, which lags. The mark of
// the content lets one of them through. Once the index shows the upload nobody needs the mark, so nothing removes it:
// it ends by itself, and one of an upload that is gone is replaced.

// markLives is longer than any index lags.
const markLives = 10 * time.Minute

// noDocumento is no documentoId.
const noDocumento = "-"

func markKey(d documento.Documento) item {
	return item{aPartition: text(ofCargas + d.CarpetaID), aSort: text(d.Hash + "#" + strconv.FormatInt(d.TamanoBytes, 10))}
}

// markContent is the part of an announcement that marks its content; none for what an entity delivers, which has a
// mark of its own. It fails, and tells whose the content is, while another upload than the stale one has it.
func (s *Store) markContent(d documento.Documento, stale string) []types.TransactWriteItem {
	if !d.EsPendiente() {
		return nil
	}
	i := markKey(d)
	i[aDocumentoID] = text(d.DocumentoID)
	setExpiry(i, s.cfg.Clock().Add(markLives))
	return []types.TransactWriteItem{{Put: &types.Put{
		TableName: s.table(tableEntidad), Item: i,
		ConditionExpression:                 aws.String("attribute_not_exists(#clave) OR #documentoId = :stale OR #expiraEn <= :now"),
		ExpressionAttributeNames:            names(aSort, aDocumentoID, aExpires),
		ExpressionAttributeValues:           item{":stale": text(stale), ":now": s.now()},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}}
}

// announcedBefore is YaAnunciada with the upload that a mark names, or, if that waits no more, its documentoId.
func (s *Store) announcedBefore(ctx context.Context, d documento.Documento, mark item) (stale string, err error) {
	l := reader{item: mark}
	stale = l.text(aDocumentoID)
	first, err := s.documento(ctx, documento.Clave{CarpetaID: d.CarpetaID, DocumentoID: stale})
	switch {
	case errors.Is(err, fault.NotFound) || err == nil && !first.EsPendiente():
		return stale, l.err
	case err != nil:
		return stale, err
	}
	return stale, fault.Wrap(fault.Conflict, documento.YaAnunciada{Primera: first})
}
