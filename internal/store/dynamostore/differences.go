package dynamostore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// diferencias says in which points a table is not what is needed. More indexes,
// or wider ones of other programs, do not matter.
func diferencias(d definicion, t *types.TableDescription) (dif []error) {
	if t.TableStatus != types.TableStatusActive && t.TableStatus != types.TableStatusUpdating {
		dif = append(dif, fmt.Errorf("status %s", t.TableStatus))
	}
	if hay, quiere := clavesDe(t.KeySchema, t.AttributeDefinitions), clavesDe(esquema(d.claves), d.atributos()); hay != quiere {
		dif = append(dif, fmt.Errorf("keys are %s, need %s", hay, quiere))
	}
	for _, i := range d.indices {
		if err := diferenciaIndice(d, i, t); err != nil {
			dif = append(dif, err)
		}
	}
	return dif
}

func lugarDe(t *types.TableDescription, i indice) int {
	return slices.IndexFunc(t.GlobalSecondaryIndexes, func(g types.GlobalSecondaryIndexDescription) bool {
		return aws.ToString(g.IndexName) == i.nombre
	})
}

func tieneIndice(t *types.TableDescription, i indice) bool { return lugarDe(t, i) >= 0 }

func diferenciaIndice(d definicion, i indice, t *types.TableDescription) error {
	n := lugarDe(t, i)
	if n < 0 {
		return fmt.Errorf("index %s is missing", i.nombre)
	}
	g := t.GlobalSecondaryIndexes[n]
	if hay, quiere := clavesDe(g.KeySchema, t.AttributeDefinitions), clavesDe(esquema(i.claves), d.atributos()); hay != quiere {
		return fmt.Errorf("index %s: keys are %s, need %s", i.nombre, hay, quiere)
	}
	if hay, quiere := proyeccionDe(g.Projection), proyeccionDe(i.proyeccion()); hay != quiere {
		return fmt.Errorf("index %s: projects %s, need %s", i.nombre, hay, quiere)
	}
	if g.IndexStatus != "" && g.IndexStatus != types.IndexStatusActive && g.IndexStatus != types.IndexStatusUpdating {
		return fmt.Errorf("index %s: status %s", i.nombre, g.IndexStatus)
	}
	return nil
}

// clavesDe writes a key schema as text, e.g. "carpetaId(S) HASH, documentoId(S) RANGE".
func clavesDe(es []types.KeySchemaElement, as []types.AttributeDefinition) string {
	tipos := map[string]types.ScalarAttributeType{}
	for _, a := range as {
		tipos[aws.ToString(a.AttributeName)] = a.AttributeType
	}
	partes := make([]string, len(es))
	for n, e := range es {
		nombre := aws.ToString(e.AttributeName)
		partes[n] = fmt.Sprintf("%s(%s) %s", nombre, tipos[nombre], e.KeyType)
	}
	return strings.Join(partes, ", ")
}

func proyeccionDe(p *types.Projection) string {
	if p == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s %v", p.ProjectionType, slices.Sorted(slices.Values(p.NonKeyAttributes)))
}
