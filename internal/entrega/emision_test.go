package entrega_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// TestTheSealedFactNamesNobody: whoever has a document's file reads the whole event, and learns of no carpeta, no person
// and no other event.
func TestTheSealedFactNamesNobody(t *testing.T) {
	m := newMundo(t, world.Config{})
	e, err := m.Store.Entrega(t.Context(), m.entregar(m.uni, "contenido").Nombre())
	m.bien(err)
	h, err := m.Store.Evento(t.Context(), m.c.OperadorID, e.EmisionID)
	m.bien(err)
	d, err := m.Documentos.Store.Documento(t.Context(), e.Clave())
	m.bien(err)
	declaracion := entrega.Contenido(e.CiudadanoID, m.pedido(m.uni, "contenido", nil).Nuevo)
	if h.Tipo != auditoria.Emision || h.Datos["entidadId"] != e.EntidadID || h.Datos["resumen"] != verificable.Resumen(declaracion, e.Firma.JWS) || len(h.Datos["huella"]) != 43 {
		t.Errorf("%+v", h)
	}
	text := string(sellado.Texto(h))
	for what, secret := range map[string]string{
		"carpeta": e.CarpetaID, "document": e.EntregaID, "citizen": e.CiudadanoID, "file": d.Hash, "title": d.Titulo, "who acted": m.uni.Principal().Sub,
	} {
		if strings.Contains(text, secret) {
			t.Errorf("the fact names the %s: %s", what, text)
		}
	}
	delivered, err := m.Store.Eventos(t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: e.CarpetaID, Tipo: auditoria.DocumentoEntregado}, Limite: 2})
	if err != nil || len(delivered) != 1 || strings.Contains(text, delivered[0].CorrelacionID) {
		t.Errorf("%+v %v", delivered, err)
	}
}
