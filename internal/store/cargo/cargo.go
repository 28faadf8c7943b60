package cargo

import (
	"fmt"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
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
	Entregas      Kind = "entregas"
	Onces         Kind = "entregas únicas"
	Novedades     Kind = "novedades"
	Eliminaciones Kind = "eliminaciones"
	Marcas        Kind = "marcas"
	Documentos    Kind = "documentos"
	Carpetas      Kind = "carpetas"
)

// Kinds are all of them, in the order in which they move: a carpeta comes after all that it shows.
var Kinds = []Kind{Eventos, Actas, Rezagados, Embargos, Entidades, Entregas, Onces, Novedades, Eliminaciones, Marcas, Documentos, Carpetas}

// Once says which document a content is that an entity delivered to a carpeta: it delivers none twice.
type Once struct{ CarpetaID, Hash, EntidadID, DocumentoID string }

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
	}
	return false
}

// KindOf is the kind of a value. A type that moves nowhere is a mistake of the program.
func KindOf(v any) Kind {
	k, _ := identify(v)
	return k
}

// NameOf is the name of a value among those of its kind.
func NameOf(v any) string {
	_, name := identify(v)
	return name
}

func identify(v any) (Kind, string) {
	switch v := v.(type) {
	case auditoria.Evento:
		return Eventos, v.EventoID
	case Acta:
		return Actas, v.OperadorID + "/" + strconv.FormatInt(v.Primera, 10)
	case Rezagado:
		return Rezagados, v.OperadorID + "/" + v.EventoID
	case auditoria.Embargos:
		return Embargos, v.CarpetaID
	case entidad.Entidad:
		return Entidades, v.EntidadID
	case entrega.Entrega:
		return Entregas, v.EntidadID + "/" + v.EntregaID
	case Once:
		return Onces, v.CarpetaID + "/" + v.Hash + "/" + v.EntidadID
	case documento.Novedad:
		return Novedades, v.CarpetaID + "/" + v.ClaveOrden()
	case eliminacion.Eliminacion:
		return Eliminaciones, v.EventoID
	case marca.Marca:
		return Marcas, v.Nombre
	case documento.Documento:
		return Documentos, v.CarpetaID + "/" + v.DocumentoID
	case carpeta.Carpeta:
		return Carpetas, v.CarpetaID
	}
	panic(fmt.Sprintf("cargo: a %T moves nowhere", v))
}
