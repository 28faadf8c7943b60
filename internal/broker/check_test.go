package broker_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

func TestCheck(t *testing.T) {
	good := broker.Message{ID: "1", Type: broker.MinioCleanup, Intento: 1, Data: []byte(`{"version":1}`)}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", broker.MaxShort+1)
	for name, spoil := range map[string]func(*broker.Message){
		"no id": func(m *broker.Message) { m.ID = "" }, "no type": func(m *broker.Message) { m.Type = "" },
		"long id": func(m *broker.Message) { m.ID = long }, "long type": func(m *broker.Message) { m.Type = long },
		"long source": func(m *broker.Message) { m.Source = long }, "long subject": func(m *broker.Message) { m.Subject = long }, "long operador": func(m *broker.Message) { m.OperadorID = long },
		"long trace": func(m *broker.Message) { m.Traceparent = long }, "long saga": func(m *broker.Message) { m.SagaID = long },
		"no data": func(m *broker.Message) { m.Data = nil }, "no JSON": func(m *broker.Message) { m.Data = []byte("{") },
		"big":       func(m *broker.Message) { m.Data = []byte(`"` + strings.Repeat("x", broker.MaxData) + `"`) },
		"year -1":   func(m *broker.Message) { m.Time = time.Date(0, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600)) },
		"year 1e4":  func(m *broker.Message) { m.Time = time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"attempt 0": func(m *broker.Message) { m.Intento = 0 },
	} {
		m := good
		spoil(&m)
		if !errors.Is(m.Check(), broker.ErrMalformed) {
			t.Errorf("%s: accepted", name)
		}
	}
}
