package strictjson_test

import (
	"maps"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

func TestFirstTexts(t *testing.T) {
	for data, want := range map[string]map[string]string{
		`{"id":"1","type":"subscribe","payload":{"qu`: {"id": "1", "type": "subscribe"},
		`{"type":"subscribe","id":"1"`:                {"id": "1", "type": "subscribe"},
		`{"id":"1","payload":{},"type":"subscribe"`:   {"id": "1"},
		`{"id":"1","id":"2","type":"x"`:               {"id": "1"},
		`{"id":1,"type":"x"`:                          {},
		`{"id":"1`:                                    {},
		`["id","1"]`:                                  {},
		``:                                            {},
	} {
		if got := strictjson.FirstTexts([]byte(data), "id", "type"); !maps.Equal(got, want) {
			t.Errorf("%s: %v", data, got)
		}
	}
}
