package dynamostore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// differences lists the differences between a table and the needed one. More indexes,
// or wider ones of other programs, do not matter.
func differences(d table, t *types.TableDescription) (diffs []error) {
	if t.TableStatus != types.TableStatusActive && t.TableStatus != types.TableStatusUpdating {
		diffs = append(diffs, fmt.Errorf("status %s", t.TableStatus))
	}
	if got, want := keysAsText(t.KeySchema, t.AttributeDefinitions), keysAsText(schema(d.keys()), d.attributes()); got != want {
		diffs = append(diffs, fmt.Errorf("keys are %s, need %s", got, want))
	}
	for _, i := range d.Indexes {
		if err := indexDifference(d, i, t); err != nil {
			diffs = append(diffs, err)
		}
	}
	return diffs
}

func placeOf(t *types.TableDescription, i records.Index) int {
	return slices.IndexFunc(t.GlobalSecondaryIndexes, func(g types.GlobalSecondaryIndexDescription) bool {
		return aws.ToString(g.IndexName) == i.Name
	})
}

func hasIndex(t *types.TableDescription, i records.Index) bool { return placeOf(t, i) >= 0 }

func indexDifference(d table, i records.Index, t *types.TableDescription) error {
	n := placeOf(t, i)
	if n < 0 {
		return fmt.Errorf("index %s is missing", i.Name)
	}
	g := t.GlobalSecondaryIndexes[n]
	if got, want := keysAsText(g.KeySchema, t.AttributeDefinitions), keysAsText(schema(keysOf(i)), d.attributes()); got != want {
		return fmt.Errorf("index %s: keys are %s, need %s", i.Name, got, want)
	}
	if got, want := projectionOf(g.Projection), projectionOf(projection(i)); got != want {
		return fmt.Errorf("index %s: projects %s, need %s", i.Name, got, want)
	}
	if g.IndexStatus != "" && g.IndexStatus != types.IndexStatusActive && g.IndexStatus != types.IndexStatusUpdating {
		return fmt.Errorf("index %s: status %s", i.Name, g.IndexStatus)
	}
	return nil
}

// keysAsText writes a key schema as text, e.g. "carpetaId(S) HASH, documentoId(S) RANGE".
func keysAsText(es []types.KeySchemaElement, as []types.AttributeDefinition) string {
	tipos := map[string]types.ScalarAttributeType{}
	for _, a := range as {
		tipos[aws.ToString(a.AttributeName)] = a.AttributeType
	}
	parts := make([]string, len(es))
	for n, e := range es {
		name := aws.ToString(e.AttributeName)
		parts[n] = fmt.Sprintf("%s(%s) %s", name, tipos[name], e.KeyType)
	}
	return strings.Join(parts, ", ")
}

func projectionOf(p *types.Projection) string {
	if p == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s %v", p.ProjectionType, slices.Sorted(slices.Values(p.NonKeyAttributes)))
}
