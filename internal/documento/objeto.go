package documento

import (
	"mime"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

// Limits of an object. 5 GiB is what S3 takes in one PUT; seven days is the
// longest life of an S3 signature.
const (
	MaxObjeto           = 5 << 30
	MaxVigencia         = 7 * 24 * time.Hour
	maxTipoContenido    = 255
	archivo             = "archivo" // last part of every object name
	maxNombreAdjunto    = 200       // characters; longer names break some file systems
	nombreAdjuntoVacio  = "documento"
	uuidEstricto        = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
	seguroEnComillas    = " !#$&'()+,-.;=@[]^_`{}~"
	seguroSinPorcentaje = "!#$&+-.^_`|~" // attr-char of RFC 5987
)

var (
	formaNombre = regexp.MustCompile(`^` + uuidEstricto + `/` + uuidEstricto + `/` + archivo + `$`)
	formaHash   = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// NombreObjeto names a document's file. Each file has a folder of its own: to
// delete, its versions are listed, and MinIO reads the whole folder that a
// prefix lies in, which must not be a carpeta of 100,000 documents.
func NombreObjeto(k Clave) string {
	return k.CarpetaID + "/" + k.DocumentoID + "/" + archivo
}

// ValidarNombreObjeto refuses every name but NombreObjeto's of two UUIDs in
// canonical lower case. Every adapter asks here, so no name can climb out of a
// folder or reach a neighbour by prefix.
func ValidarNombreObjeto(nombre string) error {
	if !formaNombre.MatchString(nombre) {
		return fault.New(fault.BadUserInput, "El nombre del objeto no es válido.")
	}
	return nil
}

// ValidarVigencia bounds the life of a signed URL: one second to MaxVigencia.
func ValidarVigencia(vence time.Duration) error {
	if vence < time.Second || vence > MaxVigencia {
		return fault.New(fault.BadUserInput, "La vigencia del enlace debe estar entre un segundo y siete días.")
	}
	return nil
}

// Validar refuses an object that no store could keep as announced.
func (o Objeto) Validar() error {
	if err := ValidarNombreObjeto(o.Nombre); err != nil {
		return err
	}
	switch {
	case !formaHash.MatchString(o.Hash):
		return fault.New(fault.BadUserInput, "El hash debe ser un SHA-256 en 64 dígitos hexadecimales en minúscula.")
	case o.TamanoBytes < 0 || o.TamanoBytes > MaxObjeto:
		return fault.New(fault.BadUserInput, "El tamaño del archivo debe estar entre 0 bytes y 5 GiB.")
	default:
		return ValidarTipoContenido(o.TipoContenido)
	}
}

// ValidarTipoContenido accepts a MIME type that can travel as a signed header
// without being changed on the way.
func ValidarTipoContenido(tipo string) error {
	base, _, err := mime.ParseMediaType(tipo)
	invisible := func(r rune) bool { return r < ' ' || r > '~' }
	if err != nil || len(tipo) > maxTipoContenido || strings.TrimSpace(tipo) != tipo || strings.Contains(tipo, "  ") ||
		!strings.Contains(base, "/") || strings.ContainsFunc(tipo, invisible) {
		return fault.New(fault.BadUserInput, "El tipo de contenido no es válido.")
	}
	return nil
}

// Adjunto is the Content-Disposition that saves a download under a name (RFC
// 6266): a plain form for old clients and the exact one in UTF-8 (RFC 5987).
// Control characters, slashes and direction overrides never reach the header.
func Adjunto(nombreArchivo string) string {
	nombre := nombreSeguro(nombreArchivo)
	return `attachment; filename="` + soloASCII(nombre) + `"; filename*=UTF-8''` + porcentaje(nombre)
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
	limpio = strings.Trim(limpio, " .")
	if r := []rune(limpio); len(r) > maxNombreAdjunto {
		limpio = string(r[:maxNombreAdjunto])
	}
	if limpio == "" {
		return nombreAdjuntoVacio
	}
	return limpio
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
