package socket

import (
	"slices"

	"github.com/coder/websocket"
)

// endings are all closings but that of a reason that names the id.
var endings = []closing{
	goingAway, tryAgainLater, notUTF8, tooSlow, protocolError, invalidMessage, purposeRequired, badPurpose, unauthorized, forbidden, badSubprotocol,
	initTimeout, tooManySockets, tooManyInits, tooManyRefusals, tooManyMessages, tooManyBytes, internalServerFail,
}

// CloseCodes are those that a socket ends with, a broken frame and text that is not UTF-8 apart.
func CloseCodes() []int {
	codes := []int{int(websocket.StatusMessageTooBig), 4409} // of the library, and of a reason that names the id
	for _, c := range endings {
		if c != protocolError && c != notUTF8 {
			codes = append(codes, int(c.code))
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// Reasons are those of all closings, with the longest id.
func Reasons(id string) (all []string) {
	for _, c := range append(endings, *duplicateID(id)) {
		all = append(all, c.reason)
	}
	return all
}

// Next is the message with an answer to an event.
func Next(id, answer string) string {
	return string(appendHead(nil, id, "next", true)) + answer + string(closeBrace)
}
