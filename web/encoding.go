package web

import (
	"strconv"
	"strings"
)

const (
	identity = "identity"
	gzipped  = "gzip"
)

// maxEncodings is the longest Accept-Encoding that is read, in bytes. Browsers send 30; ten thousand names would take
// longer to read than the page to send.
const maxEncodings = 512

// codings in the order of our preference, with the suffix of the files that hold them.
var (
	codings        = []string{"br", gzipped, identity}
	codingSuffixes = map[string]string{"br": ".br", gzipped: ".gz", identity: ""}
)

// chooseCoding picks the content coding the client weighs highest (RFC 9110, 12.5.3) among those available; the
// smaller file wins a tie. A client that refuses all of them gets identity rather than an error.
func chooseCoding(acceptEncoding []string, available func(string) bool) string {
	header := strings.Join(acceptEncoding, ",")
	if len(header) > maxEncodings {
		return identity
	}
	weights := parseWeights(header)
	best, bestWeight := identity, 0.0
	for _, coding := range codings {
		if w := weightOf(coding, weights); w > bestWeight && available(coding) {
			best, bestWeight = coding, w
		}
	}
	return best
}

func weightOf(coding string, weights map[string]float64) float64 {
	if w, named := weights[coding]; named {
		return w
	}
	if w, any := weights["*"]; any {
		return w
	}
	if coding == identity {
		return 0.0001 // acceptable unless excluded, but below whatever was asked for
	}
	return 0
}

// parseWeights reads "gzip;q=0.8, br"; a malformed weight counts as a refusal.
func parseWeights(header string) map[string]float64 {
	weights := map[string]float64{}
	for _, part := range strings.Split(header, ",") {
		coding, params, weighted := strings.Cut(part, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		if coding == "" {
			continue
		}
		weights[coding] = 1
		if weighted {
			weights[coding] = parseWeight(params)
		}
	}
	return weights
}

func parseWeight(param string) float64 {
	name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
	w, err := strconv.ParseFloat(value, 64)
	if !strings.EqualFold(name, "q") || err != nil || !(w >= 0 && w <= 1) {
		return 0
	}
	return w
}
