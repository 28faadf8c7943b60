package dynamostore

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Copy writes items of a table as they are, but for those that are there, and reads back what it wrote. It tells how many it
// wrote. Nobody waits for one of its calls, so each may take long.
func (s *Store) Copy(ctx context.Context, t *records.Table, is []records.Item) (written int, err error) {
	ctx = records.WithOperation(ctx, "Trasladar")
	missing, err := s.differ(ctx, t, is)
	if err == nil {
		err = s.engine.patient.PutMany(ctx, t, missing)
	}
	if err != nil {
		return 0, err
	}
	left, err := s.differ(ctx, t, missing)
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("%s %q was written, and what is read is not the same: run the migration again, and report it if it stays so", t.Name, t.KeyOf(left[0]))
	}
	return len(missing), err
}

// differ are the items that a table does not have as they are.
func (s *Store) differ(ctx context.Context, t *records.Table, is []records.Item) ([]records.Item, error) {
	keys := make([]records.Key, len(is))
	for n, i := range is {
		keys[n] = t.KeyOf(i)
	}
	there := make(map[records.Key]records.Item, len(is))
	err := s.engine.patient.ReadMany(ctx, t, keys, func(src records.Source) error {
		i, err := records.ItemOf(src)
		there[t.KeyOf(i)] = i
		return err
	})
	return slices.DeleteFunc(slices.Clone(is), func(i records.Item) bool { return reflect.DeepEqual(i, there[t.KeyOf(i)]) }), err
}
