// Code generated from schema/auditoria.graphqls by graph/events_test.go; DO NOT EDIT.

package auditoria

const (
	CarpetaAbierta             Tipo = "carpeta.abierta"              // A folder was opened.
	CargaAnunciada             Tipo = "carga.anunciada"              // An upload was announced.
	CargaConfirmada            Tipo = "carga.confirmada"             // An upload was confirmed: the document is there.
	CargaCancelada             Tipo = "carga.cancelada"              // An upload was taken back.
	CargaVencida               Tipo = "carga.vencida"                // An upload was not confirmed in time.
	DocumentoEntregado         Tipo = "documento.entregado"          // An entity delivered a document.
	EntregaRevocada            Tipo = "entrega.revocada"             // An entity took back what it had delivered, or its key was revoked.
	EntregaReemplazada         Tipo = "entrega.reemplazada"          // An entity delivered a document in the place of another.
	DocumentoEditado           Tipo = "documento.editado"            // What is said of a document was changed.
	DocumentoVisto             Tipo = "documento.visto"              // A signed address to look at a document was given out.
	DocumentoDescargado        Tipo = "documento.descargado"         // A signed address to fetch a document was given out.
	ArchivoServido             Tipo = "archivo.servido"              // A signed address was used; the embedded profile alone sees that.
	ListaLeida                 Tipo = "lista.leida"                  // A list was read by somebody other than the owner.
	NodoLeido                  Tipo = "nodo.leido"                   // An object was read by somebody other than the owner.
	CodigoCreado               Tipo = "codigo.creado"                // A code was made that shows a document to whoever has it.
	CodigoUsado                Tipo = "codigo.usado"                 // Somebody saw a document by a code.
	CodigoTerminado            Tipo = "codigo.terminado"             // A code was ended by its owner.
	SolicitudCreada            Tipo = "solicitud.creada"             // An entity asked a citizen for documents.
	SolicitudRecordada         Tipo = "solicitud.recordada"          // An entity reminded a citizen of such a request.
	SolicitudRetirada          Tipo = "solicitud.retirada"           // An entity took such a request back.
	SolicitudRechazada         Tipo = "solicitud.rechazada"          // A citizen refused such a request, or the rest of it.
	AutorizacionOtorgada       Tipo = "autorizacion.otorgada"        // A citizen authorised an entity to see documents.
	AutorizacionTerminada      Tipo = "autorizacion.terminada"       // A citizen ended such an authorisation.
	AutorizacionBorradoPedido  Tipo = "autorizacion.borrado_pedido"  // A citizen asked an entity to erase what it keeps of what it saw.
	AutorizacionUsada          Tipo = "autorizacion.usada"           // An entity looked at a document that a citizen authorised.
	AutorizacionArchivoServido Tipo = "autorizacion.archivo_servido" // An entity fetched the file of such a document.
	AutorizacionNegada         Tipo = "autorizacion.negada"          // An entity tried to look at a document, and was refused: its authorisation is over, or the document is not available.
	EntidadSilenciada          Tipo = "entidad.silenciada"           // A citizen silenced an entity, or took that back.
	EntidadDenunciada          Tipo = "entidad.denunciada"           // A citizen reported an entity.
	EliminacionSolicitada      Tipo = "eliminacion.solicitada"       // A deletion was asked for.
	EliminacionCancelada       Tipo = "eliminacion.cancelada"        // A deletion was taken back.
	EliminacionDecidida        Tipo = "eliminacion.decidida"         // A request was approved, rejected, taken back or expired.
	EliminacionPaso            Tipo = "eliminacion.paso"             // A step of a deletion was taken.
	EliminacionReintentada     Tipo = "eliminacion.reintentada"      // A failed deletion was tried again.
	EliminacionCompletada      Tipo = "eliminacion.completada"       // A deletion ended: nothing of the document is left.
	EliminacionFallida         Tipo = "eliminacion.fallida"          // A deletion failed.
	MensajeReenviado           Tipo = "mensaje.reenviado"            // A dead letter was sent again.
	ReconciliacionReparada     Tipo = "reconciliacion.reparada"      // A difference between a file and its metadata was mended.
	SesionIniciada             Tipo = "sesion.iniciada"              // A token was used for the first time.
	TokenRechazado             Tipo = "token.rechazado"              // A token was refused; above a rate one event stands for many.
	PoliticaNegada             Tipo = "politica.negada"              // The policy refused something; above a rate one event stands for many.
	Emision                    Tipo = "emision"                      // A document of an entity was delivered: the fact that the document's verifiable file proves to anybody, and that names nobody.
	LlaveVista                 Tipo = "llave.vista"                  // An entity signed with a key for the first time.
	EntidadCambiada            Tipo = "entidad.cambiada"             // An entity was registered, changed or ended.
	LlaveCambiada              Tipo = "llave.cambiada"               // A key of an entity or of this server was changed.
	TipoCambiado               Tipo = "tipo.cambiado"                // A kind of document was added to the catalogue, or changed.
	TramiteRegistrado          Tipo = "tramite.registrado"           // A procedure, or a new version of one, was registered.
	TramiteTerminado           Tipo = "tramite.terminado"            // A procedure was ended: nobody asks for documents for it any more.
	RevocacionCambiada         Tipo = "revocacion.cambiada"          // A token, or the tokens of a subject, were taken out of use, or given back.
	RespaldoHecho              Tipo = "respaldo.hecho"               // Somebody asked for a backup of everything.
	RespaldoRestaurado         Tipo = "respaldo.restaurado"          // The data were made of a backup: what happened after it is not in the trail.
	AuditoriaLeida             Tipo = "auditoria.leida"              // The trail was read.
	AuditoriaExportada         Tipo = "auditoria.exportada"          // The trail was exported.
	EmbargoImpuesto            Tipo = "embargo.impuesto"             // Events were hidden from a citizen by a legal order.
	EmbargoLevantado           Tipo = "embargo.levantado"            // Such an order was ended.
)

// Tipos are all kinds, in the order of the schema.
var Tipos = []Tipo{
	CarpetaAbierta,
	CargaAnunciada,
	CargaConfirmada,
	CargaCancelada,
	CargaVencida,
	DocumentoEntregado,
	EntregaRevocada,
	EntregaReemplazada,
	DocumentoEditado,
	DocumentoVisto,
	DocumentoDescargado,
	ArchivoServido,
	ListaLeida,
	NodoLeido,
	CodigoCreado,
	CodigoUsado,
	CodigoTerminado,
	SolicitudCreada,
	SolicitudRecordada,
	SolicitudRetirada,
	SolicitudRechazada,
	AutorizacionOtorgada,
	AutorizacionTerminada,
	AutorizacionBorradoPedido,
	AutorizacionUsada,
	AutorizacionArchivoServido,
	AutorizacionNegada,
	EntidadSilenciada,
	EntidadDenunciada,
	EliminacionSolicitada,
	EliminacionCancelada,
	EliminacionDecidida,
	EliminacionPaso,
	EliminacionReintentada,
	EliminacionCompletada,
	EliminacionFallida,
	MensajeReenviado,
	ReconciliacionReparada,
	SesionIniciada,
	TokenRechazado,
	PoliticaNegada,
	Emision,
	LlaveVista,
	EntidadCambiada,
	LlaveCambiada,
	TipoCambiado,
	TramiteRegistrado,
	TramiteTerminado,
	RevocacionCambiada,
	RespaldoHecho,
	RespaldoRestaurado,
	AuditoriaLeida,
	AuditoriaExportada,
	EmbargoImpuesto,
	EmbargoLevantado,
}
