package boltstore

import (
	"encoding/binary"

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

// ponFila writes what filters ask for first. The ids are in the key.
func ponFila(b []byte, f documento.Fila) []byte {
	b = append(b, version1)
	b = ponTexto(b, string(f.Tipo))
	b = ponTexto(b, string(f.Estado))
	b = ponSiNo(b, f.Certificado)
	b = binary.AppendVarint(b, f.TamanoBytes)
	b = ponHora(b, f.FechaRecepcion)
	return ponTexto(b, f.Titulo)
}

// tomarFila reads a row, or stops early if the filter leaves it out.
func tomarFila(l *lector, k documento.Clave, filtro documento.Filtro) (f documento.Fila, incluida bool) {
	f = documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}
	f.Tipo = documento.Tipo(l.conocido(conocidos))
	f.Estado = documento.Estado(l.conocido(conocidos))
	if l.err != nil || !filtro.Incluye(f) {
		return f, false
	}
	f.Certificado = l.siNo()
	f.TamanoBytes = l.entero()
	f.FechaRecepcion = l.hora()
	f.Titulo = l.texto()
	return f, true
}
