package dynamostore

import (
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// maxProjected is how many attributes the indexes of a table may name, those of the version before among them: DynamoDB
// refuses one more. An index that carries everything names none.
const maxProjected = 100

// table is a table of the rules under its name here.
type table struct {
	*records.Table
	name string
}

func (s *Store) tables() []table {
	ts := make([]table, len(rules.Tables))
	for n, t := range rules.Tables {
		ts[n] = table{t, s.cfg.Prefix + t.Name}
	}
	return ts
}

// keys are a partition key and, if there is one, a sort key. All are strings.
func keys(partition, sort string) []string {
	if sort == "" {
		return []string{partition}
	}
	return []string{partition, sort}
}

func (t table) keys() []string { return keys(t.Partition, t.Sort) }

func keysOf(i records.Index) []string { return keys(i.Partition, i.Sort) }

func projection(i records.Index) *types.Projection {
	switch {
	case slices.Equal(i.Carries, records.All):
		return &types.Projection{ProjectionType: types.ProjectionTypeAll}
	case len(i.Carries) == 0:
		return &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly}
	}
	return &types.Projection{ProjectionType: types.ProjectionTypeInclude, NonKeyAttributes: i.Carries}
}

func schema(keys []string) []types.KeySchemaElement {
	roles := []types.KeyType{types.KeyTypeHash, types.KeyTypeRange}
	es := make([]types.KeySchemaElement, len(keys))
	for n, c := range keys {
		es[n] = types.KeySchemaElement{AttributeName: aws.String(c), KeyType: roles[n]}
	}
	return es
}
