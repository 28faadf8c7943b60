package sim

import "time"

// Plantado is a bug put into the simulated world on purpose, to see that the
// simulation finds it. Product code knows nothing of them: each is a lie of a
// port, or a part that the composition leaves out.
type Plantado string

// The planted bugs; docs/testing.md explains each.
const (
	GuardarSinCondicion   Plantado = "guardar-sin-condicion"    // a change is stored whatever the secuencia
	EfectoSinCondicion    Plantado = "efecto-sin-condicion"     // the effect happens even if the condition fails
	TransaccionPartida    Plantado = "transaccion-partida"      // saga and document are two writes; the second may be missing
	IniciarSinCandado     Plantado = "iniciar-sin-candado"      // a locked document can be locked again
	ArriendoSinCerca      Plantado = "arriendo-sin-cerca"       // a lease does not look at the fencing token
	ArriendoSinFin        Plantado = "arriendo-sin-fin"         // a leased command is never due again
	DevolverSinEfecto     Plantado = "devolver-sin-efecto"      // what the broker did not take counts as delivered
	AvisarAntesDeEscribir Plantado = "avisar-antes-de-escribir" // acknowledged before it is written
	LecturaRancia         Plantado = "lectura-rancia"           // a consistent read is not
	BorrarSinVerificar    Plantado = "borrar-sin-verificar"     // one version of the file is erased, nobody lists afterwards
	CompensarSinMirar     Plantado = "compensar-sin-mirar"      // the file is taken to be there
	CompensarSinReposo    Plantado = "compensar-sin-reposo"     // erasures under way are not waited for
	SinBarrendero         Plantado = "sin-barrendero"           // only what is published at once is published
	HubSinRelectura       Plantado = "hub-sin-relectura"        // a subscriber trusts the events alone

	VencerSinPlazo          Plantado = "vencer-sin-plazo"          // the store forgets when a request expires
	DecidirSinMirar         Plantado = "decidir-sin-mirar"         // who decides is shown a request that still waits
	DecidirLoPropio         Plantado = "decidir-lo-propio"         // who decides is not compared with who asked
	CertificadoSinCondicion Plantado = "certificado-sin-condicion" // a document is at times read as not certified, and nobody looks again
)

// Plantados are all of them.
var Plantados = []Plantado{
	GuardarSinCondicion, EfectoSinCondicion, TransaccionPartida, IniciarSinCandado, ArriendoSinCerca, ArriendoSinFin, DevolverSinEfecto,
	AvisarAntesDeEscribir, LecturaRancia, BorrarSinVerificar, CompensarSinMirar, CompensarSinReposo, SinBarrendero, HubSinRelectura,
	VencerSinPlazo, DecidirSinMirar, DecidirLoPropio, CertificadoSinCondicion,
}

// plantar is what a planted bug changes in the configuration.
func (m *mundo) plantar(p plan) plan {
	if m.plantado == CompensarSinReposo {
		p.plazos.Reposo = -5 * time.Second // not even the allowance for clocks that differ
	}
	return p
}
