package tramite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
)

// Tramite is a version of a procedure. Nobody changes one. The stores and the command line have its JSON.
type Tramite struct {
	Codigo           string      `json:"codigo"`
	Nombre           tipo.Texto  `json:"nombre"`
	Finalidad        tipo.Texto  `json:"finalidad"`        // what the entity needs the documents for
	BaseLegal        tipo.Texto  `json:"baseLegal"`        // the law that allows it
	ConservacionDias int64       `json:"conservacionDias"` // how long the entity keeps what it saw
	PlazoMaximoDias  int64       `json:"plazoMaximoDias"`  // the longest that an authorisation lasts
	Requisitos       []Requisito `json:"requisitos"`
	Entidades        []string    `json:"entidadIds"` // which may use it, in their order

	Version      int64     `json:"version,omitempty"`     // 1 for the first one, and one more with each
	RegistradoEn time.Time `json:"registradoEn,omitzero"` // UTC, milliseconds, as the next one
	TerminadoEn  time.Time `json:"terminadoEn,omitzero"`  // zero: entities may use it
}

// Requisito is a document that a procedure asks for.
type Requisito struct {
	Codigo      string     `json:"codigo"` // once in the procedure
	Nombre      tipo.Texto `json:"nombre"`
	Tipos       []string   `json:"tipos"`                 // codes of kinds: a document of any of them does
	Certificado bool       `json:"certificado,omitempty"` // an entity must have certified the document
	Opcional    bool       `json:"opcional,omitempty"`
}

// ResumenFinalidad is the SHA-256 of the purpose as a reader of a language of fault reads it, in hexadecimal digits: a receipt
// says with it to what somebody agreed.
func (t Tramite) ResumenFinalidad(lengua string) string {
	resumen := sha256.Sum256([]byte(t.Finalidad.Para(lengua)))
	return hex.EncodeToString(resumen[:])
}

// Terminado reports whether nobody may use it any more.
func (t Tramite) Terminado() bool { return !t.TerminadoEn.IsZero() }

// Fin is TerminadoEn; nil while entities may use it.
func (t Tramite) Fin() *time.Time {
	if !t.Terminado() {
		return nil
	}
	return &t.TerminadoEn
}

// EsDe reports whether an entity may use it.
func (t Tramite) EsDe(entidadID string) bool { return slices.Contains(t.Entidades, entidadID) }

// Vista is a version as a reader of one language sees it.
type Vista struct {
	Codigo                            string
	Version                           int64
	Nombre, Finalidad, BaseLegal      string
	ConservacionDias, PlazoMaximoDias int64
	Requisitos                        []VistaDeRequisito
}

// VistaDeRequisito is a Requisito as a reader of one language sees it.
type VistaDeRequisito struct {
	Codigo, Nombre        string
	Tipos                 []string
	Certificado, Opcional bool
}

// Vista is the version for a reader of a language of fault.
func (t Tramite) Vista(lengua string) Vista {
	v := Vista{
		Codigo: t.Codigo, Version: t.Version, Nombre: t.Nombre.Para(lengua), Finalidad: t.Finalidad.Para(lengua), BaseLegal: t.BaseLegal.Para(lengua),
		ConservacionDias: t.ConservacionDias, PlazoMaximoDias: t.PlazoMaximoDias,
	}
	for _, r := range t.Requisitos {
		v.Requisitos = append(v.Requisitos, VistaDeRequisito{r.Codigo, r.Nombre.Para(lengua), r.Tipos, r.Certificado, r.Opcional})
	}
	return v
}

// dice reports whether two versions say the same.
func (t Tramite) dice(lo Tramite) bool {
	t.Version, t.RegistradoEn, t.TerminadoEn = lo.Version, lo.RegistradoEn, lo.TerminadoEn
	return reflect.DeepEqual(t, lo)
}

// Store keeps every version. Failures are *fault.Error: NOT_FOUND when absent, UNAVAILABLE when the store does not answer in
// time.
type Store interface {
	// Tramite reads the newest version, strongly consistent.
	Tramite(ctx context.Context, codigo string) (Tramite, error)
	// TramiteVersion reads one version.
	TramiteVersion(ctx context.Context, codigo string, version int64) (Tramite, error)
	// Tramites reads the newest version of each, strongly consistent, in the order of their codes.
	Tramites(ctx context.Context) ([]Tramite, error)
	// GuardarTramite writes the next version, with its event h. CONFLICT, and nothing is written, unless t.Version is one more
	// than what is stored; 1, if nothing is.
	GuardarTramite(ctx context.Context, t Tramite, h auditoria.Evento) error
}
