package documento

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Estado is where a document is in its life.
type Estado string

// The states of a document.
const (
	Cargando   Estado = "CARGANDO"   // announced; the file is not confirmed yet; not listed
	Procesado  Estado = "PROCESADO"  // visible and downloadable
	Eliminando Estado = "ELIMINANDO" // locked by a deletion; listed, unless it is in the bin
)

// Tipo is the code of a document's kind. The catalogue of kinds is internal/documento/tipo.
type Tipo string

// Some kinds of the catalogue that this program names. The source documents name DIPLOMA only.
const (
	Diploma          Tipo = "DIPLOMA"
	ActaDeGrado      Tipo = "ACTA_DE_GRADO"
	CedulaCiudadania Tipo = "CEDULA_CIUDADANIA"
	RegistroCivil    Tipo = "REGISTRO_CIVIL"
	HistoriaClinica  Tipo = "HISTORIA_CLINICA"
	Escritura        Tipo = "ESCRITURA"
	Certificado      Tipo = "CERTIFICADO"
	Contrato         Tipo = "CONTRATO"
	Factura          Tipo = "FACTURA"
	Otro             Tipo = "OTRO"
)

// Clave names a document.
type Clave struct{ CarpetaID, DocumentoID string }

// Fila is the part of a document that a list shows: exactly the attributes of the
// narrow indexes, so that a page costs one read.
type Fila struct {
	CarpetaID      string
	DocumentoID    string // UUID v7
	Titulo         string // NFC, 1–200 characters
	Tipo           Tipo
	Estado         Estado
	TamanoBytes    int64
	FechaRecepcion time.Time // UTC, milliseconds
	Certificado    bool
	Contexto       string   // its purpose, e.g. "Educación superior"
	EmisorID       string   // entidadId of the entity that delivered it; empty for what a citizen uploaded
	Correcciones   int64    // how often it was corrected
	Juridico       Juridico // what its issuer made of it since: Revocado, Reemplazado, or empty
	Vigencia       string   // on which days it is valid: as Periodo has it
	Numero         string   // the issuer's own number of it; empty: none
}

// TipoNodo is the type name in global ids.
const TipoNodo = "Documento"

// ID is the document's global id: it names the carpeta too, so that a document
// is found by its key.
func (f Fila) ID() string { return string(f.AppendID(nil)) }

// AppendID writes ID behind what is there.
func (f Fila) AppendID(b []byte) []byte {
	return relay.AppendGlobalID(b, TipoNodo, f.CarpetaID, f.DocumentoID)
}

// Clave is the row's key.
func (f Fila) Clave() Clave { return Clave{f.CarpetaID, f.DocumentoID} }

// Version is the number of the document's text: 1, and one more for every correction.
func (f Fila) Version() int64 { return 1 + f.Correcciones }

// EsDescargable reports whether the file may be fetched now.
func (f Fila) EsDescargable() bool { return f.Estado == Procesado }

// Documento is the whole item.
type Documento struct {
	Fila
	Hash                    string // SHA-256 of the file, 64 hex digits
	TipoContenido           string // MIME type
	TipoVista               string // type under which a browser may show the file; empty: it is an attachment only
	NombreArchivo           string // the name a download gets
	StoragePath             string // object name in the bucket
	VersionArchivo          string // of that object, as it was when the document became visible; empty if nobody knows it
	TipoCarpeta             string
	FechaUltimaModificacion time.Time // UTC, milliseconds
	EstadoPrevio            Estado    // the state before ELIMINANDO, to return to
	EliminacionID           string    // eventoId of the deletion that locks it
	ExpiraEn                time.Time // zero, or when an unconfirmed upload is forgotten
	Partes                  Partes    // of an upload in parts; empty for all others, and once it is confirmed
	ReservadaHasta          time.Time // zero, or until when one confirmation alone gives the file its name
	CopiaHasta              time.Time // zero, or until when a copy of the file may still land of which nobody knows how it ended
	EmisorNombre            string    // how EmisorID was named when it delivered
	FechaEmision            time.Time // day of issue that the entity states, or else when it signed; UTC, seconds; zero without Emisor
	PapeleraDesde           time.Time // when it went into the bin; zero if it is not there
	PapeleraHasta           time.Time // end of the undo window of its deletion
	MotivoRevocacion        string    // why its issuer took it back; empty if a key was revoked, not a paper
	ReemplazadoPor          string    // documentoId of the one that stands for it
	RevocadoEn              time.Time // when its issuer took it back, UTC, milliseconds; zero if it did not
	ReemplazaA              string    // documentoId of the one for which it stands
}

// Emisor is who delivered it; empty for what a citizen uploaded.
func (d Documento) Emisor() entidad.Emisor {
	return entidad.Emisor{EntidadID: d.EmisorID, Nombre: d.EmisorNombre}
}

// EsEntregado reports whether an entity delivered it: only the entity confirms its file.
func (d Documento) EsEntregado() bool { return d.EmisorID != "" }

// Uso is the document's part of its carpeta's usage. What an entity announced is no pending
// upload of the citizen's.
func (d Documento) Uso() carpeta.Uso {
	u := carpeta.Uso{Bytes: d.TamanoBytes, Documentos: 1}
	if d.Estado == Cargando && !d.EsEntregado() {
		u.Pendientes = 1
	}
	return u
}

// UsoDe is the usage of all documents of a carpeta.
func UsoDe(ds []Documento) (u carpeta.Uso) {
	for _, d := range ds {
		u = u.Mas(d.Uso())
	}
	return u
}

// Expirado reports whether the item counts as absent at a moment: stores
// delete late, so every read filters.
func (d Documento) Expirado(now time.Time) bool {
	return !d.ExpiraEn.IsZero() && !now.Before(d.ExpiraEn)
}
