package dynamostore

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// The trail of the embedded profile stands in the order of its commits, by a time and a number. Events that moved keep
// that place, with their id behind it, so that cursors of before the move go on exactly where they were. Such an event
// is not where its id says. It is soon after: one that was committed late stands by its id.

// numberLength is that of the number of a place; an id is longer.
const numberLength = 12

// isPlace reports whether a key is a place alone, as the other store gives it.
func isPlace(key string) bool {
	_, end, found := strings.Cut(key, "#")
	return found && len(end) == numberLength
}

// movedEventoItem is an event that moved.
func (s *Store) movedEventoItem(e auditoria.Evento) item {
	i := s.eventoItem(e)
	own, _ := auditoria.MomentoDeID(e.EventoID)
	at, err := auditoria.MomentoDeClave(e.Orden)
	late := at.Sub(own)
	if err == nil && isPlace(e.Orden) && late >= 0 && late < auditoria.Asentamiento && at.Format(time.DateOnly) == own.Format(time.DateOnly) {
		i[aSort] = text(e.Orden + "#" + e.EventoID)
	}
	if !own.Equal(e.Momento) {
		setDate(i, aMoment, e.Momento, formatMs)
	}
	return i
}

// behindPlace is a question that goes on behind a place.
func behindPlace(c auditoria.Consulta) auditoria.Consulta {
	if isPlace(c.Despues) && !c.Descendente {
		c.Despues += "#~" // its event too
	}
	return c
}

// movedEvento looks for an event that stands by its place, if any does in these tables.
func (s *Store) movedEvento(ctx context.Context, e auditoria.Evento) (item, error) {
	if some, err := s.hasMoved(ctx); err != nil || !some {
		return nil, errors.Join(err, notFound())
	}
	t, _ := auditoria.MomentoDeID(e.EventoID)
	in := &dynamodb.QueryInput{
		TableName: s.table(tableEvento), ConsistentRead: aws.Bool(true),
		KeyConditionExpression:   aws.String("#particion = :p AND #clave BETWEEN :a AND :z"),
		ExpressionAttributeNames: names(aPartition, aSort),
		ExpressionAttributeValues: item{
			":p": eventoAuditoriaKey(e)[aPartition], ":a": text(auditoria.ClaveEn(t, "")), ":z": text(auditoria.ClaveEn(t.Add(auditoria.Asentamiento), "~")),
		},
	}
	for {
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		for _, i := range out.rows {
			l := reader{item: i}
			if lastPart(l.text(aSort)) == e.EventoID {
				return i, nil
			}
		}
		if len(out.next) == 0 {
			return nil, notFound()
		}
		in.ExclusiveStartKey = out.next
	}
}

// hasMoved reports whether a migration filled these tables. None does so while a process uses them, so it is asked once.
func (s *Store) hasMoved(ctx context.Context) (bool, error) {
	if known := s.moved.Load(); known != nil {
		return *known, nil
	}
	_, err := s.read(ctx, s.table(tableCarpeta), marcaKey(cargo.MarkName))
	if err != nil && !errors.Is(err, fault.NotFound) {
		return false, err
	}
	found := err == nil
	s.moved.Store(&found)
	return found, nil
}
