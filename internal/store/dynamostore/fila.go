package dynamostore

import (
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// rowAttributes are the attributes of a list row besides the keys.
var rowAttributes = []string{aTitulo, aTipo, aEstadoDoc, aSize, aDate, aCertificado, aContexto, aEmisorID, aCorrecciones}

func rowOf(i item) (documento.Fila, error) { return rowFrom(&reader{item: i}) }

func rowFrom(l *reader) (documento.Fila, error) {
	f := documento.Fila{
		CarpetaID: l.text(aCarpetaID), DocumentoID: l.text(aDocumentoID), Titulo: l.text(aTitulo),
		Tipo: documento.Tipo(l.text(aTipo)), Estado: documento.Estado(l.text(aEstadoDoc)),
		TamanoBytes: l.integer(aSize), FechaRecepcion: l.date(aDate), Certificado: l.boolean(aCertificado),
		Contexto: l.text(aContexto), EmisorID: l.text(aEmisorID), Correcciones: l.integer(aCorrecciones),
	}
	return f, l.err
}
