package dynamostore

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// lotes are the partitions of the index of uploads that expire: one would take a thousand
// uploads a second, and each is asked at every sweep.
const lotes = 8

func loteOf(k documento.Clave) string {
	return strconv.Itoa(int(k.DocumentoID[len(k.DocumentoID)-1]) % lotes)
}

// expiryOrder sorts by time, and names the upload.
func expiryOrder(d documento.Documento) string {
	return d.ExpiraEn.UTC().Format(formatOrder) + "#" + d.DocumentoID
}

// CrearCarga implements documento.Store: the document, its part of the usage, and the mark of its content.
func (s *Store) CrearCarga(ctx context.Context, d documento.Documento, cuota carpeta.Cuota, h auditoria.Evento) error {
	ctx = withOperation(ctx, "CrearCarga")
	d.Estado = documento.Cargando
	i := documentoItem(d)
	i[aWrite] = text(s.cfg.NewToken())
	put := &types.Put{
		TableName: s.table(tableDocumento), Item: i,
		ConditionExpression:                 aws.String("attribute_not_exists(#documentoId)"),
		ExpressionAttributeNames:            names(aDocumentoID),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	parts := []types.TransactWriteItem{{Put: put}, {Update: within(s.countUso(d.CarpetaID, d.Uso()), cuota, d.TamanoBytes)}}
	stale := noDocumento
	for range maxCreations {
		err := s.tell(ctx, h, append(slices.Clone(parts), s.markContent(d, stale)...)...)
		switch rs := reasons(err); {
		case failed(rs, 0) && isMine(rs[0].previous, i):
			return nil
		case d.EsPendiente() && failed(rs, 2):
			if stale, err = s.announcedBefore(ctx, d, rs[2].previous); err != nil {
				return err
			}
		case failed(rs, 1):
			return noRoom(rs[1].previous, d, cuota)
		default:
			return classify(err)
		}
	}
	return fault.Plain(fault.Conflict)
}

// noRoom is why a document was not counted in a carpeta: it is absent, or full.
func noRoom(stored item, d documento.Documento, cuota carpeta.Cuota) error {
	if len(stored) == 0 {
		return notFound()
	}
	c, err := carpetaOf(stored)
	if err != nil {
		return err
	}
	return cuota.Excedida(c.Uso, d.TamanoBytes)
}

// ConfirmarCarga implements documento.Store.
func (s *Store) ConfirmarCarga(ctx context.Context, seen, d documento.Documento, h auditoria.Evento) (documento.Documento, error) {
	return s.confirm(withOperation(ctx, "ConfirmarCarga"), seen, d, h)
}

// confirm makes a document visible, and does what else belongs to the same transaction.
func (s *Store) confirm(ctx context.Context, seen, d documento.Documento, h auditoria.Evento, also ...types.TransactWriteItem) (documento.Documento, error) {
	pending := d
	pending.Estado = documento.Cargando
	d = confirmed(d)
	put := s.ifSame(seen, &types.Put{TableName: s.table(tableDocumento), Item: documentoItem(d)})
	put.ConditionExpression = aws.String(*put.ConditionExpression + " AND " + ifUnchanged(seen, put) + " AND #tamanoBytes = :size AND (attribute_not_exists(#expiraEn) OR #expiraEn > :now)")
	put.ExpressionAttributeNames["#"+aSize], put.ExpressionAttributeNames["#"+aExpires] = aSize, aExpires
	put.ExpressionAttributeValues[":size"], put.ExpressionAttributeValues[":now"] = number(d.TamanoBytes), s.now()
	err := s.tell(ctx, h, append([]types.TransactWriteItem{
		{Put: put}, {Update: s.countDocumento(d.CarpetaID, 1, d.Uso().Menos(pending.Uso()))},
	}, also...)...)
	switch rs := reasons(err); {
	case err == nil:
		return d, nil
	case failed(rs, 0): // confirmed before, gone, or another confirmation's
		stored, err := s.documento(ctx, d.Clave())
		if err == nil && stored.Estado == documento.Cargando {
			err = fault.New(fault.Conflict, "Otra confirmación de esta carga está en curso, o la carga cambió mientras tanto.")
		}
		return stored, err
	case failed(rs, 1):
		return documento.Documento{}, notFound()
	default:
		return documento.Documento{}, classify(err)
	}
}

func confirmed(d documento.Documento) documento.Documento {
	d.Estado = documento.Procesado
	d.ExpiraEn, d.ReservadaHasta = time.Time{}, time.Time{}
	d.EstadoPrevio, d.EliminacionID = "", ""
	return d
}

// ifSame lets a write pass while the upload is CARGANDO and reserved as it was seen.
func (s *Store) ifSame(seen documento.Documento, p *types.Put) *types.Put {
	p.ConditionExpression = aws.String("#estadoDocumento = :cargando AND attribute_not_exists(#reservadaHasta)")
	p.ExpressionAttributeNames = names(aEstadoDoc, aReserved)
	p.ExpressionAttributeValues = item{":cargando": text(string(documento.Cargando))}
	if !seen.ReservadaHasta.IsZero() {
		p.ConditionExpression = aws.String("#estadoDocumento = :cargando AND #reservadaHasta = :reserved")
		p.ExpressionAttributeValues[":reserved"] = text(seen.ReservadaHasta.UTC().Format(formatMs))
	}
	return p
}

// ReservarCarga implements documento.Store.
func (s *Store) ReservarCarga(ctx context.Context, d documento.Documento, until time.Time) (documento.Documento, error) {
	next := d
	if next.ReservadaHasta = documento.Milisegundos(until); next.ExpiraEn.Before(next.ReservadaHasta) {
		next.ExpiraEn = next.ReservadaHasta
	}
	return s.change(withOperation(ctx, "ReservarCarga"), d, next, nil)
}

// CambiarCarga implements documento.Store.
func (s *Store) CambiarCarga(ctx context.Context, seen, d documento.Documento, h *auditoria.Evento) (documento.Documento, error) {
	d.Estado, d.TamanoBytes, d.Hash, d.StoragePath = seen.Estado, seen.TamanoBytes, seen.Hash, seen.StoragePath
	return s.change(withOperation(ctx, "CambiarCarga"), seen, d, h)
}

// change writes an upload anew that is as it was seen. Its end is no reason not to cancel it.
func (s *Store) change(ctx context.Context, seen, next documento.Documento, h *auditoria.Evento) (documento.Documento, error) {
	i := documentoItem(next)
	i[aWrite] = text(s.cfg.NewToken())
	put := s.ifSame(seen, &types.Put{TableName: s.table(tableDocumento), Item: i})
	put.ConditionExpression = aws.String(*put.ConditionExpression + " AND #expiraEn = :expires AND " + ifUnchanged(seen, put) + " AND " + ifParts(seen, put))
	put.ExpressionAttributeNames["#"+aExpires], put.ExpressionAttributeNames["#"+aPartsID] = aExpires, aPartsID
	put.ExpressionAttributeValues[":expires"] = number(seen.ExpiraEn.Unix())
	read := s.stored
	if !next.Cancelada() {
		*put.ConditionExpression += " AND #expiraEn > :now"
		put.ExpressionAttributeValues[":now"] = s.now()
		read = s.documento
	}
	err := s.putIfAny(ctx, put, h)
	if isConditionFailed(err) {
		if _, gone := read(ctx, seen.Clave()); gone != nil {
			return seen, gone
		}
		return seen, fault.New(fault.Conflict, "Otra confirmación de esta carga está en curso.").Because(err)
	}
	return next, classify(err)
}

// ifUnchanged lets a write pass while the upload was announced last, and waits for a copy, as it was seen. Its end alone
// does not tell: it is kept in seconds, and an old upload's is not put off any more.
func ifUnchanged(seen documento.Documento, put *types.Put) string {
	put.ExpressionAttributeNames["#"+aModified], put.ExpressionAttributeNames["#"+aCopy] = aModified, aCopy
	copying, announced := "attribute_not_exists(#copiaHasta)", "attribute_not_exists(#fechaUltimaModificacion)"
	if !seen.CopiaHasta.IsZero() {
		copying = "#copiaHasta = :seenCopy"
		put.ExpressionAttributeValues[":seenCopy"] = text(seen.CopiaHasta.UTC().Format(formatMs))
	}
	if !seen.FechaUltimaModificacion.IsZero() {
		announced = "#fechaUltimaModificacion = :seenChange"
		put.ExpressionAttributeValues[":seenChange"] = modified(seen.FechaUltimaModificacion)
	}
	return copying + " AND " + announced
}

// ifParts lets a write pass while the upload in parts is the one that was seen.
func ifParts(seen documento.Documento, put *types.Put) string {
	if seen.Partes.ID == "" {
		return "attribute_not_exists(#partesId)"
	}
	put.ExpressionAttributeValues[":parts"] = text(seen.Partes.ID)
	return "#partesId = :parts"
}

// Cargas implements documento.Store. A carpeta has few: the quota bounds them.
func (s *Store) Cargas(ctx context.Context, carpetaID, after string, desc bool, limit int) ([]documento.CargaPendiente, error) {
	in := &dynamodb.QueryInput{
		TableName: s.table(tableDocumento), IndexName: aws.String(indexCargas), ScanIndexForward: aws.Bool(!desc),
		KeyConditionExpression:    aws.String("#carpetaId = :c"),
		FilterExpression:          aws.String("#expiraEn > :now"),
		ExpressionAttributeNames:  names(aCarpetaID, aExpires),
		ExpressionAttributeValues: item{":c": text(carpetaID), ":now": s.now()},
	}
	if after != "" {
		in.ExclusiveStartKey = item{aCarpetaID: text(carpetaID), aCarga: text(after), aDocumentoID: text(after)}
	}
	var ps []documento.CargaPendiente
	for range documento.MaxLlamadasOtras {
		out, err := s.query(withOperation(ctx, "Cargas"), in)
		if err != nil {
			return nil, classify(err)
		}
		for _, i := range out.rows[:min(len(out.rows), limit-len(ps))] {
			f, err := rowOf(i)
			l := reader{item: i}
			p := documento.CargaPendiente{Fila: f, ExpiraEn: l.expires()}
			if err := errors.Join(err, l.err); err != nil {
				return nil, err
			}
			ps = append(ps, p)
		}
		if in.ExclusiveStartKey = out.next; len(ps) == limit || len(in.ExclusiveStartKey) == 0 {
			return ps, nil
		}
	}
	return ps, nil
}

// CargasVencidas implements documento.Store.
func (s *Store) CargasVencidas(ctx context.Context, before time.Time, limit int) ([]documento.Documento, error) {
	ctx = withOperation(ctx, "CargasVencidas")
	var ds []documento.Documento
	for lote := 0; lote < lotes && len(ds) < limit; lote++ {
		out, err := s.query(ctx, &dynamodb.QueryInput{
			TableName: s.table(tableDocumento), IndexName: aws.String(indexExpiring), Limit: aws.Int32(int32(limit - len(ds))),
			KeyConditionExpression:   aws.String("#lote = :lote AND #vence <= :before"),
			ExpressionAttributeNames: names(aLote, aExpiryOrder),
			ExpressionAttributeValues: item{
				":lote": text(strconv.Itoa(lote)), ":before": text(before.UTC().Format(formatOrder) + "#~"),
			},
		})
		if err != nil {
			return nil, classify(err)
		}
		more, err := convert(out.rows, documentoOf)
		if err != nil {
			return nil, err
		}
		ds = append(ds, more...)
	}
	return ds, nil
}

// OlvidarCarga implements documento.Store.
func (s *Store) OlvidarCarga(ctx context.Context, d documento.Documento, h *auditoria.Evento) error {
	same := s.ifSame(d, &types.Put{})
	same.ExpressionAttributeNames["#"+aExpires] = aExpires
	same.ExpressionAttributeValues[":expires"], same.ExpressionAttributeValues[":now"] = number(d.ExpiraEn.Unix()), s.now()
	remove := &types.Delete{
		TableName: s.table(tableDocumento), Key: documentoKey(d.Clave()),
		ConditionExpression:                 aws.String(*same.ConditionExpression + " AND #expiraEn = :expires AND #expiraEn <= :now"),
		ExpressionAttributeNames:            same.ExpressionAttributeNames,
		ExpressionAttributeValues:           same.ExpressionAttributeValues,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	parts := append([]types.TransactWriteItem{{Delete: remove}, {Update: s.countUso(d.CarpetaID, carpeta.Uso{}.Menos(d.Uso()))}}, s.forgetOnce(d)...)
	if h != nil {
		hecho, err := s.hecho(ctx, *h)
		if err != nil {
			return err
		}
		parts = append(parts, hecho)
	}
	for {
		err := s.transact(withOperation(ctx, "OlvidarCarga"), s.cfg.NewToken(), parts...)
		rs := reasons(err)
		switch {
		case failed(rs, 0) && len(rs[0].previous) == 0:
			return nil // gone already
		case failed(rs, 0):
			return classify(err)
		}
		left := withoutFailed(parts, rs) // no carpeta to count in, or the mark is another document's
		if len(left) == len(parts) {
			return classify(err)
		}
		parts = left
	}
}

// withoutFailed are the parts of a cancelled transaction whose conditions held.
func withoutFailed(parts []types.TransactWriteItem, rs []reason) (left []types.TransactWriteItem) {
	for i, p := range parts {
		if !failed(rs, i) {
			left = append(left, p)
		}
	}
	return left
}
