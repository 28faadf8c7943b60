package documento

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Recorrible walks all documents of a carpeta, whatever their state, for who
// compares the stores. Failures are those of Store.
type Recorrible interface {
	// DocumentosDeCarpeta is one call of the backend: documents in documentoId order,
	// those that expired but are still there included.
	DocumentosDeCarpeta(ctx context.Context, t Tramo) (PaginaDocumentos, error)
}

// Tramo asks for a run of documents by their key.
type Tramo struct {
	CarpetaID string
	Desde     string // documentoId to start after; empty for the beginning
	Limite    int    // 1–1000
	Firme     bool   // strongly consistent; otherwise at half the cost, and it may lag
}

// PaginaDocumentos is a run. Fewer than Limite documents may be followed by more.
type PaginaDocumentos struct {
	Documentos []Documento
	Mas        bool
}

// Rastro is the content of the object store for one document. A delete marker alone
// is nothing.
type Rastro struct {
	DocumentoID string
	Vigente     bool      // the current version has data: the file can be read
	ConDatos    bool      // some version has data
	Modificado  time.Time // when the newest version with data came
}

// PaginaObjetos is a run of the objects in a carpeta's folder.
type PaginaObjetos struct {
	Objetos   []Rastro // by documentoId
	Ajenos    int      // names that this system never gives
	Siguiente string   // where to go on; empty at the end
}

// PaginaCarpetas is a run of the bucket's folders.
type PaginaCarpetas struct {
	CarpetaIDs []string
	Ajenos     int    // folders that are no carpeta's
	Siguiente  string // where to go on; empty at the end
}

// Inventario lists the physical content of an object store, in bounded pages, for
// who compares it with the metadata. desde is a page's Siguiente, empty for the
// beginning. Failures are those of Objetos: a missing bucket is UNAVAILABLE, never empty.
type Inventario interface {
	// ObjetosDe lists a carpeta's folder: at most limite objects.
	ObjetosDe(ctx context.Context, carpetaID, desde string, limite int) (PaginaObjetos, error)
	// CarpetasConObjetos lists the folders of the bucket, in no certain order.
	CarpetasConObjetos(ctx context.Context, desde string, limite int) (PaginaCarpetas, error)
	// Rastro looks at one object. Of one that is not there neither Vigente nor ConDatos holds.
	Rastro(ctx context.Context, nombre string) (Rastro, error)
}

// ReadNombreObjeto is whose file a name stands for; false for names that
// NombreObjeto never gives.
func ReadNombreObjeto(nombre string) (Clave, bool) {
	if ValidarNombreObjeto(nombre) != nil {
		return Clave{}, false
	}
	return Clave{CarpetaID: nombre[:largoUUID], DocumentoID: nombre[largoUUID+1 : 2*largoUUID+1]}, true
}

const largoUUID = 36

// EsCarpeta reports whether a folder of the bucket is a carpeta's.
func EsCarpeta(nombre string) bool { return relay.IsUUID(nombre) }
