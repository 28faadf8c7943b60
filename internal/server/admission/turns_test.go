package admission_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestReading: while every place to read documents in is taken, known documents run
// and unknown ones wait.
func TestReading(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading = 1 }))
	const known, unknown = `{ miCarpeta { id } }`, `{ miCarpeta { carpetaId } }`
	w.query(known, nil)
	release := w.gate.TakeTurn()
	answered := make(chan string, 1)
	go func() { answered <- w.query(unknown, nil) }()
	if code := w.query(known, nil); code != "OK" {
		t.Error(code)
	}
	select {
	case code := <-answered:
		t.Errorf("read without a place: %q", code)
	default:
	}
	release()
	if code := <-answered; code != "OK" {
		t.Error(code)
	}
}

func TestReadingTakesTooLong(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Reading, l.Request = 1, time.Millisecond }))
	defer w.gate.TakeTurn()()
	for what, query := range map[string]string{"unknown": `{ miCarpeta { id } }`, "long": "{ __typename } #" + strings.Repeat("x", 16<<10)} {
		if code := w.query(query, nil); code != "UNAVAILABLE" {
			t.Errorf("%s: %s", what, code)
		}
	}
}
