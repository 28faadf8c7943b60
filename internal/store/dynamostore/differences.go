package dynamostore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// differences lists the differences between a table and the needed one. More indexes,
// or wider ones of other programs, do not matter.
func differences(d tableSpec, t *types.TableDescription) (diffs []error) {
	if t.TableStatus != types.TableStatusActive && t.TableStatus != types.TableStatusUpdating {
		diffs = append(diffs, fmt.Errorf("status %s", t.TableStatus))
	}
	if got, want := keysAsText(t.KeySchema, t.AttributeDefinitions), keysAsText(schema(d.keys), d.attributes()); got != want {
		diffs = append(diffs, fmt.Errorf("keys are %s, need %s", got, want))
	}
	for _, i := range d.indexes {
		if err := indexDifference(d, i, t); err != nil {
			diffs = append(diffs, err)
		}
	}
	return diffs
}

func placeOf(t *types.TableDescription, i index) int {
	return slices.IndexFunc(t.GlobalSecondaryIndexes, func(g types.GlobalSecondaryIndexDescription) bool {
		return aws.ToString(g.IndexName) == i.name
	})
}

func hasIndex(t *types.TableDescription, i index) bool { return placeOf(t, i) >= 0 }

func indexDifference(d tableSpec, i index, t *types.TableDescription) error {
	n := placeOf(t, i)
	if n < 0 {
		return fmt.Errorf("index %s is missing", i.name)
	}
	g := t.GlobalSecondaryIndexes[n]
	if got, want := keysAsText(g.KeySchema, t.AttributeDefinitions), keysAsText(schema(i.keys), d.attributes()); got != want {
		return fmt.Errorf("index %s: keys are %s, need %s", i.name, got, want)
	}
	if got, want := projectionOf(g.Projection), projectionOf(i.projection()); got != want {
		return fmt.Errorf("index %s: projects %s, need %s", i.name, got, want)
	}
	if g.IndexStatus != "" && g.IndexStatus != types.IndexStatusActive && g.IndexStatus != types.IndexStatusUpdating {
		return fmt.Errorf("index %s: status %s", i.name, g.IndexStatus)
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
