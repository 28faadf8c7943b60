package dynamostore

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A document in the bin has the key of the bin's index, and none of the lists' (ADR 0042).

// inBin reports whether an item of the table is in the bin; a list in the order of the table leaves it out.
func inBin(i item) bool {
	_, found := i[aBin]
	return found
}

// Papelera implements documento.Store.
func (s *Store) Papelera(ctx context.Context, c documento.ConsultaPapelera) ([]documento.Desechado, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	in := &dynamodb.QueryInput{
		TableName: s.table(tableDocumento), IndexName: aws.String(indexBin), ScanIndexForward: aws.Bool(!c.Descendente),
		Limit: aws.Int32(int32(c.Limite)), KeyConditionExpression: aws.String("#carpetaId = :c"),
		ExpressionAttributeNames: names(aCarpetaID), ExpressionAttributeValues: item{":c": text(c.CarpetaID)},
	}
	if c.Desde != "" {
		in.ExclusiveStartKey = item{aCarpetaID: text(c.CarpetaID), aBin: text(c.Desde), aDocumentoID: text(documento.IDDeClave(c.Desde))}
	}
	out, err := s.query(withOperation(ctx, "Papelera"), in)
	if err != nil {
		return nil, classify(err)
	}
	return convert(out.rows, func(i item) (documento.Desechado, error) {
		f, err := rowOf(i)
		l := reader{item: i}
		d := documento.Desechado{Fila: f, EliminacionID: l.text(aEliminacionID)}
		d.Estado = documento.Eliminando
		var damaged error
		d.Desde, d.Hasta, damaged = documento.MomentosDeClave(l.text(aBin))
		return d, errors.Join(err, l.err, damaged)
	})
}

// binNames are what a document has in the bin, and nowhere else.
var binNames = []string{aBin, aBinSince, aBinUntil}

// intoBin lets the part of a transaction that locks a document move it from the lists into the bin.
func intoBin(lock *types.Update, e eliminacion.Eliminacion) {
	ofLists := slices.Collect(maps.Values(indexKeys))
	lock.UpdateExpression = aws.String(*lock.UpdateExpression + ", #kPapelera = :bin, #papeleraDesde = :since, #papeleraHasta = :until REMOVE #" + strings.Join(ofLists, ", #"))
	maps.Copy(lock.ExpressionAttributeNames, names(append(ofLists, binNames...)...))
	d := documento.Desechado{Fila: documento.Fila{DocumentoID: e.DocumentoID}, Desde: e.SolicitadaEn, Hasta: e.VentanaHasta}
	lock.ExpressionAttributeValues[":bin"] = text(d.ClaveOrden())
	lock.ExpressionAttributeValues[":since"] = modified(d.Desde)
	lock.ExpressionAttributeValues[":until"] = modified(d.Hasta)
}

// outOfBin lets the part that unlocks a document move it back into the lists. Its keys follow from the document, which
// nobody changes while it is locked.
func (s *Store) outOfBin(ctx context.Context, unlock *types.Update, e eliminacion.Eliminacion) ([]types.TransactWriteItem, error) {
	d, err := s.stored(ctx, documentoKeyOf(e))
	if errors.Is(err, fault.NotFound) { // it was done before
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	set := ""
	for campo, name := range indexKeys {
		set += ", #" + name + " = :" + name
		unlock.ExpressionAttributeNames["#"+name], unlock.ExpressionAttributeValues[":"+name] = name, text(d.ClaveOrden(campo))
	}
	maps.Copy(unlock.ExpressionAttributeNames, names(binNames...))
	sets, removes, _ := strings.Cut(*unlock.UpdateExpression, " REMOVE ")
	unlock.UpdateExpression = aws.String(sets + set + " REMOVE " + removes + ", #" + strings.Join(binNames, ", #"))
	return []types.TransactWriteItem{{Update: unlock}, s.countMove(e, -1)}, nil
}

// countMove is the part that counts a document into the bin (1), or back into the lists (-1).
func (s *Store) countMove(e eliminacion.Eliminacion, in int) types.TransactWriteItem {
	return types.TransactWriteItem{Update: s.countWithBin(e.CarpetaID, -in, in, carpeta.Uso{})}
}

// partOfCount is the place of the carpeta's counters in a transaction that begins a deletion in the bin.
const partOfCount = partOfDocument + 1

// startInBin is startSaga for a document that goes into the bin. Without a carpeta there is nothing to count in.
func (s *Store) startInBin(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento, lock types.TransactWriteItem) error {
	intoBin(lock.Update, e)
	err := s.startSaga(ctx, e, h, lock, s.countMove(e, 1))
	if rs := reasons(err); failed(rs, partOfCount) && !failed(rs, 0) && !failed(rs, partOfDocument) {
		return s.startSaga(ctx, e, h, lock)
	}
	return err
}
