package dynamostore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The table ActaSello has a partition for each operador: its seals by time and number, and the
// numbers of late events by their ids. Its items never expire.
const (
	actaPrefix     = "a#"
	rezagadoPrefix = "r#"
	afterActas     = "a$" // sorts behind every acta

	aEventos = "eventos" // ids, 16 bytes each
	aFirst   = "primera"
	aOfLate  = "numero"
)

// actaSort sorts by number, and as well by time.
func actaSort(until time.Time, first int64) string {
	return fmt.Sprintf("%s%015d#%015d", actaPrefix, max(until.UnixMilli(), 0), first)
}

func actaOf(i item) (a sellado.Acta, err error) {
	l := reader{item: i}
	a.Primera = l.integer(aFirst)
	a.Hasta = time.UnixMilli(l.integer(aUntil)).UTC()
	b, ok := i[aEventos].(*types.AttributeValueMemberB)
	if !ok {
		return a, fmt.Errorf("stored acta %d: no events", a.Primera)
	}
	a.Eventos, err = sellado.Desempaquetar(b.Value)
	return a, errors.Join(err, l.err)
}

func actaKey(operadorID string, a sellado.Acta) item {
	return item{aOperadorID: text(operadorID), aSort: text(actaSort(a.Hasta, a.Primera))}
}

func actaItem(operadorID string, a sellado.Acta) (item, error) {
	ids, err := sellado.Empaquetar(a.Eventos)
	i := actaKey(operadorID, a)
	i[aFirst], i[aUntil], i[aEventos] = number(a.Primera), number(a.Hasta.UnixMilli()), &types.AttributeValueMemberB{Value: ids}
	return i, err
}

// PonerActa implements sellado.Actas.
func (s *Store) PonerActa(ctx context.Context, operadorID string, a sellado.Acta) error {
	i, err := actaItem(operadorID, a)
	if err != nil {
		return err
	}
	ctx = withOperation(ctx, "PonerActa")
	err = s.put(ctx, &types.Put{
		TableName: s.table(tableActa), Item: i, ConditionExpression: aws.String("attribute_not_exists(#clave)"), ExpressionAttributeNames: names(aSort),
	})
	if !isConditionFailed(err) {
		return classify(err)
	}
	there, err := s.read(ctx, s.table(tableActa), actaKey(operadorID, a))
	if err != nil {
		return err
	}
	was, err := actaOf(there)
	if err == nil && !slices.Equal(was.Eventos, a.Eventos) {
		err = fault.New(fault.Conflict, "El acta ya existe con otro contenido.")
	}
	return err
}

// UltimasActas implements sellado.Actas.
func (s *Store) UltimasActas(ctx context.Context, operadorID string, since time.Time, limit int) ([]sellado.Acta, error) {
	return s.actas(withOperation(ctx, "UltimasActas"), operadorID, actaSort(since, 0), limit, true)
}

// ActasDesde implements sellado.Actas.
func (s *Store) ActasDesde(ctx context.Context, operadorID string, since time.Time, number int64, limit int) ([]sellado.Acta, error) {
	return s.actas(withOperation(ctx, "ActasDesde"), operadorID, actaSort(since, number), limit, false)
}

// actas reads at most so many (0: all) from a place on, or down to it.
func (s *Store) actas(ctx context.Context, operadorID, place string, limit int, descending bool) (as []sellado.Acta, err error) {
	in := &dynamodb.QueryInput{
		TableName: s.table(tableActa), ConsistentRead: aws.Bool(true), ScanIndexForward: aws.Bool(!descending),
		KeyConditionExpression:    aws.String("#operadorId = :o AND #clave BETWEEN :a AND :z"),
		ExpressionAttributeNames:  names(aOperadorID, aSort),
		ExpressionAttributeValues: item{":o": text(operadorID), ":a": text(place), ":z": text(afterActas)},
	}
	for {
		if limit > 0 {
			in.Limit = aws.Int32(int32(limit - len(as)))
		}
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		more, err := convert(out.rows, actaOf)
		if err != nil {
			return nil, err
		}
		if as = append(as, more...); len(out.next) == 0 || len(as) == limit {
			return as, nil
		}
		in.ExclusiveStartKey = out.next
	}
}

func rezagadoKey(operadorID, eventoID string) item {
	return item{aOperadorID: text(operadorID), aSort: text(rezagadoPrefix + eventoID)}
}

func rezagadoItem(operadorID, eventoID string, n int64) item {
	i := rezagadoKey(operadorID, eventoID)
	i[aOfLate] = number(n)
	return i
}

// PonerRezagado implements sellado.Actas.
func (s *Store) PonerRezagado(ctx context.Context, operadorID, eventoID string, n int64) error {
	i := rezagadoItem(operadorID, eventoID, n)
	return classify(s.repeat(withOperation(ctx, "PonerRezagado"), func(ctx context.Context) error {
		_, err := s.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: s.table(tableActa), Item: i})
		return err
	}))
}

// Rezagado implements sellado.Actas.
func (s *Store) Rezagado(ctx context.Context, operadorID, eventoID string) (int64, error) {
	i, err := s.read(withOperation(ctx, "Rezagado"), s.table(tableActa), rezagadoKey(operadorID, eventoID))
	if err != nil {
		return 0, err
	}
	l := reader{item: i}
	return l.integer(aOfLate), l.err
}

// EventosDesde implements sellado.Eventos: the shards of one day after the other, strongly consistent.
func (s *Store) EventosDesde(ctx context.Context, operadorID, after string, limit int) ([]auditoria.Evento, error) {
	ctx = withOperation(ctx, "EventosDesde")
	days, err := s.daysAfter(ctx, operadorID, after)
	if err != nil {
		return nil, err
	}
	var all []auditoria.Evento
	for _, day := range days {
		es, err := s.ofDay(ctx, operadorID, day, after, limit-len(all))
		if err != nil {
			return nil, err
		}
		if all = append(all, es...); len(all) == limit {
			break
		}
	}
	return all, nil
}

// daysAfter are the days that have events, from that of the key on.
func (s *Store) daysAfter(ctx context.Context, operadorID, after string) (days []string, err error) {
	first := "0"
	if after != "" {
		t, err := auditoria.MomentoDeClave(after)
		if err != nil {
			return nil, err
		}
		first = t.Format(time.DateOnly)
	}
	in := &dynamodb.QueryInput{
		TableName: s.table(tableEvento), ConsistentRead: aws.Bool(true),
		KeyConditionExpression:    aws.String("#particion = :p AND #clave >= :d"),
		ExpressionAttributeNames:  names(aPartition, aSort),
		ExpressionAttributeValues: item{":p": text(operadorID + daysOf), ":d": text(first)},
	}
	for {
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		for _, i := range out.rows {
			l := reader{item: i}
			days = append(days, l.text(aSort))
		}
		if len(out.next) == 0 {
			return days, nil
		}
		in.ExclusiveStartKey = out.next
	}
}

// ofDay reads the first events of a day after a key, of all shards.
func (s *Store) ofDay(ctx context.Context, operadorID, day, after string, limit int) ([]auditoria.Evento, error) {
	var found [shards][]auditoria.Evento
	g, ctx := errgroup.WithContext(ctx)
	for n := range found {
		g.Go(func() (err error) {
			found[n], err = s.ofShard(ctx, partitionOf(operadorID, day, n), after, limit)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	all := slices.Concat(found[:]...)
	slices.SortFunc(all, func(a, b auditoria.Evento) int { return cmp.Compare(a.ClaveOrden(), b.ClaveOrden()) })
	return all[:min(limit, len(all))], nil
}

func (s *Store) ofShard(ctx context.Context, partition, after string, limit int) (es []auditoria.Evento, err error) {
	in := &dynamodb.QueryInput{
		TableName: s.table(tableEvento), ConsistentRead: aws.Bool(true),
		KeyConditionExpression:    aws.String("#particion = :p AND #clave > :a"),
		ExpressionAttributeNames:  names(aPartition, aSort),
		ExpressionAttributeValues: item{":p": text(partition), ":a": text(cmp.Or(after, " "))},
	}
	for {
		in.Limit = aws.Int32(int32(limit - len(es)))
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		more, err := convert(out.rows, eventoOf)
		if err != nil {
			return nil, err
		}
		if es = append(es, more...); len(out.next) == 0 || len(es) == limit {
			return es, nil
		}
		in.ExclusiveStartKey = out.next
	}
}
