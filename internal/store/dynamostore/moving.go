package dynamostore

import (
	"context"
	"fmt"
	"reflect"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Copy writes items of a table as they are, reads them back and compares. Nobody waits for one of its calls, so each may
// take long.
func (s *Store) Copy(ctx context.Context, t *records.Table, is []records.Item) error {
	ctx = records.WithOperation(ctx, "Trasladar")
	if err := s.engine.patient.PutMany(ctx, t, is); err != nil {
		return err
	}
	keys, there := make([]records.Key, len(is)), make(map[records.Key]records.Item, len(is))
	for n, i := range is {
		keys[n] = t.KeyOf(i)
	}
	err := s.engine.patient.ReadMany(ctx, t, keys, func(src records.Source) error {
		i, err := records.ItemOf(src)
		there[t.KeyOf(i)] = i
		return err
	})
	for n, i := range is {
		if err == nil && !reflect.DeepEqual(i, there[keys[n]]) {
			err = fmt.Errorf("%s %q was written, and what is read is not the same: run the migration again, and report it if it stays so", t.Name, keys[n])
		}
	}
	return err
}
