package dynamostore_test

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// TestExchanges: each exchange is told with the action, the method that needs it, and its end, also of a repetition.
func TestExchanges(t *testing.T) {
	for name, c := range map[string]struct {
		answer canned
		code   fault.Code
		want   []string
	}{
		"answered":         {canned{200, "{}"}, fault.NotFound, []string{"GetItem Documento 200"}},
		"repeated in vain": {canned{500, `{"__type":"InternalServerError"}`}, fault.Unavailable, []string{"GetItem Documento 500", "GetItem Documento 500", "GetItem Documento 500"}},
	} {
		t.Run(name, func(t *testing.T) {
			var told []string
			s, err := dynamostore.New(t.Context(), dynamostore.Config{
				Endpoint: "http://127.0.0.1:1", HTTP: c.answer,
				Exchange: func(_ context.Context, action, operation string) func(int, error) {
					return func(status int, _ error) { told = append(told, action+" "+operation+" "+strconv.Itoa(status)) }
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Documento(t.Context(), documento.Clave{CarpetaID: "c", DocumentoID: "d"})
			if fault.CodeOf(err) != c.code {
				t.Errorf("the reader is told %v", err)
			}
			if !slices.Equal(told, c.want) {
				t.Errorf("told of %q, want %q", told, c.want)
			}
		})
	}
}
