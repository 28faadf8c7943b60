package dynamostore

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The legal orders of a carpeta are one item of the table EventosAuditoria, in a partition of their own. It
// has no carpetaId, so it is in no index.
const (
	ofEmbargos = "#embargos"
	aOrdenes   = "ordenes" // JSON
)

func embargosKey(carpetaID string) item {
	return item{aPartition: text(carpetaID + ofEmbargos), aSort: text(ofEmbargos)}
}

// EmbargosDe implements auditoria.StoreEmbargos.
func (s *Store) EmbargosDe(ctx context.Context, carpetaID string) (auditoria.Embargos, error) {
	es := auditoria.Embargos{CarpetaID: carpetaID}
	i, err := s.read(withOperation(ctx, "EmbargosDe"), s.table(tableEvento), embargosKey(carpetaID))
	if errors.Is(err, fault.NotFound) {
		return es, nil
	}
	if err != nil {
		return es, err
	}
	return embargosOf(i)
}

func embargosOf(i item) (auditoria.Embargos, error) {
	l := reader{item: i}
	es := auditoria.Embargos{CarpetaID: strings.TrimSuffix(l.text(aPartition), ofEmbargos), Version: l.integer(aVersion)}
	l.note(aOrdenes, json.Unmarshal([]byte(l.text(aOrdenes)), &es.Ordenes))
	return es, l.err
}

// GuardarEmbargos implements auditoria.StoreEmbargos.
func (s *Store) GuardarEmbargos(ctx context.Context, es auditoria.Embargos, h auditoria.Evento) error {
	i, err := embargosItem(es)
	if err != nil {
		return err
	}
	i[aWrite] = text(s.cfg.NewToken())
	p := &types.Put{
		TableName: s.table(tableEvento), Item: i, ConditionExpression: aws.String("#version = :previous"),
		ExpressionAttributeNames: names(aVersion), ExpressionAttributeValues: item{":previous": number(es.Version - 1)},
	}
	if es.Version == 1 {
		p.ConditionExpression, p.ExpressionAttributeValues = aws.String("attribute_not_exists(#version)"), nil
	}
	return classify(s.putIfAny(withOperation(ctx, "GuardarEmbargos"), p, &h))
}

func embargosItem(es auditoria.Embargos) (item, error) {
	j, err := json.Marshal(es.Ordenes)
	i := embargosKey(es.CarpetaID)
	i[aVersion], i[aOrdenes] = number(es.Version), text(string(j))
	return i, err
}
