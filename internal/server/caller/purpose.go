package caller

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The headers in which a request states its purpose; connection_init has members of these names.
const (
	PurposeHeader  = "Carpeta-Proposito"
	LegalityHeader = "Carpeta-Base-Legal"
)

// StatedPurpose is what a request states, each value at most once. The values of headers are escaped as in a URL
// (encodeURIComponent), because browsers send only Latin-1 there.
type StatedPurpose struct {
	Purpose, Legality []string
	Escaped           bool
}

// StatedPurposeIn reads the headers; nil without any. It copies them: the lists of net/http share an array, which would keep
// all headers of the request in memory.
func StatedPurposeIn(h http.Header) *StatedPurpose {
	s := &StatedPurpose{slices.Clone(h.Values(PurposeHeader)), slices.Clone(h.Values(LegalityHeader)), true}
	if len(s.Purpose)+len(s.Legality) == 0 {
		return nil
	}
	return s
}

// withPurpose puts the principal with its purpose into the context. A request cannot change the purpose that its token
// states. A caller that acts only on things of its own has none.
func withPurpose(ctx context.Context, quien auth.Principal, s *StatedPurpose, must []auth.Role) (context.Context, *fault.Error) {
	if !quien.ActsForOthers() {
		quien.Finalidad = auth.Finalidad{}
		return auth.WithPrincipal(ctx, quien), nil
	}
	if s == nil {
		s = &StatedPurpose{}
	}
	for _, part := range []struct {
		name  string
		given []string
		of    *string
	}{{PurposeHeader, s.Purpose, &quien.Finalidad.Proposito}, {LegalityHeader, s.Legality, &quien.Finalidad.BaseLegal}} {
		text, ok := s.text(part.given)
		switch {
		case !ok:
			return nil, malformed(part.name)
		case text != "" && *part.of != "" && text != *part.of:
			return nil, otherThanToken(part.name)
		case text != "":
			*part.of = text
		}
	}
	if quien.Finalidad.Proposito == "" || quien.Finalidad.BaseLegal == "" {
		for _, role := range must {
			if quien.Has(role) && quien.StatesPurpose() {
				return nil, fault.Plain(fault.FinalidadRequerida).WithRecuperacion("Envíe " + PurposeHeader + " y " + LegalityHeader +
					" en los encabezados (o en connection_init), o un token con los reclamos «proposito» y «base_legal».")
			}
		}
	}
	return auth.WithPrincipal(ctx, quien), nil
}

// text is one of the two values, unescaped; "" if it is not stated.
func (s *StatedPurpose) text(given []string) (text string, ok bool) {
	if len(given) == 0 {
		return "", true
	}
	text = given[0]
	if s.Escaped {
		var err error
		if text, err = url.PathUnescape(text); err != nil {
			return "", false
		}
	}
	return text, len(given) == 1 && auth.EsFinalidad(text)
}

func malformed(name string) *fault.Error {
	return fault.New(fault.BadUserInput, "El propósito o la base legal de la solicitud no es válido.").
		WithCampo(name, "Una sola línea de texto, de 1 a 120 bytes en UTF-8, que empieza con letra o número; en un encabezado, codificada como encodeURIComponent.")
}

func otherThanToken(name string) *fault.Error {
	return fault.New(fault.BadUserInput, "La solicitud dice otra finalidad que su token.").
		WithCampo(name, "El token ya lo dice: quítelo de la solicitud, o pida otro token.")
}
