package documento

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

// Salida is a file that leaves by a signed link. Who gets it nobody knows: whoever has the link.
type Salida struct {
	Clave
	Vista     bool
	Firma     string // of the link; the trail gets its hash
	Solicitud string // the request that the link was given to
}

// Salidas writes down which files leave, where this program serves them.
type Salidas struct {
	Carpetas interface {
		Carpeta(ctx context.Context, carpetaID string) (carpeta.Carpeta, error)
	}
	Lecturas *auditoria.Lecturas
	// Repetidas are those that follow one that is in the trail, by the same link: a viewer reads a file in a
	// hundred parts.
	Repetidas *auditoria.Muestreo
}

// Anotar writes it down, before the first byte leaves: UNAVAILABLE if that fails.
func (ss *Salidas) Anotar(ctx context.Context, s Salida) error {
	if ss.Repetidas.Repetir(s.Firma) {
		return nil
	}
	c, err := ss.Carpetas.Carpeta(ctx, s.CarpetaID)
	if err := ss.Lecturas.Faltar(err); err != nil {
		return err
	}
	hecho := s.hecho(c)
	if err := ss.Lecturas.Anotar(ctx, hecho); err != nil {
		return err
	}
	ss.Repetidas.Seguir(s.Firma, hecho) // without room each has an event of its own
	return nil
}

// DelEnlace is the Tipo of an actor of whom is known which link they had, and no more.
const DelEnlace = "enlace"

// hecho is the event. It correlates with the one that says to whom the link was given.
func (s Salida) hecho(c carpeta.Carpeta) auditoria.Evento {
	modo := "descarga"
	if s.Vista {
		modo = "vista"
	}
	h := sha256.Sum256([]byte(s.Firma))
	return auditoria.Evento{
		Tipo: auditoria.ArchivoServido, Recurso: auditoria.Recurso{Tipo: RecursoDocumento, ID: s.DocumentoID}, CorrelacionID: s.Solicitud,
		Actor: auditoria.Actor{Tipo: DelEnlace, ID: hex.EncodeToString(h[:16])}, EnNombreDe: c.CiudadanoID,
		OperadorID: c.OperadorID, CarpetaID: s.CarpetaID, DocumentoID: s.DocumentoID, Datos: map[string]string{"modo": modo},
	}
}
