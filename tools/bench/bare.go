package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// bareOrder is what the bare handler is told on its input.
type bareOrder struct {
	Addr, Endpoint, Prefix string
	CarpetaID              string
	Owned                  bool // it reads the carpeta too, as whoever decides whose it is must
}

// bareHandler is the least that a page needs, written by hand: a handler, one query by the SDK, signed cursors, and JSON that is
// appended to a buffer. It knows no caller, no policy, no limits and no GraphQL. It is what the server's processor is compared
// with.
type bareHandler struct {
	bareOrder
	db    *dynamodb.Client
	codec *relay.Codec
	bufs  sync.Pool
}

func serveBare(ctx context.Context, in io.Reader) error {
	h := &bareHandler{bufs: sync.Pool{New: func() any { return new([]byte) }}}
	if err := json.NewDecoder(in).Decode(&h.bareOrder); err != nil {
		return err
	}
	var err error
	if h.codec, err = relay.NewCodec(relay.Key{ID: "bare", Secret: make([]byte, 32)}); err != nil {
		return err
	}
	h.db = dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(h.Endpoint), Credentials: credentials.NewStaticCredentialsProvider("bench", "bench", ""),
	})
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", h.Addr)
	if err != nil {
		return err
	}
	srv := &http.Server{ReadHeaderTimeout: patience, Handler: h}
	go func() {
		<-ctx.Done()
		_ = srv.Close()
	}()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (h *bareHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	buf := h.bufs.Get().(*[]byte)
	defer h.bufs.Put(buf)
	answer, err := h.page(r, (*buf)[:0])
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	*buf = answer
	w.Header()["Content-Type"] = []string{"application/json"}
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(answer))}
	_, _ = w.Write(answer) // a client that left needs no answer
}

func (h *bareHandler) page(r *http.Request, b []byte) ([]byte, error) {
	var asked struct {
		Variables struct {
			C string
			N int
		}
	}
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(text, &asked)
	}
	if err != nil || asked.Variables.C != h.CarpetaID {
		return nil, fmt.Errorf("of which carpeta? %w", err)
	}
	n := asked.Variables.N
	key := map[string]types.AttributeValue{"carpetaId": &types.AttributeValueMemberS{Value: h.CarpetaID}}
	if h.Owned {
		carpeta, err := h.db.GetItem(r.Context(), &dynamodb.GetItemInput{TableName: aws.String(h.Prefix + "Carpeta"), Key: key, ConsistentRead: aws.Bool(true)})
		if err != nil || bareText(carpeta.Item, "ciudadanoId") == "" {
			return nil, fmt.Errorf("whose carpeta? %w", err)
		}
	}
	out, err := h.db.Query(r.Context(), &dynamodb.QueryInput{
		TableName: aws.String(h.Prefix + "Documento"), IndexName: aws.String(rules.IndexOf("FECHA_RECEPCION")), Limit: aws.Int32(int32(n + 1)), ScanIndexForward: aws.Bool(false),
		KeyConditionExpression: aws.String("carpetaId = :c"), ExpressionAttributeValues: map[string]types.AttributeValue{":c": key["carpetaId"]},
	})
	if err != nil {
		return nil, err
	}
	return h.write(b, n, out.Items), nil
}

func (h *bareHandler) write(b []byte, n int, items []map[string]types.AttributeValue) []byte {
	signer, cursor := h.codec.Signer(relay.Scope{"bare"}, time.Now(), 1), ""
	b = append(b, `{"data":{"carpeta":{"documentos":{"edges":[`...)
	for row, i := range items[:min(len(items), n)] {
		if row > 0 {
			b = append(b, ',')
		}
		cursor = signer.Sign(bareText(i, "fechaRecepcion") + "#" + bareText(i, "documentoId"))
		b = append(append(append(b, `{"cursor":"`...), cursor...), `","node":`...)
		b = append(bareRow(b, i), '}')
	}
	b = strconv.AppendBool(append(b, `],"pageInfo":{"hasNextPage":`...), len(items) > n)
	return append(append(append(b, `,"endCursor":"`...), cursor...), `"}}}}}`...)
}

// bareRow writes a row as the page's request asks for it. What the bench has written needs no escapes, but the title.
func bareRow(b []byte, i map[string]types.AttributeValue) []byte {
	b = append(relay.AppendGlobalID(append(b, `{"id":"`...), "Documento", bareText(i, "carpetaId"), bareText(i, "documentoId")), `",`...)
	for _, name := range []string{"documentoId", "estadoDocumento", "fechaRecepcion"} {
		b = append(append(append(append(append(b, '"'), name...), `":"`...), bareText(i, name)...), `",`...)
	}
	b = append(append(append(b, `"tipo":"`...), bareText(i, "tipoDocumento")...), `",`...)
	b = strconv.AppendQuote(append(b, `"titulo":`...), bareText(i, "titulo"))
	b = append(append(b, `,"tamanoBytes":`...), bareText(i, "tamanoBytes")...)
	certified, _ := i["certificado"].(*types.AttributeValueMemberBOOL)
	b = strconv.AppendBool(append(b, `,"certificado":`...), certified != nil && certified.Value)
	return append(strconv.AppendBool(append(b, `,"esDescargable":`...), bareText(i, "estadoDocumento") == "PROCESADO"), '}')
}

func bareText(i map[string]types.AttributeValue, name string) string {
	switch v := i[name].(type) {
	case *types.AttributeValueMemberS:
		return v.Value
	case *types.AttributeValueMemberN:
		return v.Value
	}
	return ""
}
