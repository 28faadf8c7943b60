package consentimiento

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Servicio is every use case of consent.
type Servicio struct {
	Store      Store
	Tramites   *tramite.Servicio
	Carpetas   carpeta.Store
	Documentos *documento.Servicio
	Entidades  entidad.Store
	Copias     *entrega.Exportacion // makes the verifiable files
	Pases      *relay.Codec         // signs the permissions to fetch a file; they live VidaDePase
	Cursores   *relay.Codec
	Dia        *quota.Ledger // what one entity may ask in a day; nil: any number
	Clock      func() time.Time
	NewID      func() string // UUID v7
	Escribano  auditoria.Escribano
	Rastro     Rastro
	Base       func() string // where this deployment answers; without a slash at the end
	// Mirado tells those who follow looks at a carpeta of one; nil if nobody can.
	Mirado    func(auditoria.Miradas)
	Repetidas *auditoria.Muestreo // fetches that follow one that is in the trail, by the same pass
	Negadas   *auditoria.Muestreo // looks that were refused
	Pausa     func(ctx context.Context, d time.Duration) error
	// Juntos makes the reads of a look; nil: all at the same time. Who has a clock of their own makes them one by one.
	Juntos func(ctx context.Context, lecturas ...func(context.Context) error) error
	// Compas hides from entities how long a request took: its answer leaves at a whole multiple of it. 0: it leaves at once.
	Compas time.Duration
	// Avisar tells who follows a carpeta, in the background; nil if nobody can. They read what did not reach them.
	Avisar func(documento.Novedad)
}

// Rastro is what is read and written of the trail.
type Rastro interface {
	auditoria.Anotador
	Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error)
	Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)
	EmbargosDe(ctx context.Context, carpetaID string) (auditoria.Embargos, error)
}

// maxIntentos is how often a change is tried again that met another one.
const maxIntentos = 5

// conocido takes an absence for an empty answer.
func conocido(err error) error {
	if errors.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// receptor reads an entity that may ask and look, strongly consistent.
func (s *Servicio) receptor(ctx context.Context, entidadID string) (entidad.Entidad, error) {
	e, err := s.Entidades.Entidad(ctx, entidadID)
	if err = conocido(err); err != nil {
		return e, err
	}
	if !puede(e) {
		return e, fault.Plain(fault.NotReceptor)
	}
	return e, nil
}

// puede reports whether an entity asks and looks.
func puede(e entidad.Entidad) bool { return e.Activa && e.Es(entidad.RolReceptor) }

// acompasar waits until nobody can tell any more how long a request took that began at a moment.
func (s *Servicio) acompasar(ctx context.Context, desde time.Time) error {
	if s.Compas <= 0 {
		return nil
	}
	return s.Pausa(ctx, s.Compas-s.Clock().Sub(desde)%s.Compas)
}

// avisar tells who follows a carpeta of a request or an authorisation.
func (s *Servicio) avisar(carpetaID, id string, tipo documento.TipoNovedad, en time.Time) {
	if s.Avisar != nil && carpetaID != "" {
		s.Avisar(documento.Novedad{Clave: documento.Clave{CarpetaID: carpetaID, DocumentoID: id}, Tipo: tipo, En: en})
	}
}

// dueno is the carpeta of a citizen; empty if they have none. It reads as often for both: the store reads who has which carpeta,
// and then the carpeta.
func (s *Servicio) dueno(ctx context.Context, ciudadanoID string) (carpeta.Carpeta, error) {
	c, err := s.Carpetas.CarpetaDeCiudadano(ctx, ciudadanoID)
	if errors.Is(err, fault.NotFound) {
		c, err = s.Carpetas.Carpeta(ctx, s.NewID()) // which nobody has
	}
	return c, conocido(err)
}

// suya reads an authorisation for the owner of its carpeta.
func (s *Servicio) suya(ctx context.Context, quien auth.Principal, n NombreAutorizacion) (Autorizacion, error) {
	if !relay.IsUUID(n.CarpetaID) || !relay.IsUUID(n.AutorizacionID) {
		return Autorizacion{}, auth.NotFound()
	}
	d := carpeta.Duenos(ctx, s.Carpetas, []string{n.CarpetaID})[n.CarpetaID]
	if d.Err != nil {
		return Autorizacion{}, auth.Hidden(d.Err)
	}
	if err := auth.MayWriteCarpeta(quien, d.Value.CiudadanoID); err != nil {
		return Autorizacion{}, err
	}
	a, err := s.Store.Autorizacion(ctx, n)
	return a, auth.Hidden(err)
}
