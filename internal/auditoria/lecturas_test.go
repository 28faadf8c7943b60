package auditoria_test

import (
	"context"
	"errors"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// rastro is a trail that can be down.
type rastro struct {
	down                    bool
	written, noted, refused int
}

func (r *rastro) Anotar(_ context.Context, es ...auditoria.Evento) error {
	if r.down {
		return errors.New("down")
	}
	r.written += len(es)
	return nil
}

func (r *rastro) LecturasAnotadas(n int) { r.noted += n }
func (r *rastro) LecturasNegadas(n int)  { r.refused += n }

func TestReadsAreWrittenOrRefused(t *testing.T) {
	r := &rastro{}
	l := &auditoria.Lecturas{Rastro: r, Metrics: r}
	look := auditoria.Evento{Tipo: auditoria.DocumentoVisto, DocumentoID: "d"}
	if err := l.Anotar(t.Context(), look, look, look); err != nil || r.written != 3 || r.noted != 3 {
		t.Errorf("%v, %+v", err, r)
	}
	r.down = true
	if err := l.Anotar(t.Context(), look, look); !errors.Is(err, fault.Unavailable) || r.refused != 2 {
		t.Errorf("%v, %+v", err, r)
	}
	if err := l.Anotar(t.Context()); err != nil {
		t.Errorf("nothing to write: %v", err)
	}
}
