package auditoria

import (
	"cmp"
	"strings"
	"time"
)

// Tipo is what happened, as filters and the REST face name it (event_type).
type Tipo string

// The kinds themselves are those of the schema (TipoEventoAuditoria), in tipo_generated.go.

// Retenciones are how long events are kept in the store, at least RetencionMinima; zero is a year for accesses, and
// five for changes. A row keeps the retention that it was written with, if that is the shorter one.
type Retenciones struct{ Accesos, Cambios time.Duration }

// RetencionMinima is the shortest that anybody may choose. What is younger is in the store, what is older in the
// archive; and a second embargo after the longest one still ends before a look does.
const RetencionMinima = 365 * 24 * time.Hour

// accesos are the kinds that change nothing.
var accesos = map[Tipo]bool{
	DocumentoVisto: true, DocumentoDescargado: true, ArchivoServido: true, CodigoUsado: true, ListaLeida: true, NodoLeido: true,
	SesionIniciada: true, TokenRechazado: true, PoliticaNegada: true, RespaldoHecho: true, AuditoriaLeida: true, AuditoriaExportada: true,
}

// TiposDeMirada are the kinds that an owner reads in the list of who looked: looks at their things, who signed in as the owner,
// and what is said of looks that were hidden. The application has a sentence for each.
var TiposDeMirada = []Tipo{
	SesionIniciada, DocumentoVisto, DocumentoDescargado, ArchivoServido, ListaLeida, NodoLeido, CodigoUsado, EmbargoImpuesto, EmbargoLevantado,
	AutorizacionUsada, AutorizacionArchivoServido, AutorizacionNegada,
	RevocacionCambiada, // only those that the owner asked for name a carpeta
}

// EsAcceso reports whether the kind tells of a look, not of a change.
func (t Tipo) EsAcceso() bool { return accesos[t] }

// EsMiradaAutorizada reports whether the kind tells of a look under an authorisation. It is kept as long as the authorisation.
func (t Tipo) EsMiradaAutorizada() bool {
	return t == AutorizacionUsada || t == AutorizacionArchivoServido || t == AutorizacionNegada
}

// EsDeConsentimiento reports whether the kind tells what a citizen and an entity have with each other. Of such an event an operador
// reads the kind, the time and the carpeta, and gets no proof.
func (t Tipo) EsDeConsentimiento() bool {
	return t == EntidadSilenciada || t == EntidadDenunciada || strings.HasPrefix(string(t), "solicitud.") || strings.HasPrefix(string(t), "autorizacion.")
}

// De is how long an event of a kind is kept in the store.
func (r Retenciones) De(t Tipo) time.Duration {
	if t.EsAcceso() {
		return cmp.Or(r.Accesos, RetencionMinima)
	}
	return cmp.Or(r.Cambios, 5*RetencionMinima)
}

// Mayor is the longest of all kinds.
func (r Retenciones) Mayor() time.Duration { return max(r.De(DocumentoVisto), r.De(DocumentoEditado)) }

// CaducaEn is when the retention of an event ends: from then on no list shows it.
func (r Retenciones) CaducaEn(e Evento) time.Time { return e.Momento.Add(r.De(e.Tipo)) }

// Caducado reports whether the retention of an event is over.
func (r Retenciones) Caducado(e Evento, now time.Time) bool { return !now.Before(r.CaducaEn(e)) }
