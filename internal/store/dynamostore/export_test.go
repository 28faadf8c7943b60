package dynamostore

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Client lets tests look behind the port.
func (s *Store) Client() *dynamodb.Client { return s.db }

// ReadsDirectly reports whether the SDK makes only what is unusual.
func (s *Store) ReadsDirectly() bool { return s.direct != nil }

// Wake ends the rest of direct reads.
func (s *Store) Wake() { s.direct.resting.Store(0) }

// Table is a table's whole name.
func (s *Store) Table(name string) *string { return s.table(name) }

// Note writes a change of a document down.
func (s *Store) Note(ctx context.Context, n documento.Novedad) error {
	return s.transact(ctx, s.cfg.NewToken(), s.novedad(n))
}

// LimitLooks makes the bound of a list's work smaller.
func (s *Store) LimitLooks(n int) { s.maxLooks = n }

// Hecho writes an event in a transaction.
func (s *Store) Hecho(ctx context.Context, e auditoria.Evento) error {
	part, err := s.hecho(ctx, e)
	if err != nil {
		return err
	}
	return s.transact(ctx, s.cfg.NewToken(), part)
}

// KeyOf is where an event is.
func (s *Store) KeyOf(e auditoria.Evento) item { return eventoAuditoriaKey(e) }

// DropTables removes everything.
func (s *Store) DropTables(ctx context.Context) error {
	var errs []error
	for _, d := range s.tables() {
		_, err := s.db.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(d.name)})
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
		d.indexes = slices.DeleteFunc(d.indexes, func(i index) bool { return i.name == without })
		return d.createInput()
	}
	return nil
}

// MaxProjected is how many attributes the indexes of a table may name.
const MaxProjected = maxProjected

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

// ConditionsHere are the fields that the program looks at itself.
var ConditionsHere = conditionsHere

// RowAttributes are what the indexes carry besides the keys.
func RowAttributes() []string { return rowAttributes }

// Lots writes events, by nothing but their ids, together with those of others.
func Lots(write func(ctx context.Context, ids []string) error) func(ctx context.Context, id string) error {
	l := &lots{write: func(ctx context.Context, is []item) error {
		ids := make([]string, len(is))
		for n, i := range is {
			ids[n] = (&reader{item: i}).text(aSort)
		}
		return write(ctx, ids)
	}}
	return func(ctx context.Context, id string) error { return l.put(ctx, map[string]item{id: {aSort: text(id)}}) }
}
