package listener

import "encoding/binary"

// leave has net/http get no further request, and reports whether the last frame may be sent: behind the first one of
// the server, and neither into another frame nor into a header. Nobody sends meanwhile.
func (f *frames) leave() bool {
	f.openings.leave()
	return f.greeted && !f.heads && !f.updates && f.answers.have == 0 && f.answers.skip == 0
}

// goAway is the frame that tells a client why its connection ends, and from which request on none was worked on:
// those it may send again elsewhere.
//
// net/http sends GOAWAY too, but of one connection only with an answer: one that is idle has none, and one that floods
// shall not have to be answered before it ends.
func (f *frames) goAway(e ending) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(8+len(e.why))<<8|frameGoAway)
	b = append(b, 0, 0, 0, 0, 0) // no flags, and the whole connection
	b = binary.BigEndian.AppendUint32(b, f.openings.leave())
	b = binary.BigEndian.AppendUint32(b, e.code)
	return append(b, e.why...)
}
