package boltstore

import (
	"encoding/binary"
	"strings"
	"unsafe"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// knownTexts are the values that rows repeat.
var knownTexts = func() map[string]string {
	m := map[string]string{}
	for _, e := range []documento.Estado{"", documento.Cargando, documento.Procesado, documento.Eliminando} {
		m[string(e)] = string(e)
	}
	for _, t := range documento.Tipos {
		m[string(t)] = string(t)
	}
	return m
}()

// appendRow writes the part of a row that a document begins with. The ids are in the key.
func appendRow(b []byte, f documento.Fila) []byte {
	b = append(b, version1)
	b = appendText(b, string(f.Tipo))
	b = appendText(b, string(f.Estado))
	b = appendBool(b, f.Certificado)
	b = binary.AppendVarint(b, f.TamanoBytes)
	b = appendMillis(b, f.FechaRecepcion)
	return appendText(b, f.Titulo)
}

// appendEntry writes the row of an order: what a list shows, and what its filters look at.
func appendEntry(b []byte, f documento.Fila) []byte {
	return binary.AppendVarint(appendText(appendText(appendRow(b, f), f.Contexto), f.EmisorID), f.Correcciones)
}

// viewEntry is viewRow for an order's row.
func viewEntry(l *valueReader, k documento.Clave) documento.Fila {
	f := viewRow(l, k)
	f.Contexto, f.EmisorID = viewText(l.raw()), viewText(l.raw())
	if l.more() { // absent in one that was written before corrections
		f.Correcciones = l.integer()
	}
	return f
}

// viewRow is the row as it lies in the file: a filter sees all of it, whatever the
// order of its fields, and a row that is left out costs no memory. Its texts are
// good until the transaction ends; ownRow makes them the caller's.
func viewRow(l *valueReader, k documento.Clave) documento.Fila {
	return documento.Fila{
		CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID,
		Tipo: documento.Tipo(l.known(knownTexts)), Estado: documento.Estado(l.known(knownTexts)),
		Certificado: l.boolean(), TamanoBytes: l.integer(), FechaRecepcion: l.time(), Titulo: viewText(l.raw()),
	}
}

// ownRow is a row that outlives the transaction. The carpeta's id came with the question.
func ownRow(f documento.Fila) documento.Fila {
	for _, s := range []*string{&f.DocumentoID, &f.Titulo, &f.Contexto, &f.EmisorID} {
		*s = strings.Clone(*s)
	}
	return f
}

// viewText is a text without a copy: it lies in the file's pages, which stay as they are
// while the transaction lasts.
func viewText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
