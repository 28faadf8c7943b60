package fault

import "maps"

// The refusals: each says which rule forbids it. errors.Is finds them by NotAllowed too.
const (
	DocumentoCertificado Code = "DOCUMENTO_CERTIFICADO"
	NotCertificado       Code = "DOCUMENTO_NO_CERTIFICADO"
	DocumentoIncomplete  Code = "DOCUMENTO_EN_CARGA"
	DocumentoLocked      Code = "DOCUMENTO_BLOQUEADO"
	DocumentoChanged     Code = "DOCUMENTO_CAMBIADO"
	DocumentoIntact      Code = "DOCUMENTO_INTACTO"
	UploadEnded          Code = "CARGA_TERMINADA"
	VentanaClosed        Code = "VENTANA_CERRADA"
	NotInPapelera        Code = "NO_ESTA_EN_PAPELERA"
	EliminacionNotFailed Code = "ELIMINACION_NO_FALLIDA"
	NoAprobacion         Code = "APROBACION_INNECESARIA"
	OwnAprobacion        Code = "APROBACION_PROPIA"
	AprobacionGiven      Code = "APROBACION_DADA"
	AprobacionRejected   Code = "APROBACION_RECHAZADA"
	AprobacionExpired    Code = "APROBACION_VENCIDA"
	AprobacionWithdrawn  Code = "APROBACION_RETIRADA"
	NoDestination        Code = "COLA_SIN_DESTINO"
	NoRoomForSessions    Code = "SESIONES_SIN_LUGAR"
	NotShowable          Code = "DOCUMENTO_NO_MOSTRABLE"
	NoTitular            Code = "TITULAR_SIN_FIRMA"
	TooManyCodigos       Code = "DEMASIADOS_CODIGOS"
)

// What is wrong with the file of an upload. errors.Is finds them by BadUserInput too.
const (
	FileMissing    Code = "ARCHIVO_PENDIENTE"
	FileDiffers    Code = "ARCHIVO_DISTINTO"
	StillVerifying Code = "VERIFICACION_EN_CURSO"
)

// refusals are the codes of a mutation's payload, beside NOT_FOUND and BAD_USER_INPUT.
var refusals = map[Code]Info{
	DocumentoCertificado: {"Certified document", "El documento está certificado: su eliminación requiere una aprobación (solicitarEliminacion).", 409, false,
		"The document is certified: its deletion needs an approval (solicitarEliminacion).", "`deleteDocumento` or `editarDocumento` of a certified document: ask for its deletion with `solicitarEliminacion`; it is not corrected"},
	NotCertificado: {"Document not certified", "El documento no está certificado: su eliminación no requiere aprobación (deleteDocumento).", 409, false,
		"The document is not certified: its deletion needs no approval (deleteDocumento).", "`solicitarEliminacion` of a document that needs no approval; use `deleteDocumento`"},
	DocumentoIncomplete: {"Upload not confirmed", "El documento todavía se está cargando: confirme o cancele su carga, que está en Carpeta.cargas, o espere a que venza.", 409, false,
		"The document is still being uploaded: confirm or end its upload, which is in Carpeta.cargas, or let it expire.", "the upload was not confirmed yet: find it in `Carpeta.cargas`, and confirm it, end it (`cancelarCarga`), or let it expire"},
	DocumentoLocked: {"Document locked", "El documento se está eliminando y no se corrige: si es posible, cancele primero la eliminación.", 409, false,
		"The document is being deleted, and is not corrected: take the deletion back first, if that is possible.", "`editarDocumento` of a document that a deletion locks"},
	DocumentoChanged: {"Document changed", "El documento fue corregido mientras tanto: compare lo suyo con lo guardado y corrija de nuevo.", 409, false,
		"The document was corrected meanwhile: compare yours with what is stored, and correct it again.", "`editarDocumento` with another `version` than the stored one; the error has the document as it is now"},
	UploadEnded: {"Upload ended", "La carga ya terminó: el documento está en la carpeta.", 409, false,
		"The upload has ended: the document is in the folder.", "`renovarCarga`, `cancelarCarga` or `firmarPartes` of an upload that was confirmed"},
	DocumentoIntact: {"Document intact", "El documento quedó intacto y desbloqueado: solicite una eliminación nueva.", 409, false,
		"The document is intact and unlocked: ask for a new deletion.", "`reintentarEliminacion` of a deletion that gave its document back"},
	VentanaClosed: {"Undo window closed", "La eliminación ya no se puede cancelar: el borrado comenzó o terminó.", 409, false,
		"The deletion can no longer be taken back: the erasure has begun or ended.", "`cancelarEliminacion` too late"},
	NotShowable: {"Nothing to show", "Solo se muestra con un código un documento que certificó una entidad, y por el que ella responde.", 409, false,
		"Only a document that an entity certified, and still answers for, is shown by a code.", "`crearCodigo` for an uploaded document, or one that was revoked or replaced"},
	NoTitular: {"Holder not signed", "La entidad no firmó el nombre del titular de este documento: muéstrelo sin el nombre.", 409, false,
		"The entity did not sign the holder's name of this document: show it without the name.", "`crearCodigo` with `mostrarTitular` for a statement of version 1"},
	TooManyCodigos: {"Too many codes", "Este documento ya tiene demasiados códigos: deje de compartir uno que ya no necesite.", 409, false,
		"This document has too many codes already: end one that you do not need any more.", "`crearCodigo` beyond 20 codes in use of one document"},
	NotInPapelera: {"Not in the bin", "El documento no está en la papelera.", 409, false,
		"The document is not in the bin.", "`borrarYa` of a deletion that was taken back, or gave its document back, or waits for an approval"},
	EliminacionNotFailed: {"Deletion has not failed", "Solo se reintenta una eliminación FALLIDA.", 409, false,
		"Only a deletion that is FALLIDA is tried again.", "`reintentarEliminacion` of a deletion under way, completed or taken back"},
	NoAprobacion: {"No approval needed", "Esta eliminación no requiere una aprobación.", 409, false,
		"This deletion needs no approval.", "a decision about an ordinary deletion"},
	OwnAprobacion: {"Own request", "Quien solicita la eliminación no la decide: debe hacerlo otra persona del operador.", 409, false,
		"Who asks for the deletion does not decide: another person of the operador must.", "a decision by the asker"},
	AprobacionGiven: {"Approved already", "La eliminación ya fue aprobada.", 409, false,
		"The deletion was approved already.", "a decision, or taking back, after the approval"},
	AprobacionRejected: {"Rejected already", "La eliminación ya fue rechazada.", 409, false,
		"The deletion was rejected already.", "a decision, or taking back, after the rejection"},
	AprobacionExpired: {"Approval expired", "El plazo para aprobar la eliminación venció sin decisión.", 409, false,
		"The time to approve the deletion ended without a decision.", "a decision, or taking back, after `hasta`"},
	AprobacionWithdrawn: {"Request taken back", "El pedido de eliminación fue retirado.", 409, false,
		"The request for the deletion was taken back.", "a decision after the request was taken back"},
	NoDestination: {"Queue without a destination", "Los mensajes de esa cola no vienen de una cola de trabajo: no hay a dónde devolverlos.", 409, false,
		"Messages of that queue come from no work queue: there is nowhere to send them back to.", "`reencolarMensajes` of what no queue takes"},
	NoRoomForSessions: {"No room to end sessions", "Sus sesiones no se pueden cerrar ahora: pida a su operador que las cierre.", 409, false,
		"Your sessions cannot be ended now: ask your operador to end them.", "`cerrarSesiones` when nine tenths of `CARPETA_REVOCATIONS_MAX` are taken"},
	FileMissing: {"File not uploaded", "El archivo todavía no se ha subido: envíelo a la dirección firmada y confirme después.", 400, false,
		"The file is not there yet: send it to the signed address, then confirm.", "`confirmarCarga` before the file was sent"},
	StillVerifying: {"Still verifying", "El archivo se está verificando: confirme otra vez para seguir.", 400, false,
		"The file is being verified: confirm again to go on.", "`confirmarCarga` of a large file that was sent in parts: repeat it until it is confirmed"},
	FileDiffers: {"Another file", "El archivo guardado no es el anunciado: inicie una carga nueva.", 400, false,
		"The stored file is not the announced one: begin a new upload.", "`confirmarCarga` of another content or length than announced"},
}

// Table maps every code to its presentation.
var Table = joined(general, refusals, deliveries, consents)

func joined(parts ...map[Code]Info) map[Code]Info {
	all := map[Code]Info{}
	for _, p := range parts {
		maps.Copy(all, p)
	}
	return all
}

// OfPayload reports whether the code can stand in a payload: somebody can act on it.
func (c Code) OfPayload() bool {
	switch family := c.Family(); family {
	case NotFound:
		return c == NotFound
	case NotAllowed:
		return c != NotAllowed // which of the rules is said
	default:
		return family == BadUserInput || c == QuotaExceeded
	}
}
