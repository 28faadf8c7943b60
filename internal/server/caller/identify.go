package caller

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Verifier verifies the caller's identity.
type Verifier struct {
	Tokens auth.Verifier
	Within time.Duration // longest verification
	// Revocations are valid tokens that are refused; nil: none.
	Revocations *auth.Revocations
	// MustSay are the roles that must state the purpose of a request, and its legal basis.
	MustSay []auth.Role
	// StepUp says which sign-in each act needs; nil: any sign-in will do.
	StepUp auth.StepUp
	Clock  func() time.Time // for StepUp
	// Sesiones records sessions and refused tokens; nil: they are not recorded.
	Sesiones *auditoria.Sesiones
}

// CheckSignIn refuses acts for which the context's caller has to sign in again. A caller without a token is refused
// elsewhere.
func (v Verifier) CheckSignIn(ctx context.Context, acts ...act.Act) *fault.Error {
	quien, ok := auth.FromContext(ctx)
	if !ok || len(acts) == 0 || len(v.StepUp) == 0 {
		return nil
	}
	return v.StepUp.Check(quien, v.Clock(), acts...)
}

// CheckMutations is CheckSignIn for the mutations of one operation.
func (v Verifier) CheckMutations(ctx context.Context, mutations []act.Mutation) *fault.Error {
	return v.CheckSignIn(ctx, act.Of(mutations)...)
}

// Denied reports whether the token of the context's caller has been revoked since it was verified.
func (v Verifier) Denied(ctx context.Context) bool {
	quien, ok := auth.FromContext(ctx)
	return ok && v.Revocations.Denies(quien)
}

// Revoked is the error for such a caller.
func Revoked() error { return auth.Revoked() }

// Identify verifies a header, and puts its principal into the context, with the purpose that the request states.
func (v Verifier) Identify(ctx context.Context, header string, stated *StatedPurpose) (context.Context, *fault.Error) {
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
	return withPurpose(ctx, quien, stated, v.MustSay)
}

func asFault(err error) *fault.Error {
	var own *fault.Error
	if errors.As(err, &own) {
		return own
	}
	return fault.Wrap(fault.CodeOf(err), err)
}

// Subject is whose budget an operation is charged to: the token's subject, or the network address. An entidad has one budget
// for all its programs.
func Subject(ctx context.Context) string {
	if quien, ok := auth.FromContext(ctx); ok {
		if quien.Has(auth.Entidad) {
			return "entidad " + quien.EntidadID
		}
		return "sub " + quien.Sub
	}
	return addressPrefix + Peer(ctx)
}

// addressPrefix is how the subject of a caller without a token begins.
const addressPrefix = "ip "

// IsAddress reports whether a subject is the network address of a caller without a token.
func IsAddress(subject string) bool { return strings.HasPrefix(subject, addressPrefix) }

// TokenLeft is how long the caller's token is valid, its grace period included; false without a token, or if it has no end.
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
