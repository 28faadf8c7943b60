package rules

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// The authorisations of a carpeta are in its partition of the table Consentimiento, with an item for each of their documents that
// leads to them. Their entity has copies beside those of its requests.
const (
	ofAutorizacion = "a#"
	ofAutorizado   = "d#"
)

// Attributes that the end of an authorisation writes.
const (
	aAuthEnded = "terminadaEn"
	aAskErase  = "borradoPedidoEn"
	aEndEvent  = "finId"
	aAllowed   = "documentos" // JSON
)

var shapeAutorizacion = records.NewShape(
	field.Text(aCarpetaID, func(a *consentimiento.Autorizacion) *string { return &a.CarpetaID }),
	field.Text("autorizacionId", func(a *consentimiento.Autorizacion) *string { return &a.AutorizacionID }),
	field.Text(aCiudadanoID, func(a *consentimiento.Autorizacion) *string { return &a.CiudadanoID }),
	field.Text(aOperadorID, func(a *consentimiento.Autorizacion) *string { return &a.OperadorID }),
	field.Text("solicitudId", func(a *consentimiento.Autorizacion) *string { return &a.SolicitudID }),
	field.Text("entidadId", func(a *consentimiento.Autorizacion) *string { return &a.EntidadID }),
	field.Text("entidadNombre", func(a *consentimiento.Autorizacion) *string { return &a.EntidadNombre }),
	field.Text("nit", func(a *consentimiento.Autorizacion) *string { return &a.NIT }),
	field.Text("tramite", func(a *consentimiento.Autorizacion) *string { return &a.Tramite }),
	field.Number("tramiteVersion", func(a *consentimiento.Autorizacion) *int64 { return &a.TramiteVersion }),
	field.Text("numeroInterno", func(a *consentimiento.Autorizacion) *string { return &a.NumeroInterno }),
	field.Truth("conCopiaVerificable", func(a *consentimiento.Autorizacion) *bool { return &a.ConCopiaVerificable }),
	field.Time("desdeEn", func(a *consentimiento.Autorizacion) *time.Time { return &a.DesdeEn }),
	field.Time(aUntil, func(a *consentimiento.Autorizacion) *time.Time { return &a.Hasta }),
	field.Time(aAuthEnded, func(a *consentimiento.Autorizacion) *time.Time { return &a.TerminadaEn }),
	field.Time(aAskErase, func(a *consentimiento.Autorizacion) *time.Time { return &a.BorradoPedidoEn }),
	field.Time(aChangedAt, func(a *consentimiento.Autorizacion) *time.Time { return &a.ModificadaEn }),
	field.Text(aEventoID, func(a *consentimiento.Autorizacion) *string { return &a.EventoID }),
	field.Text(aEndEvent, func(a *consentimiento.Autorizacion) *string { return &a.FinID }),
)

func autorizacionKey(n consentimiento.NombreAutorizacion) records.Key {
	return records.Key{Partition: ofCarpeta + n.CarpetaID, Sort: ofAutorizacion + n.AutorizacionID}
}

// copyKey is where the entity's copy is.
func copyKey(a consentimiento.Autorizacion) records.Key {
	return records.Key{Partition: ofEntidad + a.EntidadID, Sort: ofAutorizacion + a.AutorizacionID}
}

func autorizacionOf(i records.Item) (consentimiento.Autorizacion, error) {
	a, err := shapeAutorizacion.Of(i)
	l := records.Fields{Item: i}
	l.Note(aAllowed, json.Unmarshal([]byte(l.Text(aAllowed)), &a.Documentos))
	return a, errors.Join(err, l.Err)
}

func autorizacionPart(k records.Key, ofWhom string, a consentimiento.Autorizacion) (records.Part, error) {
	j, err := json.Marshal(a.Documentos)
	return records.Put(Consentimientos, shapeAutorizacion.Put(Consentimientos.Keyed(k), &a).With(aAllowed, records.Text(string(j))).
		With(aOfWhom, records.Text(ofWhom)).With(aCambio, records.Text(changePlace(a.ModificadaEn, a.AutorizacionID))).
		With(aExpires, records.Second(a.ExpiraEn()))), err
}

// asSeen checks that a document is visible, has the same file, and is worth the same, as when it was read.
func asSeen(d documento.Documento) records.Part {
	return records.Check(Documentos, documentoKey(d.Clave())).When(
		records.Equal(aEstadoDoc, records.Text(documento.Procesado)), records.Equal(aHash, records.Text(d.Hash)), records.Same(aJuridico, records.Text(d.Juridico)))
}

// Responder implements consentimiento.Store. With ten documents it has 25 parts, and the event.
func (s *Store) Responder(
	ctx context.Context, r consentimiento.Solicitud, q *consentimiento.Abiertas, a consentimiento.Autorizacion, seen []documento.Documento, h auditoria.Evento,
) error {
	parts, err := changeOf(r, q)
	if err != nil {
		return err
	}
	k := autorizacionKey(a.Nombre())
	own, err := autorizacionPart(k, ofCiudadano+a.CiudadanoID, a)
	if err != nil {
		return err
	}
	theirs, err := autorizacionPart(copyKey(a), ofEntidad+a.EntidadID, a.ParaEntidad())
	if err != nil {
		return err
	}
	parts = append(parts, own, theirs)
	for _, d := range a.Documentos {
		lead := records.Key{Partition: k.Partition, Sort: ofAutorizado + d.DocumentoID + "#" + a.AutorizacionID}
		parts = append(parts, records.Put(Consentimientos, Consentimientos.Keyed(lead).With(aExpires, records.Second(a.ExpiraEn()))))
	}
	for _, d := range seen {
		parts = append(parts, asSeen(d))
	}
	return s.tell(op(ctx, "Responder"), h, parts...)
}

// Autorizacion implements consentimiento.Store.
func (s *Store) Autorizacion(ctx context.Context, n consentimiento.NombreAutorizacion) (consentimiento.Autorizacion, error) {
	return s.autorizacion(op(ctx, "Autorizacion"), n)
}

func (s *Store) autorizacion(ctx context.Context, n consentimiento.NombreAutorizacion) (consentimiento.Autorizacion, error) {
	a, err := from(ctx, s, Consentimientos, autorizacionKey(n), autorizacionOf)
	return alive(a, a.Expirada(s.Clock()), err)
}

// Autorizaciones implements consentimiento.Store.
func (s *Store) Autorizaciones(ctx context.Context, c consentimiento.Consulta) ([]consentimiento.Autorizacion, error) {
	ctx, now := op(ctx, "Autorizaciones"), s.Clock()
	partition, prefix, read := ofCarpeta+c.Parte.CarpetaID, ofAutorizacion, each(autorizacionOf)
	switch {
	case c.Parte.EntidadID != "":
		partition = ofEntidad + c.Parte.EntidadID
	case c.Parte.DocumentoID != "":
		prefix = ofAutorizado + c.Parte.DocumentoID + "#"
		read = s.autorizacionesNamed
	}
	return runOf(ctx, s, c, partition, prefix, read, func(a consentimiento.Autorizacion) bool {
		return a.AutorizacionID != "" && !a.Expirada(now) && c.Filtro.IncluyeAutorizacion(a, now)
	})
}

// autorizacionesNamed reads, in one batch and in their order, the authorisations that the items of a document lead to; the zero
// one where it is gone.
func (s *Store) autorizacionesNamed(ctx context.Context, leads []records.Item) ([]consentimiento.Autorizacion, error) {
	keys := make([]records.Key, len(leads))
	for n, i := range leads {
		k := Consentimientos.KeyOf(i)
		keys[n] = records.Key{Partition: k.Partition, Sort: ofAutorizacion + k.Sort[strings.LastIndexByte(k.Sort, '#')+1:]}
	}
	found, err := many(ctx, s, Consentimientos, keys, autorizacionOf)
	byKey := make(map[records.Key]consentimiento.Autorizacion, len(found))
	for _, a := range found {
		byKey[autorizacionKey(a.Nombre())] = a
	}
	as := make([]consentimiento.Autorizacion, len(keys))
	for n, k := range keys {
		as[n] = byKey[k]
	}
	return as, err
}

// TerminarAutorizacion implements consentimiento.Store.
func (s *Store) TerminarAutorizacion(ctx context.Context, a consentimiento.Autorizacion, h auditoria.Evento) (consentimiento.Autorizacion, error) {
	return s.finish(op(ctx, "TerminarAutorizacion"), a, aAuthEnded, records.Item{aAuthEnded: records.Millis(a.TerminadaEn), aEndEvent: records.Text(a.FinID)}, h)
}

// PedirBorrado implements consentimiento.Store.
func (s *Store) PedirBorrado(ctx context.Context, a consentimiento.Autorizacion, h auditoria.Evento) (consentimiento.Autorizacion, error) {
	return s.finish(op(ctx, "PedirBorrado"), a, aAskErase, records.Item{aAskErase: records.Millis(a.BorradoPedidoEn)}, h)
}

// finish sets attributes of an authorisation and of its copy, unless the first of them is there already.
func (s *Store) finish(
	ctx context.Context, a consentimiento.Autorizacion, first string, set records.Item, h auditoria.Evento,
) (consentimiento.Autorizacion, error) {
	set[aChangedAt], set[aCambio] = records.Millis(a.ModificadaEn), records.Text(changePlace(a.ModificadaEn, a.AutorizacionID))
	update := func(k records.Key) records.Part { return records.Update(Consentimientos, k, records.Change{Set: set}) }
	err := s.tell(ctx, h, update(autorizacionKey(a.Nombre())).When(records.Exists(aSort), records.Absent(first)),
		update(copyKey(a)).When(records.Exists(aSort)))
	if records.RefusalsOf(err).Of(0) {
		return s.autorizacion(ctx, a.Nombre())
	}
	return a, err
}

// Mirar implements consentimiento.Store.
func (s *Store) Mirar(ctx context.Context, a consentimiento.Autorizacion, seen documento.Documento, now time.Time, h auditoria.Evento) error {
	inForce := records.Check(Consentimientos, autorizacionKey(a.Nombre())).When(
		records.Absent(aAuthEnded), records.More(aUntil, records.Millis(now))) // none that is not there lasts until then
	err := s.tell(op(ctx, "Mirar"), h, inForce, asSeen(seen))
	if records.RefusalsOf(err).Of(0) {
		return notFound()
	}
	return err
}

// each reads items that are whole.
func each[T any](of func(records.Item) (T, error)) func(context.Context, []records.Item) ([]T, error) {
	return func(_ context.Context, is []records.Item) (vs []T, err error) {
		for _, i := range is {
			v, damaged := of(i)
			vs, err = append(vs, v), errors.Join(err, damaged)
		}
		return vs, err
	}
}

// runOf walks what a Consulta asks for: the items of a partition whose sort keys are a prefix and an id. read has a value for each
// item of a call. With a filter the work is bounded.
func runOf[T any](
	ctx context.Context, s *Store, c consentimiento.Consulta, partition, prefix string,
	read func(context.Context, []records.Item) ([]T, error), wanted func(T) bool,
) (vs []T, err error) {
	q := records.Query{Table: Consentimientos, Partition: partition, Range: records.WithPrefix(prefix), Descending: !c.Ascendente, At: records.Consistent}
	switch from := prefix + c.Desde; {
	case c.Desde == "":
	case !c.Incluso:
		q.After = &records.Place{Key: records.Key{Partition: partition, Sort: from}}
	case c.Ascendente:
		q.Range = records.Between(from, prefix+behindIDs)
	default:
		q.Range = records.Between(prefix, from)
	}
	looked := 0
	defer func() { documento.FilasEnVano(ctx, looked-len(vs)) }()
	for calls := 1; ; calls++ {
		if q.Limit = consentimiento.FilasPorLlamada; c.Filtro.Vacio() {
			q.Limit = c.Limite - len(vs)
		}
		var items []records.Item
		run, err := s.DB.Query(ctx, q, func(src records.Source) (bool, error) {
			i, err := records.ItemOf(src)
			items = append(items, i)
			return true, err
		})
		if err != nil {
			return nil, err
		}
		found, err := read(ctx, items)
		if err != nil {
			return nil, err
		}
		for _, v := range found {
			looked++
			if wanted(v) {
				vs = append(vs, v)
			}
			if len(vs) == c.Limite {
				return vs, nil
			}
		}
		if run.Next == nil {
			return vs, nil
		}
		if !c.Filtro.Vacio() && calls == consentimiento.MaxLlamadas {
			return vs, documento.Sigue(run.Next.Key.Sort[len(prefix):])
		}
		q.After = run.Next
	}
}

// behindIDs sorts behind every id.
const behindIDs = "~"
