package reply

import (
	"net/http"
	"strings"
)

// maxRanges of an Accept header are read. Browsers send ten or fewer.
const maxRanges = 32

// Negotiate chooses the media type that the client likes best. It does so before any
// budget is asked, so it looks at no header of more than so many bytes.
func Negotiate(r *http.Request, most int) (media string, _ *Problem) {
	return NegotiateAmong(r, most, offered)
}

// NegotiateAmong is Negotiate for a face that answers in other types, the usual one first.
func NegotiateAmong(r *http.Request, most int, offered []string) (media string, _ *Problem) {
	values := r.Header.Values("Accept")
	if LongerThan(values, most) {
		return "", LongHeader("Accept")
	}
	accept := strings.Join(values, ",")
	if strings.TrimSpace(accept) == "" {
		return offered[0], nil
	}
	if strings.Count(accept, ",") >= maxRanges {
		return "", LongHeader("Accept")
	}
	if media = parseAccept(accept).best(offered); media == "" {
		return "", NotAcceptable(offered)
	}
	return media, nil
}

// LongerThan reports whether the values of a header have more than so many bytes,
// together with what separates them.
func LongerThan(values []string, most int) bool {
	bytes := 0
	for _, v := range values {
		if bytes += len(v) + 1; bytes > most+1 {
			return true
		}
	}
	return false
}
