package fault

// Code is the machine-readable name of a failure: `extensions.code` of the API.
type Code string

// The codes. Each has a row in the table below, a test and a line in docs/errores.md.
const (
	Unauthenticated            Code = "UNAUTHENTICATED"
	InsufficientAuthentication Code = "INSUFFICIENT_AUTHENTICATION"
	Forbidden                  Code = "FORBIDDEN"
	NotFound                   Code = "NOT_FOUND"
	BadUserInput               Code = "BAD_USER_INPUT"
	InvalidCursorToken         Code = "INVALID_CURSOR_TOKEN"
	ExpiredCursorToken         Code = "EXPIRED_CURSOR_TOKEN"
	InvalidPaginationArguments Code = "INVALID_PAGINATION_ARGUMENTS"
	PageSizeTooLarge           Code = "PAGE_SIZE_TOO_LARGE"
	QueryTooComplex            Code = "QUERY_TOO_COMPLEX"
	RateLimited                Code = "RATE_LIMITED"
	PersistedQueryNotFound     Code = "PERSISTED_QUERY_NOT_FOUND"
	OperationNotTrusted        Code = "OPERATION_NOT_TRUSTED"
	SlowSubscriber             Code = "SLOW_SUBSCRIBER"
	QuotaExceeded              Code = "QUOTA_EXCEEDED"
	NotAllowed                 Code = "OPERACION_NO_PERMITIDA"
	FinalidadRequerida         Code = "FINALIDAD_REQUERIDA"
	SinCarpeta                 Code = "SIN_CARPETA"
	OtherOperador              Code = "CIUDADANO_DE_OTRO_OPERADOR"
	Conflict                   Code = "CONFLICT"
	Unavailable                Code = "UNAVAILABLE"
	Internal                   Code = "INTERNAL"
)

// Error lets a bare code be used as a target of errors.Is.
func (c Code) Error() string { return string(c) }

// Info is how a code is presented.
type Info struct {
	Title   string // English, short, always the same for the code (RFC 9457 title)
	Mensaje string // Spanish default message
	Status  int    // HTTP status if the whole request failed this way
	Retry   bool   // whether the identical request may succeed later
	Message string // Mensaje in English
	Meaning string // when it comes and what to do, for docs/errores.md
}

// general are the codes of any operation.
var general = map[Code]Info{
	Unauthenticated: {"Authentication required", "Inicie sesión: falta un token válido.", 401, false,
		"Log in: there is no valid token.", "no token, or a token that proves nobody; a WebSocket closes with 4403"},
	InsufficientAuthentication: {"Insufficient authentication", "Para esto debe identificarse de nuevo.", 401, false,
		"For this you have to sign in again.", "the act needs a more recent sign-in, or another level: `maxAge`, `acrValues` ([RFC 9470](api.md#signing-in-again))"},
	Forbidden: {"Forbidden", "Su rol no permite esta operación.", 403, false,
		"Your role does not permit this operation.", "you may see the object, but your role may not do this; or the page's origin is not allowed; or (421) the server has no such name"},
	NotFound: {"Not found", "No se encontró lo que busca.", 404, false,
		"What you ask for was not found.", "the object is absent, or not yours: the answer is the same"},
	BadUserInput: {"Bad user input", "Revise los datos enviados.", 400, false,
		"Check the data that you sent.", "a value is wrong; `campos` names it. Also HTTP's own refusals (405, 406, 408, 413, 415, 431)"},
	InvalidCursorToken: {"Invalid cursor", "El cursor no es válido.", 400, false,
		"The cursor is not valid.", "the cursor is malformed, changed, or of another list; start without a cursor"},
	ExpiredCursorToken: {"Expired cursor", "El cursor venció.", 400, false,
		"The cursor expired.", "the cursor is older than 24 h; start without a cursor"},
	InvalidPaginationArguments: {"Invalid pagination arguments", "Los argumentos de paginación no son válidos.", 400, false,
		"The pagination arguments are not valid.", "`first` and `last` together, a number less than 1, or a cursor of the wrong direction"},
	PageSizeTooLarge: {"Page size too large", "El tamaño de página es demasiado grande.", 400, false,
		"The page size is too large.", "a page of more than 100"},
	QueryTooComplex: {"Query too complex", "La consulta es demasiado costosa.", 400, false,
		"The query is too costly.", "the operation is too deep, too wide or too costly; or a filter would have to read too much"},
	RateLimited: {"Rate limited", "Demasiadas solicitudes; intente más tarde.", 429, true,
		"Too many requests; try again later.", "a budget is used up, or too much was asked for at a time; wait as long as `reintentarEn` and `Retry-After` say"},
	PersistedQueryNotFound: {"Persisted query not found", "El servidor no conoce el documento: envíe también su texto.", 400, false,
		"The server does not know the document: send its text too.", "a hash without its text, and the server does not know it; Apollo Client sends the text by itself"},
	OperationNotTrusted: {"Operation not trusted", "El servidor solo ejecuta las operaciones de sus aplicaciones.", 403, false,
		"The server runs the operations of its applications only.", "the document is not in the manifest of trusted documents"},
	SlowSubscriber: {"Slow subscriber", "La suscripción se cerró porque no leyó a tiempo.", 429, true,
		"The subscription was closed because it was not read in time.", "subscribe again with `despuesDe`"},
	NotAllowed: {"Operation not allowed", "La operación no está permitida.", 409, false,
		"The operation is not allowed.", "the rules forbid it; the message says why"},
	QuotaExceeded: {"Quota exceeded", "La carpeta no admite más: elimine documentos que no necesite, o cancele cargas sin terminar.", 409, false,
		"The carpeta takes no more: delete documents that you do not need, or cancel uploads that were not ended.", "the carpeta's quota of bytes, documents or unconfirmed uploads is used up; the message says what is used and allowed, as `Carpeta.uso` does"},
	OtherOperador: {"Citizen of another operador", "A este ciudadano lo atiende otro operador: debe trasladarse primero.", 409, false,
		"Another operador serves this citizen: they must move first.", "the citizen has a folder with another operador, which is not named"},
	Conflict: {"Conflict", "El dato cambió mientras tanto; intente de nuevo.", 409, true,
		"The data changed meanwhile; try again.", "somebody else changed it first"},
	Unavailable: {"Unavailable", "El servicio no está disponible; intente más tarde.", 503, true,
		"The service is not available; try again later.", "a part behind the server does not answer, or the server is stopping"},
	Internal: {"Internal error", "Ocurrió un error interno.", 500, true,
		"An internal error occurred.", "our fault; the cause is in the log under `instance`"},
	FinalidadRequerida: {"Purpose required", "Diga para qué actúa y con qué base legal: su rol lo requiere.", 400, false,
		"Say what you act for and under which law: your role requires it.", "your role must say both (`Carpeta-Proposito`, `Carpeta-Base-Legal`); a WebSocket closes with 4400"},
	SinCarpeta: {"No folder", "Usted todavía no tiene una carpeta.", 404, false,
		"You have no folder yet.", "the citizen has no carpeta yet: offer to open one"},
}

// Info is the code's row; an unknown code is presented as INTERNAL.
func (c Code) Info() Info {
	if info, ok := Table[c]; ok {
		return info
	}
	return Table[Internal]
}
