package dynamostore

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// Format is the newest form of the items that this program knows. The tables say which one they have, in an
// item of their own: bootstrap writes it into tables that say nothing. A program that knows two forms goes on
// writing the one that the tables have, so that versions can run side by side; to raise the number is a step
// of its own, after the last process of the old version has ended (ADR 0037).
const Format = 3

// formatFirst is the form of tables that say nothing. From the third one on documents may be in the bin: processes that do
// not know it would count them wrong, and refuse these tables.
const (
	formatFirst = 1
	formatBin   = 3
)

const aFormat = "formato"

var formatKey = rules.Internal("formato")

// ErrNewer says that a newer version of this program wrote the tables.
var ErrNewer = errors.New("the data are of a newer version")

// known refuses tables of a newer form. Those that say nothing have the first one.
func (s *Store) known(ctx context.Context) error {
	var i records.Item
	found, err := s.engine.Read(ctx, rules.Carpetas, formatKey, records.Consistent, records.Into(&i))
	if err != nil {
		return err
	}
	l := records.Fields{Item: i}
	n := l.Number(aFormat)
	switch {
	case l.Err != nil:
		return l.Err
	case !found:
		n = formatFirst
	case n > Format:
		return fault.Wrap(fault.Unavailable, fmt.Errorf("%w: the tables have format %d, this program knows up to %d. Nothing was changed. "+
			"Start the newer version of carpeta that wrote it; there is no way back without a restore of the tables from before the upgrade", ErrNewer, n, Format))
	}
	s.format.Store(n)
	return nil
}

// knownIfThere is known before there need be tables.
func (s *Store) knownIfThere(ctx context.Context) error {
	_, err := s.patient.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(s.cfg.Prefix + rules.Carpetas.Name)})
	if dynamo.IsMissingTable(err) {
		return nil
	}
	if err != nil {
		return dynamo.Classify(err)
	}
	return s.known(ctx)
}

// RaiseFormat lets the tables have the newest form. It is for after the last process of the version before has ended:
// one that starts later refuses them.
func (s *Store) RaiseFormat(ctx context.Context) error {
	ctx = records.WithOperation(ctx, "Bootstrap")
	if err := s.known(ctx); err != nil {
		return err
	}
	if err := s.engine.Write(ctx, []records.Part{records.Put(rules.Carpetas, formatItem(Format))}, nil); err != nil {
		return err
	}
	return s.known(ctx)
}

// sayFormat writes the form into tables that say nothing. Those in which no carpeta was ever opened have the newest one:
// nobody of before serves them.
func (s *Store) sayFormat(ctx context.Context) error {
	form := formatFirst
	operadores, err := s.OperadoresConCarpetas(ctx)
	if err != nil {
		return err
	}
	if len(operadores) == 0 {
		form = Format
	}
	err = s.engine.Write(ctx, []records.Part{records.Put(rules.Carpetas, formatItem(form)).When(records.Absent(aFormat))}, nil)
	if records.RefusalsOf(err).Any() {
		return nil
	}
	return err
}

func formatItem(n int) records.Item {
	return rules.Carpetas.Keyed(formatKey).With(aFormat, records.Number(n))
}
