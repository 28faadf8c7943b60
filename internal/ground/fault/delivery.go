package fault

// Why an entity cannot deliver. errors.Is finds them by NotAllowed too.
const (
	FirmaInvalida       Code = "FIRMA_INVALIDA"
	UnknownLlave        Code = "LLAVE_DESCONOCIDA"
	LlaveVencida        Code = "LLAVE_VENCIDA"
	LlaveRevocada       Code = "LLAVE_REVOCADA"
	LlaveDeOtra         Code = "LLAVE_DE_OTRA_ENTIDAD"
	NITDeOtra           Code = "NIT_DE_OTRA_ENTIDAD"
	EntidadInactiva     Code = "ENTIDAD_INACTIVA"
	CiudadanoSinCarpeta Code = "CIUDADANO_SIN_CARPETA"
	CarpetaFull         Code = "CARPETA_LLENA"
	OtraDeclaracion     Code = "OTRA_DECLARACION"
	EntregaPendiente    Code = "ENTREGA_SIN_CONFIRMAR"
	EntregaConfirmada   Code = "ENTREGA_CONFIRMADA"
	EntregaCancelada    Code = "ENTREGA_CANCELADA"
	EntregaVencida      Code = "ENTREGA_VENCIDA"
	EntregaRevocada     Code = "ENTREGA_REVOCADA"
	EntregaReemplazada  Code = "ENTREGA_REEMPLAZADA"
)

// deliveries are their rows.
var deliveries = map[Code]Info{
	FirmaInvalida: {"Invalid signature", "La firma no es de este documento.", 409, false,
		"The signature is not of this document.", "it is no detached JWS of an accepted algorithm, or it signs something else (docs/api.md has the exact bytes)"},
	UnknownLlave: {"Unknown key", "La firma nombra una llave que la entidad no ha publicado.", 409, false,
		"The signature names a key that the entity has not published.", "publish the key first, or sign with one that is published"},
	LlaveVencida: {"Expired key", "La llave de la firma no está vigente.", 409, false,
		"The key of the signature is not valid now.", "the key's `nbf` or `exp` excludes the time of the signature, or now"},
	LlaveRevocada: {"Revoked key", "La llave de la firma fue revocada.", 409, false,
		"The key of the signature was revoked.", "sign with another key"},
	LlaveDeOtra: {"Key of another entity", "La llave es de otra entidad: haga un par de llaves nuevo.", 409, false,
		"The key is another entity's: make a new pair of keys.", "`registrarEntidad`, or the first signature with a key from `llavesUrl`: a key is of the first entity that had it, for ever. Make a new pair of keys, and register or publish its public half"},
	NITDeOtra: {"NIT of another entity", "El NIT es de otra entidad del registro.", 409, false,
		"The NIT is another entity's of the registry.", "`registrarEntidad`: a NIT is of the first entity that had it, for ever. Check the number, or change that entity"},
	EntidadInactiva: {"Inactive entity", "La entidad no está registrada o no está activa. Pida al administrador que la registre o la active.", 409, false,
		"The entity is not registered, or not active. Ask an administrador to register or activate it.", "the entity was never registered, is not active, or is no EMISOR: ask an administrador"},
	CiudadanoSinCarpeta: {"Citizen without a carpeta", "El ciudadano todavía no tiene carpeta: su operador debe abrirla.", 409, false,
		"The citizen has no carpeta yet: an operador must open one.", "deliver it again when the carpeta is open"},
	CarpetaFull: {"Carpeta full", "La carpeta del ciudadano no admite este documento: le falta espacio.", 409, false,
		"The citizen's carpeta has no room for this document.", "deliver it again when the citizen has made room"},
	OtraDeclaracion: {"Another statement", "Ya anunció o entregó este archivo a este ciudadano con otra declaración.", 409, false,
		"You announced or delivered this file to this citizen before with another statement.", "the same bytes were announced or delivered to this citizen, and another statement is signed now. The message names the delivery and what differs. `cancelarEntrega` if it is not confirmed"},
	EntregaPendiente: {"Not delivered yet", "La entrega todavía no se ha confirmado: no hay qué revocar. Cancélela, o espere a que venza.", 409, false,
		"The delivery is not confirmed yet: there is nothing to revoke. Cancel it, or wait until it expires.", "`revocarEntrega` of a delivery whose document never became visible"},
	EntregaConfirmada: {"Delivery confirmed", "La entrega ya se confirmó, y no se puede cancelar: si está mal, revóquela.", 409, false,
		"The delivery was confirmed, and cannot be cancelled: revoke it if it is wrong.", "`cancelarEntrega` of a confirmed delivery: `revocarEntrega` takes it back"},
	EntregaCancelada: {"Delivery cancelled", "Su entidad canceló esta entrega. Si quiere entregar el documento, anúncielo de nuevo.", 409, false,
		"Your entity cancelled this delivery. Announce the document anew if you want to deliver it.", "`confirmarEntrega` or `revocarEntrega` of a cancelled delivery"},
	EntregaVencida: {"Delivery expired", "La entrega venció: no se confirmó a tiempo. Si quiere entregar el documento, anúncielo de nuevo.", 409, false,
		"The delivery expired: it was not confirmed in time. Announce the document anew if you want to deliver it.", "`confirmarEntrega` or `revocarEntrega` of a delivery that was not confirmed within 24 hours"},
	EntregaRevocada: {"Delivery revoked", "La entrega ya fue revocada con otro motivo, o porque se revocó la llave que la firmó.", 409, false,
		"The delivery was revoked with another reason, or because the key that signed it was revoked.", "`revocarEntrega` with another `motivo` than the first one; `reemplazaA` of a revoked delivery: deliver anew without it; `entregarDocumento` of the file of a revoked delivery: deliver another file"},
	EntregaReemplazada: {"Delivery replaced", "Otra entrega ya reemplaza a la que nombra: reemplace esa otra.", 409, false,
		"Another delivery replaces the one that you name: replace that other one.", "`reemplazaA` of a delivery that has a replacement: name the newest of the line"},
}
