package dynamostore

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Cliente lets tests look behind the port.
func (s *Store) Cliente() *dynamodb.Client { return s.db }

// Tabla is a table's whole name.
func (s *Store) Tabla(nombre string) *string { return s.tabla(nombre) }

// BorrarTablas removes everything.
func (s *Store) BorrarTablas(ctx context.Context) error {
	var errs []error
	for _, d := range s.tablas() {
		_, err := s.db.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(d.nombre)})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// DefinicionSin is how an earlier version made a table: without an index.
func DefinicionSin(s *Store, tabla, sin string) *dynamodb.CreateTableInput {
	for _, d := range s.tablas() {
		if d.nombre != tabla {
			continue
		}
		i := slices.IndexFunc(d.indices, func(i indice) bool { return i.nombre == sin })
		d.indices = slices.Delete(d.indices, i, i+1)
		return d.creacion()
	}
	return nil
}

// FilterConditions are the fields of documento.Filtro that a query knows, with their attributes.
func FilterConditions() iter.Seq2[string, string] {
	return func(yield func(field, attribute string) bool) {
		for _, c := range conditions {
			if !yield(c.field, c.attribute) {
				return
			}
		}
	}
}

// RowAttributes are what the indexes carry besides the keys.
func RowAttributes() []string { return atributosFila }
