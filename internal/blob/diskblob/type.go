package diskblob

import (
	"mime"
	"slices"
	"strings"
)

// active are parts of the names of types that a page can run or apply without showing
// them: no header but the type itself keeps a browser from that.
var active = []string{"javascript", "ecmascript", "jscript", "livescript", "css", "wasm"}

// servedType is the type that a download says. What a page could run is bytes only.
func servedType(tipo string) string {
	media, _, err := mime.ParseMediaType(tipo)
	if err != nil || slices.ContainsFunc(active, func(part string) bool { return strings.Contains(media, part) }) {
		return "application/octet-stream"
	}
	return tipo
}
