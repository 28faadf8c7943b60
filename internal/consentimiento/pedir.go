package consentimiento

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// NuevaSolicitud is what an entity asks.
type NuevaSolicitud struct {
	CiudadanoID   string
	Tramite       string // its code
	NumeroInterno string // the entity's own: the same again is the same request
}

var formaNumero = regexp.MustCompile(`^[A-Z0-9./-]{1,40}$`)

// Pedir asks a citizen for the documents of a procedure. It reads and writes the same for everybody, whether they have a carpeta
// or not, and answers at the same beat.
func (s *Servicio) Pedir(ctx context.Context, quien auth.Principal, n NuevaSolicitud) (Solicitud, error) {
	if err := auth.MaySolicitar(quien); err != nil {
		return Solicitud{}, err
	}
	mal := fault.New(fault.BadUserInput, "Revise los datos de la solicitud.")
	if !auth.IsID(n.CiudadanoID) {
		mal = mal.WithCampo("ciudadanoId", "El número de identificación de la persona, de 1 a 128 caracteres sin espacios.")
	}
	if !formaNumero.MatchString(n.NumeroInterno) {
		mal = mal.WithCampo("numeroInterno", "De 1 a 40 letras mayúsculas de la A a la Z, dígitos, guiones, puntos o barras.")
	}
	if len(mal.Campos) > 0 {
		return Solicitud{}, mal
	}
	desde := s.Clock()
	quien.Finalidad = auth.Finalidad{} // no words of an entity's reach a citizen: the procedure says what for
	r, err := s.pedir(ctx, quien, n)
	return r, errors.Join(err, s.acompasar(ctx, desde))
}

func (s *Servicio) pedir(ctx context.Context, quien auth.Principal, n NuevaSolicitud) (Solicitud, error) {
	if primera, err := s.repetida(ctx, quien, n); err != nil || primera.SolicitudID != "" {
		return primera, err
	}
	e, err := s.receptor(ctx, quien.EntidadID)
	if err != nil {
		return Solicitud{}, err
	}
	t, err := s.Tramites.Vigente(ctx, n.Tramite, quien.EntidadID)
	if err != nil {
		return Solicitud{}, err
	}
	if s.Dia != nil {
		if _, espera, hay := s.Dia.Charge(quien.EntidadID, 1); !hay {
			return Solicitud{}, fault.New(fault.RateLimited, "La entidad ya pidió documentos a demasiadas personas hoy.").WithEspera(espera)
		}
	}
	now := documento.Milisegundos(s.Clock())
	r := Solicitud{
		CiudadanoID: n.CiudadanoID, SolicitudID: s.NewID(), EntidadID: e.EntidadID, EntidadNombre: e.Nombre, NIT: e.NIT,
		Tramite: t.Codigo, TramiteVersion: t.Version, NumeroInterno: n.NumeroInterno, PedidaPor: quien.Sub,
		CreadaEn: now, Hasta: now.Add(VidaSolicitud), ModificadaEn: now, Version: 1,
	}
	for _, q := range t.Requisitos {
		r.Requisitos = append(r.Requisitos, Pedido{Requisito: q.Codigo, Opcional: q.Opcional})
	}
	c, err := s.dueno(ctx, n.CiudadanoID)
	if err != nil {
		return Solicitud{}, err
	}
	x, err := s.Store.Silenciadas(ctx, n.CiudadanoID)
	if err != nil {
		return Solicitud{}, err
	}
	h := s.Escribano.Levantar(auditoria.ConAutor(ctx, quien, ""), r.hecho(auditoria.SolicitudCreada, c.CarpetaID, c.OperadorID))
	if r, err = s.crear(ctx, quien, n, r, h); err == nil && !x.Tiene(r.EntidadID) {
		s.avisar(c.CarpetaID, r.SolicitudID, NovedadSolicitud, r.ModificadaEn)
	}
	return r, err
}

// crear writes a request where it has a place. A CONFLICT is another request of the same entity that was written meanwhile.
func (s *Servicio) crear(ctx context.Context, quien auth.Principal, n NuevaSolicitud, r Solicitud, h auditoria.Evento) (Solicitud, error) {
	for range maxIntentos {
		q, err := s.Store.Abiertas(ctx, r.EntidadID, r.CiudadanoID)
		if err != nil {
			return Solicitud{}, err
		}
		if q, err = q.con(r); err == nil {
			err = s.Store.CrearSolicitud(ctx, r, q, h)
		}
		if err == nil {
			return r, nil
		}
		if primera, otro := s.repetida(ctx, quien, n); otro != nil || primera.SolicitudID != "" {
			return primera, otro
		}
		if !errors.Is(err, fault.Conflict) {
			return Solicitud{}, err
		}
	}
	return Solicitud{}, fault.Plain(fault.Conflict)
}

// repetida is the request that an entity made with this number before; empty if there is none.
func (s *Servicio) repetida(ctx context.Context, quien auth.Principal, n NuevaSolicitud) (Solicitud, error) {
	r, err := s.Store.SolicitudDeNumero(ctx, quien.EntidadID, n.NumeroInterno)
	if err = conocido(err); err != nil || r.SolicitudID == "" {
		return Solicitud{}, err
	}
	if r.CiudadanoID != n.CiudadanoID || r.Tramite != n.Tramite {
		return Solicitud{}, fault.Plain(fault.NumeroUsado)
	}
	return r, nil
}

// con are the places with one for a new request.
func (q Abiertas) con(r Solicitud) (Abiertas, error) {
	q = q.En(r.CreadaEn)
	if slices.ContainsFunc(q.Lugares, func(l Lugar) bool { return l.Tramite == r.Tramite && !l.Retirada }) {
		return q, fault.Plain(fault.SolicitudAbierta)
	}
	if len(q.Lugares) >= maxAbiertas {
		return q, fault.Plain(fault.TooManySolicitudes)
	}
	q.Version++
	q.Lugares = append(q.Lugares, Lugar{SolicitudID: r.SolicitudID, Tramite: r.Tramite, Hasta: r.Hasta})
	return q, nil
}

// Reminders.
const (
	maxRecordatorios   = 3
	entreRecordatorios = 24 * time.Hour
)

// Recordar reminds a citizen of a request that is open.
func (s *Servicio) Recordar(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Solicitud, error) {
	return s.porSuEntidad(ctx, quien, n, func(r Solicitud, now time.Time) (cambio, error) {
		if !r.Abierta(now) {
			return cambio{}, fault.Plain(fault.SolicitudCerrada)
		}
		ultimo := r.CreadaEn
		if r.RecordadaEn.After(ultimo) {
			ultimo = r.RecordadaEn
		}
		if r.Recordatorios >= maxRecordatorios || now.Before(ultimo.Add(entreRecordatorios)) {
			return cambio{}, fault.Plain(fault.RecordatorioNoAdmitido)
		}
		r = r.siguiente(now)
		r.Recordatorios++
		r.RecordadaEn = r.ModificadaEn
		return cambio{solicitud: r, tipo: auditoria.SolicitudRecordada}, nil
	})
}

// Retirar takes a request back. What was authorised goes on. Repeating it changes nothing.
func (s *Servicio) Retirar(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Solicitud, error) {
	return s.porSuEntidad(ctx, quien, n, func(r Solicitud, now time.Time) (cambio, error) {
		if r.Estado(now) == Retirada {
			return cambio{solicitud: r}, nil
		}
		if !r.Abierta(now) {
			return cambio{}, fault.Plain(fault.SolicitudCerrada)
		}
		r = r.siguiente(now)
		r.RetiradaEn = r.ModificadaEn
		return cambio{solicitud: r, tipo: auditoria.SolicitudRetirada, retira: true}, nil
	})
}

// cambio is what becomes of a request; without tipo nothing does.
type cambio struct {
	solicitud Solicitud
	tipo      auditoria.Tipo
	retira    bool // its place stays taken, and its procedure is free
}

// porSuEntidad changes a request for the entity that made it, in the same reads and writes for everybody, at the same beat.
func (s *Servicio) porSuEntidad(ctx context.Context, quien auth.Principal, n NombreSolicitud, que func(Solicitud, time.Time) (cambio, error)) (Solicitud, error) {
	if err := auth.MaySolicitar(quien); err != nil {
		return Solicitud{}, err
	}
	desde := s.Clock()
	quien.Finalidad = auth.Finalidad{} // as in Pedir
	r, err := s.cambiar(ctx, quien, n, que)
	return r, errors.Join(err, s.acompasar(ctx, desde))
}

func (s *Servicio) cambiar(ctx context.Context, quien auth.Principal, n NombreSolicitud, que func(Solicitud, time.Time) (cambio, error)) (Solicitud, error) {
	for range maxIntentos {
		r, err := s.deSuEntidad(ctx, quien, n)
		if err != nil {
			return Solicitud{}, err
		}
		if _, err := s.receptor(ctx, quien.EntidadID); err != nil {
			return Solicitud{}, err
		}
		c, err := que(r, s.Clock())
		if err != nil || c.tipo == "" {
			return c.solicitud, err
		}
		de, err := s.dueno(ctx, r.CiudadanoID)
		if err != nil {
			return Solicitud{}, err
		}
		x, err := s.Store.Silenciadas(ctx, r.CiudadanoID)
		if err != nil {
			return Solicitud{}, err
		}
		var q *Abiertas
		if c.retira {
			a, err := s.Store.Abiertas(ctx, r.EntidadID, r.CiudadanoID)
			if err != nil {
				return Solicitud{}, err
			}
			a = a.retirada(r.SolicitudID)
			q = &a
		}
		h := s.Escribano.Levantar(auditoria.ConAutor(ctx, quien, ""), r.hecho(c.tipo, de.CarpetaID, de.OperadorID))
		err = s.Store.CambiarSolicitud(ctx, c.solicitud, q, h)
		if err == nil && !x.Tiene(r.EntidadID) {
			s.avisar(de.CarpetaID, r.SolicitudID, NovedadSolicitud, c.solicitud.ModificadaEn)
		}
		if !errors.Is(err, fault.Conflict) {
			return c.solicitud, err
		}
	}
	return Solicitud{}, fault.Plain(fault.Conflict)
}

// deSuEntidad reads a request for the entity that made it.
func (s *Servicio) deSuEntidad(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Solicitud, error) {
	r, err := s.Store.Solicitud(ctx, n)
	if err = conocido(err); err != nil {
		return Solicitud{}, err
	}
	if r.EntidadID != quien.EntidadID {
		return Solicitud{}, auth.HiddenFrom(quien)
	}
	return r, nil
}

// retirada are the next places, where that of a request is one that was withdrawn.
func (q Abiertas) retirada(solicitudID string) Abiertas {
	q.Version++
	q.Lugares = slices.Clone(q.Lugares)
	for i := range q.Lugares {
		if q.Lugares[i].SolicitudID == solicitudID {
			q.Lugares[i].Retirada = true
		}
	}
	return q
}
