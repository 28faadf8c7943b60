package dynamostore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// internalPrefix begins the keys of the items in the table Carpeta that are no carpetas:
// the census of operadores and the marks. Nobody's carpetaId begins so.
const (
	internalPrefix = "#"
	censo          = internalPrefix + "operadores"
)

func isInternal(carpetaID string) bool { return strings.HasPrefix(carpetaID, internalPrefix) }

// registerInCenso adds an operador once per process, before its first carpeta. It
// is a set apart from the sweeper's, which is read every few seconds and costs by
// its length.
func (s *Store) registerInCenso(ctx context.Context, operadorID string) error {
	if operadorID == "" {
		return nil
	}
	return s.registerIn(ctx, s.table(tableCarpeta), carpetaKey(censo), operadorID, &s.inCenso)
}

// registerIn adds a name to a set once per process: a name too many in a set is
// harmless, a missing one would hide what belongs to it.
func (s *Store) registerIn(ctx context.Context, table *string, key item, operadorID string, done *sync.Map) error {
	if _, already := done.Load(operadorID); already {
		return nil
	}
	in := &dynamodb.UpdateItemInput{
		TableName: table, Key: key,
		UpdateExpression:          aws.String("ADD #operadores :o"),
		ExpressionAttributeNames:  names(aOperadores),
		ExpressionAttributeValues: item{":o": &types.AttributeValueMemberSS{Value: []string{operadorID}}},
	}
	err := s.repeat(ctx, func(ctx context.Context) error {
		_, err := s.db.UpdateItem(ctx, in)
		return err
	})
	if err == nil {
		done.Store(operadorID, true)
	}
	return classify(err)
}

// readRegistry reads such a set, in order; none if it was never written.
func (s *Store) readRegistry(ctx context.Context, table *string, key item) ([]string, error) {
	i, err := s.read(ctx, table, key)
	if errors.Is(err, fault.NotFound) {
		return nil, nil
	}
	return namesIn(i), err
}

// namesIn are those of a set, in order.
func namesIn(registry item) []string {
	set, ok := registry[aOperadores].(*types.AttributeValueMemberSS)
	if !ok {
		return nil
	}
	return slices.Sorted(slices.Values(set.Value))
}

// OperadoresConCarpetas implements carpeta.Censo.
func (s *Store) OperadoresConCarpetas(ctx context.Context) ([]string, error) {
	return s.readRegistry(withOperation(ctx, "OperadoresConCarpetas"), s.table(tableCarpeta), carpetaKey(censo))
}

// CarpetasDeOperador implements carpeta.Censo.
func (s *Store) CarpetasDeOperador(ctx context.Context, operadorID, after string, limit int) ([]string, error) {
	ctx = withOperation(ctx, "CarpetasDeOperador")
	in := &dynamodb.QueryInput{
		TableName: s.table(tableCarpeta), IndexName: aws.String(indexByOperador),
		KeyConditionExpression:    aws.String("#operadorId = :o AND #carpetaId > :after"),
		ExpressionAttributeNames:  names(aOperadorID, aCarpetaID),
		ExpressionAttributeValues: item{":o": text(operadorID), ":after": text(after)},
	}
	if after == "" { // a key must not be empty
		in.KeyConditionExpression, in.ExpressionAttributeNames = aws.String("#operadorId = :o"), names(aOperadorID)
		in.ExpressionAttributeValues = item{":o": text(operadorID)}
	}
	var ids []string
	for len(ids) < limit {
		in.Limit = aws.Int32(int32(limit - len(ids)))
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		for _, i := range out.rows {
			l := reader{item: i}
			ids = append(ids, l.text(aCarpetaID))
		}
		if len(out.next) == 0 {
			break
		}
		in.ExclusiveStartKey = out.next
	}
	return ids, nil
}

// CorregirTotal implements carpeta.Censo. The difference is added, so that nothing
// but the counter is decided here; the conditions make it a correction of exactly
// what was seen.
func (s *Store) CorregirTotal(ctx context.Context, seen carpeta.Carpeta, total, bin int64, h auditoria.Evento) error {
	ofBin := " AND #totalPapelera = :b"
	if seen.TotalPapelera == 0 {
		ofBin = " AND (attribute_not_exists(#totalPapelera) OR #totalPapelera = :b)"
	}
	u := &types.Update{
		TableName: s.table(tableCarpeta), Key: carpetaKey(seen.CarpetaID),
		UpdateExpression:         aws.String("ADD #totalDocumentosAproximado :d, #totalPapelera :p"),
		ConditionExpression:      aws.String("#version = :v AND #totalDocumentosAproximado = :t" + ofBin),
		ExpressionAttributeNames: names(aTotal, aVersion, aBinTotal),
		ExpressionAttributeValues: item{
			":d": number(total - seen.TotalDocumentos), ":p": number(bin - seen.TotalPapelera), ":v": number(seen.Version), ":t": number(seen.TotalDocumentos), ":b": number(seen.TotalPapelera),
		},
	}
	return classify(s.tell(withOperation(ctx, "CorregirTotal"), h, types.TransactWriteItem{Update: u}))
}

// CorregirUso implements carpeta.Censo.
func (s *Store) CorregirUso(ctx context.Context, seen carpeta.Carpeta, uso carpeta.Uso, h auditoria.Evento) error {
	values := item{
		":b": number(uso.Bytes), ":d": number(uso.Documentos), ":p": number(uso.Pendientes), ":v": number(seen.Version), ":t": number(seen.TotalDocumentos),
		":sb": number(seen.Uso.Bytes), ":sd": number(seen.Uso.Documentos), ":sp": number(seen.Uso.Pendientes),
	}
	u := &types.Update{
		TableName: s.table(tableCarpeta), Key: carpetaKey(seen.CarpetaID),
		UpdateExpression:         aws.String("SET #bytesOcupados = :b, #documentosOcupados = :d, #cargasPendientes = :p"),
		ConditionExpression:      aws.String("#version = :v AND #totalDocumentosAproximado = :t AND #bytesOcupados = :sb AND #documentosOcupados = :sd AND #cargasPendientes = :sp"),
		ExpressionAttributeNames: names(aBytes, aDocumentos, aPendientes, aVersion, aTotal), ExpressionAttributeValues: values,
	}
	return classify(s.tell(withOperation(ctx, "CorregirUso"), h, types.TransactWriteItem{Update: u}))
}
