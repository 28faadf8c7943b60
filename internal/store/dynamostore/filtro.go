package dynamostore

import (
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// condition is the condition of one field of documento.Filtro on an index entry.
type condition struct {
	field     string // of documento.Filtro, see conditionsHere for the others
	attribute string // one that the indexes carry
	operator  string
	operand   func(documento.Filtro) types.AttributeValue // nil: the field does not filter
}

// conditions have a row for each field of documento.Filtro; a test says which is missing.
var conditions = []condition{
	{"Estado", aEstadoDoc, "=", func(f documento.Filtro) types.AttributeValue { return unlessEmpty(string(f.Estado)) }},
	{"FechaDesde", aDate, ">=", func(f documento.Filtro) types.AttributeValue { return unlessNever(f.FechaDesde) }},
	{"FechaHasta", aDate, "<", func(f documento.Filtro) types.AttributeValue { return unlessNever(f.FechaHasta) }},
	{"Certificado", aCertificado, "=", func(f documento.Filtro) types.AttributeValue { return unlessNil(f.Certificado) }},
	{"Emisor", aEmisorID, "=", func(f documento.Filtro) types.AttributeValue { return unlessEmpty(f.Emisor) }},
}

// conditionsHere are the fields that the program looks at, with documento.Criba: the service has no
// words for them, and charges the same for rows that it keeps back.
var conditionsHere = []string{"Tipos", "Texto"}

// unlessNever rounds up to the milliseconds of rows.
func unlessNever(t time.Time) types.AttributeValue {
	if t.IsZero() {
		return nil
	}
	return text(t.Add(time.Millisecond - 1).UTC().Truncate(time.Millisecond).Format(formatMs))
}

func unlessNil(b *bool) types.AttributeValue {
	if b == nil {
		return nil
	}
	return boolean(*b)
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
