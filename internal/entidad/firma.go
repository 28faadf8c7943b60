package entidad

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Firma is a signature that was found good, with the key that it was checked by: the
// entity may publish other keys later.
type Firma struct {
	JWS       string // compact, detached
	Llave     string // kid
	Algoritmo string // one that auth.Signature may have
	JWK       string // the public key
	// FirmadaEn is the date of issue that the entity signed (iat). It is not in the future, and within the life of the
	// key if the JWKS says that (nbf, exp). Nothing else bounds it below: an entity may deliver what it issued long
	// ago. Whether a revoked key signed in time goes by our date of reception, never by this one.
	FirmadaEn time.Time
}

// Fuente fetches the keys that an entity publishes.
type Fuente interface {
	// Llaves returns the keys at an address. It may remember them for minutes, but asks
	// again for a key id that it does not know. UNAVAILABLE if they cannot be had now.
	Llaves(ctx context.Context, url, llave string) ([]auth.PublicKey, error)
	// Admite refuses an address at which it would not ask.
	Admite(ctx context.Context, url string) error
}

// Comprobar checks a signature of an entity over content, with a key that is good now.
func (s *Servicio) Comprobar(ctx context.Context, entidadID, jws string, contenido []byte) (Entidad, Firma, error) {
	e, err := s.activa(ctx, entidadID)
	if err != nil {
		return Entidad{}, Firma{}, err
	}
	firma, err := auth.ParseDetached(jws)
	if err != nil {
		return Entidad{}, Firma{}, fault.New(fault.FirmaInvalida, "La firma no es un JWS compacto y separado (RFC 7515, apéndice F) con «kid», «iat» y un algoritmo admitido.").Because(err)
	}
	llave, err := s.llave(ctx, e, firma.KeyID)
	if err != nil {
		return Entidad{}, Firma{}, err
	}
	switch now := s.Clock(); {
	case !firma.Verify(llave, contenido):
		err = fault.New(fault.FirmaInvalida, "La firma no corresponde a lo que envía: firme exactamente los bytes que describe docs/api.md.")
	case firma.SignedAt.After(now.Add(auth.Leeway)):
		err = fault.New(fault.FirmaInvalida, "La firma dice que se hizo en el futuro: revise el reloj de quien firma.")
	case vencida(llave, now), vencida(llave, firma.SignedAt):
		err = fault.Newf(fault.LlaveVencida, "La llave %q no está vigente: firme con otra.", firma.KeyID)
	}
	if err != nil {
		return Entidad{}, Firma{}, err
	}
	if e, err = s.recordar(ctx, e, llave); err != nil {
		return Entidad{}, Firma{}, err
	}
	return e, Firma{JWS: jws, Llave: llave.ID, Algoritmo: firma.Algorithm, JWK: llave.JSON(), FirmadaEn: firma.SignedAt}, nil
}

// activa reads an entity that may sign: one that is active, and an EMISOR. One that was never registered gets the
// answer of an inactive one.
func (s *Servicio) activa(ctx context.Context, entidadID string) (Entidad, error) {
	if !EsID(entidadID) {
		return Entidad{}, inactiva()
	}
	e, err := s.Store.Entidad(ctx, entidadID)
	switch {
	case errors.Is(err, fault.NotFound), err == nil && !e.Activa:
		return Entidad{}, inactiva()
	case err == nil && !e.Es(RolEmisor):
		return Entidad{}, fault.New(fault.EntidadInactiva, "La entidad no es EMISOR, y solo un EMISOR entrega documentos.").
			WithRecuperacion("Pida al administrador que la registre como EMISOR, con sus llaves.")
	default:
		return e, err
	}
}

func inactiva() error {
	return fault.Plain(fault.EntidadInactiva).WithRecuperacion("Pida al administrador que registre o active la entidad.")
}

// llave finds the key that a signature names.
func (s *Servicio) llave(ctx context.Context, e Entidad, id string) (auth.PublicKey, error) {
	if !e.Revocada(id).IsZero() {
		return auth.PublicKey{}, fault.Newf(fault.LlaveRevocada, "La llave %q fue revocada: firme con otra.", id)
	}
	llaves, err := s.llaves(ctx, e, id)
	if err != nil {
		return auth.PublicKey{}, err
	}
	for _, l := range llaves {
		if l.ID == id {
			return l, nil
		}
	}
	return auth.PublicKey{}, fault.New(fault.UnknownLlave, "La firma nombra una llave que la entidad no ha publicado.")
}

func (s *Servicio) llaves(ctx context.Context, e Entidad, id string) ([]auth.PublicKey, error) {
	if e.LlavesURL != "" {
		return s.Fuente.Llaves(ctx, e.LlavesURL, id)
	}
	llaves, err := auth.ParseKeySet([]byte(e.Llaves))
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err) // it was checked when it was registered
	}
	return llaves, nil
}

func vencida(l auth.PublicKey, when time.Time) bool {
	return !l.NotBefore.IsZero() && when.Before(l.NotBefore) || !l.Expires.IsZero() && !when.Before(l.Expires)
}

// Hallazgo is what a signature that was good once is worth now.
type Hallazgo string

// The findings.
const (
	Valida         Hallazgo = "VALIDA"
	FirmaDeOtro    Hallazgo = "FIRMA_INVALIDA" // it does not sign this content
	LlaveRevocada  Hallazgo = "LLAVE_REVOCADA" // the key was revoked before the document was received
	EntidadAusente Hallazgo = "ENTIDAD_AUSENTE"
)

// verifica reports whether its own key signed exactly this; what cannot be read signed nothing.
func (f Firma) verifica(contenido []byte) bool {
	firma, err := auth.ParseDetached(f.JWS)
	if err != nil {
		return false
	}
	llave, err := auth.ParsePublicKey([]byte(f.JWK))
	return err == nil && firma.Verify(llave, contenido)
}

// Revisar looks again at a signature that Comprobar found good. recibida is when its
// document was received: a key that was revoked or expired later signs it still.
func (s *Servicio) Revisar(ctx context.Context, entidadID string, f Firma, recibida time.Time, contenido []byte) (Hallazgo, error) {
	e, err := s.Store.Entidad(ctx, entidadID)
	if errors.Is(err, fault.NotFound) {
		return EntidadAusente, nil
	}
	if err != nil {
		return "", err
	}
	revocada := e.Revocada(f.Llave)
	switch {
	case !f.verifica(contenido):
		return FirmaDeOtro, nil
	case !revocada.IsZero() && !recibida.Before(revocada):
		return LlaveRevocada, nil
	default:
		return Valida, nil
	}
}
