package sim

// Bug is a bug put into the simulated world on purpose, to see that the
// simulation finds it. Product code knows nothing of them: each is a lie of a
// port, or a part that the composition leaves out.
type Bug string

// The planted bugs.
const (
	SaveUnconditional   Bug = "guardar-sin-condicion"    // a change is stored whatever the secuencia
	EfectoUnconditional Bug = "efecto-sin-condicion"     // the effect happens even if the condition fails
	TransactionSplit    Bug = "transaccion-partida"      // saga and document are two writes; the second may be missing
	BeginUnlocked       Bug = "iniciar-sin-candado"      // a locked document can be locked again
	ArriendoUnfenced    Bug = "arriendo-sin-cerca"       // a lease does not look at the fencing token
	ArriendoEndless     Bug = "arriendo-sin-fin"         // a leased command is never due again
	DevolverIgnored     Bug = "devolver-sin-efecto"      // what the broker did not take counts as delivered
	AckBeforeWrite      Bug = "avisar-antes-de-escribir" // acknowledged before it is written
	ReadStale           Bug = "lectura-rancia"           // a consistent read is not
	EraseUnverified     Bug = "borrar-sin-verificar"     // one version of the file is erased, nobody lists afterwards
	CompensarUnseen     Bug = "compensar-sin-mirar"      // the file is taken to be there
	CompensarAtOnce     Bug = "compensar-sin-reposo"     // erasures under way are not waited for
	NoSweeper           Bug = "sin-barrendero"           // messages are published at once, or never
	HubNoReread         Bug = "hub-sin-relectura"        // a subscriber trusts the events alone

	VencerAtOnce          Bug = "vencer-sin-plazo"     // the store forgets when a request expires
	DecidirUnseen         Bug = "decidir-sin-mirar"    // the decider always reads a request that still waits
	DecidirOwn            Bug = "decidir-lo-propio"    // the decider is not compared with the asker
	CorregirUnconditional Bug = "corregir-sin-version" // a correction is stored whatever came in between
	CorregirLocked        Bug = "corregir-con-candado" // a locked document can be corrected

	ReservarUnconditional Bug = "reservar-sin-mirar" // two confirmations of an upload reserve it, and the store does not compare them
	ReservarExpired       Bug = "reservar-vencida"   // a confirmation does not look whether the upload ended
	CopyKnown             Bug = "copia-sin-duda"     // a copy whose answer is missing is told as one that was refused
	ForgetUncounted       Bug = "olvidar-sin-cuota"  // an upload that ends stays counted in the usage
	SweepUnseen           Bug = "barrer-sin-mirar"   // the sweep trusts an old list
	NoSeal                Bug = "carga-sin-sello"    // the upload of a file that has its name is not closed
	EntregarTwice         Bug = "entregar-dos-veces" // a delivery does not look whether it was made before
	CancelByClock         Bug = "cancelar-por-reloj" // an upload that ended on one process's clock is taken to be gone
	DeliverByClock        Bug = "entregar-por-reloj" // the same, of a delivery whose content is announced again
	ExpireEarly           Bug = "vencer-antes"       // a reading takes an upload to have ended a minute before it does

	CertificadoUnconditional Bug = "certificado-sin-condicion" // a document is at times read as not certified, and nobody looks again

	EventApart    Bug = "hecho-aparte"     // the event is a write of its own, after the change
	EventInvented Bug = "hecho-sin-efecto" // the event is written even if the condition fails

	DirectEndless Bug = "directa-sin-plazo"          // an execution without a message does not look how old its lease is
	HistoryGap    Bug = "historia-con-hueco"         // of two changes that one write makes, the store keeps one
	LookEarly     Bug = "mirar-antes-de-borrar"      // the look for leftovers is from before the erasure of the known version
	KnownUnseen   Bug = "version-conocida-sin-mirar" // the known version is erased, and nobody looks whether another came in its place
	GroupHalf     Bug = "grupo-a-medias"             // of several deletions that one write ends, the last is not written, and nobody is told

	MergeWindow    Bug = "unir-la-ventana"      // the end of an undo window is stored together with what follows it
	RoleIgnored    Bug = "paso-sin-papel"       // a process does steps of roles that it does not have
	AckUnconfirmed Bug = "acusar-sin-confirmar" // a message is acknowledged before the next one is confirmed

	RestoreHalf      Bug = "recuperar-sin-un-orden" // a document comes back from the bin without its row in one order
	RestoreUncounted Bug = "recuperar-sin-contar"   // one that comes back is not counted among the visible ones

	CodeUncounted   Bug = "codigo-sin-limite"      // of two uses at once, the store does not see that the first was the last
	CodeUnlocked    Bug = "codigo-sin-candado"     // a use does not look whether its document is locked
	CodeWorthUnseen Bug = "codigo-sin-estado"      // a use does not look whether its document was taken back meanwhile
	CodeEndUnseen   Bug = "codigo-sin-fin"         // a use does not look whether its code was ended
	CodeStale       Bug = "codigo-rancio"          // a code is read as it was made
	CodeEventApart  Bug = "hecho-de-codigo-aparte" // the event of a use is a write of its own, after it
	ReplaceHalf     Bug = "reemplazo-a-medias"     // a delivery is confirmed, and what it replaces is not written
	ReplaceUnseen   Bug = "reemplazo-sin-mirar"    // what is replaced is not compared with what was read

	UploadEventApart    Bug = "hecho-de-carga-aparte" // the same two, of uploads and deliveries
	UploadEventInvented Bug = "hecho-de-carga-sin-efecto"
)

// Bugs are all of them.
var Bugs = []Bug{
	SaveUnconditional, EfectoUnconditional, TransactionSplit, BeginUnlocked, ArriendoUnfenced, ArriendoEndless, DevolverIgnored,
	AckBeforeWrite, ReadStale, EraseUnverified, CompensarUnseen, CompensarAtOnce, NoSweeper, HubNoReread,
	VencerAtOnce, DecidirUnseen, DecidirOwn, CertificadoUnconditional, CorregirUnconditional, CorregirLocked,
	EventApart, EventInvented, UploadEventApart, UploadEventInvented,
	DirectEndless, HistoryGap, GroupHalf, LookEarly, KnownUnseen,
	MergeWindow, RoleIgnored, AckUnconfirmed, RestoreHalf, RestoreUncounted,
	CodeUncounted, CodeUnlocked, CodeWorthUnseen, CodeEndUnseen, CodeStale, CodeEventApart, ReplaceHalf, ReplaceUnseen,
	ReservarUnconditional, ReservarExpired, CopyKnown, ForgetUncounted, SweepUnseen, NoSeal, EntregarTwice, CancelByClock, DeliverByClock, ExpireEarly,
}
