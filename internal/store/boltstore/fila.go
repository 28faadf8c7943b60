package boltstore

import (
	"encoding/binary"
	"strings"
	"unsafe"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// conocidos are the values that rows repeat.
var conocidos = func() map[string]string {
	m := map[string]string{}
	for _, e := range []documento.Estado{"", documento.Cargando, documento.Procesado, documento.Eliminando} {
		m[string(e)] = string(e)
	}
	for _, t := range documento.Tipos {
		m[string(t)] = string(t)
	}
	return m
}()

// ponFila writes the row. The ids are in the key.
func ponFila(b []byte, f documento.Fila) []byte {
	b = append(b, version1)
	b = ponTexto(b, string(f.Tipo))
	b = ponTexto(b, string(f.Estado))
	b = ponSiNo(b, f.Certificado)
	b = binary.AppendVarint(b, f.TamanoBytes)
	b = ponHora(b, f.FechaRecepcion)
	return ponTexto(b, f.Titulo)
}

// viewRow is the row as it lies in the file: a filter sees all of it, whatever the
// order of its fields, and a row that is left out costs no memory. Its texts are
// good until the transaction ends; ownRow makes them the caller's.
func viewRow(l *lector, k documento.Clave) documento.Fila {
	return documento.Fila{
		CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID,
		Tipo: documento.Tipo(l.conocido(conocidos)), Estado: documento.Estado(l.conocido(conocidos)),
		Certificado: l.siNo(), TamanoBytes: l.entero(), FechaRecepcion: l.hora(), Titulo: view(l.crudo()),
	}
}

// ownRow is a row that outlives the transaction. The carpeta's id came with the question.
func ownRow(f documento.Fila) documento.Fila {
	f.DocumentoID, f.Titulo = strings.Clone(f.DocumentoID), strings.Clone(f.Titulo)
	return f
}

// view is a text without a copy: it lies in the file's pages, which stay as they are
// while the transaction lasts.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
