package documento

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxNombreAdjunto    = 200 // bytes; file systems take 255, and clients add to a name that is taken
	maxTerminacion      = 20  // bytes of ".pdf" that are kept when a name is cut
	nombreAdjuntoVacio  = "documento"
	seguroEnComillas    = " !#$&'()+,-.;=@[]^_`{}~"
	seguroSinPorcentaje = "!#$&+-.^_`|~" // attr-char of RFC 5987
)

// reservado are names that are devices on Windows, whatever their ending.
var reservado = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)`)

// Adjunto is the Content-Disposition that saves a download under a name (RFC
// 6266): a plain form for old clients and the exact one in UTF-8 (RFC 5987).
// Control characters, slashes and direction overrides never reach the header.
func Adjunto(nombreArchivo string) string { return disposicion("attachment", nombreArchivo) }

// EnLinea is the Content-Disposition that shows a file in the browser, which saves it under this name.
func EnLinea(nombreArchivo string) string { return disposicion("inline", nombreArchivo) }

func disposicion(como, nombreArchivo string) string {
	nombre := nombreSeguro(nombreArchivo)
	return como + `; filename="` + soloASCII(nombre) + `"; filename*=UTF-8''` + porcentaje(nombre)
}

// nombreSeguro is the name as a file system may show it.
func nombreSeguro(nombre string) string {
	limpio := strings.Map(func(r rune) rune {
		switch {
		case r == '/' || r == '\\':
			return '_'
		case r == unicode.ReplacementChar || !unicode.IsPrint(r): // CR, LF, bidi overrides, bad UTF-8
			return -1
		}
		return r
	}, nombre)
	limpio = acortar(strings.Trim(limpio, " ."))
	switch {
	case limpio == "":
		return nombreAdjuntoVacio
	case reservado.MatchString(limpio):
		return "_" + limpio
	default:
		return limpio
	}
}

// acortar cuts a long name before its ending, so that programs still know it.
func acortar(nombre string) string {
	if len(nombre) <= maxNombreAdjunto {
		return nombre
	}
	terminacion := ""
	if i := strings.LastIndexByte(nombre, '.'); i > 0 && len(nombre)-i <= maxTerminacion {
		terminacion = nombre[i:]
	}
	corte := maxNombreAdjunto - len(terminacion)
	for !utf8.RuneStart(nombre[corte]) {
		corte--
	}
	return strings.TrimRight(nombre[:corte], " .") + terminacion
}

func soloASCII(nombre string) string {
	return strings.Map(func(r rune) rune {
		if alfanumerico(r) || strings.ContainsRune(seguroEnComillas, r) {
			return r
		}
		return '_'
	}, nombre)
}

func porcentaje(nombre string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for _, c := range []byte(nombre) {
		if alfanumerico(rune(c)) || strings.IndexByte(seguroSinPorcentaje, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}

func alfanumerico(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
