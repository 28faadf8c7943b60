package dynamostore

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
)

// The kinds of documents that were changed or added are a partition of the table Entidad, which every process reads whole
// once a minute.
const (
	catalogueOfTipos = "#tipos"
	aContent         = "contenido" // JSON
)

// tiposAtOnce is how many items one call asks for.
const tiposAtOnce = 1000

// TiposCambiados implements tipo.Store.
func (s *Store) TiposCambiados(ctx context.Context) (ts []tipo.Tipo, err error) {
	ctx = withOperation(ctx, "TiposCambiados")
	for after := ""; ; after = ts[len(ts)-1].Codigo {
		is, err := s.walkPartition(ctx, catalogueOfTipos, after, false, tiposAtOnce, always)
		if err != nil {
			return nil, err
		}
		more, err := convert(is, tipoOf)
		ts = append(ts, more...)
		if len(is) < tiposAtOnce || err != nil {
			return ts, err
		}
	}
}

// GuardarTipo implements tipo.Store.
func (s *Store) GuardarTipo(ctx context.Context, t tipo.Tipo, h auditoria.Evento) error {
	i, err := tipoItem(t)
	if err != nil {
		return err
	}
	i[aWrite] = text(s.cfg.NewToken())
	p := &types.Put{
		TableName: s.table(tableEntidad), Item: i, ConditionExpression: aws.String("#version = :previous"),
		ExpressionAttributeNames: names(aVersion), ExpressionAttributeValues: item{":previous": number(t.Version - 1)},
	}
	if t.Version == 1 {
		p.ConditionExpression, p.ExpressionAttributeValues = aws.String("attribute_not_exists(#version)"), nil
	}
	return classify(s.putIfAny(withOperation(ctx, "GuardarTipo"), p, &h))
}

func tipoItem(t tipo.Tipo) (item, error) {
	j, err := json.Marshal(t)
	return item{
		aPartition: text(catalogueOfTipos), aSort: text(t.Codigo), aVersion: number(t.Version), aContent: text(string(j)),
	}, err
}

func tipoOf(i item) (t tipo.Tipo, err error) {
	l := reader{item: i}
	l.note(aContent, json.Unmarshal([]byte(l.text(aContent)), &t))
	return t, l.err
}
