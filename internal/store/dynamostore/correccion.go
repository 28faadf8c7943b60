package dynamostore

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Corregir implements documento.Store: the document with its keys in the orders, its news, and its event.
func (s *Store) Corregir(ctx context.Context, seen, d documento.Documento, h auditoria.Evento) error {
	return classify(s.tell(withOperation(ctx, "Corregir"), h,
		types.TransactWriteItem{Update: s.correct(seen, d)}, s.novedad(d.Cambiada())))
}

// correct sets what a correction changes, of a document that is as it was seen.
func (s *Store) correct(seen, d documento.Documento) *types.Update {
	byTitulo, byTipo := indexKeys[documento.PorTitulo], indexKeys[documento.PorTipo]
	values := item{
		":titulo": text(d.Titulo), ":tipo": text(string(d.Tipo)), ":contexto": text(d.Contexto),
		":corrected": number(d.Correcciones), ":modified": modified(d.FechaUltimaModificacion),
		":byTitulo": text(d.ClaveOrden(documento.PorTitulo)), ":byTipo": text(d.ClaveOrden(documento.PorTipo)),
		":procesado": text(string(documento.Procesado)), ":yes": boolean(true),
	}
	return &types.Update{
		TableName: s.table(tableDocumento), Key: documentoKey(d.Clave()),
		UpdateExpression: aws.String("SET #titulo = :titulo, #tipoDocumento = :tipo, #contextoDocumento = :contexto, " +
			"#correcciones = :corrected, #fechaUltimaModificacion = :modified, #" + byTitulo + " = :byTitulo, #" + byTipo + " = :byTipo"),
		ConditionExpression:       aws.String("#estadoDocumento = :procesado AND #certificado <> :yes AND " + unchanged(seen, values)),
		ExpressionAttributeNames:  names(aTitulo, aTipo, aContexto, aCorrecciones, aModified, aEstadoDoc, aCertificado, byTitulo, byTipo),
		ExpressionAttributeValues: values,
	}
}

// unchanged is the condition that a document has the version and the last change that were seen.
func unchanged(seen documento.Documento, values item) string {
	version, change := "attribute_not_exists(#correcciones)", "attribute_not_exists(#fechaUltimaModificacion)"
	if seen.Correcciones > 0 {
		version, values[":seenVersion"] = "#correcciones = :seenVersion", number(seen.Correcciones)
	}
	if !seen.FechaUltimaModificacion.IsZero() {
		change, values[":seenChange"] = "#fechaUltimaModificacion = :seenChange", modified(seen.FechaUltimaModificacion)
	}
	return version + " AND " + change
}
