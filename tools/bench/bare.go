package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// bareOrder is what the bare handler is told on its input.
type bareOrder struct {
	Addr, Endpoint, Table string
	CarpetaID             string
}

// bareRow is a row of its answers, as the page's request asks for it.
type bareRow struct {
	ID              string      `json:"id"`
	DocumentoID     string      `json:"documentoId"`
	Titulo          string      `json:"titulo"`
	TipoDocumento   string      `json:"tipoDocumento"`
	EstadoDocumento string      `json:"estadoDocumento"`
	TamanoBytes     json.Number `json:"tamanoBytes"`
	FechaRecepcion  string      `json:"fechaRecepcion"`
	Certificado     bool        `json:"certificado"`
	EsDescargable   bool        `json:"esDescargable"`
}

type bareEdge struct {
	Cursor string  `json:"cursor"`
	Node   bareRow `json:"node"`
}

// serveBare is the least that a page needs, written by hand: a handler, one query by the SDK, signed cursors, JSON. It knows
// no caller, no policy, no limits and no GraphQL. It is what the server's processor is compared with.
func serveBare(ctx context.Context, in io.Reader) error {
	var o bareOrder
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		return err
	}
	codec, err := relay.NewCodec(relay.Key{ID: "bare", Secret: make([]byte, 32)})
	if err != nil {
		return err
	}
	db := dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(o.Endpoint), Credentials: credentials.NewStaticCredentialsProvider("bench", "bench", ""),
	})
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return err
	}
	srv := &http.Server{ReadHeaderTimeout: patience, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := o.page(r, db, codec)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer) // a client that left needs no answer
	})}
	go func() {
		<-ctx.Done()
		_ = srv.Close()
	}()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (o bareOrder) page(r *http.Request, db *dynamodb.Client, codec *relay.Codec) ([]byte, error) {
	var asked struct{ Query string }
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		return nil, err
	}
	out, err := db.Query(r.Context(), &dynamodb.QueryInput{
		TableName: aws.String(o.Table), IndexName: aws.String("lista_FECHA_RECEPCION"), Limit: aws.Int32(filas + 1), ScanIndexForward: aws.Bool(false),
		KeyConditionExpression: aws.String("carpetaId = :c"), ExpressionAttributeValues: map[string]types.AttributeValue{":c": &types.AttributeValueMemberS{Value: o.CarpetaID}},
	})
	if err != nil {
		return nil, err
	}
	signer := codec.Signer(relay.Scope{"bare"}, time.Now(), 1)
	edges := make([]bareEdge, 0, filas)
	for _, i := range out.Items[:min(len(out.Items), filas)] {
		row := bareRowOf(i)
		edges = append(edges, bareEdge{signer.Sign(row.FechaRecepcion + "#" + row.DocumentoID), row})
	}
	type pageInfo struct {
		HasNextPage bool   `json:"hasNextPage"`
		EndCursor   string `json:"endCursor"`
	}
	info := pageInfo{HasNextPage: len(out.Items) > filas}
	if n := len(edges); n > 0 {
		info.EndCursor = edges[n-1].Cursor
	}
	return json.Marshal(map[string]any{"data": map[string]any{"carpeta": map[string]any{"documentos": map[string]any{"edges": edges, "pageInfo": info}}}})
}

func bareRowOf(i map[string]types.AttributeValue) bareRow {
	text := func(name string) string {
		switch v := i[name].(type) {
		case *types.AttributeValueMemberS:
			return v.Value
		case *types.AttributeValueMemberN:
			return v.Value
		}
		return ""
	}
	certified, _ := i["certificado"].(*types.AttributeValueMemberBOOL)
	return bareRow{
		ID: relay.GlobalID{Type: "Documento", Keys: []string{text("carpetaId"), text("documentoId")}}.String(), DocumentoID: text("documentoId"),
		Titulo: text("titulo"), TipoDocumento: text("tipoDocumento"), EstadoDocumento: text("estadoDocumento"), TamanoBytes: json.Number(text("tamanoBytes")),
		FechaRecepcion: text("fechaRecepcion"), Certificado: certified != nil && certified.Value, EsDescargable: text("estadoDocumento") == "PROCESADO",
	}
}
