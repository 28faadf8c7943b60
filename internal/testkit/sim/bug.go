package sim

import "strings"

// Bug is a bug put into the simulated world on purpose, to see that the
// simulation finds it. Product code knows nothing of them: each is a lie of a
// port, a part that the composition leaves out, or a mutant: the rules of the
// store without one condition, as records/mem names it.
type Bug string

// mutant is the method and the condition that a bug leaves out.
func (b Bug) mutant() (method, condition string, is bool) { return strings.Cut(string(b), ":") }

// The planted bugs.
const (
	EraseUnverified Bug = "borrar-sin-verificar"       // one version of the file is erased, nobody lists afterwards
	CompensarUnseen Bug = "compensar-sin-mirar"        // the file is taken to be there
	CompensarAtOnce Bug = "compensar-sin-reposo"       // erasures under way are not waited for
	NoSweeper       Bug = "sin-barrendero"             // messages are published at once, or never
	HubNoReread     Bug = "hub-sin-relectura"          // a subscriber trusts the events alone
	DecidirUnseen   Bug = "decidir-sin-mirar"          // the decider always reads a request that still waits
	DecidirOwn      Bug = "decidir-lo-propio"          // the decider is not compared with the asker
	CopyKnown       Bug = "copia-sin-duda"             // a copy whose answer is missing is told as one that was refused
	SweepUnseen     Bug = "barrer-sin-mirar"           // the sweep trusts an old list
	NoSeal          Bug = "carga-sin-sello"            // the upload of a file that has its name is not closed
	CancelByClock   Bug = "cancelar-por-reloj"         // an upload that ended on one process's clock is taken to be gone
	ExpireEarly     Bug = "vencer-antes"               // a reading takes an upload to have ended a minute before it does
	DirectEndless   Bug = "directa-sin-plazo"          // an execution without a message does not look how old its lease is
	LookEarly       Bug = "mirar-antes-de-borrar"      // the look for leftovers is from before the erasure of the known version
	KnownUnseen     Bug = "version-conocida-sin-mirar" // the known version is erased, and nobody looks whether another came in its place
	MergeWindow     Bug = "unir-la-ventana"            // the end of an undo window is stored together with what follows it
	RoleIgnored     Bug = "paso-sin-papel"             // a process does steps of roles that it does not have
	AckUnconfirmed  Bug = "acusar-sin-confirmar"       // a message is acknowledged before the next one is confirmed
	ReserveEndless  Bug = "reserva-sin-fin"            // the place of a deletion that was never stored is kept
	ReserveShort    Bug = "reserva-sin-seguir"         // the place of one that goes on ends with its reservation
	EndUnheard      Bug = "fin-sin-soltar"             // the place of one that another process ended is kept
)

// Mutants that the simulation finds. The contract suite of the stores finds all (internal/store/rules).
const (
	SaveUnconditional Bug = "Guardar:DocumentoEventosOutbox.secuencia" // a change is stored whatever the secuencia
	BeginUnlocked     Bug = "Iniciar:Documento.estadoDocumento"        // a locked document can be locked again
	CorregirLocked    Bug = "Corregir:Documento.estadoDocumento"       // a locked document can be corrected
	ForgetUnseen      Bug = "OlvidarCarga:Documento.expiraEn"          // an upload is forgotten though its end was put off
	EntregarTwice     Bug = "CrearEntrega:Entidad.or(clave)"           // a delivery does not look whether it was made before
	CodeEndUnseen     Bug = "UsarCodigo:Consentimiento.terminadoEn"    // a use does not look whether its code was ended
	CodeWorthUnseen   Bug = "UsarCodigo:Documento.juridico"            // nor whether its document was taken back meanwhile
	CodeUnlocked      Bug = "UsarCodigo:Documento.estadoDocumento"     // nor whether its document is locked

	LookEndUnseen   Bug = "Mirar:Consentimiento.terminadaEn"                // a look does not see that its authorisation was ended meanwhile
	LookUntilUnseen Bug = "Mirar:Consentimiento.hasta"                      // nor that its time is over
	LookUnlocked    Bug = "Mirar:Documento.estadoDocumento"                 // nor that its document is locked
	LookWorthUnseen Bug = "Mirar:Documento.juridico"                        // nor that it was taken back
	AnswerTwice     Bug = "Responder:Consentimiento.version"                // one version of a request is answered twice
	AnswerUnlocked  Bug = "Responder:Documento.estadoDocumento"             // an answer gives a document that is locked
	AnswerWorth     Bug = "Responder:Documento.juridico"                    // or one that was taken back
	FinishTwice     Bug = "TerminarAutorizacion:Consentimiento.terminadaEn" // an end does not see the one before
	AskPlacesUnseen Bug = "CrearSolicitud:Consentimiento.version"           // two requests write the places over each other
	AskNumberUnseen Bug = "CrearSolicitud:Consentimiento.or(clave)"         // one number of an entity makes two requests
	CloseUnseen     Bug = "CambiarSolicitud:Consentimiento.version"         // a request is closed over what became of it meanwhile
)

// Bugs are all of them.
var Bugs = []Bug{
	EraseUnverified, CompensarUnseen, CompensarAtOnce, NoSweeper, HubNoReread, DecidirUnseen, DecidirOwn, CopyKnown, SweepUnseen, NoSeal,
	CancelByClock, ExpireEarly, DirectEndless, LookEarly, KnownUnseen, MergeWindow, RoleIgnored, AckUnconfirmed, ReserveEndless, ReserveShort, EndUnheard,
	SaveUnconditional, BeginUnlocked, CorregirLocked, ForgetUnseen, EntregarTwice, CodeEndUnseen, CodeWorthUnseen, CodeUnlocked,
	LookEndUnseen, LookUntilUnseen, LookUnlocked, LookWorthUnseen, AnswerTwice, AnswerUnlocked, AnswerWorth, FinishTwice,
	AskPlacesUnseen, AskNumberUnseen, CloseUnseen,
}
