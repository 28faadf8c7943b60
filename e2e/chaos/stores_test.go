package chaos_test

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
	Ended                          time.Time
	Pendiente                      bool // something is due
}

type carpetaData struct {
	Operador string
	Total    int
}

// snapshot is what the three stores hold.
type snapshot struct {
	Carpetas   map[string]carpetaData
	Documentos map[string]documento // by documentoId
	Versions   map[string][]string  // by object: ids of its versions, sorted; markers end in "-"
	Sagas      map[string]saga
}

func (f snapshot) operadores() []string {
	ops := map[string]bool{}
	for _, c := range f.Carpetas {
		ops[c.Operador] = true
	}
	return keysOf(ops)
}

// deletable are the documents that a citizen may delete, in a fixed order.
func (f snapshot) deletable() (ds []documento) {
	for _, id := range keysOf(f.Documentos) {
		if d := f.Documentos[id]; d.Estado == procesado && !d.Certificado {
			ds = append(ds, d)
		}
	}
	return ds
}

func keysOf[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// stores reach the services directly, on no server's line.
type stores struct {
	db     *dynamodb.Client
	prefix string
	s3     *minio.Client
	bucket string
	rabbit *services.Rabbit
}

func openStores(t testing.TB, c *serverkit.House, r *services.Rabbit) *stores {
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
	return &stores{db, c.Prefix, s3, c.Bucket, r}
}

// storeTimeout bounds one look.
const storeTimeout = 3 * time.Minute

func (s *stores) takeSnapshot(ctx context.Context, carpetas []string) (snapshot, error) {
	f := snapshot{map[string]carpetaData{}, map[string]documento{}, map[string][]string{}, map[string]saga{}}
	for _, c := range carpetas {
		if err := errors.Join(s.readCarpeta(ctx, c, f), s.readDocumentos(ctx, c, f), s.readSagas(ctx, c, f), s.readObjetos(ctx, c+"/", f.Versions)); err != nil {
			return f, err
		}
	}
	return f, nil
}

type item = map[string]types.AttributeValue

func (s *stores) readCarpeta(ctx context.Context, id string, f snapshot) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	out, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(s.prefix + "Carpeta"), Key: item{"carpetaId": &types.AttributeValueMemberS{Value: id}}, ConsistentRead: aws.Bool(true)})
	if err == nil {
		f.Carpetas[id] = carpetaData{text(out.Item["operadorId"]), number(out.Item["totalDocumentosAproximado"])}
	}
	return err
}

func (s *stores) readDocumentos(ctx context.Context, carpeta string, f snapshot) error {
	return s.query(ctx, "Documento", "", "carpetaId", carpeta, func(i item) {
		d := documento{
			Carpeta: carpeta, ID: text(i["documentoId"]), Estado: text(i["estadoDocumento"]),
			Objeto: cmp.Or(text(i["storagePath"]), carpeta+"/"+text(i["documentoId"])+"/archivo"), // the usual one is not stored
			Hash:   text(i["hashDocumento"]), Titulo: text(i["titulo"]), Eliminacion: text(i["eliminacionId"]),
		}
		if b, ok := i["certificado"].(*types.AttributeValueMemberBOOL); ok {
			d.Certificado = b.Value
		}
		f.Documentos[d.ID] = d
	})
}

// readSagas finds them by their carpeta and reads each whole.
func (s *stores) readSagas(ctx context.Context, carpeta string, f snapshot) error {
	var ids []item
	err := s.query(ctx, "DocumentoEventosOutbox", "porCarpeta", "carpetaId", carpeta, func(i item) {
		ids = append(ids, item{"eventoId": i["eventoId"]})
	})
	for batch := range slices.Chunk(ids, 100) {
		if err == nil {
			err = s.readBatch(ctx, batch, f)
		}
	}
	return err
}

func (s *stores) readBatch(ctx context.Context, batch []item, f snapshot) error {
	table := s.prefix + "DocumentoEventosOutbox"
	request := map[string]types.KeysAndAttributes{table: {Keys: batch, ConsistentRead: aws.Bool(true)}}
	for len(request) > 0 {
		ctx, cancel := context.WithTimeout(ctx, storeTimeout)
		out, err := s.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: request})
		cancel()
		if err != nil {
			return err
		}
		for _, i := range out.Responses[table] {
			g := sagaOf(i)
			f.Sagas[g.ID] = g
		}
		request = out.UnprocessedKeys
	}
	return nil
}

func sagaOf(i item) saga {
	p, _ := i["payload"].(*types.AttributeValueMemberM)
	e, _ := i["saga"].(*types.AttributeValueMemberM)
	g := saga{ID: text(i["eventoId"]), Carpeta: text(i["carpetaId"]), Secuencia: number(i["secuencia"]), Pendiente: i["noAntesDe"] != nil}
	if p == nil || e == nil {
		return g
	}
	g.Documento, g.Estado = text(p.Value["documentoId"]), text(e.Value["estado"])
	g.Ended, _ = time.Parse(time.RFC3339Nano, text(e.Value["completadaEn"])) // zero while it is under way
	if l, ok := e.Value["historia"].(*types.AttributeValueMemberL); ok {
		for _, line := range l.Value {
			g.Historia = append(g.Historia, text(line))
		}
	}
	if terminal := g.Estado == completada || g.Estado == cancelada; terminal && g.Ended.IsZero() && len(g.Historia) > 0 {
		fields := strings.Fields(g.Historia[len(g.Historia)-1]) // an end that the history tells is not told twice
		g.Ended, _ = time.Parse(time.RFC3339Nano, fields[len(fields)-1])
	}
	if l, ok := e.Value["errores"].(*types.AttributeValueMemberL); ok {
		g.Errores = len(l.Value)
	}
	return g
}

// query walks a partition of a table or of an index.
func (s *stores) query(ctx context.Context, table, index, key, value string, each func(item)) error {
	in := &dynamodb.QueryInput{
		TableName: aws.String(s.prefix + table), KeyConditionExpression: aws.String("#k = :v"),
		ExpressionAttributeNames: map[string]string{"#k": key}, ExpressionAttributeValues: item{":v": &types.AttributeValueMemberS{Value: value}},
	}
	if index != "" {
		in.IndexName = aws.String(index)
	} else {
		in.ConsistentRead = aws.Bool(true)
	}
	for {
		ctx, cancel := context.WithTimeout(ctx, storeTimeout)
		out, err := s.db.Query(ctx, in)
		cancel()
		if err != nil {
			return err
		}
		for _, i := range out.Items {
			each(i)
		}
		if len(out.LastEvaluatedKey) == 0 {
			return nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

func (s *stores) readObjetos(ctx context.Context, prefix string, at map[string][]string) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	for o := range s.s3.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true, WithVersions: true}) {
		if o.Err != nil {
			return o.Err
		}
		v := o.VersionID
		if o.IsDeleteMarker {
			v += "-"
		}
		at[o.Key] = append(at[o.Key], v)
		slices.Sort(at[o.Key])
	}
	return ctx.Err()
}

// pending counts what is due, now or later.
func (s *stores) pending(ctx context.Context, operadores []string) (n int, err error) {
	for _, o := range operadores {
		err = errors.Join(err, s.query(ctx, "DocumentoEventosOutbox", "pendientes", "operadorId", o, func(item) { n++ }))
	}
	return n, err
}

// remains says what is left of a document; "" is nothing.
func (s *stores) remains(ctx context.Context, carpeta, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	out, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(s.prefix + "Documento"), ConsistentRead: aws.Bool(true),
		Key: item{"carpetaId": &types.AttributeValueMemberS{Value: carpeta}, "documentoId": &types.AttributeValueMemberS{Value: id}}})
	if err != nil {
		return "", err
	}
	left := map[string][]string{}
	if err := s.readObjetos(ctx, carpeta+"/"+id, left); err != nil {
		return "", err
	}
	switch {
	case len(left) > 0:
		return fmt.Sprintf("a file, %v", left), nil
	case len(out.Item) > 0:
		return "metadata", nil
	}
	return "", nil
}

// queues are the messages of each queue that has some.
func (s *stores) queues(ctx context.Context) (map[string]int, error) {
	output, err := s.rabbit.Ctl(ctx, "--quiet", "--no-table-headers", "list_queues", "name", "messages")
	if err != nil {
		return nil, err
	}
	m := map[string]int{}
	for line := range strings.Lines(output) {
		name, n, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if count, err := strconv.Atoi(n); err == nil && count > 0 {
			m[name] = count
		}
	}
	return m, nil
}

func text(v types.AttributeValue) string {
	s, _ := v.(*types.AttributeValueMemberS)
	if s == nil {
		return ""
	}
	return s.Value
}

func number(v types.AttributeValue) int {
	s, _ := v.(*types.AttributeValueMemberN)
	if s == nil {
		return 0
	}
	n, _ := strconv.Atoi(s.Value) // the store takes nothing but numbers
	return n
}
