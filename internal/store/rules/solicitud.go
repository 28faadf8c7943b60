package rules

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// The requests to a citizen are one partition of the table Consentimiento, and their copies are in one of each entity, both in the
// order of ids. An entity's own number leads to a request from a third, and its places with a citizen are in a fourth.
const (
	ofCiudadano = "p#"
	ofNumero    = "r#"
	ofAbiertas  = "q#"
	ofSolicitud = "s#"
)

// Attributes of a request and of an authorisation. aOfWhom and aCambio are the keys of the index by change.
const (
	aOfWhom     = "deQuien"
	aChangedAt  = "modificadaEn"
	aRequisitos = "requisitos" // JSON
)

var shapeNombreSolicitud = records.NewShape(
	field.Text(aCiudadanoID, func(n *consentimiento.NombreSolicitud) *string { return &n.CiudadanoID }),
	field.Text("solicitudId", func(n *consentimiento.NombreSolicitud) *string { return &n.SolicitudID }),
)

var shapeSolicitud = records.NewShape(
	field.Text(aCiudadanoID, func(s *consentimiento.Solicitud) *string { return &s.CiudadanoID }),
	field.Text("solicitudId", func(s *consentimiento.Solicitud) *string { return &s.SolicitudID }),
	field.Text("entidadId", func(s *consentimiento.Solicitud) *string { return &s.EntidadID }),
	field.Text("entidadNombre", func(s *consentimiento.Solicitud) *string { return &s.EntidadNombre }),
	field.Text("nit", func(s *consentimiento.Solicitud) *string { return &s.NIT }),
	field.Text("tramite", func(s *consentimiento.Solicitud) *string { return &s.Tramite }),
	field.Number("tramiteVersion", func(s *consentimiento.Solicitud) *int64 { return &s.TramiteVersion }),
	field.Text("numeroInterno", func(s *consentimiento.Solicitud) *string { return &s.NumeroInterno }),
	field.Text("pedidaPor", func(s *consentimiento.Solicitud) *string { return &s.PedidaPor }),
	field.Time("creadaEn", func(s *consentimiento.Solicitud) *time.Time { return &s.CreadaEn }),
	field.Time(aUntil, func(s *consentimiento.Solicitud) *time.Time { return &s.Hasta }),
	field.Time(aChangedAt, func(s *consentimiento.Solicitud) *time.Time { return &s.ModificadaEn }),
	field.Number(aVersion, func(s *consentimiento.Solicitud) *int64 { return &s.Version }),
	field.Number("recordatorios", func(s *consentimiento.Solicitud) *int64 { return &s.Recordatorios }),
	field.Time("recordadaEn", func(s *consentimiento.Solicitud) *time.Time { return &s.RecordadaEn }),
	field.Time("rechazadaEn", func(s *consentimiento.Solicitud) *time.Time { return &s.RechazadaEn }),
	field.Time("retiradaEn", func(s *consentimiento.Solicitud) *time.Time { return &s.RetiradaEn }),
)

func solicitudKey(n consentimiento.NombreSolicitud) records.Key {
	return records.Key{Partition: ofCiudadano + n.CiudadanoID, Sort: ofSolicitud + n.SolicitudID}
}

func numeroKey(entidadID, numero string) records.Key {
	return records.Key{Partition: ofNumero + entidadID, Sort: numero}
}

func abiertasKey(entidadID, ciudadanoID string) records.Key {
	return records.Key{Partition: ofAbiertas + entidadID, Sort: ciudadanoID}
}

// changePlace is the place of an item in the index by change: a moment, and what makes it the only one of that moment.
func changePlace(at time.Time, id string) string { return documento.ClaveMomento(at) + "#" + id }

func solicitudOf(i records.Item) (consentimiento.Solicitud, error) {
	s, err := shapeSolicitud.Of(i)
	l := records.Fields{Item: i}
	l.Note(aRequisitos, json.Unmarshal([]byte(l.Text(aRequisitos)), &s.Requisitos))
	return s, errors.Join(err, l.Err)
}

// solicitudParts write a request, under a condition, and its entity's copy.
func solicitudParts(r consentimiento.Solicitud, when records.Cond) ([]records.Part, error) {
	j, err := json.Marshal(r.Requisitos)
	if err != nil {
		return nil, err
	}
	put := func(k records.Key, ofWhom string) records.Part {
		return records.Put(Consentimientos, shapeSolicitud.Put(Consentimientos.Keyed(k), &r).With(aRequisitos, records.Text(string(j))).
			With(aOfWhom, records.Text(ofWhom)).With(aCambio, records.Text(changePlace(r.ModificadaEn, r.SolicitudID))).
			With(aExpires, records.Second(r.ExpiraEn())))
	}
	k := solicitudKey(r.Nombre())
	own := ofEntidad + r.EntidadID
	return []records.Part{put(k, k.Partition).When(when), put(records.Key{Partition: own, Sort: k.Sort}, own)}, nil
}

// abiertasPart writes places that follow the stored ones. They are kept until the last is free; without any, until a moment, so
// that their version goes on.
func abiertasPart(q consentimiento.Abiertas, until time.Time) (records.Part, error) {
	if len(q.Lugares) > 0 {
		until = q.ExpiraEn()
	}
	i, err := versionedItem(Consentimientos, abiertasKey(q.EntidadID, q.CiudadanoID), q.Version, aPlaces, q.Lugares)
	return records.Put(Consentimientos, i.With(aExpires, records.Second(until))).When(next(q.Version)), err
}

// SolicitudDeNumero implements consentimiento.Store.
func (s *Store) SolicitudDeNumero(ctx context.Context, entidadID, numero string) (consentimiento.Solicitud, error) {
	ctx = op(ctx, "SolicitudDeNumero")
	n, err := one(ctx, s, Consentimientos, numeroKey(entidadID, numero), shapeNombreSolicitud)
	if err != nil {
		return consentimiento.Solicitud{}, err
	}
	return s.solicitud(ctx, n)
}

// Abiertas implements consentimiento.Store.
func (s *Store) Abiertas(ctx context.Context, entidadID, ciudadanoID string) (consentimiento.Abiertas, error) {
	q := consentimiento.Abiertas{EntidadID: entidadID, CiudadanoID: ciudadanoID}
	var err error
	q.Version, err = s.versioned(op(ctx, "Abiertas"), Consentimientos, abiertasKey(entidadID, ciudadanoID), aPlaces, &q.Lugares)
	return q, err
}

// CrearSolicitud implements consentimiento.Store. A number whose request has expired is free: an engine deletes late.
func (s *Store) CrearSolicitud(ctx context.Context, r consentimiento.Solicitud, q consentimiento.Abiertas, h auditoria.Evento) error {
	n := r.Nombre()
	number := shapeNombreSolicitud.Put(Consentimientos.Keyed(numeroKey(r.EntidadID, r.NumeroInterno)), &n).With(aExpires, records.Second(r.ExpiraEn()))
	places, err := abiertasPart(q, r.Hasta)
	if err != nil {
		return err
	}
	parts, err := solicitudParts(r, records.Cond{})
	if err != nil {
		return err
	}
	free := records.Or(records.Absent(aSort), records.AtMost(aExpires, records.Second(s.Clock())))
	return s.tell(op(ctx, "CrearSolicitud"), h, append(parts, records.Put(Consentimientos, number).When(free), places)...)
}

// Solicitud implements consentimiento.Store.
func (s *Store) Solicitud(ctx context.Context, n consentimiento.NombreSolicitud) (consentimiento.Solicitud, error) {
	return s.solicitud(op(ctx, "Solicitud"), n)
}

func (s *Store) solicitud(ctx context.Context, n consentimiento.NombreSolicitud) (consentimiento.Solicitud, error) {
	r, err := from(ctx, s, Consentimientos, solicitudKey(n), solicitudOf)
	return alive(r, r.Expirada(s.Clock()), err)
}

// changeOf are the parts of a change of a request.
func changeOf(r consentimiento.Solicitud, q *consentimiento.Abiertas) ([]records.Part, error) {
	parts, err := solicitudParts(r, next(r.Version))
	if err != nil || q == nil {
		return parts, err
	}
	places, err := abiertasPart(*q, r.Hasta)
	return append(parts, places), err
}

// CambiarSolicitud implements consentimiento.Store.
func (s *Store) CambiarSolicitud(ctx context.Context, r consentimiento.Solicitud, q *consentimiento.Abiertas, h auditoria.Evento) error {
	parts, err := changeOf(r, q)
	if err != nil {
		return err
	}
	return s.tell(op(ctx, "CambiarSolicitud"), h, parts...)
}

// Solicitudes implements consentimiento.Store.
func (s *Store) Solicitudes(ctx context.Context, c consentimiento.Consulta) ([]consentimiento.Solicitud, error) {
	partition := ofCiudadano + c.Parte.CiudadanoID
	if c.Parte.EntidadID != "" {
		partition = ofEntidad + c.Parte.EntidadID
	}
	now := s.Clock()
	return runOf(op(ctx, "Solicitudes"), s, c, partition, ofSolicitud, each(solicitudOf), func(r consentimiento.Solicitud) bool {
		return !r.Expirada(now) && c.Filtro.IncluyeSolicitud(r, now)
	})
}
