package consentimiento

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// asentamiento is how late the index of changes may show a write: readers begin so long before what they know.
const asentamiento = auditoria.Asentamiento

// NovedadesDe is what changed for an entity.
type NovedadesDe struct {
	Cambios []Cambio
	Cursor  string // of the next call
	HayMas  bool
}

// cursorDeEntidad is the kind of the cursors of an entity's news. They hold a moment and do not expire: each request and each
// authorisation stands in the index once, at its last change.
const cursorDeEntidad = "e1"

// NovedadesDeEntidad is what changed of the requests and authorisations of the caller's entity after a cursor, oldest first. What
// changed shortly before a cursor comes again.
func (s *Servicio) NovedadesDeEntidad(ctx context.Context, quien auth.Principal, cursor string, limite int) (NovedadesDe, error) {
	if err := auth.MayReadSolicitud(quien, "", quien.EntidadID); err != nil {
		return NovedadesDe{}, err
	}
	if limite < 1 || limite > relay.MaxPage {
		return NovedadesDe{}, fault.Newf(fault.BadUserInput, "`first` va de 1 a %d.", relay.MaxPage)
	}
	now := s.Clock()
	var desde time.Time
	if cursor != "" {
		var conocido bool
		if desde, conocido = relay.OpenMoment(cursorDeEntidad, quien.EntidadID, cursor, time.Time{}, now.Add(2*asentamiento)); !conocido {
			return NovedadesDe{}, fault.Plain(fault.InvalidCursorToken)
		}
		desde = desde.Add(-asentamiento)
	}
	cs, err := s.hastaOtroMomento(ctx, ConsultaCambios{Parte: Parte{EntidadID: quien.EntidadID}, Desde: desde, Limite: limite + 1})
	if err != nil {
		return NovedadesDe{}, err
	}
	n := NovedadesDe{Cambios: cs}
	if ultimo := len(cs) - 1; ultimo >= limite && cs[ultimo].En.After(cs[0].En) { // the next call begins with this one
		now, n.Cambios, n.HayMas = cs[ultimo].En.Add(asentamiento), cs[:ultimo], true
	}
	n.Cursor = relay.MomentCursor(cursorDeEntidad, quien.EntidadID, now)
	return n, nil
}

// hastaOtroMomento lists changes until the last one is of a later moment than the first: a cursor is a moment, and would not get past
// one that has more changes than a page. Without a later one there is no more.
func (s *Servicio) hastaOtroMomento(ctx context.Context, c ConsultaCambios) ([]Cambio, error) {
	for ; ; c.Limite++ {
		cs, err := s.Store.Cambios(ctx, c)
		if n := len(cs); err != nil || n < c.Limite || n == maxCambios || cs[n-1].En.After(cs[0].En) {
			return cs, err
		}
	}
}

// maxCambios is how many changes a store lists at a time.
const maxCambios = 1000

// NovedadesDeCiudadano are the requests to a citizen and the authorisations of their carpeta that changed since a moment, for those
// who follow the carpeta: without entities that the citizen silenced.
func (s *Servicio) NovedadesDeCiudadano(ctx context.Context, carpetaID, ciudadanoID string, desde time.Time, limite int) ([]documento.Novedad, error) {
	cs, err := s.Store.Cambios(ctx, ConsultaCambios{Parte: Parte{CiudadanoID: ciudadanoID}, Desde: desde, Limite: limite})
	if err != nil || len(cs) == 0 {
		return nil, err
	}
	x, err := s.Store.Silenciadas(ctx, ciudadanoID)
	if err != nil {
		return nil, err
	}
	cs = slices.DeleteFunc(cs, func(c Cambio) bool { return c.Solicitud != nil && x.Tiene(c.Solicitud.EntidadID) })
	ns := make([]documento.Novedad, len(cs))
	for i, c := range cs {
		ns[i] = documento.Novedad{Tipo: NovedadSolicitud, En: c.En}
		if c.Solicitud != nil {
			ns[i].Clave = documento.Clave{CarpetaID: carpetaID, DocumentoID: c.Solicitud.SolicitudID}
		} else {
			ns[i].Clave, ns[i].Tipo = documento.Clave{CarpetaID: carpetaID, DocumentoID: c.Autorizacion.AutorizacionID}, NovedadAutorizacion
		}
	}
	return ns, nil
}
