package dynamostore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
)

// tableWait bounds the wait for a table and its indexes to become active.
const tableWait = 3 * time.Minute

// Bootstrap creates missing tables and indexes, waits until they can be used, and turns expiry
// on. Calling it again, or twice at once, changes nothing. An index that a table of
// an earlier version lacks is added. A table that exists with other keys, or with
// an index of other keys, or of another format, is left alone and described in the error.
func (s *Store) Bootstrap(ctx context.Context) error {
	ctx = records.WithOperation(ctx, "Bootstrap")
	if err := s.knownIfSaid(ctx); err != nil {
		return err
	}
	for _, d := range s.tables() { // creation takes a while: start all, then wait
		if err := s.create(ctx, d); err != nil {
			return err
		}
	}
	var errs []error
	for _, d := range s.tables() {
		errs = append(errs, s.verify(ctx, d))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return errors.Join(s.sayFormat(ctx), s.known(ctx))
}

func (s *Store) create(ctx context.Context, d table) error {
	var exists *types.ResourceInUseException
	if _, err := s.patient.CreateTable(ctx, d.createInput()); err != nil && !errors.As(err, &exists) {
		return fmt.Errorf("table %s: %w", d.name, dynamo.Classify(err))
	}
	return nil
}

func (d table) createInput() *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName: aws.String(d.name), BillingMode: types.BillingModePayPerRequest,
		KeySchema: schema(d.keys()), AttributeDefinitions: d.attributes(),
	}
	for _, i := range d.Indexes {
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
			IndexName: aws.String(i.Name), KeySchema: schema(keysOf(i)), Projection: projection(i),
		})
	}
	return in
}

// attributes are all keys of table and indexes, each once.
func (d table) attributes() (as []types.AttributeDefinition) {
	seen := map[string]bool{}
	add := func(keys []string) {
		for _, c := range keys {
			if !seen[c] {
				seen[c] = true
				as = append(as, types.AttributeDefinition{AttributeName: aws.String(c), AttributeType: types.ScalarAttributeTypeS})
			}
		}
	}
	add(d.keys())
	for _, i := range d.Indexes {
		add(keysOf(i))
	}
	return as
}

func (s *Store) verify(ctx context.Context, d table) error {
	table, err := s.withIndexes(ctx, d)
	if err != nil {
		return fmt.Errorf("table %s: %w", d.name, dynamo.Classify(err))
	}
	if diffs := differences(d, table); len(diffs) > 0 {
		return fault.Wrap(fault.Unavailable, fmt.Errorf("table %s is not as needed: %w", d.name, errors.Join(diffs...)))
	}
	if d.Expires == "" {
		return nil
	}
	return s.enableTTL(ctx, d)
}

// enableTTL turns expiry on, unless it is. Somebody else may do so at the same
// moment, which the service reports as a bad call: look again before believing it.
func (s *Store) enableTTL(ctx context.Context, d table) error {
	if already, err := s.hasTTL(ctx, d); already || err != nil {
		return err
	}
	_, err := s.patient.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName:               aws.String(d.name),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String(d.Expires), Enabled: aws.Bool(true)},
	})
	if err == nil {
		return nil
	}
	if already, _ := s.hasTTL(ctx, d); already {
		return nil
	}
	return fmt.Errorf("table %s: expiry: %w", d.name, dynamo.Classify(err))
}

// hasTTL reports whether a table expires by our attribute.
func (s *Store) hasTTL(ctx context.Context, t table) (bool, error) {
	out, err := s.patient.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: aws.String(t.name)})
	if err != nil {
		return false, fmt.Errorf("table %s: %w", t.name, dynamo.Classify(err))
	}
	d := out.TimeToLiveDescription
	if d == nil || (d.TimeToLiveStatus != types.TimeToLiveStatusEnabled && d.TimeToLiveStatus != types.TimeToLiveStatusEnabling) {
		return false, nil
	}
	if a := aws.ToString(d.AttributeName); a != t.Expires {
		return false, fault.Wrap(fault.Unavailable, fmt.Errorf("table %s expires by %q, needs %q", t.name, a, t.Expires))
	}
	return true, nil
}

// Ready returns nil if every table and index is there and active, and this program knows their format.
func (s *Store) Ready(ctx context.Context) error {
	ctx = records.WithOperation(ctx, "Ready")
	for _, d := range s.tables() {
		out, err := s.client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(d.name)})
		if err != nil {
			return fmt.Errorf("table %s: %w", d.name, dynamo.Classify(err))
		}
		if diffs := differences(d, out.Table); len(diffs) > 0 {
			return fault.Wrap(fault.Unavailable, fmt.Errorf("table %s is not ready: %w", d.name, errors.Join(diffs...)))
		}
	}
	return s.known(ctx)
}
