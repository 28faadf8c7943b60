package socket

import (
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// closing is how a socket ends: a code of RFC 6455 or of graphql-transport-ws.
type closing struct {
	code   ws.Code
	reason string
}

var (
	goingAway          = closing{ws.GoingAway, "Going away"}
	tryAgainLater      = closing{ws.TryAgainLater, "Try again later"}
	invalidMessage     = closing{4400, "Invalid message"}
	purposeRequired    = closing{4400, "Purpose required: " + caller.PurposeHeader + ", " + caller.LegalityHeader}
	badPurpose         = closing{4400, "Invalid purpose: " + caller.PurposeHeader + ", " + caller.LegalityHeader}
	unauthorized       = closing{4401, "Unauthorized"}
	forbidden          = closing{4403, "Forbidden"}
	badSubprotocol     = closing{4406, "Subprotocol not acceptable"}
	initTimeout        = closing{4408, "Connection initialisation timeout"}
	tooManySockets     = closing{4429, "Too many connections"}
	tooManyInits       = closing{4429, "Too many initialisation requests"}
	tooManyRefusals    = closing{4429, "Too many refused operations"}
	tooManyMessages    = closing{4429, "Too many messages"}
	tooManyBytes       = closing{4429, "Too many bytes"}
	internalServerFail = closing{4500, "Internal server error"}
)

// unproven is how a socket ends whose token proves nobody, or not now.
func unproven(err *fault.Error) *closing {
	switch err.Code {
	case fault.Unauthenticated:
		return &forbidden
	case fault.FinalidadRequerida:
		return &purposeRequired
	case fault.BadUserInput:
		return &badPurpose
	default:
		return &tryAgainLater
	}
}

// twice is how a socket ends that subscribes under an id that is taken.
func twice(id string) *closing {
	return &closing{4409, "Subscriber for " + printable(id) + " already exists"}
}

// isFaultOfClient: the client is charged for it.
func (c closing) isFaultOfClient() bool {
	return c != tryAgainLater && c != tooManyRefusals && c != tooManyBytes
}
