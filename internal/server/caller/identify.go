package caller

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Verifier proves the caller's identity.
type Verifier struct {
	Tokens auth.Verifier
	Within time.Duration // longest verification
	// Revocations are tokens that are refused all the same; nil: none.
	Revocations *auth.Revocations
	// MustSay are the roles that say what they act for, and under which law.
	MustSay []auth.Role
	// Sesiones writes down who comes, and who is refused; nil: nobody does.
	Sesiones *auditoria.Sesiones
}

// Denied reports whether the token of a proven caller was taken out of use since.
func (v Verifier) Denied(ctx context.Context) bool {
	quien, ok := auth.FromContext(ctx)
	return ok && v.Revocations.Denies(quien)
}

// Revoked is what such a caller is told.
func Revoked() error { return auth.Revoked() }

// Identify puts the principal that a header proves into the context, with what it acts for.
func (v Verifier) Identify(ctx context.Context, header string, said *StatedPurpose) (context.Context, *fault.Error) {
	token, ok := auth.ParseBearer(header)
	if !ok {
		v.Sesiones.Rechazado(ctx, "", auth.CauseForm)
		return nil, fault.New(fault.Unauthenticated, "El encabezado Authorization debe ser «Bearer» y un token.")
	}
	within, cancel := context.WithTimeout(ctx, v.Within)
	defer cancel()
	quien, err := v.Tokens.Verify(within, token)
	if err != nil {
		v.Sesiones.Rechazado(ctx, token, auth.CauseOf(err))
		return nil, asFault(err)
	}
	if v.Sesiones != nil {
		quien.Witness = v.Sesiones
	}
	if err := v.Sesiones.Iniciada(ctx, quien); err != nil {
		return nil, asFault(err)
	}
	return withPurpose(ctx, quien, said, v.MustSay)
}

func asFault(err error) *fault.Error {
	var own *fault.Error
	if errors.As(err, &own) {
		return own
	}
	return fault.Wrap(fault.CodeOf(err), err)
}

// Subject is whose budget an operation is charged to: the token's subject, or the
// network address. An entidad has one budget, however many programs of it hold tokens.
func Subject(ctx context.Context) string {
	if quien, ok := auth.FromContext(ctx); ok {
		if quien.Has(auth.Entidad) {
			return "entidad " + quien.EntidadID
		}
		return "sub " + quien.Sub
	}
	return addressPrefix + Peer(ctx)
}

// unproven is how the subject begins of a caller without a token.
const addressPrefix = "ip "

// IsAddress reports whether a subject is a network address, of whoever asks without a token.
func IsAddress(subject string) bool { return strings.HasPrefix(subject, addressPrefix) }

// TokenLeft is how long the principal's token is good for; false if nobody asks,
// or the token has no end. One that is in its grace period is good to the end of it.
func TokenLeft(ctx context.Context, now time.Time) (time.Duration, bool) {
	quien, ok := auth.FromContext(ctx)
	if !ok || quien.Expires.IsZero() {
		return 0, false
	}
	left := quien.Expires.Sub(now)
	if left <= 0 {
		left = max(left+quien.Leeway, time.Millisecond)
	}
	return left, true
}
