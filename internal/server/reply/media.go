package reply

import (
	"mime"
	"net/http"
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

// Negotiate chooses the media type that the client likes best, or "".
func Negotiate(r *http.Request) string {
	accept := strings.Join(r.Header.Values("Accept"), ",")
	if strings.TrimSpace(accept) == "" {
		return JSON
	}
	ranges := parseAccept(accept)
	best, bestQ := "", 0.0
	for _, media := range offered {
		if q := ranges.quality(media); q > bestQ {
			best, bestQ = media, q
		}
	}
	return best
}

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

// quality is that of the most specific range that fits. An event stream must be
// asked for by name: a range cannot mean it.
func (rs mediaRanges) quality(media string) float64 {
	major, _, _ := strings.Cut(media, "/")
	q, specificity := 0.0, 0
	for _, r := range rs {
		s := 0
		switch {
		case r.media == media:
			s = 3
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
	return q
}
