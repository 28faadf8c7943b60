package dynamostore

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// engine is DynamoDB as the rules use it: events of the trail share calls, and for a seed nobody waits.
type engine struct {
	*dynamo.DB
	patient *dynamo.DB // each of its calls may take long: a busy emulator does
	lots    lots
}

// fewEvents go together with those of others; more of them have calls of their own.
const fewEvents = 25

// PutMany implements records.DB.
func (e *engine) PutMany(ctx context.Context, t *records.Table, is []records.Item) error {
	switch {
	case t != rules.Eventos:
		return e.patient.PutMany(ctx, t, is)
	case len(is) >= fewEvents:
		return e.DB.PutMany(ctx, t, is)
	}
	byKey := make(map[records.Key]records.Item, len(is))
	for _, i := range is {
		byKey[t.KeyOf(i)] = i
	}
	return e.lots.put(ctx, byKey)
}
