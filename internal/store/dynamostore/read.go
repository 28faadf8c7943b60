package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxBatch is how many keys BatchGetItem takes.
const maxBatch = 100

// maxRounds bounds the rounds for keys that the service left over without
// reading any of them.
const maxRounds = 10

// read reads one item, strongly consistent; NOT_FOUND when absent.
func (s *Store) read(ctx context.Context, table *string, key item) (item, error) {
	if emptyKey(key) {
		return nil, notFound()
	}
	i, err := s.getItem(ctx, &dynamodb.GetItemInput{TableName: table, Key: key, ConsistentRead: aws.Bool(true)})
	if err != nil {
		return nil, classify(err)
	}
	if len(i) == 0 {
		return nil, notFound()
	}
	return i, nil
}

// readBatch reads items by their keys, which must differ. Strongly consistent: a
// client that was just told of a change asks for it again.
func (s *Store) readBatch(ctx context.Context, table *string, keys []item) ([]item, error) {
	all := make([]item, 0, len(keys))
	for batch := range slices.Chunk(keys, maxBatch) {
		is, err := s.readKeys(ctx, *table, batch)
		if err != nil {
			return nil, err
		}
		all = append(all, is...)
	}
	return all, nil
}

// readKeys asks again for the keys that an answer leaves over: 100 items are never 16 MB here, so the table was
// asked too much, and each round waits longer.
func (s *Store) readKeys(ctx context.Context, table string, keys []item) ([]item, error) {
	var items []item
	for round, inVain := 1, 0; len(keys) > 0; round++ {
		out, err := s.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{
			table: {Keys: keys, ConsistentRead: aws.Bool(true)},
		}})
		if err != nil {
			return nil, classify(err)
		}
		items = append(items, out.Responses[table]...)
		left := out.UnprocessedKeys[table].Keys
		if len(left) < len(keys) {
			inVain = 0
		} else if inVain++; inVain > maxRounds {
			return nil, fault.Wrap(fault.Unavailable, errors.New("BatchGetItem keeps leaving all keys over"))
		}
		if keys = left; len(keys) == 0 {
			break
		}
		s.cfg.Throttled(operationOf(ctx))
		if s.pause(ctx, round) != nil {
			return nil, classify(ctx.Err())
		}
	}
	return items, nil
}

// uniqueKeys makes the keys of a batch: the service refuses a key given twice, and one without an id.
func uniqueKeys[K comparable](ks []K, key func(K) item) []item {
	seen := make(map[K]bool, len(ks))
	is := make([]item, 0, len(ks))
	for _, k := range ks {
		i := key(k)
		if !seen[k] && !emptyKey(i) {
			seen[k] = true
			is = append(is, i)
		}
	}
	return is
}

// emptyKey reports a key that names nothing: the service refuses it instead.
func emptyKey(key item) bool {
	for _, v := range key {
		if s, ok := v.(*types.AttributeValueMemberS); ok && s.Value == "" {
			return true
		}
	}
	return false
}

// convert decodes items; one that cannot be read fails them all.
func convert[T any](is []item, from func(item) (T, error)) ([]T, error) {
	ts := make([]T, 0, len(is))
	for _, i := range is {
		t, err := from(i)
		if err != nil {
			return nil, err
		}
		ts = append(ts, t)
	}
	return ts, nil
}
