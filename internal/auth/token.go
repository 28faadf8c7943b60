package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	// Leeway is the difference between the issuer's clock and ours that is forgiven,
	// unless configured otherwise.
	Leeway = 30 * time.Second

	maxToken = 8 << 10 // bytes; a token with three roles has about 500
	maxID    = 128     // bytes of a subject or an operadorId
)

// algorithms are asymmetric ones only: with a shared secret in the list, the
// public key would be good for forging tokens.
var algorithms = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
	jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// keys are the keys of an issuer.
type keys interface {
	// check returns the payload if the signature is the issuer's: errSignature if
	// not, a noKeys or a noPlace if that cannot be said now.
	check(ctx context.Context, signed *jose.JSONWebSignature) ([]byte, error)
	// inUse is the set that check would use now without asking anybody; nil
	// if there is none, or it is due to be fetched again.
	inUse() *keySet
}

var errSignature = errors.New("auth: no key of the issuer fits the signature")

// noKeys: the issuer's keys cannot be had.
type noKeys struct{ cause error }

func (e *noKeys) Error() string { return "auth: issuer's keys unavailable: " + brief(e.cause) }
func (e *noKeys) Unwrap() error { return e.cause }

// verifier checks tokens of one issuer for one audience.
type verifier struct {
	keys             keys
	emisor, audience string
	clock            func() time.Time
	leeway           time.Duration
	algorithms       []jose.SignatureAlgorithm
	seen             memory
}

func (v *verifier) Verify(ctx context.Context, token string) (Principal, error) {
	if len(token) > maxToken {
		return Principal{}, refusal(CauseForm, "El token es demasiado largo.")
	}
	thumbprint, inUse := sha256.Sum256([]byte(token)), v.keys.inUse()
	r, known := v.seen.find(thumbprint, inUse)
	if !known {
		var err error
		if r, err = v.read(ctx, token); err != nil {
			return Principal{}, err
		}
	}
	if err := v.validate(r); err != nil {
		v.seen.forget(thumbprint)
		return Principal{}, err
	}
	if !known {
		r = v.compact(r)
		v.seen.remember(thumbprint, inUse, r)
	}
	p := v.principal(r)
	p.Thumbprint = Thumbprint(thumbprint[:16])
	return p, nil
}

// read returns the claims of a token that the issuer signed.
func (v *verifier) read(ctx context.Context, token string) (r claims, err error) {
	// Base64 decoders skip line breaks, so the alphabet is checked first. The
	// parser's error may quote the token, so it is not kept.
	signed, err := jose.ParseSignedCompact(token, v.algorithms)
	if err != nil || !isToken68(token) || !isCanonical(token) {
		return r, refusal(CauseForm, "El token no es un JWT firmado con un algoritmo admitido.")
	}
	content, err := v.keys.check(ctx, signed)
	if err != nil {
		return r, signatureFault(err)
	}
	if json.Unmarshal(content, &r) != nil {
		return r, refusal(CauseForm, "El contenido del token no se entiende.")
	}
	r.signIn = signInOf(content)
	return r, nil
}

func (v *verifier) validate(r claims) error {
	if r.Expiry == nil {
		return refusal(CauseClaims, "El token no dice cuándo vence.")
	}
	err := r.ValidateWithLeeway(jwt.Expected{
		Issuer: v.emisor, AnyAudience: jwt.Audience{v.audience}, Time: v.clock(),
	}, v.leeway)
	if err != nil {
		return refusal(reason(err))
	}
	return r.validIdentity()
}

// validIdentity holds for tokens that come in and for those we issue.
func (r claims) validIdentity() error {
	if !IsID(r.Subject) {
		return refusal(CauseClaims, "El token no identifica a nadie: el reclamo «sub» falta o no es válido.")
	}
	if len(r.Roles) == 0 {
		return refusal(CauseClaims, "El token no trae ningún rol en el reclamo «roles».")
	}
	for _, role := range r.Roles {
		if !slices.Contains(ValidRoles, role) {
			return refusal(CauseClaims, "El token trae un rol desconocido; se admiten ciudadano, operador, auditor, entidad y administrador.")
		}
	}
	if !r.speaksFor(Operador, r.Operador) {
		return refusal(CauseClaims, "El reclamo «operador» falta o no es válido.")
	}
	if !r.speaksFor(Entidad, r.Entidad) {
		return refusal(CauseClaims, "El reclamo «entidad» falta o no es válido.")
	}
	for _, p := range r.Permisos {
		if !slices.Contains(ValidPermisos, p) {
			return refusal(CauseClaims, "El token trae un permiso desconocido en el reclamo «permisos»; se admiten emision, solicitud y consulta.")
		}
	}
	if r.Proposito != "" && !EsFinalidad(r.Proposito) || r.BaseLegal != "" && !EsFinalidad(r.BaseLegal) {
		return refusal(CauseClaims, "El reclamo «proposito» o «base_legal» no es válido: una línea de texto, de 1 a 120 bytes, que empieza con letra o número.")
	}
	return nil
}

// speaksFor: a role that acts for somebody says for whom.
func (r claims) speaksFor(role Role, id string) bool {
	return IsID(id) || id == "" && !slices.Contains(r.Roles, role)
}

// IsID accepts a UUID or any other opaque id: 1 to 128 visible ASCII characters.
func IsID(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return id != "" && len(id) <= maxID
}

func reason(err error) (Cause, string) {
	switch {
	case errors.Is(err, jwt.ErrExpired):
		return CauseExpired, "El token venció."
	case errors.Is(err, jwt.ErrNotValidYet), errors.Is(err, jwt.ErrIssuedInTheFuture):
		return CauseEarly, "El token todavía no es válido."
	case errors.Is(err, jwt.ErrInvalidIssuer):
		return CauseIssuer, "El token es de otro emisor."
	case errors.Is(err, jwt.ErrInvalidAudience):
		return CauseAudience, "El token es para otro servicio."
	default:
		return CauseClaims, "El token no es válido."
	}
}

func signatureFault(err error) error {
	var missing *noKeys
	var crowded *noPlace
	switch {
	case errors.As(err, &missing):
		return fault.New(fault.Unavailable, "No se pudo comprobar el token: el emisor no responde. Intente más tarde.").Because(err)
	case errors.As(err, &crowded):
		return fault.New(fault.Unavailable, "El servidor comprueba demasiados tokens nuevos ahora.").Because(err).
			WithEspera(time.Second).WithRecuperacion("Intente de nuevo en unos segundos.")
	default:
		return refusal(CauseSignature, "La firma del token no es válida.")
	}
}

func refusal(cause Cause, mensaje string) error {
	return fault.New(fault.Unauthenticated, mensaje).Because(cause).WithRecuperacion("Pida un token nuevo e intente otra vez.")
}
