package dynamostore

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/format"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// Format is the form of the items that this program reads and writes. The tables say which one they have, in an item of
// their own, which bootstrap writes. A program that knows two forms goes on writing the one that the tables have, so that
// versions can run side by side; to raise the number is a step of its own, after the last process of the old version has
// ended (ADR 0037).
const Format = 5

const aFormat = "formato"

var formatKey = rules.Internal("formato")

// said is the form that the tables say.
func (s *Store) said(ctx context.Context) (n int64, found bool, err error) {
	var i records.Item
	found, err = s.engine.Read(ctx, rules.Carpetas, formatKey, records.Consistent, records.Into(&i))
	l := records.Fields{Item: i}
	n = l.Number(aFormat)
	return n, found, errors.Join(err, l.Err)
}

// known refuses tables of another form, and those that do not say theirs.
func (s *Store) known(ctx context.Context) error {
	n, found, err := s.said(ctx)
	if err != nil {
		return err
	}
	if !found {
		return fault.Wrap(fault.Unavailable, errors.New("the tables do not say their format: run carpeta bootstrap"))
	}
	if err := format.Check(int(n), Format); err != nil {
		return fault.Wrap(fault.Unavailable, err)
	}
	return nil
}

// knownIfSaid is known of tables that say their form. There need be none yet.
func (s *Store) knownIfSaid(ctx context.Context) error {
	_, err := s.patient.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(s.cfg.Prefix + rules.Carpetas.Name)})
	if dynamo.IsMissingTable(err) {
		return nil
	}
	if err != nil {
		return dynamo.Classify(err)
	}
	if _, found, err := s.said(ctx); err != nil || !found {
		return err
	}
	return s.known(ctx)
}

// sayFormat writes the form into tables that say nothing.
func (s *Store) sayFormat(ctx context.Context) error {
	i := rules.Carpetas.Keyed(formatKey).With(aFormat, records.Number(Format))
	err := s.engine.Write(ctx, []records.Part{records.Put(rules.Carpetas, i).When(records.Absent(aFormat))}, nil)
	if records.RefusalsOf(err).Any() {
		return nil
	}
	return err
}
