package reply

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// offered is in the order of preference. Without an Accept header the answer is application/json, for clients that are older
// than the specification.
var offered = []string{JSON, GraphQL, Events}

type mediaRange struct {
	media string
	q     float64
}

type mediaRanges []mediaRange

// parseAccept skips parts that it cannot read.
func parseAccept(accept string) mediaRanges {
	var ranges mediaRanges
	for part := range strings.SplitSeq(accept, ",") {
		media, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		if charset, given := params["charset"]; given && !strings.EqualFold(charset, "utf-8") {
			continue
		}
		q := 1.0
		if text, given := params["q"]; given {
			if q, err = strconv.ParseFloat(text, 64); err != nil || q > 1 || strings.Trim(text, "0123456789.") != "" {
				continue // signs, exponents and NaN are numbers of Go's, not of RFC 9110's
			}
		}
		ranges = append(ranges, mediaRange{media, q})
	}
	return ranges
}

// best is the type of the highest quality, or "". Of equal ones it is the first of offered, unless the client names the type
// of the specification.
func (rs mediaRanges) best(offered []string) (media string) {
	bestQ := 0.0
	for _, m := range offered {
		q, named := rs.quality(m)
		if q > bestQ || q > 0 && q == bestQ && named && m == GraphQL {
			media, bestQ = m, q
		}
	}
	return media
}

// quality is that of the most specific range that fits; named: the range is the type itself. A client must name the type of
// event streams: a wildcard does not mean it.
func (rs mediaRanges) quality(media string) (q float64, named bool) {
	const itself = 3
	major, _, _ := strings.Cut(media, "/")
	specificity := 0
	for _, r := range rs {
		s := 0
		switch {
		case r.media == media:
			s = itself
		case media == Events:
		case r.media == major+"/*":
			s = 2
		case r.media == "*/*":
			s = 1
		}
		if s > specificity {
			q, specificity = r.q, s
		}
	}
	return q, specificity == itself
}

// maxRanges of an Accept header are read. Browsers send ten or fewer.
const maxRanges = 32

// Negotiate chooses the media type that the client prefers. No budget is charged before it, so that it parses no header of
// more than so many bytes.
func Negotiate(r *http.Request, most int) (media string, _ *Problem) {
	return NegotiateAmong(r, most, offered)
}

// NegotiateAmong is Negotiate for other types, the default first.
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

// LongerThan reports whether the values of a header have more than so many bytes, with their separators.
func LongerThan(values []string, most int) bool {
	bytes := 0
	for _, v := range values {
		if bytes += len(v) + 1; bytes > most+1 {
			return true
		}
	}
	return false
}
