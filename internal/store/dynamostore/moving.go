package dynamostore

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// aMoment is the moment of an event that came from another store, where that is not the one inside its id.
const aMoment = "momento"

// Copy writes values of one kind as they are, but for those that are there, and reads back what it wrote. It tells how
// many it wrote. Nobody waits for one of its calls, so each may take long. What lists a value is written first: one that
// can be read can be found.
func (s *Store) Copy(ctx context.Context, vs []any) (written int, err error) {
	ctx = withOperation(ctx, "Trasladar")
	var table string
	var items, owners []item
	for _, v := range vs {
		if err := s.announce(ctx, v); err != nil {
			return 0, err
		}
		var i item
		if table, i, err = s.movedItem(v); err != nil {
			return 0, err
		}
		items = append(items, i)
		if c, ok := v.(carpeta.Carpeta); ok {
			owner := ownerKey(c.CiudadanoID)
			owner[aOwned] = text(c.CarpetaID)
			owners = append(owners, owner)
		}
	}
	if err := s.writeAll(ctx, tableCarpeta, owners); err != nil {
		return 0, err
	}
	missing, err := s.differ(ctx, table, items)
	if err == nil {
		err = s.writeAll(ctx, table, missing)
	}
	if err != nil {
		return 0, err
	}
	left, err := s.differ(ctx, table, missing)
	if err == nil && len(left) > 0 {
		_, name := keyOf(table, left[0])
		err = fmt.Errorf("%s %s was written, and what is read is not the same: run the migration again, and report it if it stays so", table, name)
	}
	return len(missing), err
}

// differ are the items that a table does not have as they are.
func (s *Store) differ(ctx context.Context, table string, items []item) ([]item, error) {
	keys := make([]item, len(items))
	for n, i := range items {
		keys[n], _ = keyOf(table, i)
	}
	found, err := s.readBatch(ctx, s.table(table), keys)
	there := make(map[string]item, len(found))
	for _, i := range found {
		_, name := keyOf(table, i)
		there[name] = i
	}
	return slices.DeleteFunc(slices.Clone(items), func(i item) bool {
		_, name := keyOf(table, i)
		return reflect.DeepEqual(i, there[name])
	}), err
}

// keyOf is the key of an item, and what to call it.
func keyOf(table string, i item) (key item, name string) {
	key, l := item{}, reader{item: i}
	for _, k := range primaryKeys[table] {
		key[k] = i[k]
		name += l.text(k) + " "
	}
	return key, strings.TrimSuffix(name, " ")
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
	case codigo.Codigo:
		return s.writeAll(ctx, tableConsentimiento, []item{resumenItem(v)})
	}
	return nil
}

// movedItem is a value as an item, and the table that has it. What means nothing here stays behind: the place of an upload's
// parts, and the leases of the old server's processes.
func (s *Store) movedItem(v any) (table string, i item, err error) {
	switch v := v.(type) {
	case carpeta.Carpeta:
		return tableCarpeta, carpetaItem(v), nil
	case marca.Marca:
		v.Hasta = time.Time{}
		return tableCarpeta, marcaItem(v), nil
	case documento.Documento:
		v.Partes = documento.Partes{Tamano: v.Partes.Tamano}
		return tableDocumento, documentoItem(v), nil
	case documento.Novedad:
		return tableNovedad, novedadItem(v), nil
	case eliminacion.Eliminacion:
		return tableOutbox, sagaItem(v), nil
	case entidad.Entidad:
		return tableEntidad, entidadItem(v), nil
	case cargo.Propia:
		return tableEntidad, propiaItem(v.Propia, v.EntidadID), nil
	case tipo.Tipo:
		i, err = tipoItem(v)
		return tableEntidad, i, err
	case entrega.Entrega:
		return tableEntidad, entregaItem(v), nil
	case entrega.Lista:
		return tableEntidad, listaItem(v), nil
	case entrega.Posicion:
		return tableEntidad, statusKey(v.Lista, bitEntry(v.Indice)), nil
	case codigo.Codigo:
		return tableConsentimiento, codigoItem(v), nil
	case codigo.Cupo:
		i, err = cupoItem(v)
		return tableConsentimiento, i, err
	case cargo.Once:
		return tableEntidad, onceItem(deliveredOf(v)), nil
	case auditoria.Evento:
		return tableEvento, s.movedEventoItem(v), nil
	case auditoria.Embargos:
		i, err = embargosItem(v)
		return tableEvento, i, err
	case cargo.Acta:
		i, err = actaItem(v.OperadorID, v.Acta)
		return tableActa, i, err
	case cargo.Rezagado:
		return tableActa, rezagadoItem(v.OperadorID, v.EventoID, v.Numero), nil
	}
	return "", nil, fmt.Errorf("dynamostore: a %T moves nowhere", v)
}

func deliveredOf(u cargo.Once) documento.Documento {
	return documento.Documento{Fila: documento.Fila{CarpetaID: u.CarpetaID, DocumentoID: u.DocumentoID, EmisorID: u.EntidadID}, Hash: u.Hash}
}
