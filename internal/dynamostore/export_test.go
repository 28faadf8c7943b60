package dynamostore

import (
	"context"
	"errors"

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
