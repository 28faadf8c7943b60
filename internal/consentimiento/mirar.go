package consentimiento

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Visto is what an entity sees of a document by a look.
type Visto struct {
	Recibido       Recibido
	Documento      documento.Documento
	Disponibilidad Disponibilidad     // DISPONIBLE, or REEMPLAZADO and REVOCADO: then there is no file
	Estado         documento.Juridico // on the day of the look
	Dia            string             // of the look, 2006-01-02
	Expedido       string             // day of issue, 2006-01-02
	MiradaID       string             // what this look, and the file that it leads to, have in the trail
	En             time.Time
	Pase           string // to fetch the file with, for VidaDePase; empty without a file
	ConCopia       bool   // the pass fetches the verifiable file too
}

// leido is what a look reads, all of it strongly consistent and at the same time.
type leido struct {
	autorizacion Autorizacion
	autorizado   Autorizado
	documento    documento.Documento // the zero document, if it is gone
	entidad      entidad.Entidad
}

// leer reads what a look is about. What is not the entity's is not there.
func (s *Servicio) leer(ctx context.Context, entidadID string, n NombreRecibido) (l leido, err error) {
	juntos := s.Juntos
	if juntos == nil {
		juntos = aLaVez
	}
	if err := juntos(ctx, func(ctx context.Context) (err error) {
		l.autorizacion, err = s.Store.Autorizacion(ctx, n.NombreAutorizacion)
		return err
	}, func(ctx context.Context) (err error) {
		l.documento, err = s.Documentos.Store.Documento(ctx, documento.Clave{CarpetaID: n.CarpetaID, DocumentoID: n.DocumentoID})
		return conocido(err)
	}, func(ctx context.Context) (err error) {
		l.entidad, err = s.Entidades.Entidad(ctx, entidadID)
		return conocido(err)
	}); err != nil {
		return l, err
	}
	var tiene bool
	if l.autorizado, tiene = l.autorizacion.De(n.DocumentoID); !tiene || l.autorizacion.EntidadID != entidadID {
		return l, auth.NotFound()
	}
	return l, nil
}

func aLaVez(ctx context.Context, lecturas ...func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, leer := range lecturas {
		g.Go(func() error { return leer(ctx) })
	}
	return g.Wait()
}

// negado is why nothing is shown; nil if something is.
func (l leido) negado(now time.Time) error {
	disponible := l.autorizado.Disponibilidad(l.documento)
	switch {
	case !puede(l.entidad):
		return fault.Plain(fault.NotReceptor)
	case l.autorizacion.Estado(now) != Vigente:
		return fault.Plain(fault.AutorizacionOver)
	case disponible == Suspendido || disponible == Borrado: // one answer for both: which one is the citizen's business
		return fault.Plain(fault.NoDisponible)
	}
	return nil
}

// Abrir is a look of an entity at a document that was authorised. What it shows is in the trail: the event is written in one
// transaction with what allows the look.
func (s *Servicio) Abrir(ctx context.Context, quien auth.Principal, n NombreRecibido) (Visto, error) {
	if err := auth.MayConsultar(quien); err != nil {
		return Visto{}, err
	}
	if !relay.IsUUID(n.CarpetaID) || !relay.IsUUID(n.AutorizacionID) || !relay.IsUUID(n.DocumentoID) {
		return Visto{}, auth.HiddenFrom(quien)
	}
	for i := range maxMiradas {
		if err := s.pausar(ctx, i); err != nil {
			return Visto{}, err
		}
		v, err := s.abrir(ctx, quien, n)
		switch fault.CodeOf(err) {
		case fault.NotFound:
			return v, auth.HiddenFrom(quien)
		case fault.Conflict: // another look at the same moment, or a change of the document
		default:
			return v, err
		}
	}
	return Visto{}, fault.Plain(fault.Conflict)
}

// Looks of one authorisation at the same moment are in each other's way: each tries again after a pause of its own.
const (
	maxMiradas  = 12
	pausaMirada = 8 * time.Millisecond // of the first of them; it grows by as much with each
)

func (s *Servicio) pausar(ctx context.Context, intento int) error {
	if intento == 0 {
		return nil
	}
	return s.Pausa(ctx, rand.N(pausaMirada*time.Duration(intento)))
}

func (s *Servicio) abrir(ctx context.Context, quien auth.Principal, n NombreRecibido) (Visto, error) {
	l, err := s.leer(ctx, quien.EntidadID, n)
	if err != nil {
		return Visto{}, err
	}
	now := s.Clock()
	if err := l.negado(now); err != nil {
		s.negar(quien, l)
		return Visto{}, err
	}
	m, err := s.mirada(ctx, l, auditoria.AutorizacionUsada, s.NewID())
	if err != nil {
		return Visto{}, err
	}
	h := s.Escribano.Levantar(ctx, m.por(quien))
	if err := s.Store.Mirar(ctx, l.autorizacion, l.documento, h.Momento, h); err != nil {
		if errors.Is(err, fault.NotFound) { // it ended after it was read
			s.negar(quien, l)
			err = fault.Plain(fault.AutorizacionOver)
		}
		return Visto{}, err
	}
	if s.Mirado != nil {
		s.Mirado(auditoria.Miradas{CarpetaID: h.CarpetaID, OperadorID: h.OperadorID, EventoIDs: []string{h.EventoID}})
	}
	return s.visto(l, h.Datos[datoMirada], quien.Sub, now), nil
}

// visto is what a look shows.
func (s *Servicio) visto(l leido, miradaID, sub string, now time.Time) Visto {
	hoy, d := s.Documentos.Hoy(), l.documento
	v := Visto{
		Recibido: Recibido{l.autorizacion.ParaEntidad(), l.autorizado}, Documento: d, Disponibilidad: l.autorizado.Disponibilidad(d),
		Estado: d.EstadoJuridico(hoy), Dia: hoy, Expedido: s.Documentos.Dia(d.FechaEmision), MiradaID: miradaID, En: documento.Milisegundos(now),
	}
	if v.Disponibilidad == Disponible {
		v.Pase = s.pase(pase{v.Recibido.Nombre(), miradaID, l.autorizacion.EntidadID, sub}, now)
		v.ConCopia = l.autorizacion.ConCopiaVerificable && d.EsEntregado()
	}
	return v
}

// hechoDeMirada is an event of a look before it is written.
type hechoDeMirada auditoria.Evento

// mirada is an event of a look at what was read. Its purpose is the procedure's, and nobody says another one.
func (s *Servicio) mirada(ctx context.Context, l leido, t auditoria.Tipo, miradaID string) (hechoDeMirada, error) {
	a := l.autorizacion
	de, err := s.Tramites.De(ctx, a.Tramite, a.TramiteVersion)
	if err != nil {
		return hechoDeMirada{}, err
	}
	h := a.hecho(t, a.OperadorID)
	h.DocumentoID, h.Proposito, h.BaseLegal = l.autorizado.DocumentoID, de.Nombre.Es, de.BaseLegal.Es
	h.Datos[datoRequisito], h.Datos[datoMirada] = l.autorizado.Requisito, miradaID
	return hechoDeMirada(h), nil
}

// por is the event as somebody of an entity does it.
func (h hechoDeMirada) por(quien auth.Principal) auditoria.Evento {
	h.Actor = auditoria.ActorDe(quien, "")
	return auditoria.Evento(h)
}

// negar tells the owner that somebody tried to look and was refused; many times in a row are one event with their number. An
// entity that is not active is the administrador's business.
func (s *Servicio) negar(quien auth.Principal, l leido) {
	if !puede(l.entidad) {
		return
	}
	a := l.autorizacion
	s.Negadas.Contar(a.AutorizacionID+l.autorizado.DocumentoID+quien.Sub, func() auditoria.Evento {
		h := a.hecho(auditoria.AutorizacionNegada, a.OperadorID)
		h.DocumentoID, h.Actor, h.Resultado = l.autorizado.DocumentoID, auditoria.ActorDe(quien, ""), auditoria.Negado
		h.Datos[datoRequisito] = l.autorizado.Requisito
		return h
	})
}
