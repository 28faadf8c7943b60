package entrega_test

import (
	"context"
	"io"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// counted counts how often a file is opened.
type counted struct {
	documento.Objetos
	opened int
}

func (c *counted) Abrir(ctx context.Context, ruta string, desde int64) (io.ReadCloser, error) {
	c.opened++
	return c.Objetos.Abrir(ctx, ruta, desde)
}

// TestAVerifiableFileIsReadOnceBefore: a request for a part of it, or for the rest after a pause, does not read the whole
// document again.
func TestAVerifiableFileIsReadOnceBefore(t *testing.T) {
	m := newMundo(t, world.Config{})
	store := &counted{Objetos: m.Objetos}
	m.Documentos.Objetos = store
	e := m.entregar(m.uni, "contenido")
	x := &entrega.Exportacion{
		Entregas: m.Entregas, Eventos: m.Store, Firmante: m.Codigos.Pases, Base: func() string { return "http://127.0.0.1" }, Leidos: entrega.NewLeidos(),
		Probar: func(context.Context, auditoria.Evento) (entrega.Prueba, error) { return entrega.Prueba{}, nil },
	}
	d, err := m.Store.Documento(t.Context(), e.Clave())
	m.bien(err)
	url, err := x.Enlazar(t.Context(), d, false)
	m.bien(err)
	enlace := url[len("http://127.0.0.1"+entrega.Ruta):]
	var sizes [3]int64
	for i := range sizes {
		a, err := x.Archivo(t.Context(), enlace)
		m.bien(err)
		sizes[i] = a.Tamano + int64(len(a.Antes))
	}
	if store.opened != 1 || sizes[0] != sizes[2] {
		t.Errorf("opened %d times for %v", store.opened, sizes)
	}
}
