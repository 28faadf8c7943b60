package entrega

import (
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Contenido are the bytes that an entity signs. docs/api.md has an example, which a test runs.
func Contenido(ciudadanoID string, n documento.Nuevo) []byte {
	return verificable.Declaracion{
		Version: 1, CiudadanoID: ciudadanoID, HashDocumento: n.Hash, TipoDocumento: string(n.Tipo), Titulo: n.Titulo,
	}.Bytes()
}

// firmado is what was signed of a document.
func firmado(ciudadanoID string, d documento.Documento) []byte {
	return Contenido(ciudadanoID, documento.Nuevo{Titulo: d.Titulo, Tipo: d.Tipo, Hash: d.Hash})
}
