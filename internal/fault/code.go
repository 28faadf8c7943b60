package fault

// Code is the machine-readable name of a failure: `extensions.code` of the API.
type Code string

// The codes. Each has a row in the table below, a test and a line in docs/api.md.
const (
	Unauthenticated            Code = "UNAUTHENTICATED"
	Forbidden                  Code = "FORBIDDEN"
	NotFound                   Code = "NOT_FOUND"
	BadUserInput               Code = "BAD_USER_INPUT"
	InvalidCursorToken         Code = "INVALID_CURSOR_TOKEN"
	ExpiredCursorToken         Code = "EXPIRED_CURSOR_TOKEN"
	InvalidPaginationArguments Code = "INVALID_PAGINATION_ARGUMENTS"
	PageSizeTooLarge           Code = "PAGE_SIZE_TOO_LARGE"
	QueryTooComplex            Code = "QUERY_TOO_COMPLEX"
	RateLimited                Code = "RATE_LIMITED"
	SlowSubscriber             Code = "SLOW_SUBSCRIBER"
	NotAllowed                 Code = "OPERACION_NO_PERMITIDA"
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
}

// Table maps every code to its presentation.
var Table = map[Code]Info{
	Unauthenticated:            {"Authentication required", "Inicie sesión: falta un token válido.", 401, false},
	Forbidden:                  {"Forbidden", "Su rol no permite esta operación.", 403, false},
	NotFound:                   {"Not found", "No se encontró lo que busca.", 404, false},
	BadUserInput:               {"Bad user input", "Revise los datos enviados.", 400, false},
	InvalidCursorToken:         {"Invalid cursor", "El cursor no es válido.", 400, false},
	ExpiredCursorToken:         {"Expired cursor", "El cursor venció.", 400, false},
	InvalidPaginationArguments: {"Invalid pagination arguments", "Los argumentos de paginación no son válidos.", 400, false},
	PageSizeTooLarge:           {"Page size too large", "El tamaño de página es demasiado grande.", 400, false},
	QueryTooComplex:            {"Query too complex", "La consulta es demasiado costosa.", 400, false},
	RateLimited:                {"Rate limited", "Demasiadas solicitudes; intente más tarde.", 429, true},
	SlowSubscriber:             {"Slow subscriber", "La suscripción se cerró porque no leyó a tiempo.", 429, true},
	NotAllowed:                 {"Operation not allowed", "La operación no está permitida.", 409, false},
	Conflict:                   {"Conflict", "El dato cambió mientras tanto; intente de nuevo.", 409, true},
	Unavailable:                {"Unavailable", "El servicio no está disponible; intente más tarde.", 503, true},
	Internal:                   {"Internal error", "Ocurrió un error interno.", 500, true},
}

// Info is the code's row; an unknown code is presented as INTERNAL.
func (c Code) Info() Info {
	if info, ok := Table[c]; ok {
		return info
	}
	return Table[Internal]
}
