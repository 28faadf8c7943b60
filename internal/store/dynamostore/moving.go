package dynamostore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
)

// aMoment is the moment of an event that came from another store, where that is not the one inside its id.
const aMoment = "momento"

// movingTables says where the values of a kind are.
var movingTables = map[cargo.Kind]string{
	cargo.Eventos: tableEvento, cargo.Embargos: tableEvento, cargo.Actas: tableActa, cargo.Rezagados: tableActa,
	cargo.Entidades: tableEntidad, cargo.Entregas: tableEntidad, cargo.Onces: tableEntidad, cargo.Novedades: tableNovedad,
	cargo.Eliminaciones: tableOutbox, cargo.Documentos: tableDocumento, cargo.Marcas: tableCarpeta, cargo.Carpetas: tableCarpeta,
}

// Put writes values of one kind as they are, whatever is there. Nobody waits for one of its calls, so each may take
// long. What lists them is written first: a value that can be read can be found.
func (s *Store) Put(ctx context.Context, vs []any) error {
	ctx = withOperation(ctx, "Trasladar")
	items, owners := make([]item, len(vs)), []item(nil)
	for n, v := range vs {
		if err := s.announce(ctx, v); err != nil {
			return err
		}
		var err error
		if items[n], err = s.movedItem(v); err != nil {
			return err
		}
		if c, ok := v.(carpeta.Carpeta); ok {
			owner := ownerKey(c.CiudadanoID)
			owner[aOwned] = text(c.CarpetaID)
			owners = append(owners, owner)
		}
	}
	if len(vs) == 0 {
		return nil
	}
	if err := s.writeAll(ctx, tableCarpeta, owners); err != nil {
		return err
	}
	return s.writeAll(ctx, movingTables[cargo.KindOf(vs[0])], items)
}

func (s *Store) writeAll(ctx context.Context, table string, items []item) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(parallelWrites)
	for batch := range slices.Chunk(items, maxWrites) {
		g.Go(func() error { return s.writeBatch(ctx, s.patient, table, batch) })
	}
	return g.Wait()
}

// announce enters a value where those who look for it begin.
func (s *Store) announce(ctx context.Context, v any) error {
	switch v := v.(type) {
	case carpeta.Carpeta:
		return s.registerInCenso(ctx, v.OperadorID)
	case eliminacion.Eliminacion:
		return s.registerOperador(ctx, v.OperadorID)
	case auditoria.Evento:
		v.Momento, _ = auditoria.MomentoDeID(v.EventoID)
		return s.expect(ctx, v)
	}
	return nil
}

// movedKey is the key of a value, in the table of its kind.
func movedKey(v any) item {
	switch v := v.(type) {
	case carpeta.Carpeta:
		return carpetaKey(v.CarpetaID)
	case marca.Marca:
		return marcaKey(v.Nombre)
	case documento.Documento:
		return documentoKey(v.Clave())
	case documento.Novedad:
		return item{aCarpetaID: text(v.CarpetaID), aNovedad: text(v.ClaveOrden())}
	case eliminacion.Eliminacion:
		return eventoKey(v.EventoID)
	case entidad.Entidad:
		return entidadKey(v.EntidadID)
	case entrega.Entrega:
		return entregaKey(v.Nombre())
	case cargo.Once:
		return onceKey(deliveredOf(v))
	case auditoria.Evento:
		return movedEventoKey(v)
	case auditoria.Embargos:
		return embargosKey(v.CarpetaID)
	case cargo.Acta:
		return actaKey(v.OperadorID, v.Acta)
	case cargo.Rezagado:
		return rezagadoKey(v.OperadorID, v.EventoID)
	}
	panic(fmt.Sprintf("dynamostore: a %T moves nowhere", v))
}

func (s *Store) movedItem(v any) (item, error) {
	key := movedKey(v)
	switch v := cargo.Moved(v).(type) {
	case carpeta.Carpeta:
		return carpetaItem(v), nil
	case marca.Marca:
		return marcaItem(v), nil
	case documento.Documento:
		return documentoItem(v), nil
	case documento.Novedad:
		return novedadItem(v), nil
	case eliminacion.Eliminacion:
		return sagaItem(v), nil
	case entidad.Entidad:
		return entidadItem(v), nil
	case entrega.Entrega:
		return entregaItem(v), nil
	case cargo.Once:
		return onceItem(deliveredOf(v)), nil
	case auditoria.Evento:
		i := s.eventoItem(v)
		i[aSort] = key[aSort]
		if t, _ := auditoria.MomentoDeID(v.EventoID); !t.Equal(v.Momento) {
			setDate(i, aMoment, v.Momento, formatMs)
		}
		return i, nil
	case auditoria.Embargos:
		return embargosItem(v)
	case cargo.Acta:
		return actaItem(v.OperadorID, v.Acta)
	case cargo.Rezagado:
		return rezagadoItem(v.OperadorID, v.EventoID, v.Numero), nil
	}
	return nil, fmt.Errorf("dynamostore: a %T moves nowhere", v)
}

func deliveredOf(u cargo.Once) documento.Documento {
	return documento.Documento{Fila: documento.Fila{CarpetaID: u.CarpetaID, DocumentoID: u.DocumentoID, EmisorID: u.EntidadID}, Hash: u.Hash}
}

// readers read the values of a kind back.
var readers = map[cargo.Kind]func(item) (any, error){
	cargo.Carpetas:      func(i item) (any, error) { return carpetaOf(i) },
	cargo.Marcas:        func(i item) (any, error) { return marcaOf(i) },
	cargo.Documentos:    func(i item) (any, error) { return documentoOf(i) },
	cargo.Novedades:     func(i item) (any, error) { return novedadOf(i) },
	cargo.Eliminaciones: func(i item) (any, error) { return sagaOf(i) },
	cargo.Entidades:     func(i item) (any, error) { return entidadOf(i) },
	cargo.Entregas:      func(i item) (any, error) { return entregaOf(i) },
	cargo.Eventos:       func(i item) (any, error) { return eventoOf(i) },
	cargo.Embargos:      func(i item) (any, error) { return embargosOf(i) },
	cargo.Onces: func(i item) (any, error) {
		l := reader{item: i}
		hash, entidadID, _ := strings.Cut(l.text(aSort), "#")
		return cargo.Once{CarpetaID: strings.TrimPrefix(l.text(aPartition), ofCarpeta), Hash: hash, EntidadID: entidadID, DocumentoID: l.text(aDocumentoID)}, l.err
	},
	cargo.Actas: func(i item) (any, error) {
		a, err := actaOf(i)
		l := reader{item: i}
		return cargo.Acta{OperadorID: l.text(aOperadorID), Acta: a}, errors.Join(err, l.err)
	},
	cargo.Rezagados: func(i item) (any, error) {
		l := reader{item: i}
		return cargo.Rezagado{OperadorID: l.text(aOperadorID), EventoID: strings.TrimPrefix(l.text(aSort), rezagadoPrefix), Numero: l.integer(aOfLate)}, l.err
	},
}

// Get reads the values of one kind that have the names of these, strongly consistent: by cargo.NameOf.
func (s *Store) Get(ctx context.Context, vs []any) (map[string]any, error) {
	if len(vs) == 0 {
		return nil, nil
	}
	kind := cargo.KindOf(vs[0])
	keys := make([]item, len(vs))
	for n, v := range vs {
		keys[n] = movedKey(v)
	}
	items, err := s.readBatch(withOperation(ctx, "Trasladar"), s.table(movingTables[kind]), keys)
	if err != nil {
		return nil, err
	}
	there, err := convert(items, readers[kind])
	if err != nil {
		return nil, err
	}
	byName := make(map[string]any, len(there))
	for _, v := range there {
		byName[cargo.NameOf(v)] = v
	}
	return byName, nil
}
