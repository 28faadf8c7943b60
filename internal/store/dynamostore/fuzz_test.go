package dynamostore

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// FuzzAnswer reads any bytes as an answer: as a whole item, and as a list's row. Both say the
// same of what both take, and nothing panics.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"titulo":{"S":"a\u00e9\"b"},"tamanoBytes":{"N":"12"},"certificado":{"BOOL":true},"otro":{"M":{"x":{"L":[{"S":""}]}}}}`))
	f.Add([]byte(`{"titulo":{"S":"\ud83d\udcdc"},"fechaRecepcion":{"S":"2026-01-02T03:04:05.678Z"},"operadores":{"SS":["a","b"]}}`))
	f.Add([]byte(`{"titulo":{}}`))
	f.Add([]byte(`{"titulo":["S"]}`))
	f.Add([]byte(`{"titulo":{"N":"1"}} `))
	f.Fuzz(func(t *testing.T, b []byte) {
		var i item
		whole := readAnswer(wrapped(b), func(a answerReader, _ []byte) (err error) { i, err = a.item(); return err })
		if whole != nil {
			return
		}
		want, wantErr := rowOf(i)
		var row rowReader
		var got documento.Fila
		err := readAnswer(wrapped(b), func(a answerReader, _ []byte) (err error) { got, _, err = row.read(a); return err })
		if errors.Is(err, errShape) {
			return // a map or a list where a row has text
		}
		if (err == nil) != (wantErr == nil) || err == nil && !cmp.Equal(got, want) {
			t.Errorf("%s\nas a row %+v (%v)\nas an item %+v (%v)", b, got, err, want, wantErr)
		}
	})
}

func wrapped(b []byte) []byte { return append(append([]byte(`{"Item":`), b...), '}') }
