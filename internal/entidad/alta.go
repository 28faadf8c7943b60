package entidad

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	maxNombre = 120
	maxLlaves = 32 << 10 // bytes of a JWKS
	maxURL    = 2048

	maxRegistradas = 50 // keys: each is a part of one transaction, which has at most 100
)

// Alta is what an administrador says of an entity: all of it, also if it is registered. Its roles and its NIT alone stay if
// nothing is said of them.
type Alta struct {
	EntidadID string
	Nombre    string
	Roles     []Rol  // nil: those that it has; EMISOR for a new one
	NIT       string // as people write it
	Llaves    string // a JWKS, or
	LlavesURL string // its address
}

func (a Alta) normalizada() (Alta, error) {
	a.Nombre = norm.NFC.String(strings.TrimSpace(a.Nombre))
	err := fault.New(fault.BadUserInput, "Revise los datos de la entidad.")
	if !EsID(a.EntidadID) {
		err = err.WithCampo("entidadId", "De 1 a 64 letras sin acento, dígitos, puntos, guiones o rayas bajas; empieza con letra o dígito.")
	}
	if !esNombre(a.Nombre) {
		err = err.WithCampo("nombre", "De 1 a 120 caracteres visibles.")
	}
	if a.NIT != "" {
		a.NIT, err = leerNIT(a.NIT, err)
	}
	if a.Roles == nil {
		a.Roles = []Rol{RolEmisor}
	}
	switch a.Roles = slices.Sorted(slices.Values(a.Roles)); {
	case !sonRoles(a.Roles):
		err = err.WithCampo("roles", "EMISOR, RECEPTOR o los dos, y cada uno una sola vez.")
	case !slices.Contains(a.Roles, RolEmisor):
		if a.Llaves != "" || a.LlavesURL != "" {
			err = err.WithCampo("llaves", "Solo un EMISOR firma: quite las llaves, o añada EMISOR a los roles.")
		}
	case (a.Llaves == "") == (a.LlavesURL == ""):
		err = err.WithCampo("llaves", "Indique un JWKS o su dirección, y solo uno de los dos.")
	case a.LlavesURL != "" && !esDireccion(a.LlavesURL):
		err = err.WithCampo("llavesUrl", "Una dirección https (http solo en esta misma máquina).")
	case a.Llaves != "":
		err = revisarLlaves(a.Llaves, err)
	}
	if len(err.Campos) > 0 {
		return a, err
	}
	return a, nil
}

// sonRoles reports whether sorted roles are some of those that there are, and none twice.
func sonRoles(roles []Rol) bool {
	return len(roles) > 0 && len(slices.Compact(slices.Clone(roles))) == len(roles) &&
		!slices.ContainsFunc(roles, func(r Rol) bool { return r != RolEmisor && r != RolReceptor })
}

func esNombre(nombre string) bool {
	n := utf8.RuneCountInString(nombre)
	return utf8.ValidString(nombre) && n >= 1 && n <= maxNombre && !strings.ContainsFunc(nombre, func(r rune) bool { return !unicode.IsPrint(r) })
}

// revisarLlaves adds to a refusal what is wrong with a JWKS.
func revisarLlaves(jwks string, mal *fault.Error) *fault.Error {
	if len(jwks) > maxLlaves {
		return mal.WithCampo("llaves", "El JWKS es demasiado largo.")
	}
	leidas, err := auth.ReadKeySet([]byte(jwks))
	if err != nil {
		return mal.WithCampo("llaves", "No es un JWKS: un objeto JSON cuyo miembro «keys» es una lista de a lo sumo 100 llaves públicas.")
	}
	sirven := 0
	for _, l := range leidas {
		if l.Flaw == nil {
			sirven++
		}
	}
	for n, l := range leidas {
		if l.Refuses() || sirven == 0 {
			mal.Campos = append(mal.Campos, fault.Campo{Campo: fmt.Sprintf("llaves.keys[%d]", n), Mensaje: motivo(l.Flaw).Mensaje})
		}
	}
	switch {
	case len(leidas) == 0:
		return mal.WithCampo("llaves", "El JWKS no tiene llaves.")
	case sirven > maxRegistradas:
		return mal.WithCampo("llaves", "Una entidad registra a lo sumo 50 llaves: deje las que usa.")
	}
	return mal
}

// motivo says why a key of a JWKS does not count.
func motivo(flaw error) *fault.Error {
	switch {
	case errors.Is(flaw, auth.ErrPrivateKey):
		return fault.New(fault.BadUserInput, "Es una llave privada o un secreto: haga un par de llaves nuevo y registre solo la pública.")
	case errors.Is(flaw, auth.ErrNoPoint):
		return fault.New(fault.BadUserInput, "No es un punto de su curva, o es de orden pequeño, o sus coordenadas no son 32 bytes exactos en base64url: haga un par de llaves nuevo.")
	case errors.Is(flaw, auth.ErrSameKeyID):
		return fault.New(fault.BadUserInput, "Otra llave del conjunto tiene el mismo «kid».")
	case errors.Is(flaw, auth.ErrKeyID):
		return fault.New(fault.BadUserInput, "Le falta «kid», de 1 a 128 caracteres.")
	case errors.Is(flaw, auth.ErrEncrypts):
		return fault.New(fault.BadUserInput, "Es para cifrar («use» es «enc»), no para firmar.")
	}
	return fault.New(fault.BadUserInput, "No sirve para firmar aquí: solo Ed25519, P-256 y RSA de 2048 a 8192 bits, y «alg», si está, EdDSA, ES256, PS256 o RS256.")
}

// LlaveRegistrada is a key of a registered JWKS.
type LlaveRegistrada struct {
	Llave  string       // kid; empty if it has none
	Motivo *fault.Error // why nothing that it signs counts; nil if it does
}

// Registradas are the keys that were registered, in their order; none if an address has them.
func (e Entidad) Registradas() []LlaveRegistrada {
	leidas, _ := auth.ReadKeySet([]byte(e.Llaves)) // it was read when it was registered
	ls := make([]LlaveRegistrada, len(leidas))
	for n, l := range leidas {
		ls[n].Llave = l.ID
		switch {
		case l.Flaw != nil:
			ls[n].Motivo = motivo(l.Flaw)
		case !e.Revocada(l.ID).IsZero():
			ls[n].Motivo = fault.New(fault.LlaveRevocada, "Fue revocada.")
		}
	}
	return ls
}

// esDireccion: a person that can change the keys on their way can sign as the entity.
func esDireccion(text string) bool {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxURL || u.Host == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || err == nil && ip.IsLoopback())
}
