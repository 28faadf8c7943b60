package auth

import (
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The policy, all of it. A function is asked before anything about the object
// is shown or changed, with the object's owner (ciudadanoID) and the operador
// that serves it. A caller that may not even know that the object exists gets exactly
// the NOT_FOUND of an absent one (NotFound). A caller that may read it but not do
// this gets FORBIDDEN. The caller's Witness hears of both, for the trail.
//
//	                     owner     operador of   auditor    anybody
//	                               the same id              else
//	read carpeta         yes       NOT_FOUND     NOT_FOUND  NOT_FOUND
//	write carpeta        yes       NOT_FOUND     NOT_FOUND  NOT_FOUND
//	read eliminacion     yes       yes           yes        NOT_FOUND
//	audit                FORBIDDEN FORBIDDEN     yes        FORBIDDEN
//	embargar             FORBIDDEN FORBIDDEN     yes (5)    FORBIDDEN
//	cancelar             yes       FORBIDDEN     FORBIDDEN  NOT_FOUND
//	reintentar           FORBIDDEN yes           FORBIDDEN  NOT_FOUND
//	solicitar aprobacion yes       yes           NOT_FOUND  NOT_FOUND
//	decidir aprobacion   FORBIDDEN yes (1)       FORBIDDEN  NOT_FOUND
//	retirar pedido       yes       yes (2)       FORBIDDEN  NOT_FOUND
//	read operador        FORBIDDEN yes           yes        FORBIDDEN
//	reencolar            FORBIDDEN yes           FORBIDDEN  FORBIDDEN
//	abrir carpeta        FORBIDDEN yes (3)       FORBIDDEN  FORBIDDEN
//
// An entidad and an administrador are among everybody else there. Theirs are:
//
//	                     entidad   entidad that  administrador  anybody
//	                     itself    is another                   else
//	entregar             yes       (4)           FORBIDDEN      FORBIDDEN
//	read entrega         yes       NOT_FOUND     NOT_FOUND      NOT_FOUND
//	read entidad         yes       NOT_FOUND     yes            NOT_FOUND
//	manage entidades     FORBIDDEN FORBIDDEN     yes            FORBIDDEN
//	solicitar            yes (6)   (4)           FORBIDDEN      FORBIDDEN
//	read solicitud       yes (6)   NOT_FOUND     NOT_FOUND      the citizen who is asked: yes; NOT_FOUND
//	abrir recibido       yes (6)   NOT_FOUND     NOT_FOUND      NOT_FOUND
//	list tramites        yes (7)   yes (7)       yes            FORBIDDEN
//
// (1) Not their own request: the saga refuses that. (2) Only a request that they
// asked for themselves: FORBIDDEN otherwise. (3) For a citizen whom nobody serves, or
// whom they serve: the use case refuses others. (4) It delivers in its own name.
// (5) Not for their own carpeta: NOT_FOUND. (6) Who acts for it has the permission: see Permiso.
// (7) Those that name it. A citizen reads a procedure with the request that an entity makes for it.
//
// The codes of a document are its owner's, as the carpeta. Whoever has a code has no identity: they see what the code
// shows, and the conditions of that are the code's (internal/entrega/codigo).

// NotFound is the one answer for a foreign object and an absent one.
// A use case that finds nothing in a store answers with it too.
func NotFound() error {
	return fault.Plain(fault.NotFound)
}

// Hidden gives a store's own NOT_FOUND the words of NotFound: an absent object
// must look like a foreign one. Other errors stay as they are.
func Hidden(err error) error {
	if fault.CodeOf(err) == fault.NotFound {
		return NotFound()
	}
	return err
}

// MayReadCarpeta allows a citizen their own carpeta and its documents.
func MayReadCarpeta(p Principal, ciudadanoID string) error {
	if p.isDueno(ciudadanoID) {
		return nil
	}
	return p.hidden()
}

// MayWriteCarpeta allows a citizen to upload to and delete from their own carpeta.
func MayWriteCarpeta(p Principal, ciudadanoID string) error {
	return MayReadCarpeta(p, ciudadanoID)
}

// MayReadEliminacion allows the owner, the operador that serves them, and auditors.
func MayReadEliminacion(p Principal, ciudadanoID, operadorID string) error {
	if p.isDueno(ciudadanoID) || p.serves(operadorID) || p.Has(Auditor) {
		return nil
	}
	return p.hidden()
}

// MayAudit allows auditors to see the persons of a deletion: people are named to nobody else.
func MayAudit(p Principal) error {
	if p.Has(Auditor) {
		return nil
	}
	return p.forbidden()
}

// MayEmbargar allows auditors to hide events from the owner of a carpeta, to see what is hidden, and to end
// that; never of their own. With "" it decides about the role alone.
func MayEmbargar(p Principal, ciudadanoID string) error {
	if !p.Has(Auditor) {
		return fault.Plain(fault.Forbidden)
	}
	if p.Sub == ciudadanoID {
		return NotFound()
	}
	return nil
}

// MayCancelar allows the owner to undo a deletion.
func MayCancelar(p Principal, ciudadanoID, operadorID string) error {
	if p.isDueno(ciudadanoID) {
		return nil
	}
	return forbiddenIfReads(p, ciudadanoID, operadorID)
}

// MayReintentar allows the operador that serves the owner to run a failed deletion again.
func MayReintentar(p Principal, ciudadanoID, operadorID string) error {
	if p.serves(operadorID) {
		return nil
	}
	return forbiddenIfReads(p, ciudadanoID, operadorID)
}

// MaySolicitarAprobacion allows the owner, and the operador that serves them, to
// ask for the deletion of a certified document.
func MaySolicitarAprobacion(p Principal, ciudadanoID, operadorID string) error {
	if p.isDueno(ciudadanoID) || p.serves(operadorID) {
		return nil
	}
	return p.hidden()
}

// MayDecidir allows the operador that serves the owner to approve and to reject;
// never the owner, whatever other role they have.
func MayDecidir(p Principal, ciudadanoID, operadorID string) error {
	if p.serves(operadorID) && p.Sub != ciudadanoID {
		return nil
	}
	return forbiddenIfReads(p, ciudadanoID, operadorID)
}

// MayRetirar allows the owner, and the operador that asked, to take a request back.
func MayRetirar(p Principal, ciudadanoID, operadorID, requester string) error {
	if p.isDueno(ciudadanoID) || p.serves(operadorID) && p.Sub == requester {
		return nil
	}
	return forbiddenIfReads(p, ciudadanoID, operadorID)
}

// MayReadOperador allows operadores what concerns their own operadorId as a whole
// (lists, diagnoses, dead letters), and auditors that of any; "" is all of them.
// There is nothing to hide behind NOT_FOUND: whose it is, is asked for by name.
func MayReadOperador(p Principal, operadorID string) error {
	if p.serves(operadorID) || p.Has(Auditor) {
		return nil
	}
	return p.forbidden()
}

// MayReencolar allows operadores to send their own dead letters again.
func MayReencolar(p Principal, operadorID string) error {
	if p.serves(operadorID) {
		return nil
	}
	return p.forbidden()
}

// MayOpenCarpeta allows operadores to open carpetas for the citizens that they serve.
func MayOpenCarpeta(p Principal) error {
	if p.serves(p.OperadorID) {
		return nil
	}
	return p.forbidden()
}

// MayEntregar allows somebody of an entidad with the permission emision to deliver, in its name.
func MayEntregar(p Principal) error { return p.allowed(Emision) }

// MaySolicitar allows somebody of an entidad with the permission solicitud to ask citizens for documents, in its name.
func MaySolicitar(p Principal) error { return p.allowed(Solicitar) }

// MayConsultar allows somebody of an entidad with the permission consulta to look at what citizens authorised.
func MayConsultar(p Principal) error { return p.allowed(Consultar) }

func (p Principal) allowed(que Permiso) error {
	if p.may(que) {
		return nil
	}
	return p.forbidden()
}

// MayReadSolicitud allows a citizen what they are asked for, and an entidad what it asked for.
func MayReadSolicitud(p Principal, ciudadanoID, entidadID string) error {
	if p.isDueno(ciudadanoID) || p.isEntidad(entidadID) && (p.may(Solicitar) || p.may(Consultar)) {
		return nil
	}
	return p.hidden()
}

// MayReadRecibido allows somebody of an entidad with the permission consulta what that entity may look at.
func MayReadRecibido(p Principal, entidadID string) error {
	if p.isEntidad(entidadID) && p.may(Consultar) {
		return nil
	}
	return p.hidden()
}

// MayReadEntrega allows somebody of an entidad with the permission emision what it delivered.
func MayReadEntrega(p Principal, entidadID string) error {
	if p.isEntidad(entidadID) && p.may(Emision) {
		return nil
	}
	return p.hidden()
}

// MayReadEntidad allows an entidad its own entry of the registry, and administradores all.
func MayReadEntidad(p Principal, entidadID string) error {
	if p.isEntidad(entidadID) || p.Has(Administrador) {
		return nil
	}
	return p.hidden()
}

// MayManageEntidades allows administradores to keep the registry of entities.
func MayManageEntidades(p Principal) error {
	if p.Has(Administrador) {
		return nil
	}
	return p.forbidden()
}

// MayManageTipos allows administradores to keep the catalogue of kinds.
func MayManageTipos(p Principal) error { return MayManageEntidades(p) }

// MayManageTramites allows administradores to keep the registry of procedures.
func MayManageTramites(p Principal) error { return MayManageEntidades(p) }

// MayReadTramites allows administradores and entidades to list procedures: those that SeesTramite lets pass.
func MayReadTramites(p Principal) error {
	if p.Has(Administrador) || p.isEntidad(p.EntidadID) {
		return nil
	}
	return p.forbidden()
}

// SeesTramite reports whether a procedure is in the list of somebody: of an administrador, or of an entidad that may use it.
func (p Principal) SeesTramite(entidadIDs []string) bool {
	return p.Has(Administrador) || slices.ContainsFunc(entidadIDs, p.isEntidad)
}

// ActsAs is the role in which somebody acts on an owner's things: an owner acts as
// a citizen, whatever other role they have.
func (p Principal) ActsAs(ciudadanoID string) Role {
	switch {
	case p.Sub == ciudadanoID:
		return Ciudadano
	case p.Has(Operador):
		return Operador
	default:
		return Auditor
	}
}

func forbiddenIfReads(p Principal, ciudadanoID, operadorID string) error {
	if err := MayReadEliminacion(p, ciudadanoID, operadorID); err != nil {
		return err
	}
	return p.forbidden()
}

// isDueno never holds for an object without an owner.
func (p Principal) isDueno(ciudadanoID string) bool {
	return ciudadanoID != "" && p.Sub == ciudadanoID && p.Has(Ciudadano)
}

// isEntidad never holds for a delivery without an entity.
func (p Principal) isEntidad(entidadID string) bool {
	return entidadID != "" && p.EntidadID == entidadID && p.Has(Entidad)
}

func (p Principal) serves(operadorID string) bool {
	return operadorID != "" && p.OperadorID == operadorID && p.Has(Operador)
}
