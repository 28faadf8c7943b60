package ws

import "fmt"

// Code is a close code.
type Code uint16

// Close codes of RFC 6455 §7.4.1.
const (
	NormalClosure   Code = 1000
	GoingAway       Code = 1001
	ProtocolError   Code = 1002
	noStatus        Code = 1005 // never sent
	InvalidPayload  Code = 1007
	PolicyViolation Code = 1008
	TooBig          Code = 1009
	TryAgainLater   Code = 1013
)

// failure is the fault of the other side, and the code for it.
type failure struct {
	code   Code
	reason string
}

func (f *failure) Error() string { return fmt.Sprintf("ws: %d %s", f.code, f.reason) }

// Ending is an error with which an Account ends the connection.
func Ending(code Code, reason string) error { return &failure{code, reason} }

func broken(reason string) error { return &failure{ProtocolError, reason} }
