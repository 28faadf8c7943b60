package dynamostore

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
)

// The item of the outbox table that says into how many parts the indexes of operadores are divided. It is not
// the registry: every process reads it every two minutes, so it has only those that are divided, and costs half a unit.
const (
	divisions  = "particiones"
	aDivisions = "particiones" // operadorId → division, as JSON
)

// aPart is the part of the indexes by operador where an item is; absent in the first one, whose keys are as ever.
const aPart = "parte"

// divided is a process's knowledge of the divisions.
type divided struct {
	asking batch.Shared[map[string]eliminacion.Particion] // one reading at a time
	mu     sync.Mutex                                     // never held over a reading
	read   time.Time
	known  map[string]eliminacion.Particion
	rest   eliminacion.Particion // of those that were never divided
}

// division is that of one operador, by knowledge that is young enough to read and write by.
func (s *Store) division(ctx context.Context, operadorID string) (eliminacion.Particion, error) {
	known := s.divided.young(s.cfg.Clock())
	if known == nil {
		var err error
		if known, err = s.learnDivisions(ctx); err != nil {
			return eliminacion.Particion{}, err
		}
	}
	if p, ok := known[operadorID]; ok {
		return p, nil
	}
	return s.divided.rest, nil
}

// learnDivisions has them read, once for all who ask meanwhile.
func (s *Store) learnDivisions(ctx context.Context) (map[string]eliminacion.Particion, error) {
	return s.divided.asking.Do(ctx, divisions, func(ctx context.Context) (map[string]eliminacion.Particion, error) {
		now := s.cfg.Clock()
		if known := s.divided.young(now); known != nil {
			return known, nil
		}
		known, _, err := s.divisions(ctx, false)
		if err == nil {
			s.divided.learn(known, now)
			if s.cfg.Divided != nil {
				s.cfg.Divided(known)
			}
		}
		return known, err
	})
}

// young is the knowledge while it is young enough, and nil afterwards.
func (d *divided) young(now time.Time) map[string]eliminacion.Particion {
	d.mu.Lock()
	defer d.mu.Unlock()
	if age := now.Sub(d.read); age < 0 || age >= eliminacion.EdadParticion {
		return nil
	}
	return d.known
}

func (d *divided) learn(known map[string]eliminacion.Particion, asOf time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known, d.read = known, asOf
}

// divisions reads those of all operadores, and the item's version.
func (s *Store) divisions(ctx context.Context, consistent bool) (map[string]eliminacion.Particion, int64, error) {
	in := &dynamodb.GetItemInput{TableName: s.table(tableOutbox), Key: eventoKey(divisions)}
	if consistent {
		in.ConsistentRead = aws.Bool(true)
	}
	i, err := s.getItem(withOperation(ctx, "Particiones"), in)
	if err != nil {
		return nil, 0, classify(err)
	}
	l, all := reader{item: i}, map[string]eliminacion.Particion{}
	version, data := l.integer(aToken), l.text(aDivisions)
	if data != "" && l.err == nil {
		l.err = json.Unmarshal([]byte(data), &all)
	}
	return all, version, l.err
}

// partKey is the key of a part of an index; the first one has the plain key, as items of before.
func partKey(key string, part int) string {
	if part == 0 {
		return key
	}
	return key + "#" + strconv.Itoa(part)
}

// wholeKey is the plain key.
func wholeKey(key string, part int64) string {
	return strings.TrimSuffix(key, "#"+strconv.FormatInt(part, 10))
}

// place puts a saga's item into its part of the indexes by operador.
func (s *Store) place(ctx context.Context, i item, e eliminacion.Eliminacion) (item, error) {
	d, err := s.division(ctx, e.OperadorID)
	if err != nil {
		return nil, err
	}
	if part := d.Parte(e.EventoID, s.cfg.Clock()); part > 0 {
		i[aOperadorID], i[aPart] = text(partKey(e.OperadorID, part)), number(part)
		i[aClaveOper] = text(partKey(operadorKey(e.OperadorID, e.Estado), part))
	}
	return i, nil
}

// replace has an update that makes something due put it into its part: what stayed where it was would be left behind
// when the parts become fewer. While an operador was never divided it changes nothing.
func (s *Store) replace(ctx context.Context, u *types.Update, operadorID, eventoID string) error {
	d, err := s.division(ctx, operadorID)
	if err != nil || d.Tope <= 1 {
		return err
	}
	movePart(u, operadorID, d.Parte(eventoID, s.cfg.Clock()))
	return nil
}

func movePart(u *types.Update, operadorID string, part int) {
	u.UpdateExpression = aws.String("SET #operadorId = :part, #parte = :number, " + strings.TrimPrefix(*u.UpdateExpression, "SET "))
	u.ExpressionAttributeNames["#"+aOperadorID], u.ExpressionAttributeNames["#"+aPart] = aOperadorID, aPart
	u.ExpressionAttributeValues[":part"], u.ExpressionAttributeValues[":number"] = text(partKey(operadorID, part)), number(part)
}

// eachPart reads every part of an index, several at a time.
func eachPart[T any](ctx context.Context, parts int, read func(ctx context.Context, part int) ([]T, error)) ([][]T, error) {
	found := make([][]T, parts)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(partsAtOnce)
	for part := range found {
		g.Go(func() (err error) {
			found[part], err = read(ctx, part)
			return err
		})
	}
	return found, g.Wait()
}

// partsAtOnce bounds the parts that one look reads at a time.
const partsAtOnce = 8
