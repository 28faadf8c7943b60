package sim

// Fault is a kind of fault that a seed may draw.
type Fault string

// The faults. Each seed enables some of them, each with its own likelihood.
const (
	StoreRefuses      Fault = "almacen-rechaza"      // throttled: nothing written
	StoreConflicts    Fault = "almacen-choca"        // transaction conflict: nothing written
	StoreSilent       Fault = "almacen-calla"        // written or read, the answer is lost
	StoreRepeats      Fault = "almacen-repite"       // written, the answer is lost, and the engine writes again, which takes a while
	StoreSlow         Fault = "almacen-tarda"        // slow; a write may take effect after its caller gave up
	StoreDown         Fault = "almacen-caido"        // nothing answers for a while
	IndexStale        Fault = "indice-rancio"        // an index shows the past
	ObjetosSlow       Fault = "objetos-tarda"        // slow, in time
	ObjetosFail       Fault = "objetos-falla"        // 5xx
	ObjetosHang       Fault = "objetos-cuelga"       // no answer, nothing done
	ObjetosSilent     Fault = "objetos-calla"        // done, no answer
	ObjetosLate       Fault = "objetos-tarde"        // done after the caller gave up
	ObjetosDown       Fault = "objetos-caido"        // nothing answers for a while
	ObjetosLocked     Fault = "objetos-bloqueado"    // a file that the store never lets go
	ObjetosDeny       Fault = "objetos-niega"        // a refusal that looks permanent and is not
	ObjetosStubborn   Fault = "objetos-terco"        // a file with which nearly everything fails
	BrokerLoses       Fault = "correo-pierde"        // confirmed, and lost
	BrokerDuplicates  Fault = "correo-duplica"       // delivered twice
	BrokerReorders    Fault = "correo-desordena"     // overtaken by later ones
	BrokerDelays      Fault = "correo-demora"        // minutes late
	BrokerUnconfirmed Fault = "correo-sin-confirmar" // taken or not: no confirm
	BrokerRestarts    Fault = "correo-reinicia"      // down for a while; unacknowledged messages come again
	BrokerWiped       Fault = "correo-vacia"         // down, and everything in it is gone, for a while the topology too
	ConnectionCut     Fault = "enlace-corta"         // one process loses its connection to the broker
	EventLost         Fault = "evento-pierde"        // one process misses one event and does not know it
	ProcessDies       Fault = "proceso-muere"        // after a write or a publish, or at any time; restarted later
	ProcessPauses     Fault = "proceso-pausa"        // stands still for seconds, and goes on as if nothing had been
	ClockSkewed       Fault = "reloj-desviado"       // clocks differ by seconds
	ProcessStays      Fault = "proceso-no-vuelve"    // nobody starts it again, while another one lives
)

// Faults are all of them.
var Faults = []Fault{
	StoreRefuses, StoreConflicts, StoreSilent, StoreRepeats, StoreSlow, StoreDown, IndexStale,
	ObjetosSlow, ObjetosFail, ObjetosHang, ObjetosSilent, ObjetosLate, ObjetosDown, ObjetosLocked, ObjetosDeny, ObjetosStubborn,
	BrokerLoses, BrokerDuplicates, BrokerReorders, BrokerDelays, BrokerUnconfirmed, BrokerRestarts, BrokerWiped,
	ConnectionCut, EventLost, ProcessDies, ProcessPauses, ClockSkewed, ProcessStays,
}
