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
	// Margen is the difference between the issuer's clock and ours that is forgiven,
	// unless configured otherwise.
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

// AlgoritmosValidos are the names that a configuration may choose from.
func AlgoritmosValidos() []string {
	nombres := make([]string, len(algoritmos))
	for i, a := range algoritmos {
		nombres[i] = string(a)
	}
	return nombres
}

// algoritmosDe narrows the list; a name that is not on it adds nothing.
func algoritmosDe(nombres []string) []jose.SignatureAlgorithm {
	if len(nombres) == 0 {
		return algoritmos
	}
	elegidos := []jose.SignatureAlgorithm{}
	for _, a := range algoritmos {
		if slices.Contains(nombres, string(a)) {
			elegidos = append(elegidos, a)
		}
	}
	return elegidos
}

// reclamos are the claims of a token that docs/operacion.md asks for.
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
	// vigentes is the set that comprobar would use now without asking anybody; nil
	// if there is none, or it is due to be fetched again.
	vigentes() *juego
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
	margen          time.Duration
	algoritmos      []jose.SignatureAlgorithm
	verificados     verificados
}

func (v *verificador) Verificar(ctx context.Context, token string) (Principal, error) {
	if len(token) > maxToken {
		return Principal{}, rechazo("El token es demasiado largo.")
	}
	huella, vigentes := sha256.Sum256([]byte(token)), v.llaves.vigentes()
	r, conocido := v.verificados.buscar(huella, vigentes)
	if !conocido {
		var err error
		if r, err = v.leer(ctx, token); err != nil {
			return Principal{}, err
		}
	}
	if err := v.validar(r); err != nil {
		v.verificados.olvidar(huella)
		return Principal{}, err
	}
	if !conocido {
		v.verificados.recordar(huella, vigentes, r)
	}
	return Principal{Sub: r.Subject, Roles: r.Roles, OperadorID: r.Operador, Expira: r.Expiry.Time().UTC(), Gracia: v.margen}, nil
}

// leer returns the claims of a token that the issuer signed.
func (v *verificador) leer(ctx context.Context, token string) (r reclamos, err error) {
	// Base64 decoders skip line breaks, so the alphabet is checked first. The
	// parser's error may quote the token, so it is not kept.
	firmado, err := jose.ParseSignedCompact(token, v.algoritmos)
	if err != nil || !esToken68(token) {
		return r, rechazo("El token no es un JWT firmado con un algoritmo admitido.")
	}
	contenido, err := v.llaves.comprobar(ctx, firmado)
	if err != nil {
		return r, fallaDeFirma(err)
	}
	if json.Unmarshal(contenido, &r) != nil {
		return r, rechazo("El contenido del token no se entiende.")
	}
	return r, nil
}

func (v *verificador) validar(r reclamos) error {
	if r.Expiry == nil {
		return rechazo("El token no dice cuándo vence.")
	}
	err := r.ValidateWithLeeway(jwt.Expected{
		Issuer: v.emisor, AnyAudience: jwt.Audience{v.publico}, Time: v.reloj(),
	}, v.margen)
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
