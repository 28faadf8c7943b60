package dynamostore

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// run is what a query found: its rows, in order.
type run[T any] struct {
	rows    []T
	next    item // where the next query goes on; nil at the end
	scanned int  // rows that were looked at
}

// getItem reads an item; nil if there is none.
func (s *Store) getItem(ctx context.Context, in *dynamodb.GetItemInput) (i item, err error) {
	if !s.direct.rests() {
		if body, usual := bodyOfGet(in); usual {
			err := s.direct.read(ctx, s.cfg.Observe, "GetItem", body, func(a answerReader, name []byte) (err error) {
				if string(name) != "Item" {
					return a.skip()
				}
				i, err = a.item()
				return err
			})
			if err == nil {
				return i, nil
			}
		}
	}
	out, err := s.db.GetItem(ctx, in)
	if err != nil {
		return nil, err
	}
	return out.Item, nil
}

// query reads a run of items.
func (s *Store) query(ctx context.Context, in *dynamodb.QueryInput) (run[item], error) {
	if r, ok := queryDirectly(ctx, s, in, wholeItem); ok {
		return r, nil
	}
	return s.queryBySDK(ctx, in)
}

func wholeItem(a answerReader) (i item, kept bool, err error) {
	i, err = a.item()
	return i, true, err
}

// queryRows reads a run of a list's rows, straight into the domain's type. Its error has its code.
func (s *Store) queryRows(ctx context.Context, in *dynamodb.QueryInput) (run[documento.Fila], error) {
	var row rowReader
	if r, ok := queryDirectly(ctx, s, in, row.read); ok {
		return r, nil
	}
	out, err := s.queryBySDK(ctx, in)
	if err != nil {
		return run[documento.Fila]{}, classify(err)
	}
	rows, err := convert(slices.DeleteFunc(out.rows, inBin), rowOf)
	return run[documento.Fila]{rows: rows, next: out.next, scanned: out.scanned}, err
}

func (s *Store) queryBySDK(ctx context.Context, in *dynamodb.QueryInput) (run[item], error) {
	out, err := s.db.Query(ctx, in)
	if err != nil {
		return run[item]{}, err
	}
	return run[item]{rows: out.Items, next: out.LastEvaluatedKey, scanned: int(out.ScannedCount)}, nil
}

// queryDirectly is a query by direct; false if the SDK has to make it.
func queryDirectly[T any](ctx context.Context, s *Store, in *dynamodb.QueryInput, row func(answerReader) (t T, kept bool, err error)) (r run[T], ok bool) {
	if s.direct.rests() {
		return r, false
	}
	body, usual := bodyOfQuery(in)
	if !usual {
		return r, false
	}
	err := s.direct.read(ctx, s.cfg.Observe, "Query", body, func(a answerReader, name []byte) (err error) {
		switch string(name) {
		case "Items":
			return a.list(func() error {
				t, kept, err := row(a)
				if kept {
					r.rows = append(r.rows, t)
				}
				return err
			})
		case "LastEvaluatedKey":
			r.next, err = a.item()
		case "ScannedCount":
			r.scanned, err = a.count()
		default:
			err = a.skip()
		}
		return err
	})
	return r, err == nil
}
