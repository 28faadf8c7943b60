package dynamostore

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/format"
)

// Format is the form of the items that this program reads and writes. The tables say which one they have, in an item of
// their own, which bootstrap writes. A program that knows two forms goes on writing the one that the tables have, so that
// versions can run side by side; to raise the number is a step of its own, after the last process of the old version has
// ended (ADR 0037).
const Format = 4

const (
	formatName = "formato"
	aFormat    = "formato"
)

func formatKey() item { return carpetaKey(internalPrefix + formatName) }

// known refuses tables of another form, and those that do not say theirs.
func (s *Store) known(ctx context.Context) error {
	i, err := s.read(ctx, s.table(tableCarpeta), formatKey())
	if errors.Is(err, fault.NotFound) {
		return fault.Wrap(fault.Unavailable, errors.New("the tables do not say their format: run carpeta bootstrap"))
	}
	if err != nil {
		return err
	}
	l := reader{item: i}
	n := l.integer(aFormat)
	if l.err != nil {
		return l.err
	}
	if err := format.Check(int(n), Format); err != nil {
		return fault.Wrap(fault.Unavailable, err)
	}
	return nil
}

// knownIfSaid is known of tables that say their form. There need be none yet.
func (s *Store) knownIfSaid(ctx context.Context) error {
	_, err := s.patient.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: s.table(tableCarpeta)})
	if isMissingTable(err) {
		return nil
	}
	if err != nil {
		return classify(err)
	}
	if _, err := s.read(ctx, s.table(tableCarpeta), formatKey()); errors.Is(err, fault.NotFound) {
		return nil
	}
	return s.known(ctx)
}

// sayFormat writes the form into tables that say nothing.
func (s *Store) sayFormat(ctx context.Context) error {
	i := formatKey()
	i[aFormat] = number(Format)
	_, err := s.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: s.table(tableCarpeta), Item: i,
		ConditionExpression: aws.String("attribute_not_exists(#formato)"), ExpressionAttributeNames: names(aFormat),
	})
	if isConditionFailed(err) {
		return nil
	}
	return classify(err)
}
