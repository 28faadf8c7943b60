package entrega_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// mundo is an entity that is registered, and a citizen with a carpeta.
type mundo struct {
	*world.World
	t       *testing.T
	uni     world.Signer
	mu      sync.Mutex
	present time.Time
	c       carpeta.Carpeta
}

func newMundo(t *testing.T, cfg world.Config) *mundo {
	t.Helper()
	m := &mundo{t: t, uni: world.NewSigner(t, "universidad", "k1"), present: time.Now().UTC().Truncate(time.Millisecond)}
	cfg.Clock, cfg.BaseURL = m.now, func() string { return "http://127.0.0.1" }
	m.World = world.New(t, cfg)
	m.registrar(m.uni)
	m.c, _ = world.Carpeta(t, m.Store, "op-1", 0, nil)
	return m
}

func (m *mundo) now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.present
}

func (m *mundo) pasa(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.present = m.present.Add(d)
}

func (m *mundo) registrar(s world.Signer) {
	m.t.Helper()
	_, err := m.Entidades.Registrar(m.t.Context(), world.Administrador(), entidad.Alta{EntidadID: s.EntidadID, Nombre: "La " + s.EntidadID, Llaves: s.JWKS(m.t)})
	m.bien(err)
}

func (m *mundo) bien(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

func (m *mundo) quiere(what string, err error, code fault.Code) {
	m.t.Helper()
	if fault.CodeOf(err) != code {
		m.t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// pedido is a signed request to deliver a content.
func (m *mundo) pedido(s world.Signer, contenido string, change func(*documento.Nuevo)) entrega.Pedido {
	n := documento.Nuevo{
		Titulo: "Diploma de ingeniería", Tipo: documento.Diploma, NombreArchivo: "diploma.pdf", TipoContenido: "application/pdf",
		TamanoBytes: int64(len(contenido)), Hash: world.Hash([]byte(contenido)),
	}
	if change != nil {
		change(&n)
	}
	return entrega.Pedido{CiudadanoID: m.c.CiudadanoID, Nuevo: n, Firma: s.Sign(m.t, entrega.Contenido(m.c.CiudadanoID, n), m.now())}
}

// entregar delivers a whole document.
func (m *mundo) entregar(s world.Signer, contenido string) entrega.Entrega {
	m.t.Helper()
	e, carga, err := m.Entregas.Entregar(m.t.Context(), s.Principal(), m.pedido(s, contenido, nil))
	m.bien(err)
	if carga == nil {
		m.t.Fatal("no upload")
	}
	m.subir(e, contenido)
	e, err = m.Entregas.Confirmar(m.t.Context(), s.Principal(), e.EntregaID)
	m.bien(err)
	return e
}

func (m *mundo) subir(e entrega.Entrega, contenido string) {
	m.t.Helper()
	d, err := m.Store.Documento(m.t.Context(), e.Clave())
	m.bien(err)
	m.bien(m.Objetos.Guardar(m.t.Context(), d.Objeto(), strings.NewReader(contenido)))
}

// nada: nothing was stored.
func (m *mundo) nada(what string) {
	m.t.Helper()
	p, err := m.Store.DocumentosDeCarpeta(m.t.Context(), documento.Tramo{CarpetaID: m.c.CarpetaID, Limite: 10})
	m.bien(err)
	es, err := m.Store.EntregasDe(m.t.Context(), entrega.Consulta{EntidadID: "universidad", Limite: 10})
	m.bien(err)
	if len(p.Documentos)+len(es) > 0 {
		m.t.Errorf("%s: %d documents and %d deliveries are stored", what, len(p.Documentos), len(es))
	}
}
