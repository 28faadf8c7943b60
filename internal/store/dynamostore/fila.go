package dynamostore

import (
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// atributosFila are what a list row shows besides the keys.
var atributosFila = []string{aTitulo, aTipo, aEstadoDoc, aTamano, aFecha, aCertificado}

func filaDe(i item) (documento.Fila, error) {
	l := lector{item: i}
	f := documento.Fila{
		CarpetaID: l.texto(aCarpetaID), DocumentoID: l.texto(aDocumentoID), Titulo: l.texto(aTitulo),
		Tipo: documento.Tipo(l.texto(aTipo)), Estado: documento.Estado(l.texto(aEstadoDoc)),
		TamanoBytes: l.entero(aTamano), FechaRecepcion: l.fecha(aFecha), Certificado: l.logico(aCertificado),
	}
	return f, l.err
}
