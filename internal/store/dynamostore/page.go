package dynamostore

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// With a filter the first call looks at this many entries for each row wanted,
// the next ones at four times as many as the one before, up to a call's 1 MB:
// a common value costs little, a rare one few calls. A text is rare, and a typical carpeta is
// searched in one call.
const (
	initialFactor = 4
	growthFactor  = 4
	maxEntries    = 4096 // about 1 MB of entries: no limit any more
	textEntries   = 256
)

// Listar implements documento.Store.
func (s *Store) Listar(ctx context.Context, c documento.Consulta) ([]documento.Fila, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	w := &listWalk{s: s, c: c, place: rowsBy(c.Campo), criba: c.Filtro.Criba(), at: c.Despues(), filas: make([]documento.Fila, 0, c.Limite)}
	err := w.run(withOperation(ctx, "Listar"))
	if !c.Filtro.Vacio() {
		documento.FilasEnVano(ctx, w.looked-w.unlisted-len(w.filas))
	}
	return w.filas, err
}

// rowPlace is where the rows of an order stand.
type rowPlace struct {
	index   *string // nil: in the table itself, with uploads and rows of the bin between them
	sortKey string
}

func rowsBy(campo documento.CampoOrden) rowPlace {
	if campo == orderOfTable {
		return rowPlace{sortKey: aDocumentoID}
	}
	return rowPlace{index: aws.String(IndexOf(campo)), sortKey: indexKeys[campo]}
}

// value is what the sort key has for a documento.ClaveOrden.
func (p rowPlace) value(clave string) types.AttributeValue {
	if p.index == nil {
		clave = documento.IDDeClave(clave)
	}
	return text(clave)
}

// start is the key after which a query begins; it holds the keys of index and table, nothing else.
func (p rowPlace) start(carpetaID, after string) item {
	return item{aCarpetaID: text(carpetaID), aDocumentoID: text(documento.IDDeClave(after)), p.sortKey: p.value(after)}
}

// after is the documento.ClaveOrden at which a query stopped; empty if it came to its end.
func (p rowPlace) after(next item) string {
	k, ok := next[p.sortKey].(*types.AttributeValueMemberS)
	switch {
	case !ok:
		return ""
	case p.index == nil:
		return documento.Fila{DocumentoID: k.Value}.ClaveOrden(orderOfTable)
	}
	return k.Value
}

// listWalk fills up while calls go on.
type listWalk struct {
	s     *Store
	c     documento.Consulta
	place rowPlace
	criba *documento.Criba
	filas []documento.Fila
	at    string // the key that was looked at last

	looked, calls int
	unlisted      int // uploads, and rows of the bin, among those looked at: in no list, and nobody pays for them
}

// run walks the parts of the order in which rows can pass. With a text the first call looks at
// all of them together, and at what lies between: a carpeta is seldom larger than that.
func (w *listWalk) run(ctx context.Context) error {
	parts := w.c.Partes()
	if n := len(parts); w.c.Filtro.Texto != "" && n > 1 {
		whole := documento.Intervalo{Desde: min(parts[0].Desde, parts[n-1].Desde), Hasta: max(parts[0].Hasta, parts[n-1].Hasta)}
		if after, left := whole.Resto(w.at, w.c.Descendente); left {
			if ended, err := w.call(ctx, whole, after); ended || err != nil || w.full() {
				return err
			}
		}
	}
	for _, part := range parts {
		if err := w.walk(ctx, part); err != nil || w.full() {
			return err
		}
	}
	return nil
}

func (w *listWalk) full() bool { return len(w.filas) == w.c.Limite }

// walk walks one part to its end, or until the page is full or its work done.
func (w *listWalk) walk(ctx context.Context, part documento.Intervalo) error {
	for ended := false; !ended && !w.full(); {
		after, left := part.Resto(w.at, w.c.Descendente)
		if !left {
			return nil
		}
		if w.calls >= documento.MaxLlamadas || w.looked >= documento.MaxFilas {
			return documento.Sigue(w.at)
		}
		var err error
		if ended, err = w.call(ctx, part, after); err != nil {
			return err
		}
	}
	return nil
}

// call is one call for a part, after a key of it. Only an absent key means the end: a call
// also stops at 1 MB.
func (w *listWalk) call(ctx context.Context, part documento.Intervalo, after string) (ended bool, err error) {
	out, err := w.s.queryRows(ctx, w.query(part, after))
	if err != nil {
		return false, err
	}
	w.calls++
	w.looked += out.scanned
	if w.place.index == nil {
		w.unlisted += out.scanned - len(out.rows)
	}
	for _, f := range out.rows {
		switch {
		case f.Estado == documento.Cargando:
			w.unlisted++
		case !w.full() && w.criba.Incluye(f):
			w.filas = append(w.filas, f)
		}
	}
	if w.full() {
		return false, nil
	}
	if k := w.place.after(out.next); k != "" {
		w.at = k
		return false, nil
	}
	return true, nil
}

func (w *listWalk) query(part documento.Intervalo, after string) *dynamodb.QueryInput {
	in := &dynamodb.QueryInput{
		TableName: w.s.table(tableDocumento), IndexName: w.place.index, Limit: w.entries(),
		KeyConditionExpression:    aws.String("#carpetaId = :c"),
		ExpressionAttributeNames:  names(aCarpetaID),
		ExpressionAttributeValues: item{":c": text(w.c.CarpetaID)},
		ScanIndexForward:          aws.Bool(!w.c.Descendente),
	}
	w.place.between(in, part)
	if w.place.index != nil { // in the table the program filters: what the service keeps back may be in no list
		applyFilter(in, w.c.Filtro)
	}
	if after != "" {
		in.ExclusiveStartKey = w.place.start(w.c.CarpetaID, after)
	}
	return in
}

// between bounds a query to a part of the order. No row has the key of an end.
func (p rowPlace) between(in *dynamodb.QueryInput, part documento.Intervalo) {
	if part == (documento.Intervalo{}) {
		return
	}
	order := p.sortKey
	condition := " AND #" + order + " BETWEEN :from AND :to"
	switch {
	case part.Desde == "":
		condition = " AND #" + order + " < :to"
	case part.Hasta == "":
		condition = " AND #" + order + " >= :from"
	}
	in.KeyConditionExpression = aws.String(*in.KeyConditionExpression + condition)
	in.ExpressionAttributeNames["#"+order] = order
	if part.Desde != "" {
		in.ExpressionAttributeValues[":from"] = p.value(part.Desde)
	}
	if part.Hasta != "" {
		in.ExpressionAttributeValues[":to"] = p.value(part.Hasta)
	}
}

// entries is how many the next call looks at; nil is as many as it can. Without a filter one call is enough, but
// for what stands between the rows of the table and is in no list.
func (w *listWalk) entries() *int32 {
	if w.c.Filtro.Vacio() && (w.calls == 0 || w.place.index != nil) {
		return aws.Int32(int32(w.c.Limite - len(w.filas)))
	}
	entries := w.c.Limite * initialFactor
	if w.c.Filtro.Texto != "" {
		entries = max(entries, textEntries)
	}
	for n := w.calls; n > 0 && entries < maxEntries; n-- {
		entries *= growthFactor
	}
	if entries >= maxEntries {
		return nil
	}
	return aws.Int32(int32(entries))
}
