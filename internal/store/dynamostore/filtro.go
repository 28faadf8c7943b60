package dynamostore

import (
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// condition is the condition of one field of documento.Filtro on an index entry.
type condition struct {
	field     string // of documento.Filtro
	attribute string // one that the indexes carry
	operator  string
	operand   func(documento.Filtro) types.AttributeValue // nil: the field does not filter
}

// conditions have a row for each field of documento.Filtro; a test says which is missing.
var conditions = []condition{
	{"Tipo", aTipo, "=", func(f documento.Filtro) types.AttributeValue { return unlessEmpty(string(f.Tipo)) }},
	{"Estado", aEstadoDoc, "=", func(f documento.Filtro) types.AttributeValue { return unlessEmpty(string(f.Estado)) }},
}

func unlessEmpty(v string) types.AttributeValue {
	if v == "" {
		return nil
	}
	return text(v)
}

// applyFilter adds the conditions of a filter to a query.
func applyFilter(in *dynamodb.QueryInput, f documento.Filtro) {
	var parts []string
	for _, c := range conditions {
		operand := c.operand(f)
		if operand == nil {
			continue
		}
		parts = append(parts, "#"+c.attribute+" "+c.operator+" :"+c.field)
		in.ExpressionAttributeNames["#"+c.attribute] = c.attribute
		in.ExpressionAttributeValues[":"+c.field] = operand
	}
	if len(parts) > 0 {
		in.FilterExpression = aws.String(strings.Join(parts, " AND "))
	}
}
