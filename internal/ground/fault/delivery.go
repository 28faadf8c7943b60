package fault

// Why an entity cannot deliver. errors.Is finds them by NotAllowed too.
const (
	FirmaInvalida       Code = "FIRMA_INVALIDA"
	UnknownLlave        Code = "LLAVE_DESCONOCIDA"
	LlaveVencida        Code = "LLAVE_VENCIDA"
	LlaveRevocada       Code = "LLAVE_REVOCADA"
	EntidadInactiva     Code = "ENTIDAD_INACTIVA"
	CiudadanoSinCarpeta Code = "CIUDADANO_SIN_CARPETA"
	CarpetaFull         Code = "CARPETA_LLENA"
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
	EntidadInactiva: {"Inactive entity", "La entidad no está registrada o no está activa.", 409, false,
		"The entity is not registered, or not active.", "ask an administrador"},
	CiudadanoSinCarpeta: {"Citizen without a carpeta", "El ciudadano todavía no tiene carpeta: su operador debe abrirla.", 409, false,
		"The citizen has no carpeta yet: an operador must open one.", "deliver it again when the carpeta is open"},
	CarpetaFull: {"Carpeta full", "La carpeta del ciudadano no admite este documento: le falta espacio.", 409, false,
		"The citizen's carpeta has no room for this document.", "deliver it again when the citizen has made room"},
}
