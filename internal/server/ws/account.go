package ws

import "errors"

// ErrSkip is the answer of an Account that has no room: the rest of the message is read and
// thrown away, and Read returns its beginning as Cut.
var ErrSkip = errors.New("ws: no room for the message")

// Account is asked for everything that the other side sends, before it is read. The reader
// calls it. An error of Ending closes the connection.
type Account interface {
	// Frame is asked for each frame of any kind, before its payload is read.
	Frame(payload int64) error
	// Keep is asked for the bytes that a message takes in memory until it is whole. Then
	// they are the caller's of Read. After ErrSkip the message takes nothing more.
	Keep(bytes int) error
	// Drop says that no message will come of those bytes.
	Drop()
}
