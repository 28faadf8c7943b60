package fault

// Why an entity cannot ask or look, and why a citizen cannot answer. errors.Is finds them by NotAllowed too.
const (
	NotReceptor            Code = "ENTIDAD_NO_RECEPTORA"
	NumeroUsado            Code = "NUMERO_INTERNO_USADO"
	SolicitudAbierta       Code = "SOLICITUD_YA_ABIERTA"
	TooManySolicitudes     Code = "DEMASIADAS_SOLICITUDES"
	SolicitudCerrada       Code = "SOLICITUD_CERRADA"
	SolicitudCambiada      Code = "SOLICITUD_CAMBIADA"
	RecordatorioNoAdmitido Code = "RECORDATORIO_NO_ADMITIDO"
	AutorizacionOver       Code = "AUTORIZACION_TERMINADA"
	AutorizacionInForce    Code = "AUTORIZACION_VIGENTE"
	NoDisponible           Code = "NO_DISPONIBLE"
	TooManySilenciadas     Code = "DEMASIADAS_SILENCIADAS"
)

// consents are their rows.
var consents = map[Code]Info{
	NotReceptor: {"Not a recipient", "La entidad no está activa como RECEPTOR: no puede pedir documentos ni abrirlos. Pida al administrador que la registre así.", 409, false,
		"The entity is not active as a RECEPTOR: it can neither ask for documents nor open them. Ask an administrador to register it so.", "the entity was never registered, is not active, or is no RECEPTOR; what citizens authorised goes on when it is active again"},
	NumeroUsado: {"Number used", "Su entidad ya usó este número interno en otra solicitud: indique otro.", 409, false,
		"Your entity used this number in another request: give another one.", "`solicitarDocumentos` with a `numeroInterno` that stands for another citizen or another procedure"},
	SolicitudAbierta: {"Request open already", "Su entidad ya tiene una solicitud de este trámite para esta persona.", 409, false,
		"Your entity has a request for this procedure to this person already.", "`solicitarDocumentos` while a request of the same procedure is open, or was refused: wait until its 30 days are over"},
	TooManySolicitudes: {"Too many requests", "Su entidad ya tiene tres solicitudes para esta persona: espere a que venza una.", 409, false,
		"Your entity has three requests to this person already: wait until one expires.", "`solicitarDocumentos` beyond three requests to one citizen, those that were withdrawn or refused among them until their 30 days are over"},
	SolicitudCerrada: {"Request closed", "La solicitud ya no está abierta.", 409, false,
		"The request is not open any more.", "the request was completed, refused or withdrawn, or its time is over"},
	SolicitudCambiada: {"Request changed", "La solicitud cambió mientras tanto: léala de nuevo antes de responder.", 409, false,
		"The request has changed meanwhile: read it again before you answer.", "`responderSolicitud` with another `version` than the stored one: somebody answered, refused, withdrew or was reminded of it first"},
	RecordatorioNoAdmitido: {"Reminder too early", "Cada solicitud admite tres recordatorios, con 24 horas o más entre ellos.", 409, false,
		"A request has three reminders, 24 hours or more apart.", "`recordarSolicitud` a fourth time, or within 24 hours of the request or of the last reminder"},
	AutorizacionOver: {"Authorisation over", "La autorización terminó: este documento ya no se puede ver.", 409, false,
		"The authorisation is over: this document cannot be seen any more.", "a look after the citizen ended the authorisation, or after its time; the citizen reads of the attempt"},
	AutorizacionInForce: {"Authorisation in force", "La autorización está vigente: termínela antes de pedir que borren lo que guardan.", 409, false,
		"The authorisation is in force: end it before you ask for erasure.", "`pedirBorrado` before the authorisation is over"},
	NoDisponible: {"Not available", "El documento no está disponible ahora.", 409, false,
		"The document is not available now.", "a look at a document that its citizen erased, or that a deletion locks: the answer is the same"},
	TooManySilenciadas: {"Too many silenced", "Ya tiene cien entidades silenciadas: vuelva a oír a una que ya no le moleste.", 409, false,
		"You have silenced a hundred entities already: hear one again that bothers you no more.", "`silenciarEntidad` beyond 100 entities"},
}
