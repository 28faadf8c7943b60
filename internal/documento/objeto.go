package documento

import (
	"mime"
	"regexp"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Limits of an object. 5 GiB is what S3 takes in one PUT; seven days is the
// longest life of an S3 signature.
const (
	MaxObjeto        = 5 << 30
	MaxVigencia      = 7 * 24 * time.Hour
	maxTipoContenido = 255
	archivo          = "archivo" // last part of every object name
	uuidEstricto     = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
)

var (
	formaNombre = regexp.MustCompile(`^` + uuidEstricto + `/` + uuidEstricto + `/` + archivo + `$`)
	formaHash   = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// Objeto describes a file to be stored, or stored already.
type Objeto struct {
	Nombre        string // see NombreObjeto
	Hash          string // SHA-256, hex
	TamanoBytes   int64
	TipoContenido string
}

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

// ValidarTipoContenido accepts a MIME type, no range of them, that can travel as a signed header
// without being changed on the way.
func ValidarTipoContenido(tipo string) error {
	base, _, err := mime.ParseMediaType(tipo)
	invisible := func(r rune) bool { return r < ' ' || r > '~' }
	if err != nil || len(tipo) > maxTipoContenido || strings.TrimSpace(tipo) != tipo || strings.Contains(tipo, "  ") ||
		!strings.Contains(base, "/") || strings.Contains(base, "*") || strings.ContainsFunc(tipo, invisible) {
		return fault.New(fault.BadUserInput, "El tipo de contenido no es válido.")
	}
	return nil
}
