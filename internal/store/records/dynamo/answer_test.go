package dynamo

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// FuzzAnswer reads any bytes as an item, whole and by columns: nothing panics, and what both take is the same.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"titulo":{"S":"a\u00e9\"b"},"n":{"N":"12"},"b":{"BOOL":true},"otro":{"M":{"x\u0022":{"L":[{"S":""}]}}}}`))
	f.Add([]byte(`{"titulo":{"S":"\ud83d\udcdc"},"escritura":{"S":"x"},"operadores":{"SS":["b","a"]},"y":{"B":"AAE="}}`))
	f.Add([]byte(`{"titulo":{"M":{}}}`))
	f.Add([]byte(`{"titulo":["S"]}`))
	f.Add([]byte(`{"titulo":{"N":"1"}} `))
	names := []string{"titulo", "n", "b", "y"}
	columns := records.NewColumns(names...)
	f.Fuzz(func(t *testing.T, b []byte) {
		read := func(decode func(records.Source) error) error {
			return readAnswer(append(append([]byte(`{"Item":`), b...), '}'), func(a *answer, _ []byte) error { return a.decode(decode) })
		}
		var i records.Item
		if read(records.Into(&i)) != nil {
			return
		}
		row := make([]records.Scalar, len(names))
		if err := read(func(s records.Source) error { return s.Scan(columns, row) }); err != nil {
			t.Fatalf("%s: an item, and no row: %v", b, err)
		}
		if _, own := i[aWrite]; own {
			t.Errorf("%s: the engine's token was read", b)
		}
		for n, name := range names {
			if v, a := i[name], row[n]; v.Kind < records.KindList && (v.Kind != a.Kind || v.Kind != records.KindNone && (v.Num != a.Num || v.Text != a.Text)) {
				t.Errorf("%s: %s is %+v in the item, %+v in the row", b, name, v, a)
			}
		}
	})
}
