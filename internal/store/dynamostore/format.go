package dynamostore

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Format is the newest form of the items that this program knows. The tables say which one they have, in an
// item of their own: bootstrap writes it into tables that say nothing. A program that knows two forms goes on
// writing the one that the tables have, so that versions can run side by side; to raise the number is a step
// of its own, after the last process of the old version has ended (ADR 0037).
const Format = 3

// The forms: tables have the second one if the index of an operador's deletions was ever divided into parts, which
// builds of 0.2.0 could do. They are served once every index is put together (undivided.go). From the third on
// documents may be in the bin: processes that do not know it would count them wrong, and refuse these tables.
const (
	formatFirst   = 1
	formatDivided = 2
	formatBin     = 3
)

const (
	formatName = "formato"
	aFormat    = "formato"
)

func formatKey() item { return carpetaKey(internalPrefix + formatName) }

// ErrNewer says that a newer version of this program wrote the tables.
var ErrNewer = errors.New("the data are of a newer version")

// known refuses tables of a newer form. Those that say nothing have the first one.
func (s *Store) known(ctx context.Context) error {
	i, err := s.read(ctx, s.table(tableCarpeta), formatKey())
	if errors.Is(err, fault.NotFound) {
		s.format.Store(formatFirst)
		return nil
	}
	if err != nil {
		return err
	}
	l := reader{item: i}
	n := l.integer(aFormat)
	if l.err != nil {
		return l.err
	}
	if n > Format {
		return fault.Wrap(fault.Unavailable, fmt.Errorf("%w: the tables have format %d, this program knows up to %d. Nothing was changed. "+
			"Start the newer version of carpeta that wrote it; there is no way back without a restore of the tables from before the upgrade", ErrNewer, n, Format))
	}
	s.format.Store(n)
	if n == formatDivided {
		return s.undivided(ctx)
	}
	return nil
}

// knownIfThere is known before there need be tables.
func (s *Store) knownIfThere(ctx context.Context) error {
	_, err := s.patient.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: s.table(tableCarpeta)})
	if isMissingTable(err) {
		return nil
	}
	if err != nil {
		return classify(err)
	}
	return s.known(ctx)
}

// RaiseFormat lets the tables have the newest form. It is for after the last process of the version before has ended:
// one that starts later refuses them.
func (s *Store) RaiseFormat(ctx context.Context) error {
	ctx = withOperation(ctx, "Bootstrap")
	if err := s.known(ctx); err != nil {
		return err
	}
	i := formatKey()
	i[aFormat] = number(Format)
	if _, err := s.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: s.table(tableCarpeta), Item: i}); err != nil {
		return classify(err)
	}
	return s.known(ctx)
}

// sayFormat writes the form into tables that say nothing. Those in which no carpeta was ever opened have the newest one:
// nobody of before serves them.
func (s *Store) sayFormat(ctx context.Context) error {
	form := formatFirst
	operadores, err := s.readRegistry(ctx, s.table(tableCarpeta), carpetaKey(censo))
	if err != nil {
		return err
	}
	if len(operadores) == 0 {
		form = Format
	}
	i := formatKey()
	i[aFormat] = number(form)
	_, err = s.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: s.table(tableCarpeta), Item: i,
		ConditionExpression: aws.String("attribute_not_exists(#formato)"), ExpressionAttributeNames: names(aFormat),
	})
	if isConditionFailed(err) {
		return nil
	}
	return classify(err)
}
