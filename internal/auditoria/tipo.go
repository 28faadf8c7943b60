package auditoria

import (
	"cmp"
	"time"
)

// Tipo is what happened, as filters and the REST face name it (event_type).
type Tipo string

// Every kind of event.
const (
	CarpetaAbierta Tipo = "carpeta.abierta"

	CargaAnunciada  Tipo = "carga.anunciada"
	CargaConfirmada Tipo = "carga.confirmada"
	CargaCancelada  Tipo = "carga.cancelada"
	CargaVencida    Tipo = "carga.vencida"

	DocumentoEntregado  Tipo = "documento.entregado" // by an entity, confirmed
	EntregaRevocada     Tipo = "entrega.revocada"    // an entity took back what it had delivered, or its key was revoked
	EntregaReemplazada  Tipo = "entrega.reemplazada" // an entity delivered another in its place
	DocumentoEditado    Tipo = "documento.editado"
	DocumentoVisto      Tipo = "documento.visto"      // a signed URL to look at it was given out
	DocumentoDescargado Tipo = "documento.descargado" // a signed URL to fetch it was given out
	ArchivoServido      Tipo = "archivo.servido"      // a signed URL was used; the embedded profile alone sees that
	ListaLeida          Tipo = "lista.leida"          // by somebody other than the owner
	NodoLeido           Tipo = "nodo.leido"           // by somebody other than the owner

	CodigoCreado    Tipo = "codigo.creado"    // the owner shows a document to whoever has the code
	CodigoUsado     Tipo = "codigo.usado"     // somebody saw it
	CodigoTerminado Tipo = "codigo.terminado" // the owner ended it

	EliminacionSolicitada  Tipo = "eliminacion.solicitada"
	EliminacionCancelada   Tipo = "eliminacion.cancelada"
	EliminacionDecidida    Tipo = "eliminacion.decidida" // an approval was given or refused
	EliminacionPaso        Tipo = "eliminacion.paso"
	EliminacionReintentada Tipo = "eliminacion.reintentada"
	EliminacionCompletada  Tipo = "eliminacion.completada"
	EliminacionFallida     Tipo = "eliminacion.fallida"

	MensajeReenviado       Tipo = "mensaje.reenviado"       // a dead letter was sent again
	ReconciliacionReparada Tipo = "reconciliacion.reparada" // a difference between file and metadata was mended

	SesionIniciada  Tipo = "sesion.iniciada"  // the first use of a token
	TokenRechazado  Tipo = "token.rechazado"  // sampled above a rate, the count kept
	PoliticaNegada  Tipo = "politica.negada"  // sampled above a rate, the count kept
	Emision         Tipo = "emision"          // an entity's document was delivered: what may be proven to anybody, and names nobody
	LlaveVista      Tipo = "llave.vista"      // the first use of an entity's key
	EntidadCambiada Tipo = "entidad.cambiada" // registered, changed, ended
	LlaveCambiada   Tipo = "llave.cambiada"   // of an entity, or of those that sign the sealed logs

	TipoCambiado Tipo = "tipo.cambiado" // a kind of document, added or changed

	RevocacionCambiada Tipo = "revocacion.cambiada" // a token, or those of a subject, taken out of use, or given back

	RespaldoHecho      Tipo = "respaldo.hecho"      // somebody asked for a backup, which takes everything with it
	RespaldoRestaurado Tipo = "respaldo.restaurado" // the data were made of a backup

	AuditoriaLeida     Tipo = "auditoria.leida"
	AuditoriaExportada Tipo = "auditoria.exportada"
	EmbargoImpuesto    Tipo = "embargo.impuesto"
	EmbargoLevantado   Tipo = "embargo.levantado"
)

// Retenciones are how long events are kept in the store, at least RetencionMinima; zero is a year for accesses, and
// five for changes. A row keeps the retention that it was written with, if that is the shorter one.
type Retenciones struct{ Accesos, Cambios time.Duration }

// RetencionMinima is the shortest that anybody may choose. What is younger is in the store, what is older in the
// archive; and a second embargo after the longest one still ends before a look does.
const RetencionMinima = 365 * 24 * time.Hour

// accesos are the kinds that change nothing.
var accesos = map[Tipo]bool{
	DocumentoVisto: true, DocumentoDescargado: true, ArchivoServido: true, CodigoUsado: true, ListaLeida: true, NodoLeido: true,
	SesionIniciada: true, TokenRechazado: true, PoliticaNegada: true, RespaldoHecho: true, AuditoriaLeida: true, AuditoriaExportada: true,
}

// Tipos are all kinds, in the order of this file.
var Tipos = []Tipo{
	CarpetaAbierta, CargaAnunciada, CargaConfirmada, CargaCancelada, CargaVencida, DocumentoEntregado,
	EntregaRevocada, EntregaReemplazada, DocumentoEditado, DocumentoVisto, DocumentoDescargado, ArchivoServido,
	ListaLeida, NodoLeido, CodigoCreado, CodigoUsado, CodigoTerminado, EliminacionSolicitada,
	EliminacionCancelada, EliminacionDecidida, EliminacionPaso, EliminacionReintentada, EliminacionCompletada,
	EliminacionFallida, MensajeReenviado, ReconciliacionReparada, SesionIniciada, TokenRechazado, PoliticaNegada,
	Emision, LlaveVista, EntidadCambiada, LlaveCambiada, TipoCambiado, RevocacionCambiada, RespaldoHecho, RespaldoRestaurado, AuditoriaLeida, AuditoriaExportada,
	EmbargoImpuesto, EmbargoLevantado,
}

// EsAcceso reports whether the kind tells of a look, not of a change.
func (t Tipo) EsAcceso() bool { return accesos[t] }

// De is how long an event of a kind is kept in the store.
func (r Retenciones) De(t Tipo) time.Duration {
	if t.EsAcceso() {
		return cmp.Or(r.Accesos, RetencionMinima)
	}
	return cmp.Or(r.Cambios, 5*RetencionMinima)
}

// Mayor is the longest of all kinds.
func (r Retenciones) Mayor() time.Duration { return max(r.De(DocumentoVisto), r.De(DocumentoEditado)) }

// CaducaEn is when the retention of an event ends: from then on no list shows it.
func (r Retenciones) CaducaEn(e Evento) time.Time { return e.Momento.Add(r.De(e.Tipo)) }

// Caducado reports whether the retention of an event is over.
func (r Retenciones) Caducado(e Evento, now time.Time) bool { return !now.Before(r.CaducaEn(e)) }
