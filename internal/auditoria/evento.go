package auditoria

import "time"

// Evento is one thing that happened. Empty is what does not apply.
type Evento struct {
	EventoID      string // UUID v7; unique over all operadores
	Tipo          Tipo
	Servicio      Servicio
	CorrelacionID string    // the eventoId of a deletion, else the id of the request
	Momento       time.Time // UTC, milliseconds, by the clock of the process that wrote it
	Resultado     Resultado
	Gravedad      Gravedad
	Recurso       Recurso
	Actor         Actor
	EnNombreDe    string // the ciudadanoId for whom an operador acted
	Proposito     string // what for, as the caller gave it
	BaseLegal     string // under which law, as the caller gave it

	OperadorID  string // whose trail and whose log it is in; SinOperador for nobody's
	CarpetaID   string
	DocumentoID string

	Datos map[string]string // what the kind adds: ids, numbers, codes, hashes; never a title, a name, a token, an address
	Sal   []byte            // 32 random bytes: its commitment in the sealed log is of the event under them
}

// SinOperador is the trail of what belongs to no operador: a refused token, an entity.
const SinOperador = "_"

// Servicio is the part of the program that wrote the event.
type Servicio string

// The parts that write events.
const (
	API              Servicio = "api"
	Coordinador      Servicio = "coordinador"
	BorradorObjetos  Servicio = "borrador-objetos"
	BorradorMetadata Servicio = "borrador-metadatos"
	Barrendero       Servicio = "barrendero"
	Reconciliador    Servicio = "reconciliador"
	Consola          Servicio = "consola"
)

// Resultado is how it ended (outcome).
type Resultado string

// How things end.
const (
	Exito   Resultado = "success"
	Fracaso Resultado = "failure"
	Negado  Resultado = "denied"
)

// Gravedad is how much it matters to whoever watches (severity).
type Gravedad string

// From least to most.
const (
	Informa  Gravedad = "info"
	Advierte Gravedad = "warning"
	Critica  Gravedad = "critical"
)

// Recurso is the thing that it happened to: carpeta, documento, eliminacion, entidad, token …
type Recurso struct{ Tipo, ID string }

// Actor is who did it.
type Actor struct {
	Tipo       string // ciudadano, operador, auditor, entidad, administrador, enlace for whoever had a link, or servicio for the program itself
	ID         string // the token's subject, the hash of the link, or the name of the service
	OperadorID string
	EntidadID  string
}
