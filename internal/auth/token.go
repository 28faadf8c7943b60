package auth

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

const (
	// Margen is the difference between the issuer's clock and ours that is forgiven.
	Margen = 30 * time.Second

	maxToken = 8 << 10 // bytes; a token with three roles has about 500
	maxID    = 128     // bytes of a subject or an operadorId
)

// algoritmos are asymmetric ones only: with a shared secret in the list, the
// public key would be good for forging tokens.
var algoritmos = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
	jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// reclamos are the claims of design.md §10.
type reclamos struct {
	jwt.Claims
	Roles    []Rol  `json:"roles"`
	Operador string `json:"operador,omitempty"`
}

// llaves are the keys of an issuer.
type llaves interface {
	// comprobar returns the payload if the signature is the issuer's: errFirma if
	// not, a sinLlaves if that cannot be said now.
	comprobar(ctx context.Context, firmado *jose.JSONWebSignature) ([]byte, error)
}

var errFirma = errors.New("auth: no key of the issuer fits the signature")

// sinLlaves: the issuer's keys cannot be had.
type sinLlaves struct{ causa error }

func (e *sinLlaves) Error() string { return "auth: issuer's keys unavailable: " + e.causa.Error() }
func (e *sinLlaves) Unwrap() error { return e.causa }

// verificador checks tokens of one issuer for one audience.
type verificador struct {
	llaves          llaves
	emisor, publico string
	reloj           func() time.Time
}

func (v *verificador) Verificar(ctx context.Context, token string) (Principal, error) {
	if len(token) > maxToken {
		return Principal{}, rechazo("El token es demasiado largo.")
	}
	// Base64 decoders skip line breaks, so the alphabet is checked first. The
	// parser's error may quote the token, so it is not kept.
	firmado, err := jose.ParseSignedCompact(token, algoritmos)
	if err != nil || !esToken68(token) {
		return Principal{}, rechazo("El token no es un JWT firmado con un algoritmo asimétrico.")
	}
	contenido, err := v.llaves.comprobar(ctx, firmado)
	if err != nil {
		return Principal{}, fallaDeFirma(err)
	}
	var r reclamos
	if json.Unmarshal(contenido, &r) != nil {
		return Principal{}, rechazo("El contenido del token no se entiende.")
	}
	if err := v.validar(r); err != nil {
		return Principal{}, err
	}
	return Principal{Sub: r.Subject, Roles: r.Roles, OperadorID: r.Operador, Expira: r.Expiry.Time().UTC()}, nil
}

func (v *verificador) validar(r reclamos) error {
	if r.Expiry == nil {
		return rechazo("El token no dice cuándo vence.")
	}
	err := r.ValidateWithLeeway(jwt.Expected{
		Issuer: v.emisor, AnyAudience: jwt.Audience{v.publico}, Time: v.reloj(),
	}, Margen)
	if err != nil {
		return rechazo(motivo(err))
	}
	return validarIdentidad(r.Subject, r.Roles, r.Operador)
}

// validarIdentidad holds for tokens that come in and for those we issue.
func validarIdentidad(sub string, roles []Rol, operador string) error {
	if !idValido(sub) {
		return rechazo("El token no identifica a nadie: el reclamo «sub» falta o no es válido.")
	}
	if len(roles) == 0 {
		return rechazo("El token no trae ningún rol en el reclamo «roles».")
	}
	for _, rol := range roles {
		if !slices.Contains(RolesValidos, rol) {
			return rechazo("El token trae un rol desconocido; se admiten ciudadano, operador y auditor.")
		}
	}
	if operador != "" && !idValido(operador) || operador == "" && slices.Contains(roles, Operador) {
		return rechazo("El reclamo «operador» falta o no es válido.")
	}
	return nil
}

// idValido accepts a UUID or any other opaque id: 1 to 128 visible ASCII characters.
func idValido(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return id != "" && len(id) <= maxID
}

func motivo(err error) string {
	switch {
	case errors.Is(err, jwt.ErrExpired):
		return "El token venció."
	case errors.Is(err, jwt.ErrNotValidYet), errors.Is(err, jwt.ErrIssuedInTheFuture):
		return "El token todavía no es válido."
	case errors.Is(err, jwt.ErrInvalidIssuer):
		return "El token es de otro emisor."
	case errors.Is(err, jwt.ErrInvalidAudience):
		return "El token es para otro servicio."
	default:
		return "El token no es válido."
	}
}

func fallaDeFirma(err error) error {
	var falta *sinLlaves
	if errors.As(err, &falta) {
		return fault.New(fault.Unavailable, "No se pudo comprobar el token: el emisor no responde. Intente más tarde.").Because(err)
	}
	return rechazo("La firma del token no es válida.")
}

func rechazo(mensaje string) error {
	return fault.New(fault.Unauthenticated, mensaje).ConRecuperacion("Pida un token nuevo e intente otra vez.")
}
