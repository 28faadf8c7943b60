package documento

import (
	"cmp"
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// VigenciaSinConfirmar is when an upload that nobody confirmed is forgotten.
const VigenciaSinConfirmar = 24 * time.Hour

// Limites bound files and signed links.
type Limites struct {
	MaxTamano     int64         // largest file, bytes
	TamanoParte   int64         // bytes of a part of a file that is sent in parts; 0: TamanoParte
	CargaVence    time.Duration // lifetime of a signed upload
	DescargaVence time.Duration // lifetime of a signed download
	Cuota         carpeta.Cuota // of each carpeta
}

// Servicio is every use case of documents.
type Servicio struct {
	Store    Store
	Carpetas *carpeta.Servicio
	Objetos  Objetos
	Cursores *relay.Codec
	Limites  Limites
	Clock    func() time.Time
	Zona     *time.Location // in which a day begins and ends; nil: UTC
	NewID    func() string  // UUID v7

	Escribano auditoria.Escribano
	// Auditoria writes down each link to a file that is given out.
	Auditoria *auditoria.Lecturas

	// Tipos is the catalogue of kinds; nil: those that come with the program.
	Tipos *tipo.Servicio
	// Lecturas are the places of those who read whole files; nil: any number.
	Lecturas *quota.FairSemaphore
	// Verificables signs a link to a document's verifiable file; "" if it has none.
	Verificables func(ctx context.Context, d Documento, mostrarTitular bool) (string, error)
	// Avisar informs those who follow a carpeta, in the background; nil if nobody can. They
	// read what did not reach them.
	Avisar func(Novedad)
	// Pausa waits, and reports whether the caller still does; nil waits in real time. The simulation has its own time.
	Pausa func(ctx context.Context, d time.Duration) bool
}

// avisar announces a change that is stored.
func (s *Servicio) avisar(n Novedad) {
	if s.Avisar != nil {
		s.Avisar(n)
	}
}

// AvisarCambio announces the change of a document by somebody else than its owner.
func (s *Servicio) AvisarCambio(d Documento) { s.avisar(d.Cambiada()) }

// tipos is the catalogue of kinds.
func (s *Servicio) tipos() *tipo.Servicio { return cmp.Or(s.Tipos, tipo.DelProgramaSolo) }

// PageRequest asks for a page.
type PageRequest struct {
	relay.Args
	Campo       CampoOrden
	Descendente bool
	Filtro      Filtro
}

// scope is the binding of a cursor of this list.
func (p PageRequest) scope(sub, carpetaID string) relay.Scope {
	return relay.NewScope("documentos", sub, carpetaID, p)
}

// Ver reads a document that the caller may see, in any state; NOT_FOUND otherwise.
func (s *Servicio) Ver(ctx context.Context, quien auth.Principal, k Clave) (Documento, error) {
	d, _, err := s.verEn(ctx, quien, k)
	return d, err
}

// verEn is Ver, with the carpeta.
func (s *Servicio) verEn(ctx context.Context, quien auth.Principal, k Clave) (Documento, carpeta.Carpeta, error) {
	return s.verCon(ctx, quien, k, s.Store.Documento)
}

// lectura reads a document from the store.
type lectura = func(context.Context, Clave) (Documento, error)

func (s *Servicio) verCon(ctx context.Context, quien auth.Principal, k Clave, leer lectura) (Documento, carpeta.Carpeta, error) {
	if !relay.IsUUID(k.DocumentoID) {
		return Documento{}, carpeta.Carpeta{}, auth.NotFound()
	}
	c, err := s.Carpetas.Ver(ctx, quien, k.CarpetaID)
	if err != nil {
		return Documento{}, carpeta.Carpeta{}, err
	}
	d, err := leer(ctx, k)
	return d, c, auth.Hidden(err)
}

// VerVarios is Ver for up to 100 documents: a result for each key, in their order. A
// document is for callers that may see its carpeta; for others it is not even read.
func (s *Servicio) VerVarios(ctx context.Context, quien auth.Principal, ks []Clave) []batch.Result[Documento] {
	carpetaIDs := make([]string, len(ks))
	for i, k := range ks {
		carpetaIDs[i] = k.CarpetaID
	}
	puede := s.Carpetas.MaySee(ctx, quien, carpetaIDs)
	return batch.Lookup[Clave, Documento]{
		Refuse: func(k Clave) error {
			if !relay.IsUUID(k.DocumentoID) {
				return auth.NotFound()
			}
			return puede[k.CarpetaID]
		},
		Read: s.Store.Documentos, Key: func(d Documento) Clave { return d.Clave() }, Absent: auth.NotFound(),
	}.All(ctx, ks)
}
