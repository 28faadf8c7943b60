package documento

import (
	"mime"
	"slices"
	"strings"
)

// activos are parts of the names of types that a page can run or apply without showing
// them: no header but the type itself keeps a browser from that.
var activos = []string{"javascript", "ecmascript", "jscript", "livescript", "css", "wasm"}

// TipoServido is the type under which this program serves a file that is not shown. What a page could run is bytes only.
func TipoServido(tipo string) string {
	media, _, err := mime.ParseMediaType(tipo)
	if err != nil || slices.ContainsFunc(activos, func(part string) bool { return strings.Contains(media, part) }) {
		return "application/octet-stream"
	}
	return tipo
}
