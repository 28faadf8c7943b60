package entrega

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Entrega is one document that an entity delivers to one citizen. It holds what the entity
// keeps to know of it, also when the document is gone; what the document holds is there.
type Entrega struct {
	EntidadID   string        `json:"entidadId"`
	EntregaID   string        `json:"entregaId"` // the documentoId, a UUID v7
	CarpetaID   string        `json:"carpetaId"`
	CiudadanoID string        `json:"ciudadanoId"`
	Firma       entidad.Firma `json:"firma,omitzero"`       // empty when the document was erased
	Llave       string        `json:"llave,omitempty"`      // kid of that signature, which stays
	AnunciadaEn time.Time     `json:"anunciadaEn"`          // UTC, milliseconds
	EntregadaEn time.Time     `json:"entregadaEn,omitzero"` // when it became visible; zero before
	EliminadaEn time.Time     `json:"eliminadaEn,omitzero"` // when it was erased; zero before
	CanceladaEn time.Time     `json:"canceladaEn,omitzero"` // when its entity cancelled the announcement; zero if it did not

	ModificadaEn time.Time `json:"modificadaEn"` // when it was announced, confirmed, cancelled, corrected or erased last

	// What was signed, in version 2, and of whom it speaks. Both are empty in version 1. When the document was erased, the
	// days of validity alone stay.

	Declaracion verificable.Declaracion `json:"declaracion,omitzero"`
	Titular     verificable.Titular     `json:"titular,omitzero"`

	EmisionID string `json:"emisionId,omitempty"` // eventoId of its fact in the log; empty before, and of what was made up (datos sembrar)

	// Posicion is its bit in a status list, which stays when the document is erased.
	Posicion Posicion `json:"posicion,omitzero"`

	// What its entity made of it since.

	RevocadaEn      time.Time     `json:"revocadaEn,omitzero"`      // when it was taken back; zero if it was not
	Motivo          string        `json:"motivo,omitempty"`         // why; empty if its key was revoked
	FirmaRevocacion entidad.Firma `json:"firmaRevocacion,omitzero"` // over verificable.Revocacion; empty as Motivo is
	ReemplazadaPor  string        `json:"reemplazadaPor,omitempty"` // entregaId of the one that stands for it

	// ExpiraEn is when one that was never confirmed is forgotten; zero once it is delivered.
	ExpiraEn time.Time `json:"expiraEn,omitzero"`
}

// Estado is how far a delivery is.
type Estado string

// The states.
const (
	Anunciada Estado = "ANUNCIADA" // its file is not confirmed yet
	Entregada Estado = "ENTREGADA" // in the carpeta
	Vencida   Estado = "VENCIDA"   // its file did not come in time
	Cancelada Estado = "CANCELADA" // its entity cancelled the announcement
	Eliminada Estado = "ELIMINADA" // erased from the carpeta
)

// Retencion is how long the entity sees a delivery that was never confirmed.
const Retencion = 30 * 24 * time.Hour

// Estado is the state at a moment. That a deletion is under way is the citizen's affair.
func (e Entrega) Estado(now time.Time) Estado {
	switch {
	case !e.EliminadaEn.IsZero():
		return Eliminada
	case !e.EntregadaEn.IsZero():
		return Entregada
	case !e.CanceladaEn.IsZero():
		return Cancelada
	case !now.Before(e.AnunciadaEn.Add(documento.VigenciaSinConfirmar)):
		return Vencida
	default:
		return Anunciada
	}
}

// EstadoJuridico is what its document is worth on a day, 2006-01-02, also when it was erased; empty before it was delivered.
func (e Entrega) EstadoJuridico(hoy string) documento.Juridico {
	f := documento.Fila{Certificado: !e.EntregadaEn.IsZero(), Vigencia: documento.Periodo(e.Declaracion.Vigencia)}
	switch {
	case !e.RevocadaEn.IsZero():
		f.Juridico = documento.Revocado
	case e.ReemplazadaPor != "":
		f.Juridico = documento.Reemplazado
	}
	return f.EstadoJuridico(hoy)
}

// AlEliminar is the delivery when its document is erased. Its days of validity stay, and say when it is VENCIDO.
func (e Entrega) AlEliminar(now time.Time) Entrega {
	e.EliminadaEn, e.Firma, e.Titular = documento.Milisegundos(now), entidad.Firma{}, verificable.Titular{}
	e.ModificadaEn = e.EliminadaEn
	e.Declaracion = verificable.Declaracion{Vigencia: e.Declaracion.Vigencia}
	return e
}

// Clave is the key of its document.
func (e Entrega) Clave() documento.Clave {
	return documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.EntregaID}
}

// Nombre names a delivery among those of all entities.
type Nombre struct{ EntidadID, EntregaID string }

// Nombre is the delivery's.
func (e Entrega) Nombre() Nombre { return Nombre{e.EntidadID, e.EntregaID} }

// TipoNodo is the type name in global ids.
const TipoNodo = "Entrega"

// ID is the delivery's global id.
func (e Entrega) ID() string {
	return relay.GlobalID{Type: TipoNodo, Keys: []string{e.EntregaID}}.String()
}

// Expirada reports whether the item counts as absent at a moment.
func (e Entrega) Expirada(now time.Time) bool { return !e.ExpiraEn.IsZero() && !now.Before(e.ExpiraEn) }

// Store keeps the deliveries. What changes something writes its event h in the same
// transaction: both, or neither. Failures are *fault.Error: NOT_FOUND when absent, UNAVAILABLE
// when the store does not answer in time, CONFLICT when a concurrent change kept winning.
//
// What erases a delivered document (eliminacion.Store.Guardar) marks its delivery, in the
// same transaction: it becomes AlEliminar, and the same content may be
// delivered again. It may be so too when documento.Store.OlvidarCarga forgot an upload.
type Store interface {
	// CrearEntrega announces: in one transaction the delivery, its document in state
	// CARGANDO with its part of the carpeta's usage, and the mark that this entity delivers
	// this content to this carpeta. If the mark is there already, and its document too,
	// nothing is written and that first delivery is returned; CONFLICT because of
	// documento.YaAnunciada if the end of that document has passed and was not written down:
	// on another process's clock it may still be confirmed. QUOTA_EXCEEDED if the
	// carpeta would take up more than allowed, NOT_FOUND without carpeta.
	CrearEntrega(ctx context.Context, e Entrega, d documento.Documento, cuota carpeta.Cuota, h auditoria.Evento) (Entrega, error)
	// ConfirmarEntrega is documento.Store.ConfirmarCarga, with EntregadaEn of the delivery in the same transaction, and
	// with what becomes of the delivery that this one replaces. CONFLICT because of Corregida if that one changed since it
	// was read. mas are further events of the delivery.
	ConfirmarEntrega(ctx context.Context, c Confirmada, h auditoria.Evento, mas ...auditoria.Evento) (documento.Documento, error)
	// CancelarEntrega is documento.Store.CambiarCarga that writes the cancellation of an announced document, with the
	// delivery, cancelled, in the same transaction. CONFLICT, and nothing written, if the document changed since it was seen.
	CancelarEntrega(ctx context.Context, e Entrega, seen documento.Documento, h auditoria.Evento) (documento.Documento, error)
	// CorregirEntrega writes what became of a delivery, and of its document with the news of it. CONFLICT, and nothing
	// written, if either changed since it was read.
	CorregirEntrega(ctx context.Context, c Correccion, h auditoria.Evento) error
	// ContarEnLista counts one more number given out of a status list, and returns the list with it. One that is not there
	// is made, with this key. A call whose answer was lost may have counted: nobody gets that number.
	ContarEnLista(ctx context.Context, numero int64, llave []byte) (Lista, error)
	// ListaDeEstado reads a status list, and the indices of it that corrections marked, in their order. NOT_FOUND when absent.
	ListaDeEstado(ctx context.Context, numero int64) (Lista, []int64, error)
	// Entrega reads one, strongly consistent.
	Entrega(ctx context.Context, n Nombre) (Entrega, error)
	// Entregas reads up to 100 in one round. Absent ones are left out; order is not kept.
	Entregas(ctx context.Context, ns []Nombre) ([]Entrega, error)
	// EntregasDe lists those of an entity, in the order of Filtro.Clave. With a filter the list may lag, and may come with
	// documento.Sigue, which names a Filtro.Clave.
	EntregasDe(ctx context.Context, c Consulta) ([]Entrega, error)
	// DocumentoDeHash finds the document of a carpeta that an entity delivered with this
	// content: of this entity, or with "" of any, the first in the order of entidadId.
	DocumentoDeHash(ctx context.Context, carpetaID, hash, entidadID string) (Nombre, error)
}

// Correccion is a delivery that its entity took back or replaced, which marks its Posicion. Of the delivery ModificadaEn,
// RevocadaEn, Motivo, FirmaRevocacion and ReemplazadaPor are written; of the document Juridico, MotivoRevocacion,
// RevocadoEn, ReemplazadoPor and FechaUltimaModificacion.
type Correccion struct {
	Visto, Entrega            Entrega
	DocumentoVisto, Documento documento.Documento // as it was, and is to be; empty if it was erased
}

// ConDocumento reports whether the document is there.
func (c Correccion) ConDocumento() bool { return c.Documento.DocumentoID != "" }

// Reemplazo is what becomes of a delivery when another one stands for it, and its event.
type Reemplazo struct {
	Correccion
	Hecho auditoria.Evento
}

// Confirmada is a delivery whose file was verified.
type Confirmada struct {
	Entrega   Entrega
	Visto     documento.Documento // as it was read
	Documento documento.Documento // as it is once it is visible
	Reemplaza *Reemplazo          // what becomes of the delivery that this one replaces; nil if it replaces none
}

// Corregida is the cause of a CONFLICT: the delivery to be replaced is not as it was read.
type Corregida struct{}

func (Corregida) Error() string { return "the delivery to be replaced has changed" }

// Sembrador writes generated deliveries in bulk: seeds.
type Sembrador interface {
	// SembrarEntregas writes deliveries with the marks of their content. Their documents, their carpeta, and the event
	// that tells of all of them come next: documento.Sembrador. The same again writes them anew.
	SembrarEntregas(ctx context.Context, es []Sembrada) error
}

// Sembrada is a delivery, and the document that it brought.
type Sembrada struct {
	Entrega   Entrega
	Documento documento.Documento
}

// Consulta asks for a run of an entity's deliveries.
type Consulta struct {
	EntidadID   string
	Filtro      Filtro
	Desde       string // Filtro.Clave to start after; empty for the beginning of the walk
	Descendente bool
	Limite      int // 1–101
}
