package resolvers

import (
	"context"
	"errors"
	"slices"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// nombreDeSolicitud reads a request's global id, or the bare UUID of one to the caller.
func nombreDeSolicitud(quien auth.Principal, id string) (consentimiento.NombreSolicitud, error) {
	if relay.IsUUID(id) {
		return consentimiento.NombreSolicitud{CiudadanoID: quien.Sub, SolicitudID: id}, nil
	}
	g, err := relay.ParseGlobalID(id)
	n, whole := consentimiento.NombreDeClaves(g.Keys)
	if err != nil || g.Type != consentimiento.TipoSolicitud || !whole || !relay.IsUUID(n.SolicitudID) {
		return n, auth.NotFound()
	}
	return n, nil
}

// clavesDe are the keys of a global id of a type: so many UUIDs.
func clavesDe(tipo, id string, n int) ([]string, error) {
	g, err := relay.ParseGlobalID(id)
	if err != nil || g.Type != tipo || len(g.Keys) != n || slices.ContainsFunc(g.Keys, func(k string) bool { return !relay.IsUUID(k) }) {
		return nil, auth.NotFound()
	}
	return g.Keys, nil
}

func nombreDeAutorizacion(id string) (n consentimiento.NombreAutorizacion, err error) {
	ks, err := clavesDe(consentimiento.TipoAutorizacion, id, 2)
	if err == nil {
		n = consentimiento.NombreAutorizacion{CarpetaID: ks[0], AutorizacionID: ks[1]}
	}
	return n, err
}

func nombreDeRecibido(id string) (n consentimiento.NombreRecibido, err error) {
	ks, err := clavesDe(consentimiento.TipoRecibido, id, 3)
	if err == nil {
		n = consentimiento.NombreRecibido{NombreAutorizacion: consentimiento.NombreAutorizacion{CarpetaID: ks[0], AutorizacionID: ks[1]}, DocumentoID: ks[2]}
	}
	return n, err
}

// found reads something in the name of the caller; nil if it is absent, or not for the caller to see.
func found[T any](ctx context.Context, read func(quien auth.Principal) (T, error)) later[*T] {
	return func() (*T, error) {
		v, err := asCaller(ctx, func(quien auth.Principal) (*T, error) { return orNull(read(quien)) })
		if errors.Is(err, fault.NotFound) {
			return nil, nil
		}
		return v, err
	}
}

func loadSolicitud(ctx context.Context, id string) later[*consentimiento.Solicitud] {
	return found(ctx, func(quien auth.Principal) (consentimiento.Solicitud, error) {
		n, err := nombreDeSolicitud(quien, id)
		if err != nil {
			return consentimiento.Solicitud{}, err
		}
		return loadersFrom(ctx).r.Consentimiento.Solicitud(ctx, quien, n)
	})
}

func loadAutorizacion(ctx context.Context, n consentimiento.NombreAutorizacion) later[*consentimiento.Autorizacion] {
	return found(ctx, func(quien auth.Principal) (consentimiento.Autorizacion, error) {
		return loadersFrom(ctx).r.Consentimiento.Autorizacion(ctx, quien, n)
	})
}

func loadRecibido(ctx context.Context, n consentimiento.NombreRecibido) later[*consentimiento.Recibido] {
	return found(ctx, func(quien auth.Principal) (consentimiento.Recibido, error) {
		return loadersFrom(ctx).r.Consentimiento.Recibido(ctx, quien, n)
	})
}

// solicitudDeCarpeta is a request to the owner of a carpeta.
func (r *Resolver) solicitudDeCarpeta(ctx context.Context, k documento.Clave) (*consentimiento.Solicitud, error) {
	c, err := loadCarpeta(ctx, k.CarpetaID)()
	if c == nil {
		return nil, err
	}
	return found(ctx, func(quien auth.Principal) (consentimiento.Solicitud, error) {
		return r.Consentimiento.Solicitud(ctx, quien, consentimiento.NombreSolicitud{CiudadanoID: c.CiudadanoID, SolicitudID: k.DocumentoID})
	})()
}

func (r *Resolver) autorizaciones(ctx context.Context, k documento.Clave, filtro *model.FiltroAutorizaciones, args relay.Args) (*relay.Connection[consentimiento.Autorizacion], error) {
	var f consentimiento.Filtro
	if filtro != nil {
		f.Estado = string(orZero(filtro.Estado))
	}
	return asCaller(ctx, func(quien auth.Principal) (*relay.Connection[consentimiento.Autorizacion], error) {
		return r.Consentimiento.Autorizaciones(ctx, quien, k, f, args)
	})
}

func entidadQuePide(id, nombre, nit string) *model.EntidadQuePide {
	return &model.EntidadQuePide{EntidadID: id, Nombre: nombre, Nit: nit}
}

// tramiteDe is a version of a procedure in the language of the caller.
func (r *Resolver) tramiteDe(ctx context.Context, codigo string, version int64) (*tramite.Vista, error) {
	t, err := r.Tramites.De(ctx, codigo, version)
	if err != nil {
		return nil, err
	}
	return new(t.Vista(loadersFrom(ctx).language(ctx))), nil
}

// requisitoEn is the requirement of a procedure with a code: a version never changes, so it is there.
func requisitoEn(t tramite.Vista, codigo string) (q tramite.VistaDeRequisito) {
	if i := slices.IndexFunc(t.Requisitos, func(q tramite.VistaDeRequisito) bool { return q.Codigo == codigo }); i >= 0 {
		q = t.Requisitos[i]
	}
	return q
}

// pedidos are the requirements of a request, with what stands for them.
func (r *Resolver) pedidos(ctx context.Context, s *consentimiento.Solicitud) ([]model.RequisitoPedido, error) {
	t, err := r.tramiteDe(ctx, s.Tramite, s.TramiteVersion)
	if err != nil {
		return nil, err
	}
	ps := make([]model.RequisitoPedido, len(s.Requisitos))
	for i, p := range s.Requisitos {
		ps[i] = model.RequisitoPedido{Requisito: requisitoEn(*t, p.Requisito), Pedido: p, De: s}
	}
	return ps, nil
}

func (r *Resolver) autorizados(ctx context.Context, a *consentimiento.Autorizacion) ([]model.DocumentoAutorizado, error) {
	t, err := r.tramiteDe(ctx, a.Tramite, a.TramiteVersion)
	if err != nil {
		return nil, err
	}
	ds := make([]model.DocumentoAutorizado, len(a.Documentos))
	for i, d := range a.Documentos {
		ds[i] = model.DocumentoAutorizado{Requisito: requisitoEn(*t, d.Requisito), DocumentoID: d.DocumentoID, HashDocumento: d.Hash, Autorizado: d, CarpetaID: a.CarpetaID}
	}
	return ds, nil
}

// ofEntidad is what the entity of a request sees, and its citizen does not.
func ofEntidad(ctx context.Context, text string) (*string, error) {
	return asCaller(ctx, func(quien auth.Principal) (*string, error) {
		if quien.EntidadID == "" {
			return nil, nil
		}
		return nullable(text), nil
	})
}

func (r *Resolver) recibidoPor(ctx context.Context, p *model.RequisitoPedido) (*consentimiento.Recibido, error) {
	n, given := p.Pedido.Recibido()
	if !given {
		return nil, nil
	}
	return loadRecibido(ctx, n)()
}

func (r *Resolver) autorizacionPor(ctx context.Context, p *model.RequisitoPedido) (*consentimiento.Autorizacion, error) {
	n, given := p.Pedido.Recibido()
	if !given {
		return nil, nil
	}
	return loadAutorizacion(ctx, n.NombreAutorizacion)()
}

// constanciaDe is the proof of an event of an authorisation; nil without an event.
func (r *Resolver) constanciaDe(ctx context.Context, operadorID, eventoID string) (*sellado.Prueba, error) {
	if eventoID == "" {
		return nil, nil
	}
	return found(ctx, func(quien auth.Principal) (sellado.Prueba, error) {
		return r.Pruebas.DeEvento(ctx, quien, operadorID, eventoID)
	})()
}

func deCarpeta(filtro *model.FiltroSolicitudesDeCarpeta) (f consentimiento.Filtro) {
	if filtro != nil {
		f = consentimiento.Filtro{Estado: string(orZero(filtro.Estado)), Abiertas: orZero(filtro.Abiertas)}
	}
	return f
}

// sinVacios refuses a filter with an empty text: a program that has no value must not read everything.
func sinVacios(campos map[string]*string) error {
	mal := fault.New(fault.BadUserInput, "Revise el filtro.")
	for campo, texto := range campos {
		if texto != nil && *texto == "" {
			mal = mal.WithCampo("filtro."+campo, "Está vacío: indique un valor, o deje el campo fuera.")
		}
	}
	if len(mal.Campos) > 0 {
		return mal
	}
	return nil
}

func deEntidad(filtro *model.FiltroSolicitudes) (f consentimiento.Filtro, err error) {
	if filtro != nil {
		err = sinVacios(map[string]*string{"ciudadanoId": filtro.CiudadanoID, "numeroInterno": filtro.NumeroInterno, "tramite": filtro.Tramite})
		f = consentimiento.Filtro{
			Estado: string(orZero(filtro.Estado)), Abiertas: orZero(filtro.Abiertas), CiudadanoID: orZero(filtro.CiudadanoID),
			NumeroInterno: orZero(filtro.NumeroInterno), Tramite: orZero(filtro.Tramite),
		}
	}
	return f, err
}

func deRecibidos(filtro *model.FiltroRecibidos) (f consentimiento.Filtro, err error) {
	if filtro == nil {
		return f, nil
	}
	f = consentimiento.Filtro{
		Estado: string(orZero(filtro.Estado)), CiudadanoID: orZero(filtro.CiudadanoID), NumeroInterno: orZero(filtro.NumeroInterno), Tramite: orZero(filtro.Tramite),
	}
	if filtro.SolicitudID != nil {
		n, err := nombreDeSolicitud(auth.Principal{}, *filtro.SolicitudID)
		if err != nil {
			return f, fault.New(fault.BadUserInput, "Revise el filtro.").WithCampo("filtro.solicitudId", "El id de una solicitud, como lo da `solicitudes`.")
		}
		f.SolicitudID = n.SolicitudID
	}
	return f, sinVacios(map[string]*string{"ciudadanoId": filtro.CiudadanoID, "numeroInterno": filtro.NumeroInterno, "tramite": filtro.Tramite})
}

// contestacion reads an answer. An id that names no document is none of the caller's, as any other of somebody else.
func (r *Resolver) contestacion(ctx context.Context, quien auth.Principal, in model.ResponderSolicitudInput) (consentimiento.Contestacion, error) {
	n, err := nombreDeSolicitud(quien, in.SolicitudID)
	if err != nil {
		return consentimiento.Contestacion{}, err
	}
	c := consentimiento.Contestacion{
		Nombre: n, Version: int64(in.Version), Dias: int64(in.Dias), ConCopiaVerificable: in.ConCopiaVerificable, Lengua: loadersFrom(ctx).language(ctx),
	}
	for _, x := range in.Respuestas {
		id := orZero(x.DocumentoID)
		if g, err := relay.ParseGlobalID(id); err == nil && g.Type == documento.TipoNodo && len(g.Keys) == 2 {
			id = g.Keys[1]
		}
		c.Respuestas = append(c.Respuestas, consentimiento.RespuestaA{Requisito: x.Requisito, DocumentoID: id, NoEntrega: x.DocumentoID == nil})
	}
	return c, nil
}

// abierto is what a look shows.
func abierto(ctx context.Context, v *consentimiento.Visto) *model.DocumentoAbierto {
	if v == nil {
		return nil
	}
	d, s := v.Documento, loadersFrom(ctx).r.Consentimiento
	a := &model.DocumentoAbierto{
		Recibido: &v.Recibido, Disponibilidad: v.Disponibilidad, Titulo: d.Titulo, Tipo: string(d.Tipo), Clase: kind(ctx, d.Tipo), Certificado: d.Certificado,
		Emisor: nullable(d.Emisor()), Numero: nullable(d.Numero), VigenciaDesde: nullable(d.Dias().Desde), VigenciaHasta: nullable(d.Dias().Hasta),
		EstadoJuridico: nullable(v.Estado), Dia: v.Dia, HashDocumento: d.Hash, NombreArchivo: d.NombreArchivo, TipoContenido: d.TipoContenido,
		TamanoBytes: d.TamanoBytes, URLArchivo: nullable(s.Direccion(consentimiento.RutaArchivo, v.Pase)), En: v.En,
	}
	if d.EsEntregado() {
		a.Expedido = nullable(v.Expedido)
	}
	if v.ConCopia {
		a.URLVerificable = nullable(s.Direccion(consentimiento.RutaCopia, v.Pase))
	}
	return a
}

func novedadesDeEntidad(n consentimiento.NovedadesDe) *model.NovedadesDeEntidad {
	out := &model.NovedadesDeEntidad{Novedades: make([]model.NovedadDeEntidad, len(n.Cambios)), Cursor: n.Cursor, HayMas: n.HayMas}
	for i, c := range n.Cambios {
		out.Novedades[i] = model.NovedadDeEntidad{En: c.En, Solicitud: c.Solicitud}
		if a := c.Autorizacion; a != nil {
			for _, d := range a.Documentos {
				out.Novedades[i].Recibidos = append(out.Novedades[i].Recibidos, consentimiento.Recibido{Autorizacion: *a, Autorizado: d})
			}
		}
	}
	return out
}

// silenciadas is empty for nobody, and not null.
func silenciadas(x consentimiento.Silenciadas) []consentimiento.Silenciada {
	return append([]consentimiento.Silenciada{}, x.Entidades...)
}

func solicitudNoEncontrada(ctx context.Context, codigo fault.Code, _ string) any {
	return model.SolicitudNoEncontrada{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró la solicitud.")}
}

func autorizacionNoEncontrada(ctx context.Context, codigo fault.Code, _ string) any {
	return model.AutorizacionNoEncontrada{Codigo: codigo, Mensaje: fault.Say(ctx, "No se encontró la autorización.")}
}
