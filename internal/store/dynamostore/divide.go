package dynamostore

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Divide brings the indexes of an operador nearer to a number of parts: it begins the change, or goes on with the same
// one, which may be killed at any point and asked for again. It returns where that stands now: a change that is not
// EnCambio any more is done. The event h is of its beginning, and is written with it.
func (s *Store) Divide(ctx context.Context, operadorID string, parts int, h auditoria.Evento) (eliminacion.Particion, error) {
	ctx = withOperation(ctx, "Divide")
	for n := 0; ; n++ {
		d, err := s.divide(ctx, operadorID, parts, h)
		if !isConditionFailed(err) || n == maxRepetitions || s.pause(ctx, n) != nil {
			return d, err
		}
	}
}

// divide is Divide by what is stored now. Its condition fails if somebody divides meanwhile, this operador or another.
func (s *Store) divide(ctx context.Context, operadorID string, parts int, h auditoria.Evento) (eliminacion.Particion, error) {
	all, version, err := s.divisions(ctx, true)
	if err != nil {
		return eliminacion.Particion{}, err
	}
	old, divided := all[operadorID]
	if !divided {
		old = eliminacion.Entera
		if err := s.isOperador(ctx, operadorID); err != nil {
			return old, err
		}
	}
	next, err := old.Cambiar(parts, s.cfg.Clock())
	if err != nil {
		return old, err
	}
	switch {
	case next != old: // begins
		if err := s.sayDivided(ctx); err != nil {
			return old, err
		}
		all[operadorID] = next
		return next, classify(s.tell(ctx, h, s.divisionsPut(all, version)))
	case !old.EnCambio(), s.cfg.Clock().Before(old.Asentable()):
		return old, nil
	}
	for part := old.Luego; part < old.Antes; part++ {
		if empty, err := s.emptyPart(ctx, operadorID, part, old); err != nil || !empty {
			return old, err
		}
	}
	all[operadorID] = old.Asentada()
	return all[operadorID], classify(s.transact(ctx, s.cfg.NewToken(), s.divisionsPut(all, version)))
}

// Particiones implements eliminacion.Divisiones.
func (s *Store) Particiones(ctx context.Context) (map[string]eliminacion.Particion, error) {
	all, _, err := s.divisions(ctx, true)
	return all, err
}

// isOperador is NOT_FOUND for whoever has neither carpetas nor deletions.
func (s *Store) isOperador(ctx context.Context, operadorID string) error {
	withCarpetas, err := s.OperadoresConCarpetas(ctx)
	if err != nil {
		return err
	}
	withSagas, err := s.readRegistry(ctx, s.table(tableOutbox), eventoKey(registry))
	if err == nil && !slices.Contains(withCarpetas, operadorID) && !slices.Contains(withSagas, operadorID) {
		err = fault.New(fault.NotFound, "Ningún operador con carpetas o eliminaciones se llama así: revise el nombre.")
	}
	return err
}

// divisionsPut is the part of a transaction that writes the item, if nobody changed it meanwhile.
func (s *Store) divisionsPut(all map[string]eliminacion.Particion, version int64) types.TransactWriteItem {
	data, err := json.Marshal(all)
	if err != nil {
		panic(err) // numbers and a time always marshal
	}
	i := eventoKey(divisions)
	i[aDivisions], i[aToken] = text(string(data)), number(version+1)
	p := &types.Put{
		TableName: s.table(tableOutbox), Item: i, ConditionExpression: aws.String("#ficha = :f"),
		ExpressionAttributeNames: names(aToken), ExpressionAttributeValues: item{":f": number(version)},
	}
	if version == 0 {
		p.ConditionExpression, p.ExpressionAttributeValues = aws.String("attribute_not_exists(#ficha)"), nil
	}
	return types.TransactWriteItem{Put: p}
}

// sayDivided raises the form of the tables, so that no version that does not know divided indexes serves on them.
func (s *Store) sayDivided(ctx context.Context) error {
	_, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: s.table(tableCarpeta), Key: formatKey(),
		UpdateExpression:          aws.String("SET #formato = :n"),
		ConditionExpression:       aws.String("attribute_not_exists(#formato) OR #formato < :n"),
		ExpressionAttributeNames:  names(aFormat),
		ExpressionAttributeValues: item{":n": number(formatDivided)},
	})
	if isConditionFailed(err) {
		return nil
	}
	return classify(err)
}

// emptyPart moves what is due out of a part that nobody writes to any more, and reports whether nothing is left in it.
// What somebody changes meanwhile is written into its new part by that change.
func (s *Store) emptyPart(ctx context.Context, operadorID string, part int, d eliminacion.Particion) (empty bool, err error) {
	for range drainRounds {
		out, err := s.query(ctx, &dynamodb.QueryInput{
			TableName: s.table(tableOutbox), IndexName: aws.String(indexPending), Limit: aws.Int32(maxBatch),
			KeyConditionExpression:    aws.String("#operadorId = :o"),
			ExpressionAttributeNames:  names(aOperadorID),
			ExpressionAttributeValues: item{":o": text(partKey(operadorID, part))},
		})
		if err != nil {
			return false, classify(err)
		}
		if len(out.rows) == 0 {
			return true, nil
		}
		for _, id := range idsOf(out.rows) {
			if err := s.movePart(ctx, operadorID, id, part, d); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// drainRounds bounds one call; the next one goes on.
const drainRounds = 1000

func (s *Store) movePart(ctx context.Context, operadorID, eventoID string, from int, d eliminacion.Particion) error {
	u := &types.Update{
		UpdateExpression:          aws.String("SET #escritura = :w"),
		ConditionExpression:       aws.String("#operadorId = :from"),
		ExpressionAttributeNames:  names(aWrite),
		ExpressionAttributeValues: item{":from": text(partKey(operadorID, from)), ":w": text(s.cfg.NewToken())},
	}
	movePart(u, operadorID, d.Parte(eventoID, s.cfg.Clock()))
	_, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: s.table(tableOutbox), Key: eventoKey(eventoID), UpdateExpression: u.UpdateExpression, ConditionExpression: u.ConditionExpression,
		ExpressionAttributeNames: u.ExpressionAttributeNames, ExpressionAttributeValues: u.ExpressionAttributeValues,
	})
	if isConditionFailed(err) {
		return nil
	}
	return classify(err)
}
