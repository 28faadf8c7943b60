package socket

import (
	"context"
	"errors"
	"os"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// closing is how a socket ends: a code of RFC 6455 or of graphql-transport-ws.
type closing struct {
	code   websocket.StatusCode
	reason string
}

var (
	goingAway          = closing{websocket.StatusGoingAway, "Going away"}
	tryAgainLater      = closing{websocket.StatusTryAgainLater, "Try again later"}
	protocolError      = closing{websocket.StatusProtocolError, "Broken frame"}
	notUTF8            = closing{websocket.StatusInvalidFramePayloadData, "text is not UTF-8"}
	tooSlow            = closing{websocket.StatusPolicyViolation, "message too slow"}
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

// closingOfRefusal is how a socket ends whose token was refused, or could not be verified now.
func closingOfRefusal(err *fault.Error) *closing {
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

// Error makes a closing the error of a read.
func (c *closing) Error() string { return "socket: " + c.reason }

// closingOf is how a socket ends after an error of a read. If the library has closed it already, or the client has left,
// nothing more is sent.
func closingOf(err error) *closing {
	var own *closing
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded): // of the library: a control frame
		return &tooSlow
	default:
		return &protocolError
	}
}

// duplicateID is how a socket ends that subscribes under an id that is taken.
func duplicateID(id string) *closing {
	return &closing{4409, "Subscriber for " + printable(id) + " already exists"}
}

// isFaultOfClient reports whether the client is charged for it.
func (c closing) isFaultOfClient() bool {
	switch c {
	case tryAgainLater, tooManyRefusals, tooManyBytes, protocolError, tooSlow:
		return false
	default:
		return true
	}
}
