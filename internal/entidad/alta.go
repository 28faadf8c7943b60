package entidad

import (
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

// Alta is what an administrador says of an entity: all of it, also if it is registered. Its NIT alone stays if nothing is
// said of it.
type Alta struct {
	EntidadID string
	Nombre    string
	Roles     []Rol  // nil: EMISOR
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
	llaves, err := auth.ParseKeySet([]byte(jwks))
	switch {
	case err != nil:
		return mal.WithCampo("llaves", "No es un JWKS con llaves públicas que sirvan: "+strings.TrimPrefix(err.Error(), "auth: ")+".")
	case len(llaves) > maxRegistradas:
		return mal.WithCampo("llaves", "Una entidad registra a lo sumo 50 llaves: deje las que usa.")
	}
	return mal
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
