package reply

import (
	"mime"
	"strconv"
	"strings"
)

// The media types of answers.
const (
	GraphQL = "application/graphql-response+json"
	JSON    = "application/json"
	Events  = "text/event-stream"
)

// offered is in the order of preference among equals. Without an Accept header the
// answer is application/json, for the clients that came before the specification.
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

// best is the type of the highest quality, or "". Of equals it is the first of offered;
// but a client that names the type of the specification knows it, and gets it.
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

// quality is that of the most specific range that fits; named: the range is the type
// itself. An event stream must be asked for by name: a range cannot mean it.
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
