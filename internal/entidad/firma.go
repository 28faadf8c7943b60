package entidad

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
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
		return Entidad{}, Firma{}, ilegible(jws, contenido, err)
	}
	llave, err := s.llave(ctx, e, firma.KeyID)
	if err != nil {
		return Entidad{}, Firma{}, err
	}
	switch now := s.Clock(); {
	case !firma.Verify(llave, contenido):
		err = deOtrosBytes(firma, llave, contenido)
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
		return Entidad{}, fault.Plain(fault.EntidadInactiva)
	}
	e, err := s.Store.Entidad(ctx, entidadID)
	switch {
	case errors.Is(err, fault.NotFound), err == nil && !e.Activa:
		return Entidad{}, fault.Plain(fault.EntidadInactiva)
	case err == nil && !e.Es(RolEmisor):
		return Entidad{}, fault.New(fault.EntidadInactiva, "La entidad no es EMISOR, y solo un EMISOR entrega documentos. Pida al administrador que la registre como EMISOR, con sus llaves.")
	default:
		return e, err
	}
}

const maxConContenido = 16 << 10 // bytes of a signature whose content is looked at

// ilegible refuses what is no signature that can be read. One that brings along what it signs tells what that is.
func ilegible(jws string, contenido []byte, err error) error {
	if errors.Is(err, auth.ErrSeconds) {
		return fault.New(fault.FirmaInvalida, "El «iat» de la firma está en milisegundos: escríbalo en segundos desde 1970.").Because(err)
	}
	partes := strings.Split(jws, ".")
	if len(partes) == 3 && partes[1] != "" && len(jws) <= maxConContenido {
		trae, _ := base64.RawURLEncoding.DecodeString(partes[1])
		distintos := Distintos(trae, contenido)
		switch {
		case bytes.Equal(trae, contenido):
			return fault.New(fault.FirmaInvalida, "La firma lleva lo firmado dentro: quítelo, y deje «encabezado..firma».").Because(err)
		case len(distintos) > 0:
			return fault.Newf(fault.FirmaInvalida, "La firma lleva lo firmado dentro: quítelo, y deje «encabezado..firma». Además firma otra cosa: difiere primero en «%s».", distintos[0]).Because(err)
		}
	}
	return fault.New(fault.FirmaInvalida, "La firma no es un JWS compacto y separado (RFC 7515, apéndice F) con «kid», «iat» y un algoritmo admitido.").Because(err)
}

// deOtrosBytes refuses a signature of other bytes than these. The line feed that many tools put at the end is told apart.
func deOtrosBytes(firma auth.Signature, llave auth.PublicKey, contenido []byte) error {
	suma := sha256.Sum256(contenido)
	if firma.Verify(llave, append(slices.Clone(contenido), '\n')) {
		return fault.New(fault.FirmaInvalida, "Lo que firmó termina en un salto de línea: firme los mismos bytes sin él.")
	}
	return fault.Newf(fault.FirmaInvalida, "La firma no corresponde a lo que envía. El SHA-256 de los bytes que se firman es %s: compárelo con el de los suyos, que docs/api.md describe.",
		hex.EncodeToString(suma[:]))
}

// Distintos are the members in which two JSON objects differ, in the order of their names.
func Distintos(uno, otro []byte) (nombres []string) {
	var a, b map[string]json.RawMessage
	if json.Unmarshal(uno, &a) != nil || json.Unmarshal(otro, &b) != nil {
		return nil
	}
	for nombre, valor := range a {
		if !bytes.Equal(valor, b[nombre]) {
			nombres = append(nombres, nombre)
		}
	}
	for nombre := range b {
		if _, esta := a[nombre]; !esta {
			nombres = append(nombres, nombre)
		}
	}
	slices.Sort(nombres)
	return nombres
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
