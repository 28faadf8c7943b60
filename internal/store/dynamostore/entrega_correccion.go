package dynamostore

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// CorregirEntrega implements entrega.Store.
func (s *Store) CorregirEntrega(ctx context.Context, c entrega.Correccion, h auditoria.Evento) error {
	return classify(s.tell(withOperation(ctx, "CorregirEntrega"), h, s.correction(c)...))
}

// correction is the part of a transaction in which a delivery, and its document if it is there, are corrected.
func (s *Store) correction(c entrega.Correccion) []types.TransactWriteItem {
	set := item{}
	setDate(set, aRevokedAt, c.Entrega.RevocadaEn, formatMs)
	setText(set, aMotivo, c.Entrega.Motivo)
	setMap(set, aFirmaRevocacion, firmaItem(c.Entrega.FirmaRevocacion))
	setText(set, aReplacedBy, c.Entrega.ReemplazadaPor)
	seen := item{}
	setDate(seen, aRevokedAt, c.Visto.RevocadaEn, formatMs)
	setText(seen, aReplacedBy, c.Visto.ReemplazadaPor)
	delivery := assignment(set)
	delivery.TableName, delivery.Key = s.table(tableEntidad), entregaKey(c.Visto.Nombre())
	delivery.ConditionExpression = aws.String("attribute_exists(#" + aDeliveredAt + ")" + asSeen(delivery, seen, aRevokedAt, aReplacedBy))
	delivery.ExpressionAttributeNames["#"+aDeliveredAt] = aDeliveredAt
	if !c.ConDocumento() {
		return append([]types.TransactWriteItem{{Update: delivery}}, s.mark(c.Visto.Posicion)...)
	}
	d, seen := c.Documento, item{}
	set = item{aModified: modified(d.FechaUltimaModificacion)}
	setText(set, aJuridico, string(d.Juridico))
	setText(set, aMotivoRevocacion, d.MotivoRevocacion)
	setText(set, aReemplazadoPor, d.ReemplazadoPor)
	setDate(set, aRevocadoEn, d.RevocadoEn, formatMs)
	setDate(seen, aModified, c.DocumentoVisto.FechaUltimaModificacion, formatMs)
	document := assignment(set)
	document.TableName, document.Key = s.table(tableDocumento), documentoKey(d.Clave())
	document.ConditionExpression = aws.String("attribute_exists(#" + aEstadoDoc + ")" + asSeen(document, seen, aModified))
	document.ExpressionAttributeNames["#"+aEstadoDoc] = aEstadoDoc
	return append([]types.TransactWriteItem{{Update: delivery}, {Update: document}, s.novedad(d.Cambiada())}, s.mark(c.Visto.Posicion)...)
}

// assignment sets attributes of an item.
func assignment(set item) *types.Update {
	u := &types.Update{ExpressionAttributeNames: map[string]string{}, ExpressionAttributeValues: item{}}
	expression := ""
	for name, v := range set {
		expression += ", #" + name + " = :" + name
		u.ExpressionAttributeNames["#"+name], u.ExpressionAttributeValues[":"+name] = name, v
	}
	u.UpdateExpression = aws.String("SET" + expression[1:])
	return u
}

// asSeen adds the conditions that attributes are as they were seen.
func asSeen(u *types.Update, seen item, attributes ...string) (conditions string) {
	for _, name := range attributes {
		u.ExpressionAttributeNames["#"+name] = name
		v, there := seen[name]
		if !there {
			conditions += " AND attribute_not_exists(#" + name + ")"
			continue
		}
		conditions += " AND #" + name + " = :seen_" + name
		u.ExpressionAttributeValues[":seen_"+name] = v
	}
	return conditions
}

// Attributes of a statement, and of whom it speaks.
const (
	aStatement    = "v"
	aFechaEmision = "fechaEmision"
	aNumero       = "numero"
	aValidFrom    = "desde"
	aValidUntil   = "hasta"
	aReplaces     = "reemplazaA"
)

// Attributes of a document that an issuer changes.
const (
	aJuridico         = "juridico"
	aMotivoRevocacion = "motivoRevocacion"
	aReemplazadoPor   = "reemplazadoPor"
	aRevocadoEn       = "revocadoEn"
)

func declaracionItem(d verificable.Declaracion) item {
	i := item{}
	setCount(i, aStatement, int64(d.Version))
	for name, v := range map[string]string{
		aCiudadanoID: d.CiudadanoID, aHash: d.HashDocumento, aTipo: d.TipoDocumento, aTitulo: d.Titulo, aFechaEmision: d.FechaEmision,
		aTitular: d.Titular, aNumero: d.Numero, aValidFrom: d.Vigencia.Desde, aValidUntil: d.Vigencia.Hasta, aReplaces: d.ReemplazaA,
	} {
		setText(i, name, v)
	}
	return i
}

func declaracionOf(l *reader) verificable.Declaracion {
	return verificable.Declaracion{
		Version: int(l.integer(aStatement)), CiudadanoID: l.text(aCiudadanoID), HashDocumento: l.text(aHash), TipoDocumento: l.text(aTipo),
		Titulo: l.text(aTitulo), FechaEmision: l.text(aFechaEmision), Titular: l.text(aTitular), Numero: l.text(aNumero),
		Vigencia: verificable.Vigencia{Desde: l.text(aValidFrom), Hasta: l.text(aValidUntil)}, ReemplazaA: l.text(aReplaces),
	}
}

func titularItem(t verificable.Titular) item {
	i := item{}
	setText(i, aCiudadanoID, t.CiudadanoID)
	setText(i, aName, t.Nombre)
	if len(t.Sal) > 0 {
		i[aSal] = &types.AttributeValueMemberB{Value: t.Sal}
	}
	return i
}

func titularOf(l *reader) verificable.Titular {
	return verificable.Titular{CiudadanoID: l.text(aCiudadanoID), Nombre: l.text(aName), Sal: l.bytes(aSal)}
}
