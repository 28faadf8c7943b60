package cargo

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
)

// Kind is what a value is.
type Kind string

// The kinds.
const (
	Eventos       Kind = "eventos"
	Actas         Kind = "actas"
	Rezagados     Kind = "rezagados"
	Embargos      Kind = "embargos"
	Entidades     Kind = "entidades"
	Propias       Kind = "llaves y NIT"
	Tipos         Kind = "tipos"
	Entregas      Kind = "entregas"
	Onces         Kind = "entregas únicas"
	Listas        Kind = "listas de estado"
	Codigos       Kind = "códigos"
	Cupos         Kind = "cupos de códigos"
	Novedades     Kind = "novedades"
	Eliminaciones Kind = "eliminaciones"
	Marcas        Kind = "marcas"
	Documentos    Kind = "documentos"
	Carpetas      Kind = "carpetas"
)

// Kinds are all of them, in the order in which they move: a carpeta comes after all that it shows.
var Kinds = []Kind{Eventos, Actas, Rezagados, Embargos, Entidades, Propias, Tipos, Entregas, Onces, Listas, Codigos, Cupos, Novedades, Eliminaciones, Marcas, Documentos, Carpetas}

// Once says which document a content is that an entity delivered to a carpeta: it delivers none twice.
type Once struct{ CarpetaID, Hash, EntidadID, DocumentoID string }

// Propia says which entity has something for ever.
type Propia struct {
	Propia    entidad.Propia
	EntidadID string
}

// Acta is the record of a seal, and whose.
type Acta struct {
	OperadorID string
	sellado.Acta
}

// Rezagado is the number of an event in the sealed log, where its time does not lead to it.
type Rezagado struct {
	OperadorID, EventoID string
	Numero               int64
}

// Ended reports whether the end of a value has come: nobody reads it any more, and a store may let it go at any time.
// An upload stays until somebody forgets it with its file.
func Ended(v any, retention auditoria.Retenciones, now time.Time) bool {
	switch v := v.(type) {
	case auditoria.Evento:
		return retention.Caducado(v, now)
	case documento.Novedad:
		return v.Expirada(now)
	case eliminacion.Eliminacion:
		return v.Expirada(now)
	case entrega.Entrega:
		return v.Expirada(now)
	case codigo.Codigo:
		return v.Expirado(now)
	}
	return false
}
