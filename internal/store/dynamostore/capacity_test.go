package dynamostore_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

var ahora = time.Date(2026, 11, 21, 10, 0, 0, 123e6, time.UTC)

func unaCarpeta(total int64) carpeta.Carpeta {
	return carpeta.Carpeta{
		CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: uuid.NewString(), Tipo: "PERSONAL",
		TotalDocumentos: total, Version: total,
	}
}

// tipico is a document as citizens have them.
func tipico(c carpeta.Carpeta, n int) documento.Documento {
	titulos := []string{"Diploma de pregrado en Ingeniería de Sistemas", "Registro civil de nacimiento", "Escritura pública de compraventa de inmueble"}
	id := uuid.Must(uuid.NewV7()).String()
	return documento.Documento{
		Fila: documento.Fila{
			CarpetaID: c.CarpetaID, DocumentoID: id, Titulo: titulos[n%len(titulos)], Tipo: documento.Tipos[n%len(documento.Tipos)],
			Estado: documento.Procesado, TamanoBytes: 2_048_000 + int64(n), FechaRecepcion: ahora.Add(time.Duration(n) * time.Hour),
		},
		Contexto: "Educación superior", Hash: fmt.Sprintf("%064x", n), TipoContenido: "application/pdf",
		NombreArchivo: fmt.Sprintf("documento-%d.pdf", n), StoragePath: documento.NombreObjeto(documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: id}), TipoCarpeta: "PERSONAL",
		FechaUltimaModificacion: ahora,
	}
}

func sembrar(t testing.TB, s *dynamostore.Store, n int) (carpeta.Carpeta, []documento.Documento) {
	t.Helper()
	c := unaCarpeta(int64(n))
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = tipico(c, i)
	}
	exigir(t, s.Sembrar(t.Context(), c, ds))
	return c, ds
}

func unaSaga(c carpeta.Carpeta, d documento.Documento) eliminacion.Eliminacion {
	return eliminacion.Eliminacion{
		EventoID: uuid.Must(uuid.NewV7()).String(), CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID,
		SolicitadaPor: c.CiudadanoID, StoragePath: d.StoragePath, TipoCarpeta: c.Tipo, Estado: eliminacion.Iniciada,
		Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: ahora, NoAntesDe: ahora.Add(time.Minute),
		Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: ahora}},
		Traza:    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	}
}

// pasar runs the real state machine.
func pasar(t testing.TB, e eliminacion.Eliminacion, s eliminacion.Suceso) eliminacion.Guardado {
	t.Helper()
	r, err := eliminacion.Transicion(e, s, eliminacion.Detalle{Now: ahora.Add(time.Second)})
	exigir(t, err)
	if !r.Cambia {
		t.Fatalf("%s changes nothing in %s/%s", s, e.Estado, e.Paso)
	}
	if r.Nueva.NoAntesDe = ahora.Add(time.Minute); r.Nueva.Estado.Terminal() {
		r.Nueva.NoAntesDe = time.Time{}
	}
	return eliminacion.Guardado{Nueva: r.Nueva, Efecto: r.Efecto}
}

func TestPaginaDe21CuestaUnaLecturaYUnaUnidad(t *testing.T) {
	var m medidor
	s := nuevo(t, m.opcion)
	c, _ := sembrar(t, s, 60)
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 21}
			for range 2 { // the first page and one behind a start key
				m.tomar()
				fs, err := s.Listar(t.Context(), q)
				exigir(t, err)
				llamadas, unidades := m.tomar()
				t.Logf("%s desc=%t: %.1f RCU", campo, desc, unidades)
				if len(fs) != 21 || llamadas != 1 || unidades <= 0 || unidades > 1 {
					t.Errorf("%s desc=%t: %d rows, %d calls, %.1f RCU; want 21, 1, at most 1", campo, desc, len(fs), llamadas, unidades)
				}
				q.Desde = fs[20].ClaveOrden(campo)
			}
		}
	}
}

// TestEntradaDeIndice holds what an index carries: the row and nothing else, in
// at most 390 bytes with names.
func TestEntradaDeIndice(t *testing.T) {
	s := nuevo(t)
	c, ds := sembrar(t, s, 3)
	for _, campo := range documento.CamposOrden {
		out, err := s.Cliente().Query(t.Context(), &dynamodb.QueryInput{
			TableName: s.Tabla("Documento"), IndexName: aws.String("por_" + string(campo)),
			KeyConditionExpression:    aws.String("carpetaId = :c"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":c": &types.AttributeValueMemberS{Value: c.CarpetaID}},
		})
		exigir(t, err)
		if len(out.Items) != len(ds) {
			t.Fatalf("%s: %d entries, want %d", campo, len(out.Items), len(ds))
		}
		for _, i := range out.Items {
			// The two keys of the table, the sort key of the order, six attributes of the row.
			if n := bytesDe(i); n > 390 || len(i) != 9 {
				t.Errorf("%s: entry of %d attributes and %d bytes, want 9 and at most 390", campo, len(i), n)
			}
		}
	}
}

// bytesDe is an item's size as DynamoDB counts it.
func bytesDe(i map[string]types.AttributeValue) (n int) {
	for nombre, v := range i {
		n += len(nombre)
		switch v := v.(type) {
		case *types.AttributeValueMemberS:
			n += len(v.Value)
		case *types.AttributeValueMemberN:
			n += len(v.Value)/2 + 2
		case *types.AttributeValueMemberM:
			n += 3 + len(v.Value) + bytesDe(v.Value)
		case *types.AttributeValueMemberL:
			n += 3
			for _, e := range v.Value {
				n += 1 + bytesDe(map[string]types.AttributeValue{"": e})
			}
		default:
			n++
		}
	}
	return n
}

// gasto is what writes cost, the tables apart from their indexes.
type gasto struct {
	items           int
	tablas, indices float64
}

func (g *gasto) opcion(op *dynamostore.Opciones) {
	op.SDK = append(op.SDK, func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(p *middleware.Stack) error {
			return p.Initialize.Add(middleware.InitializeMiddlewareFunc("Gasto", g.contar), middleware.After)
		})
	})
}

func (g *gasto) contar(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
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
		g.sumar(r.ConsumedCapacity...)
	case *dynamodb.PutItemOutput:
		g.sumar(*r.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		g.sumar(*r.ConsumedCapacity)
	}
	return out, md, err
}

func (g *gasto) sumar(cs ...types.ConsumedCapacity) {
	for _, c := range cs {
		g.tablas += unidades(c.Table)
		for _, i := range c.GlobalSecondaryIndexes {
			g.indices += unidades(&i)
		}
	}
}

func unidades(c *types.Capacity) float64 {
	if c == nil {
		return 0
	}
	return aws.ToFloat64(c.CapacityUnits)
}

func TestPresupuestoDeUnaEliminacion(t *testing.T) {
	g := &gasto{}
	s := nuevo(t, g.opcion)
	c, ds := sembrar(t, s, 2)
	// The first saga of an operador registers it, once per process.
	exigir(t, s.Iniciar(t.Context(), unaSaga(c, ds[1])))

	*g = gasto{}
	e := unaSaga(c, ds[0])
	anotar := func(paso string) {
		t.Logf("%s: %d items, %.0f WCU + %.0f of indexes so far", paso, g.items, g.tablas, g.indices)
	}
	exigir(t, s.Iniciar(t.Context(), e))
	anotar("Iniciar")
	uno := pasar(t, e, eliminacion.ObjetoBorrado)
	exigir(t, s.Guardar(t.Context(), uno))
	anotar("Guardar without effect")
	fin := pasar(t, uno.Nueva, eliminacion.MetadatosLibres)
	exigir(t, s.Guardar(t.Context(), fin))
	anotar("Guardar with BorrarMetadato")
	if g.items > 6 || g.tablas <= 0 || g.tablas > 12 {
		t.Errorf("a deletion writes %d items for %.1f WCU, want at most 6 and 12", g.items, g.tablas)
	}
	out, err := s.Cliente().GetItem(t.Context(), &dynamodb.GetItemInput{
		TableName: s.Tabla("DocumentoEventosOutbox"), Key: map[string]types.AttributeValue{"eventoId": &types.AttributeValueMemberS{Value: e.EventoID}},
	})
	exigir(t, err)
	if n := bytesDe(out.Item); n > 1024 {
		t.Errorf("a finished saga has %d bytes, more than one unit of writing", n)
	} else {
		t.Logf("a finished saga has %d bytes", n)
	}
}
