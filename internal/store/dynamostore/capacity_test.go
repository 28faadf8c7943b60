package dynamostore_test

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

var now = time.Date(2026, 11, 21, 10, 0, 0, 123e6, time.UTC)

func aCarpeta(total int64) carpeta.Carpeta {
	return carpeta.Carpeta{
		CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: uuid.NewString(), Tipo: "PERSONAL",
		TotalDocumentos: total, Version: total,
	}
}

// typical is a document as citizens have them.
func typical(c carpeta.Carpeta, n int) documento.Documento {
	titulos := []string{"Diploma de pregrado en Ingeniería de Sistemas", "Registro civil de nacimiento", "Escritura pública de compraventa de inmueble"}
	id := uuid.Must(uuid.NewV7()).String()
	return documento.Documento{
		Fila: documento.Fila{
			CarpetaID: c.CarpetaID, DocumentoID: id, Titulo: titulos[n%len(titulos)], Tipo: storetest.Tipos[n%len(storetest.Tipos)],
			Estado: documento.Procesado, TamanoBytes: 2_048_000 + int64(n), FechaRecepcion: now.Add(time.Duration(n) * time.Hour), Contexto: "Educación superior",
		},
		Hash: fmt.Sprintf("%064x", n), TipoContenido: "application/pdf",
		NombreArchivo: fmt.Sprintf("documento-%d.pdf", n), StoragePath: documento.NombreObjeto(documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: id}), TipoCarpeta: "PERSONAL",
		VersionArchivo: uuid.NewString(), FechaUltimaModificacion: now,
	}
}

func seed(t testing.TB, s *dynamostore.Store, n int) (carpeta.Carpeta, []documento.Documento) {
	t.Helper()
	c := aCarpeta(int64(n))
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = typical(c, i)
	}
	require(t, s.Sembrar(t.Context(), c, ds, storetest.Hecho()))
	return c, ds
}

func aSaga(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	return eliminacion.Eliminacion{
		EventoID: uuid.Must(uuid.NewV7()).String(), CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID,
		SolicitadaPor: c.CiudadanoID, StoragePath: d.StoragePath, TipoCarpeta: c.Tipo, TamanoBytes: d.TamanoBytes, Estado: eliminacion.Iniciada,
		Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now.Add(time.Minute),
		Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: now}},
		Traza:    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	}
}

// advance runs the real state machine.
func advance(t testing.TB, e eliminacion.Eliminacion, s eliminacion.Suceso) eliminacion.Guardado {
	t.Helper()
	r, err := eliminacion.Transicion(e, s, eliminacion.Detalle{Now: now.Add(time.Second)})
	require(t, err)
	if !r.Cambia {
		t.Fatalf("%s changes nothing in %s/%s", s, e.Estado, e.Paso)
	}
	if r.Nueva.NoAntesDe = now.Add(time.Minute); r.Nueva.Estado.Terminal() {
		r.Nueva.NoAntesDe = time.Time{}
	}
	return eliminacion.Guardado{Nueva: r.Nueva, Efecto: r.Efecto}
}

func TestPageOf21CostsOneReadAndOneUnit(t *testing.T) {
	var m meter
	s := newStore(t, m.option)
	c, _ := seed(t, s, 60)
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 21}
			first := ""
			for range 2 { // the first page and one behind a start key
				m.take()
				fs, err := s.Listar(t.Context(), q)
				require(t, err)
				calls, units := m.take()
				t.Logf("%s desc=%t: %.1f RCU", campo, desc, units)
				most := 1.0
				if campo == documento.PorDocumentoID { // whole items
					most = 2.5
				}
				if len(fs) != 21 || calls != 1 || units <= 0 || units > most {
					t.Errorf("%s desc=%t: %d rows, %d calls, %.1f RCU; want 21, 1, at most %.1f", campo, desc, len(fs), calls, units, most)
				}
				q.Desde = fs[20].ClaveOrden(campo)
				first = cmp.Or(first, q.Desde)
			}
			q.Desde, q.ConDesde, q.Limite = first, true, 22 // as a later page asks: the row of its cursor, the page, and one more
			m.take()
			fs, err := s.Listar(t.Context(), q)
			require(t, err)
			most := 1.0
			switch campo {
			case documento.PorTitulo: // whose key repeats the title; to look back by itself was half a unit too
				most = 1.5
			case documento.PorDocumentoID:
				most = 2.5
			}
			if calls, units := m.take(); len(fs) != 22 || calls != 1 || units > most {
				t.Errorf("%s desc=%t, a later page: %d rows, %d calls, %.1f RCU; want 22, 1, at most %.1f", campo, desc, len(fs), calls, units, most)
			}
		}
	}
}

// TestIndexEntry holds what an index carries: the row and nothing else, in
// at most 390 bytes with names.
func TestIndexEntry(t *testing.T) {
	s := newStore(t)
	c, ds := seed(t, s, 3)
	for _, campo := range documento.CamposOrden {
		if campo == documento.PorDocumentoID {
			continue // the table's own order
		}
		out, err := s.Client().Query(t.Context(), &dynamodb.QueryInput{
			TableName: s.Table("Documento"), IndexName: aws.String(rules.IndexOf(campo)),
			KeyConditionExpression:    aws.String("carpetaId = :c"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":c": &types.AttributeValueMemberS{Value: c.CarpetaID}},
		})
		require(t, err)
		if len(out.Items) != len(ds) {
			t.Fatalf("%s: %d entries, want %d", campo, len(out.Items), len(ds))
		}
		for _, i := range out.Items {
			// The two keys of the table, the sort key of the order, seven attributes of the row (emisor is of delivered ones).
			if n := bytesOf(i); n > 390 || len(i) != 10 {
				t.Errorf("%s: entry of %d attributes and %d bytes, want 10 and at most 390", campo, len(i), n)
			}
		}
	}
}

// bytesOf is an item's size as DynamoDB counts it.
func bytesOf(i map[string]types.AttributeValue) (n int) {
	for name, v := range i {
		n += len(name)
		switch v := v.(type) {
		case *types.AttributeValueMemberS:
			n += len(v.Value)
		case *types.AttributeValueMemberN:
			n += len(v.Value)/2 + 2
		case *types.AttributeValueMemberB:
			n += len(v.Value)
		case *types.AttributeValueMemberM:
			n += 3 + len(v.Value) + bytesOf(v.Value)
		case *types.AttributeValueMemberL:
			n += 3
			for _, e := range v.Value {
				n += 1 + bytesOf(map[string]types.AttributeValue{"": e})
			}
		default:
			n++
		}
	}
	return n
}

// spent is what writes cost, the tables apart from their indexes.
type spent struct {
	items           int
	tables, indexes float64
}

func (g *spent) option(op *dynamostore.Config) {
	op.SDK = append(op.SDK, func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(p *middleware.Stack) error {
			return p.Initialize.Add(middleware.InitializeMiddlewareFunc("Spent", g.measure), middleware.After)
		})
	})
}

func (g *spent) measure(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	middleware.InitializeOutput, middleware.Metadata, error,
) {
	switch e := in.Parameters.(type) {
	case *dynamodb.TransactWriteItemsInput:
		e.ReturnConsumedCapacity = types.ReturnConsumedCapacityIndexes
		g.items += len(e.TransactItems)
	case *dynamodb.PutItemInput:
		e.ReturnConsumedCapacity = types.ReturnConsumedCapacityIndexes
		g.items++
	case *dynamodb.UpdateItemInput:
		e.ReturnConsumedCapacity = types.ReturnConsumedCapacityIndexes
		g.items++
	}
	out, md, err := next.HandleInitialize(ctx, in)
	switch r := out.Result.(type) {
	case *dynamodb.TransactWriteItemsOutput:
		g.add(r.ConsumedCapacity...)
	case *dynamodb.PutItemOutput:
		g.add(*r.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		g.add(*r.ConsumedCapacity)
	}
	return out, md, err
}

func (g *spent) add(cs ...types.ConsumedCapacity) {
	for _, c := range cs {
		g.tables += units(c.Table)
		for _, i := range c.GlobalSecondaryIndexes {
			g.indexes += units(&i)
		}
	}
}

func units(c *types.Capacity) float64 {
	if c == nil {
		return 0
	}
	return aws.ToFloat64(c.CapacityUnits)
}

// What a deletion costs that is executed where it was written: one transaction less, and one write of the
// saga; in a group the carpeta's counter is written once for all.
func TestBudgetOfADirectEliminacion(t *testing.T) {
	for n, most := range map[int][3]float64{1: {8, 16, 23}, eliminacion.MaxCierres: {7.125, 14.25, 23}} { // of it three events of 2 + 2
		g := &spent{}
		s := newStore(t, g.option)
		c, ds := seed(t, s, n+1)
		require(t, s.Iniciar(t.Context(), aSaga(c, ds[n]), storetest.Hecho())) // registers the operador
		*g = spent{}
		var cs []eliminacion.Cierre
		for _, d := range ds[:n] {
			e := aSaga(c, d)
			require(t, s.Iniciar(t.Context(), e, storetest.Hecho()))
			end := advance(t, advance(t, e, eliminacion.ObjetoBorrado).Nueva, eliminacion.MetadatosLibres)
			end.Antes = []auditoria.Evento{storetest.Hecho()}
			cs = append(cs, eliminacion.Cierre{Guardado: end, Hecho: storetest.Hecho()})
		}
		if n == 1 {
			require(t, s.Guardar(t.Context(), cs[0].Guardado, cs[0].Hecho))
		} else {
			require(t, s.GuardarVarias(t.Context(), cs))
		}
		each := [3]float64{float64(g.items) / float64(n), g.tables / float64(n), g.indexes / float64(n)}
		t.Logf("of %d together: each %.2f items, %.2f WCU + %.2f of indexes", n, each[0], each[1], each[2])
		if g.tables <= 0 || each[0] > most[0] || each[1] > most[1] || each[2] > most[2] {
			t.Errorf("want at most %v", most)
		}
		if n == 1 {
			requireMeasured(t, "deletion", *g)
		}
	}
}

func TestBudgetOfAnEliminacion(t *testing.T) {
	g := &spent{}
	s := newStore(t, g.option)
	c, ds := seed(t, s, 2)
	// The first saga of an operador registers it, once per process.
	require(t, s.Iniciar(t.Context(), aSaga(c, ds[1]), storetest.Hecho()))

	*g = spent{}
	e := aSaga(c, ds[0])
	note := func(step string) {
		t.Logf("%s: %d items, %.0f WCU + %.0f of indexes so far", step, g.items, g.tables, g.indexes)
	}
	require(t, s.Iniciar(t.Context(), e, storetest.Hecho()))
	note("Iniciar")
	single := advance(t, e, eliminacion.ObjetoBorrado)
	require(t, s.Guardar(t.Context(), single, storetest.Hecho()))
	note("Guardar without effect")
	end := advance(t, single.Nueva, eliminacion.MetadatosLibres)
	require(t, s.Guardar(t.Context(), end, storetest.Hecho()))
	note("Guardar with BorrarMetadato")
	if g.items > 9 || g.tables <= 0 || g.tables > 18 || g.indexes > 24 { // of it three events of 2 + 2 (ADR 0025); the rest is 12 + 18
		t.Errorf("a deletion writes %d items for %.1f + %.1f WCU, want at most 9 and 18 + 24", g.items, g.tables, g.indexes)
	}
	out, err := s.Client().GetItem(t.Context(), &dynamodb.GetItemInput{
		TableName: s.Table("DocumentoEventosOutbox"), Key: map[string]types.AttributeValue{"eventoId": &types.AttributeValueMemberS{Value: e.EventoID}},
	})
	require(t, err)
	if n := bytesOf(out.Item); n > 1024 {
		t.Errorf("a finished saga has %d bytes, more than one unit of writing", n)
	} else {
		t.Logf("a finished saga has %d bytes", n)
	}
}

// TestBudgetOfABinEliminacion: a deletion with an undo window costs what one without does, and the move into the bin: the
// carpeta's counters, and a key of the bin's index for those of the lists; when it goes on, its keys by state and by change
// anew; and at its end no keys of the lists.
func TestBudgetOfABinEliminacion(t *testing.T) {
	g := &spent{}
	s := newStore(t, g.option)
	c, ds := seed(t, s, 3)
	require(t, s.Iniciar(t.Context(), aSaga(c, ds[2]), storetest.Hecho()))
	aBin := func(d documento.Documento) eliminacion.Eliminacion {
		e := aSaga(c, d)
		e.Paso, e.EnPapelera, e.VentanaHasta = eliminacion.Espera, true, e.SolicitadaEn.Add(30*24*time.Hour)
		e.NoAntesDe, e.Historia = e.VentanaHasta, []eliminacion.Cambio{{Secuencia: 1, Estado: e.Estado, Paso: eliminacion.Espera, En: e.SolicitadaEn}}
		return e
	}
	within := func(what string, tables, indexes float64, do func()) {
		t.Helper()
		*g = spent{}
		do()
		t.Logf("%s: %d items, %.1f WCU + %.1f of indexes", what, g.items, g.tables, g.indexes)
		if g.tables <= 0 || g.tables > tables || g.indexes > indexes {
			t.Errorf("%s costs %.1f + %.1f WCU, want at most %.0f + %.0f", what, g.tables, g.indexes, tables, indexes)
		}
	}
	e := aBin(ds[0])
	within("into the bin", 8, 11, func() { require(t, s.Iniciar(t.Context(), e, storetest.Hecho())) })
	next := advance(t, e, eliminacion.SucesoBorrarYa)
	within("its window ends", 4, 8, func() { require(t, s.Guardar(t.Context(), next, storetest.Hecho())) })
	next = advance(t, next.Nueva, eliminacion.ObjetoBorrado)
	within("its file is erased", 4, 3, func() { require(t, s.Guardar(t.Context(), next, storetest.Hecho())) })
	next = advance(t, next.Nueva, eliminacion.MetadatosLibres)
	within("its end", 8, 8, func() { require(t, s.Guardar(t.Context(), next, storetest.Hecho())) })

	e = aBin(ds[1])
	require(t, s.Iniciar(t.Context(), e, storetest.Hecho()))
	back := advance(t, e, eliminacion.SucesoCancelar)
	within("back from the bin", 8, 12, func() { require(t, s.Guardar(t.Context(), back, storetest.Hecho())) })
}

// TestADocumentIsAUnit: the item of a document as people have them fits a unit of writing.
func TestADocumentIsAUnit(t *testing.T) {
	s := newStore(t)
	_, ds := seed(t, s, 3)
	for _, d := range ds {
		out, err := s.Client().GetItem(t.Context(), &dynamodb.GetItemInput{TableName: s.Table("Documento"), Key: map[string]types.AttributeValue{
			"carpetaId": &types.AttributeValueMemberS{Value: d.CarpetaID}, "documentoId": &types.AttributeValueMemberS{Value: d.DocumentoID},
		}})
		require(t, err)
		if n := bytesOf(out.Item); n < 512 || n > 1024 {
			t.Errorf("%s: %d bytes", d.Titulo, n)
		} else {
			t.Logf("%s: %d bytes", d.Titulo, n)
		}
	}
}
