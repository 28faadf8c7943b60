package caos_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/minio/minio-go/v7"
	miniocred "github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// The states that matter here.
const (
	procesado  = "PROCESADO"
	cargando   = "CARGANDO"
	completada = "COMPLETADA"
	cancelada  = "CANCELADA"
)

// documento, saga and carpeta are items as they are stored: read by attribute
// names, without the server's code.
type documento struct {
	Carpeta, ID, Estado, Objeto, Hash, Titulo, Eliminacion string
	Certificado                                            bool
}

type saga struct {
	ID, Carpeta, Documento, Estado string
	Secuencia                      int
	Historia                       []string
	Errores                        int
	Termino                        time.Time
	Pendiente                      bool // something is due
}

type datosCarpeta struct {
	Operador string
	Total    int
}

// fotografia is what the three stores hold.
type fotografia struct {
	Carpetas   map[string]datosCarpeta
	Documentos map[string]documento // by documentoId
	Versiones  map[string][]string  // by object: ids of its versions, sorted; markers end in "-"
	Sagas      map[string]saga
}

func (f fotografia) operadores() []string {
	ops := map[string]bool{}
	for _, c := range f.Carpetas {
		ops[c.Operador] = true
	}
	return claves(ops)
}

// borrables are the documents that a citizen may delete, in a fixed order.
func (f fotografia) borrables() (ds []documento) {
	for _, id := range claves(f.Documentos) {
		if d := f.Documentos[id]; d.Estado == procesado && !d.Certificado {
			ds = append(ds, d)
		}
	}
	return ds
}

func claves[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// tiendas reach the services directly, on no server's line.
type tiendas struct {
	db      *dynamodb.Client
	prefijo string
	s3      *minio.Client
	bucket  string
	rabbit  *services.Rabbit
}

func abrirTiendas(t testing.TB, c *serverkit.House, r *services.Rabbit) *tiendas {
	t.Helper()
	u, err := url.Parse(c.S3.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	s3, err := minio.New(u.Host, &minio.Options{Creds: miniocred.NewStaticV4(c.S3.AccessKey, c.S3.SecretKey, ""), Region: "us-east-1", MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	db := dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(c.DynamoDB), Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
	return &tiendas{db, c.Prefix, s3, c.Bucket, r}
}

// plazoTienda bounds one look.
const plazoTienda = 3 * time.Minute

func (s *tiendas) fotografiar(ctx context.Context, carpetas []string) (fotografia, error) {
	f := fotografia{map[string]datosCarpeta{}, map[string]documento{}, map[string][]string{}, map[string]saga{}}
	for _, c := range carpetas {
		if err := errors.Join(s.leerCarpeta(ctx, c, f), s.leerDocumentos(ctx, c, f), s.leerSagas(ctx, c, f), s.leerObjetos(ctx, c+"/", f.Versiones)); err != nil {
			return f, err
		}
	}
	return f, nil
}

type item = map[string]types.AttributeValue

func (s *tiendas) leerCarpeta(ctx context.Context, id string, f fotografia) error {
	ctx, cancelar := context.WithTimeout(ctx, plazoTienda)
	defer cancelar()
	out, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(s.prefijo + "Carpeta"), Key: item{"carpetaId": &types.AttributeValueMemberS{Value: id}}, ConsistentRead: aws.Bool(true)})
	if err == nil {
		f.Carpetas[id] = datosCarpeta{texto(out.Item["operadorId"]), numero(out.Item["totalDocumentosAproximado"])}
	}
	return err
}

func (s *tiendas) leerDocumentos(ctx context.Context, carpeta string, f fotografia) error {
	return s.consultar(ctx, "Documento", "", "carpetaId", carpeta, func(i item) {
		d := documento{
			Carpeta: carpeta, ID: texto(i["documentoId"]), Estado: texto(i["estadoDocumento"]), Objeto: texto(i["storagePath"]),
			Hash: texto(i["hashDocumento"]), Titulo: texto(i["titulo"]), Eliminacion: texto(i["eliminacionId"]),
		}
		if b, ok := i["certificado"].(*types.AttributeValueMemberBOOL); ok {
			d.Certificado = b.Value
		}
		f.Documentos[d.ID] = d
	})
}

// leerSagas finds them by their carpeta and reads each whole.
func (s *tiendas) leerSagas(ctx context.Context, carpeta string, f fotografia) error {
	var ids []item
	err := s.consultar(ctx, "DocumentoEventosOutbox", "porCarpeta", "carpetaId", carpeta, func(i item) {
		ids = append(ids, item{"eventoId": i["eventoId"]})
	})
	for lote := range slices.Chunk(ids, 100) {
		if err == nil {
			err = s.leerLote(ctx, lote, f)
		}
	}
	return err
}

func (s *tiendas) leerLote(ctx context.Context, lote []item, f fotografia) error {
	tabla := s.prefijo + "DocumentoEventosOutbox"
	pedir := map[string]types.KeysAndAttributes{tabla: {Keys: lote, ConsistentRead: aws.Bool(true)}}
	for len(pedir) > 0 {
		ctx, cancelar := context.WithTimeout(ctx, plazoTienda)
		out, err := s.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: pedir})
		cancelar()
		if err != nil {
			return err
		}
		for _, i := range out.Responses[tabla] {
			g := sagaDe(i)
			f.Sagas[g.ID] = g
		}
		pedir = out.UnprocessedKeys
	}
	return nil
}

func sagaDe(i item) saga {
	p, _ := i["payload"].(*types.AttributeValueMemberM)
	e, _ := i["saga"].(*types.AttributeValueMemberM)
	g := saga{ID: texto(i["eventoId"]), Carpeta: texto(i["carpetaId"]), Secuencia: numero(i["secuencia"]), Pendiente: i["noAntesDe"] != nil}
	if p == nil || e == nil {
		return g
	}
	g.Documento, g.Estado = texto(p.Value["documentoId"]), texto(e.Value["estado"])
	g.Termino, _ = time.Parse(time.RFC3339Nano, texto(e.Value["completadaEn"])) // zero while it is under way
	if l, ok := e.Value["historia"].(*types.AttributeValueMemberL); ok {
		for _, linea := range l.Value {
			g.Historia = append(g.Historia, texto(linea))
		}
	}
	if l, ok := e.Value["errores"].(*types.AttributeValueMemberL); ok {
		g.Errores = len(l.Value)
	}
	return g
}

// consultar walks a partition of a table or of an index.
func (s *tiendas) consultar(ctx context.Context, tabla, indice, clave, valor string, cada func(item)) error {
	in := &dynamodb.QueryInput{
		TableName: aws.String(s.prefijo + tabla), KeyConditionExpression: aws.String("#k = :v"),
		ExpressionAttributeNames: map[string]string{"#k": clave}, ExpressionAttributeValues: item{":v": &types.AttributeValueMemberS{Value: valor}},
	}
	if indice != "" {
		in.IndexName = aws.String(indice)
	} else {
		in.ConsistentRead = aws.Bool(true)
	}
	for {
		ctx, cancelar := context.WithTimeout(ctx, plazoTienda)
		out, err := s.db.Query(ctx, in)
		cancelar()
		if err != nil {
			return err
		}
		for _, i := range out.Items {
			cada(i)
		}
		if len(out.LastEvaluatedKey) == 0 {
			return nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

func (s *tiendas) leerObjetos(ctx context.Context, prefijo string, en map[string][]string) error {
	ctx, cancelar := context.WithTimeout(ctx, plazoTienda)
	defer cancelar()
	for o := range s.s3.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefijo, Recursive: true, WithVersions: true}) {
		if o.Err != nil {
			return o.Err
		}
		v := o.VersionID
		if o.IsDeleteMarker {
			v += "-"
		}
		en[o.Key] = append(en[o.Key], v)
		slices.Sort(en[o.Key])
	}
	return ctx.Err()
}

// pendientes counts what is due, now or later.
func (s *tiendas) pendientes(ctx context.Context, operadores []string) (n int, err error) {
	for _, o := range operadores {
		err = errors.Join(err, s.consultar(ctx, "DocumentoEventosOutbox", "pendientes", "operadorId", o, func(item) { n++ }))
	}
	return n, err
}

// queda says what is left of a document; "" is nothing.
func (s *tiendas) queda(ctx context.Context, carpeta, id string) (string, error) {
	ctx, cancelar := context.WithTimeout(ctx, plazoTienda)
	defer cancelar()
	out, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(s.prefijo + "Documento"), ConsistentRead: aws.Bool(true),
		Key: item{"carpetaId": &types.AttributeValueMemberS{Value: carpeta}, "documentoId": &types.AttributeValueMemberS{Value: id}}})
	if err != nil {
		return "", err
	}
	hay := map[string][]string{}
	if err := s.leerObjetos(ctx, carpeta+"/"+id, hay); err != nil {
		return "", err
	}
	switch {
	case len(hay) > 0:
		return fmt.Sprintf("a file, %v", hay), nil
	case len(out.Item) > 0:
		return "metadata", nil
	}
	return "", nil
}

// colas are the messages of each queue that has some.
func (s *tiendas) colas(ctx context.Context) (map[string]int, error) {
	salida, err := s.rabbit.Ctl(ctx, "--quiet", "--no-table-headers", "list_queues", "name", "messages")
	if err != nil {
		return nil, err
	}
	m := map[string]int{}
	for linea := range strings.Lines(salida) {
		nombre, n, _ := strings.Cut(strings.TrimSpace(linea), "\t")
		if cuantos, err := strconv.Atoi(n); err == nil && cuantos > 0 {
			m[nombre] = cuantos
		}
	}
	return m, nil
}

func texto(v types.AttributeValue) string {
	s, _ := v.(*types.AttributeValueMemberS)
	if s == nil {
		return ""
	}
	return s.Value
}

func numero(v types.AttributeValue) int {
	s, _ := v.(*types.AttributeValueMemberN)
	if s == nil {
		return 0
	}
	n, _ := strconv.Atoi(s.Value) // the store takes nothing but numbers
	return n
}
