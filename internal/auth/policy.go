package auth

import "github.com/carpeta-ciudadana/servidor/internal/ground/fault"

// The policy, all of it. A function is asked before anything about the object
// is shown or changed, with the object's owner (ciudadanoID) and the operador
// that serves it. Who may not even know that the object exists gets exactly
// the NOT_FOUND of an absent one (NoEncontrado); who may read it but not do
// this gets FORBIDDEN.
//
//	                     owner     operador of   auditor    anybody
//	                               the same id              else
//	leer carpeta         yes       NOT_FOUND     NOT_FOUND  NOT_FOUND
//	escribir carpeta     yes       NOT_FOUND     NOT_FOUND  NOT_FOUND
//	leer eliminacion     yes       yes           yes        NOT_FOUND
//	auditar              FORBIDDEN FORBIDDEN     yes        FORBIDDEN
//	cancelar             yes       FORBIDDEN     FORBIDDEN  NOT_FOUND
//	reintentar           FORBIDDEN yes           FORBIDDEN  NOT_FOUND
//	solicitar aprobacion yes       yes           NOT_FOUND  NOT_FOUND
//	decidir aprobacion   FORBIDDEN yes (1)       FORBIDDEN  NOT_FOUND
//	retirar solicitud    yes       yes (2)       FORBIDDEN  NOT_FOUND
//	leer operador        FORBIDDEN yes           yes        FORBIDDEN
//	reencolar            FORBIDDEN yes           FORBIDDEN  FORBIDDEN
//
// (1) Not what they asked for themselves: the saga refuses that. (2) Only what they
// asked for themselves: FORBIDDEN otherwise.

// NoEncontrado is the one answer for a foreign object and an absent one.
// Whoever finds nothing in a store answers with it too.
func NoEncontrado() error {
	return fault.Plain(fault.NotFound)
}

// Oculto gives a store's own NOT_FOUND the words of NoEncontrado: what is absent
// must not be told from what is foreign. Other errors stay as they are.
func Oculto(err error) error {
	if fault.CodeOf(err) == fault.NotFound {
		return NoEncontrado()
	}
	return err
}

// PuedeLeerCarpeta allows a citizen their own carpeta and its documents.
func PuedeLeerCarpeta(p Principal, ciudadanoID string) error {
	if p.esDueno(ciudadanoID) {
		return nil
	}
	return NoEncontrado()
}

// PuedeEscribirCarpeta allows a citizen to upload to and delete from their own carpeta.
func PuedeEscribirCarpeta(p Principal, ciudadanoID string) error {
	return PuedeLeerCarpeta(p, ciudadanoID)
}

// PuedeLeerEliminacion allows the owner, the operador that serves them, and auditors.
func PuedeLeerEliminacion(p Principal, ciudadanoID, operadorID string) error {
	if p.esDueno(ciudadanoID) || p.opera(operadorID) || p.Tiene(Auditor) {
		return nil
	}
	return NoEncontrado()
}

// PuedeAuditar allows auditors to see who did it: people are named to nobody else.
func PuedeAuditar(p Principal) error {
	if p.Tiene(Auditor) {
		return nil
	}
	return fault.Plain(fault.Forbidden)
}

// PuedeCancelar allows the owner to undo a deletion.
func PuedeCancelar(p Principal, ciudadanoID, operadorID string) error {
	if p.esDueno(ciudadanoID) {
		return nil
	}
	return prohibidoSiLee(p, ciudadanoID, operadorID)
}

// PuedeReintentar allows the operador that serves the owner to run a failed deletion again.
func PuedeReintentar(p Principal, ciudadanoID, operadorID string) error {
	if p.opera(operadorID) {
		return nil
	}
	return prohibidoSiLee(p, ciudadanoID, operadorID)
}

// PuedeSolicitarAprobacion allows the owner, and the operador that serves them, to
// ask for the deletion of a certified document.
func PuedeSolicitarAprobacion(p Principal, ciudadanoID, operadorID string) error {
	if p.esDueno(ciudadanoID) || p.opera(operadorID) {
		return nil
	}
	return NoEncontrado()
}

// PuedeDecidir allows the operador that serves the owner to approve and to reject;
// never the owner, whatever other role they have.
func PuedeDecidir(p Principal, ciudadanoID, operadorID string) error {
	if p.opera(operadorID) && p.Sub != ciudadanoID {
		return nil
	}
	return prohibidoSiLee(p, ciudadanoID, operadorID)
}

// PuedeRetirar allows the owner, and the operador who asked, to take a request back.
func PuedeRetirar(p Principal, ciudadanoID, operadorID, solicitadaPor string) error {
	if p.esDueno(ciudadanoID) || p.opera(operadorID) && p.Sub == solicitadaPor {
		return nil
	}
	return prohibidoSiLee(p, ciudadanoID, operadorID)
}

// PuedeLeerOperador allows operadores what concerns their own operadorId as a whole
// (lists, diagnoses, dead letters), and auditors that of any; "" is all of them.
// There is nothing to hide behind NOT_FOUND: whose it is, is asked for by name.
func PuedeLeerOperador(p Principal, operadorID string) error {
	if p.opera(operadorID) || p.Tiene(Auditor) {
		return nil
	}
	return fault.Plain(fault.Forbidden)
}

// PuedeReencolar allows operadores to send their own dead letters again.
func PuedeReencolar(p Principal, operadorID string) error {
	if p.opera(operadorID) {
		return nil
	}
	return fault.Plain(fault.Forbidden)
}

// Actua is the role in which somebody acts on an owner's things: an owner acts as
// a citizen, whatever other role they have.
func (p Principal) Actua(ciudadanoID string) Rol {
	switch {
	case p.Sub == ciudadanoID:
		return Ciudadano
	case p.Tiene(Operador):
		return Operador
	default:
		return Auditor
	}
}

func prohibidoSiLee(p Principal, ciudadanoID, operadorID string) error {
	if err := PuedeLeerEliminacion(p, ciudadanoID, operadorID); err != nil {
		return err
	}
	return fault.Plain(fault.Forbidden)
}

// esDueno never holds for an object without an owner.
func (p Principal) esDueno(ciudadanoID string) bool {
	return ciudadanoID != "" && p.Sub == ciudadanoID && p.Tiene(Ciudadano)
}

func (p Principal) opera(operadorID string) bool {
	return operadorID != "" && p.OperadorID == operadorID && p.Tiene(Operador)
}
