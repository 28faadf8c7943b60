package consentimiento

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// deSuDueno is whose a carpeta is, for its owner.
func (s *Servicio) deSuDueno(ctx context.Context, quien auth.Principal, carpetaID string) (carpeta.Dueno, error) {
	d := carpeta.Duenos(ctx, s.Carpetas, []string{carpetaID})[carpetaID]
	if d.Err != nil {
		return d.Value, auth.Hidden(d.Err)
	}
	return d.Value, auth.MayWriteCarpeta(quien, d.Value.CiudadanoID)
}

// Solicitud reads a request: for the citizen who is asked, or for its entity.
func (s *Servicio) Solicitud(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Solicitud, error) {
	if quien.EntidadID == "" {
		return s.delCiudadano(ctx, quien, n)
	}
	r, err := s.deSuEntidad(ctx, quien, n)
	if err != nil {
		return r, err
	}
	return r, auth.MayReadSolicitud(quien, r.CiudadanoID, r.EntidadID)
}

// Autorizacion reads an authorisation for its owner.
func (s *Servicio) Autorizacion(ctx context.Context, quien auth.Principal, n NombreAutorizacion) (Autorizacion, error) {
	return s.suya(ctx, quien, n)
}

// Recibido reads what an entity may look at, without looking.
func (s *Servicio) Recibido(ctx context.Context, quien auth.Principal, n NombreRecibido) (Recibido, error) {
	if !relay.IsUUID(n.CarpetaID) || !relay.IsUUID(n.AutorizacionID) {
		return Recibido{}, auth.HiddenFrom(quien)
	}
	a, err := s.Store.Autorizacion(ctx, n.NombreAutorizacion)
	if err = conocido(err); err != nil {
		return Recibido{}, err
	}
	d, tiene := a.De(n.DocumentoID)
	if !tiene {
		return Recibido{}, auth.HiddenFrom(quien)
	}
	return Recibido{a.ParaEntidad(), Autorizado{DocumentoID: d.DocumentoID, Requisito: d.Requisito}}, auth.MayReadRecibido(quien, a.EntidadID)
}

// SolicitudesDeCarpeta is a page of what the owner of a carpeta is asked, newest first: without the open requests of entities
// that they silenced.
func (s *Servicio) SolicitudesDeCarpeta(ctx context.Context, quien auth.Principal, carpetaID string, f Filtro, args relay.Args) (*relay.Connection[Solicitud], error) {
	de, err := s.deSuDueno(ctx, quien, carpetaID)
	if err != nil {
		return nil, err
	}
	x, err := s.Store.Silenciadas(ctx, de.CiudadanoID)
	if err != nil {
		return nil, err
	}
	callada := func(r Solicitud) bool { return x.Tiene(r.EntidadID) && r.Abierta(s.Clock()) }
	return s.solicitudes(ctx, quien, Parte{CiudadanoID: de.CiudadanoID}, f, args, callada)
}

// SolicitudesDeEntidad is a page of what the caller's entity asked for, newest first.
func (s *Servicio) SolicitudesDeEntidad(ctx context.Context, quien auth.Principal, f Filtro, args relay.Args) (*relay.Connection[Solicitud], error) {
	if err := auth.MayReadSolicitud(quien, "", quien.EntidadID); err != nil {
		return nil, err
	}
	return s.solicitudes(ctx, quien, Parte{EntidadID: quien.EntidadID}, f, args, func(Solicitud) bool { return false })
}

func (s *Servicio) solicitudes(ctx context.Context, quien auth.Principal, de Parte, f Filtro, args relay.Args, fuera func(Solicitud) bool) (*relay.Connection[Solicitud], error) {
	lista := relay.List[Solicitud]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: s.alcance("solicitudes", quien, de, f),
		Key: func(r Solicitud) string { return r.SolicitudID },
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Solicitud, error) {
			return sinEllas(fuera, limit, after, func(after string, limit int) ([]Solicitud, error) {
				return s.Store.Solicitudes(ctx, Consulta{Parte: de, Filtro: f, Desde: after, Ascendente: backward, Limite: limit})
			})
		},
	}
	return lista.Page(ctx, args)
}

// sinEllas walks on until a page is full of what is shown.
func sinEllas(fuera func(Solicitud) bool, limit int, after string, leer func(after string, limit int) ([]Solicitud, error)) (todas []Solicitud, err error) {
	for range MaxLlamadas {
		rs, err := leer(after, limit)
		var sigue relay.Stopped
		if err != nil && !errors.As(err, &sigue) {
			return nil, err
		}
		for _, r := range rs {
			if after = r.SolicitudID; !fuera(r) {
				todas = append(todas, r)
			}
		}
		if len(todas) >= limit {
			return todas[:limit], nil
		}
		if err != nil || len(rs) < limit {
			return todas, err
		}
	}
	return todas, documento.Sigue(after)
}

// Autorizaciones is a page of the authorisations of a carpeta, or with a documentoID of one of its documents, newest first; for
// its owner.
func (s *Servicio) Autorizaciones(ctx context.Context, quien auth.Principal, k documento.Clave, f Filtro, args relay.Args) (*relay.Connection[Autorizacion], error) {
	if _, err := s.deSuDueno(ctx, quien, k.CarpetaID); err != nil {
		return nil, err
	}
	de := Parte{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}
	lista := relay.List[Autorizacion]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: s.alcance("autorizaciones", quien, de, f),
		Key: func(a Autorizacion) string { return a.AutorizacionID },
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Autorizacion, error) {
			return s.Store.Autorizaciones(ctx, Consulta{Parte: de, Filtro: f, Desde: after, Ascendente: backward, Limite: limit})
		},
	}
	return lista.Page(ctx, args)
}

// Recibidos is a page of the documents that the caller's entity may look at, or might: authorisations newest first, and the
// documents of each in their order.
func (s *Servicio) Recibidos(ctx context.Context, quien auth.Principal, f Filtro, args relay.Args) (*relay.Connection[Recibido], error) {
	if err := auth.MayReadRecibido(quien, quien.EntidadID); err != nil {
		return nil, err
	}
	de := Parte{EntidadID: quien.EntidadID}
	lista := relay.List[Recibido]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: s.alcance("recibidos", quien, de, f), Key: Recibido.clave,
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Recibido, error) {
			return s.recibidos(ctx, Consulta{Parte: de, Filtro: f, Ascendente: backward, Limite: limit}, after)
		},
	}
	return lista.Page(ctx, args)
}

// clave is the place of a document in the list of what an entity received.
func (r Recibido) clave() string {
	return r.Autorizacion.AutorizacionID + "#" + r.Autorizado.DocumentoID
}

// recibidos are the documents after a place. A list of authorisations with as many rows as documents are wanted has enough.
func (s *Servicio) recibidos(ctx context.Context, c Consulta, after string) (todos []Recibido, err error) {
	c.Desde, _, c.Incluso = strings.Cut(after, "#")
	limite := c.Limite
	c.Limite = limite + 1
	as, err := s.Store.Autorizaciones(ctx, c)
	var sigue relay.Stopped
	if err != nil && !errors.As(err, &sigue) {
		return nil, err
	}
	for _, a := range as {
		ds := slices.Clone(a.Documentos)
		if c.Ascendente {
			slices.Reverse(ds)
		}
		for _, d := range ds {
			todos = append(todos, Recibido{a, d})
		}
	}
	if i := slices.IndexFunc(todos, func(r Recibido) bool { return r.clave() == after }); i >= 0 {
		todos = todos[i+1:]
	}
	if len(todos) > limite {
		return todos[:limite], nil
	}
	return todos, err
}

// alcance is the scope of a list's cursors: the caller, whose list it is, and its filter.
func (s *Servicio) alcance(lista string, quien auth.Principal, de Parte, f Filtro) relay.Scope {
	return relay.NewScope(lista, quien.Sub, de.CiudadanoID, de.CarpetaID, de.DocumentoID, de.EntidadID, f.Tramite, f.CiudadanoID, f.NumeroInterno, f.SolicitudID, f.Estado, strconv.FormatBool(f.Abiertas))
}

// Miradas is how often an entity looked under an authorisation, and when last.
type Miradas struct {
	Cuantas int // at most MaxMiradas, which stands for that or more
	Ultima  time.Time
	Por     string // who looked last, by the subject of the token; for its entity only
}

// MaxMiradas bounds what is counted.
const MaxMiradas = 101

// MiradasDe counts the looks under an authorisation, for its owner: without those that a legal order hides, however many they are.
func (s *Servicio) MiradasDe(ctx context.Context, a Autorizacion) (Miradas, error) {
	ordenes, err := s.Rastro.EmbargosDe(ctx, a.CarpetaID)
	if err != nil {
		return Miradas{}, err
	}
	velo := &auditoria.Velo{CarpetaID: a.CarpetaID, De: a.CiudadanoID, Embargos: ordenes, En: s.Clock()}
	es, err := s.miradas(ctx, auditoria.Filtro{CorrelacionID: a.AutorizacionID, Velo: velo}, MaxMiradas)
	return contadas(es), err
}

// UltimaMirada is the last look of the entity itself at one document.
func (s *Servicio) UltimaMirada(ctx context.Context, r Recibido) (Miradas, error) {
	a := r.Autorizacion
	f := auditoria.Filtro{CorrelacionID: a.AutorizacionID, CarpetaID: a.CarpetaID, DocumentoID: r.Autorizado.DocumentoID}
	es, err := s.miradas(ctx, f, 1)
	return contadas(es), err
}

// miradas are the newest looks under an authorisation.
func (s *Servicio) miradas(ctx context.Context, f auditoria.Filtro, limite int) ([]auditoria.Evento, error) {
	f.Tipo = auditoria.AutorizacionUsada
	es, err := s.Rastro.Eventos(ctx, auditoria.Consulta{Filtro: f, Descendente: true, Limite: limite})
	var sigue relay.Stopped
	if errors.As(err, &sigue) {
		err = nil // the newest are enough
	}
	return es, err
}

func contadas(es []auditoria.Evento) Miradas {
	if len(es) == 0 {
		return Miradas{}
	}
	return Miradas{len(es), es[0].Momento, es[0].Actor.ID}
}

// DocumentosDe reads documents of a carpeta's authorisations for its owner, in one call, also those in the bin; the zero document
// for one that is gone.
func (s *Servicio) DocumentosDe(ctx context.Context, quien auth.Principal, ks []documento.Clave) []batch.Result[documento.Documento] {
	found := make([]batch.Result[documento.Documento], len(ks))
	ds, err := s.Documentos.Store.Documentos(ctx, ks)
	for i, k := range ks {
		_, denied := s.deSuDueno(ctx, quien, k.CarpetaID)
		if found[i].Err = cmp.Or(denied, err); found[i].Err != nil {
			continue
		}
		if j := slices.IndexFunc(ds, func(d documento.Documento) bool { return d.Clave() == k }); j >= 0 {
			found[i].Value = ds[j]
		}
	}
	return found
}

// maxCandidatos bounds what is offered for one requirement.
const maxCandidatos = 50

// Candidatos are the documents of the caller that do for a requirement: certified ones first, then the newest. One list for each of
// its kinds is read.
func (s *Servicio) Candidatos(ctx context.Context, quien auth.Principal, r Solicitud, requisito string) ([]documento.Fila, error) {
	if err := auth.MayReadCarpeta(quien, r.CiudadanoID); err != nil {
		return nil, err
	}
	de, err := s.Carpetas.CarpetaDeCiudadano(ctx, r.CiudadanoID)
	if err != nil {
		return []documento.Fila{}, conocido(err)
	}
	t, err := s.Tramites.De(ctx, r.Tramite, r.TramiteVersion)
	if err != nil {
		return nil, err
	}
	q := requisitoDe(t, requisito)
	todas := []documento.Fila{}
	for _, tipo := range q.Tipos {
		f := documento.Filtro{Tipos: []documento.Tipo{documento.Tipo(tipo)}, Estado: documento.Procesado}
		if q.Certificado {
			f.Certificado = new(true)
		}
		filas, err := s.Documentos.Store.Listar(ctx, documento.Consulta{CarpetaID: de.CarpetaID, Campo: documento.PorTipo, Descendente: true, Filtro: f, Limite: maxCandidatos})
		var sigue relay.Stopped
		if err != nil && !errors.As(err, &sigue) {
			return nil, err
		}
		todas = append(todas, slices.DeleteFunc(filas, func(f documento.Fila) bool { return f.Juridico != "" })...)
	}
	slices.SortStableFunc(todas, func(a, b documento.Fila) int {
		if a.Certificado != b.Certificado {
			if a.Certificado {
				return -1
			}
			return 1
		}
		return b.FechaRecepcion.Compare(a.FechaRecepcion)
	})
	return todas[:min(len(todas), maxCandidatos)], nil
}

// FinalidadLeida is the purpose as the owner read it when they gave an authorisation: its SHA-256 stands in that event. Empty if
// the event is not kept any more.
func (s *Servicio) FinalidadLeida(ctx context.Context, a Autorizacion) (string, error) {
	h, err := s.Rastro.Evento(ctx, a.OperadorID, a.EventoID)
	if err != nil {
		return "", conocido(err)
	}
	t, err := s.Tramites.De(ctx, a.Tramite, a.TramiteVersion)
	return t.Finalidad.Para(h.Datos[datoLengua]), err
}

// EntidadesActivas tells of each entity whether it asks and looks now: one that does not still has what it was given.
func (s *Servicio) EntidadesActivas(ctx context.Context, _ auth.Principal, entidadIDs []string) []batch.Result[bool] {
	activas := make([]batch.Result[bool], len(entidadIDs))
	for i, id := range entidadIDs {
		e, err := s.Entidades.Entidad(ctx, id)
		activas[i] = batch.Result[bool]{Value: puede(e), Err: conocido(err)}
	}
	return activas
}
