package dynamostore

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// registry is the key of the only item of the outbox table that is not a saga: the
// set of operadores, so that the sweeper knows where to look without a Scan.
const (
	registry    = "operadores"
	aOperadores = "operadores"
)

// registerOperador adds an operador to the sweeper's list, before its first saga.
func (s *Store) registerOperador(ctx context.Context, operadorID string) error {
	return s.registerIn(ctx, s.table(tableOutbox), eventoKey(registry), operadorID, &s.operadores)
}

// Operadores implements eliminacion.OutboxStore. The list may lag behind writes, for half the price: it is read
// again and again.
func (s *Store) Operadores(ctx context.Context) ([]string, error) {
	ctx = withOperation(ctx, "Operadores")
	i, err := s.getItem(ctx, &dynamodb.GetItemInput{TableName: s.table(tableOutbox), Key: eventoKey(registry)})
	return namesIn(i), classify(err)
}

// Vencidas implements eliminacion.OutboxStore: the index holds only commands that are due
// some time, so an idle sweep reads nothing.
func (s *Store) Vencidas(ctx context.Context, operadorID string, now time.Time, limit int) ([]eliminacion.Pendiente, error) {
	ctx = withOperation(ctx, "Vencidas")
	in := &dynamodb.QueryInput{
		TableName: s.table(tableOutbox), IndexName: aws.String(indexPending),
		KeyConditionExpression:    aws.String("#operadorId = :o AND #noAntesDe <= :now"),
		ExpressionAttributeNames:  names(aOperadorID, aNotBefore),
		ExpressionAttributeValues: item{":o": text(operadorID), ":now": text(now.UTC().Format(formatOrder))},
	}
	var ps []eliminacion.Pendiente
	for len(ps) < limit {
		in.Limit = aws.Int32(int32(min(limit-len(ps), 1000)))
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		more, err := convert(out.rows, pendienteOf)
		if err != nil {
			return nil, err
		}
		for _, p := range more {
			p.OperadorID = operadorID
			ps = append(ps, p)
		}
		if len(out.next) == 0 {
			break
		}
		in.ExclusiveStartKey = out.next
	}
	return ps, nil
}

func pendienteOf(i item) (eliminacion.Pendiente, error) {
	l := reader{item: i}
	p := eliminacion.Pendiente{
		EventoID: l.text(aEventoID), NoAntesDe: l.date(aNotBefore),
		Secuencia: l.integer(aSecuencia), Arriendos: l.integer(aArriendos),
	}
	return p, l.err
}

// Arrendar implements eliminacion.OutboxStore. A saga at secuencia 1 counts as
// PUBLISHED from its first lease on; all later ones do already.
func (s *Store) Arrendar(ctx context.Context, p eliminacion.Pendiente, a eliminacion.Arriendo) (eliminacion.Eliminacion, error) {
	set := "SET #noAntesDe = :until, #escritura = :w, #arrendadaPor = :by"
	values := item{":until": text(a.Hasta.UTC().Format(formatOrder)), ":w": text(s.cfg.NewToken()), ":by": text(a.Por), ":one": number(1),
		":before": text(p.NoAntesDe.UTC().Format(formatOrder))}
	ns := names(aNotBefore, aWrite, aLeasedBy, aSendFailure, aArriendos, aEntregas)
	if p.Secuencia == 1 {
		set += ", #estado = :published"
		ns["#"+aEstado], values[":published"] = aEstado, text(string(eliminacion.Published))
	}
	i, err := s.update(withOperation(ctx, "Arrendar"), p, set+" REMOVE #falloEnvio ADD #arriendos :one, #entregas :one", " AND #noAntesDe = :before", ns, values)
	if err != nil {
		return eliminacion.Eliminacion{}, classify(err)
	}
	return sagaOf(i)
}

// Devolver implements eliminacion.OutboxStore. The condition on entregas keeps a
// repetition whose first answer was lost from counting back twice.
func (s *Store) Devolver(ctx context.Context, e eliminacion.Eliminacion, when time.Time, failed eliminacion.FalloEnvio) error {
	p := eliminacion.Pendiente{EventoID: e.EventoID, OperadorID: e.OperadorID, Secuencia: e.Secuencia, Arriendos: e.Arriendos}
	before := e.Entregas
	e.Entregas, e.NoAntesDe = max(0, e.Entregas-1), when
	values := item{
		":before": number(before), ":failure": text(string(failed)), ":entregas": number(e.Entregas), ":estado": text(string(e.EstadoEvento())), ":w": text(s.cfg.NewToken()),
	}
	expression := "SET #entregas = :entregas, #estado = :estado, #escritura = :w, #falloEnvio = :failure"
	if when.IsZero() {
		expression += " REMOVE #noAntesDe"
	} else {
		expression += ", #noAntesDe = :when"
		values[":when"] = text(when.UTC().Format(formatOrder))
	}
	ns := names(aNotBefore, aEntregas, aEstado, aWrite, aSendFailure)
	_, err := s.update(withOperation(ctx, "Devolver"), p, expression, " AND #entregas = :before", ns, values)
	if isConditionFailed(err) {
		return nil
	}
	return classify(err)
}

// update changes an outbox item that is still as p says, and returns it as
// written, also when an earlier attempt of this call wrote it and its answer was lost.
func (s *Store) update(ctx context.Context, p eliminacion.Pendiente, expression, extra string, ns map[string]string, values item) (item, error) {
	u := s.outboxUpdate(p, expression, extra, ns, values)
	in := &dynamodb.UpdateItemInput{
		TableName: u.TableName, Key: u.Key, UpdateExpression: u.UpdateExpression, ConditionExpression: u.ConditionExpression,
		ExpressionAttributeNames: u.ExpressionAttributeNames, ExpressionAttributeValues: u.ExpressionAttributeValues,
		ReturnValues:                        types.ReturnValueAllNew,
		ReturnValuesOnConditionCheckFailure: u.ReturnValuesOnConditionCheckFailure,
	}
	var out *dynamodb.UpdateItemOutput
	err := s.repeat(ctx, func(ctx context.Context) (err error) {
		out, err = s.db.UpdateItem(ctx, in)
		return err
	})
	if err == nil {
		return out.Attributes, nil
	}
	if previous := previousOf(err); isMine(previous, item{aWrite: values[":w"]}) {
		return previous, nil
	}
	return nil, err
}

// outboxUpdate changes an outbox item that is still as p says.
func (s *Store) outboxUpdate(p eliminacion.Pendiente, expression, extra string, ns map[string]string, values item) *types.Update {
	for _, n := range []string{aSecuencia, aArriendos, aExpires} {
		ns["#"+n] = n
	}
	values[":secuencia"], values[":arriendos"], values[":now"] = number(p.Secuencia), number(p.Arriendos), s.now()
	return &types.Update{
		TableName: s.table(tableOutbox), Key: eventoKey(p.EventoID), UpdateExpression: aws.String(expression),
		ConditionExpression: aws.String("#secuencia = :secuencia AND #arriendos = :arriendos" +
			" AND (attribute_not_exists(#expiraEn) OR #expiraEn > :now)" + extra),
		ExpressionAttributeNames: ns, ExpressionAttributeValues: values,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
}
