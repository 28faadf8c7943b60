package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Client lets tests look behind the port.
func (s *Store) Client() *dynamodb.Client { return s.client }

// Table is a table's whole name.
func (s *Store) Table(name string) *string { return aws.String(s.cfg.Prefix + name) }

// DropTables removes everything.
func (s *Store) DropTables(ctx context.Context) error {
	var errs []error
	for _, d := range s.tables() {
		_, err := s.client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(d.name)})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// SpecWithout is how an earlier version made a table: without an index.
func SpecWithout(s *Store, table, without string) *dynamodb.CreateTableInput {
	for _, d := range s.tables() {
		if d.name != table {
			continue
		}
		only := *d.Table
		only.Indexes = slices.DeleteFunc(slices.Clone(d.Indexes), func(i records.Index) bool { return i.Name == without })
		d.Table = &only
		return d.createInput()
	}
	return nil
}

// MaxProjected is how many attributes the indexes of a table may name.
const MaxProjected = maxProjected

// Lots writes events, by nothing but their ids, together with those of others.
func Lots(write func(ctx context.Context, ids []string) error) func(ctx context.Context, id string) error {
	l := &lots{write: func(ctx context.Context, is []records.Item) error {
		ids := make([]string, len(is))
		for n, i := range is {
			ids[n] = i["clave"].Text
		}
		return write(ctx, ids)
	}}
	return func(ctx context.Context, id string) error {
		return l.put(ctx, map[records.Key]records.Item{{Sort: id}: {"clave": records.Text(id)}})
	}
}
