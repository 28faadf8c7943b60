package dynamostore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// indexWait bounds the wait for an index that is filled from a table in use.
const (
	indexWait = 30 * time.Minute
	lookAgain = 400 * time.Millisecond // within it, at an index that somebody else makes
)

// withIndexes waits for a table, adds the indexes that it lacks, one at a time as
// the service wants it, and describes the result. Nothing is added to a table that
// differs in anything else: it may not be ours.
func (s *Store) withIndexes(ctx context.Context, d table) (*types.TableDescription, error) {
	ctx, cancel := context.WithTimeout(ctx, indexWait)
	defer cancel()
	for {
		t, err := s.waitActive(ctx, d.name)
		if err != nil {
			return nil, err
		}
		missing, found := d.missingIndex(t)
		if !found {
			return t, nil
		}
		if err := s.addIndex(ctx, d, missing); err != nil {
			return nil, err
		}
	}
}

// waitActive waits until a table and every index of it can be used.
func (s *Store) waitActive(ctx context.Context, name string) (*types.TableDescription, error) {
	waiter := dynamodb.NewTableExistsWaiter(s.patient, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = 100*time.Millisecond, 3*time.Second
	})
	for {
		out, err := waiter.WaitForOutput(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)}, tableWait)
		if err != nil {
			return nil, err
		}
		n := slices.IndexFunc(out.Table.GlobalSecondaryIndexes, func(g types.GlobalSecondaryIndexDescription) bool {
			return g.IndexStatus == types.IndexStatusCreating
		})
		if n < 0 {
			return out.Table, nil
		}
		if err := service.Pause(ctx, time.Duration(s.cfg.Rand()*float64(lookAgain))); err != nil {
			return nil, fmt.Errorf("index %s is still being filled, which goes on by itself and takes hours for a large table: run `carpeta bootstrap` again later: %w",
				aws.ToString(out.Table.GlobalSecondaryIndexes[n].IndexName), err)
		}
	}
}

// missingIndex is an index that the table lacks, if that is all that is wrong with it.
func (d table) missingIndex(t *types.TableDescription) (first records.Index, found bool) {
	missing := slices.DeleteFunc(slices.Clone(d.Indexes), func(i records.Index) bool { return hasIndex(t, i) })
	if len(missing) == 0 || len(differences(d, t)) > len(missing) {
		return records.Index{}, false
	}
	return missing[0], true
}

func (s *Store) addIndex(ctx context.Context, d table, i records.Index) error {
	_, err := s.patient.UpdateTable(ctx, &dynamodb.UpdateTableInput{
		TableName: aws.String(d.name), AttributeDefinitions: d.attributes(),
		GlobalSecondaryIndexUpdates: []types.GlobalSecondaryIndexUpdate{{Create: &types.CreateGlobalSecondaryIndexAction{
			IndexName: aws.String(i.Name), KeySchema: schema(keysOf(i)), Projection: projection(i),
		}}},
	})
	if err == nil {
		return nil
	}
	// Another process may be at it, which the service reports as a bad call: look
	// again before believing it.
	var inUse *types.ResourceInUseException
	var tooMany *types.LimitExceededException
	if t, look := s.waitActive(ctx, d.name); look == nil && hasIndex(t, i) {
		return nil
	}
	if errors.As(err, &inUse) || errors.As(err, &tooMany) {
		return service.Pause(ctx, time.Duration(s.cfg.Rand()*float64(lookAgain)))
	}
	return err
}
