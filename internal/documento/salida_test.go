package documento_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// counter is where files are handed out, over a trail that can be down.
type counter struct {
	*boltstore.Store
	down    bool
	leaving *documento.Salidas
	carpeta carpeta.Carpeta
}

func newCounter(t *testing.T, links int) *counter {
	store, _ := world.Open(t, world.Config{})
	c := &counter{Store: store}
	c.carpeta, _ = world.Carpeta(t, store, "op-1", 0, nil)
	c.leaving = &documento.Salidas{
		Carpetas: store, Lecturas: &auditoria.Lecturas{Rastro: c, Metrics: c},
		Repetidas: &auditoria.Muestreo{Rastro: c, Ventana: time.Minute, Max: links, Metrics: c},
	}
	return c
}

func (c *counter) Anotar(ctx context.Context, es ...auditoria.Evento) error {
	if c.down {
		return errors.New("no answer")
	}
	return c.Store.Anotar(ctx, es...)
}

func (*counter) LecturasAnotadas(int)           {}
func (*counter) LecturasNegadas(int)            {}
func (*counter) Muestreado(auditoria.Tipo, int) {}
func (*counter) MuestreoFallido()               {}

func (c *counter) use(firma string) error {
	k := documento.Clave{CarpetaID: c.carpeta.CarpetaID, DocumentoID: "d"}
	return c.leaving.Anotar(context.Background(), documento.Salida{Clave: k, Firma: firma, Solicitud: "s-" + firma, Vista: true})
}

// told is how many uses the trail tells of, and in how many events.
func (c *counter) told(t *testing.T) (uses, events int) {
	t.Helper()
	es, err := c.Eventos(context.Background(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: c.carpeta.CarpetaID, Tipo: auditoria.ArchivoServido}, Limite: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		n, err := strconv.Atoi(e.Datos["veces"])
		if err != nil {
			n = 1
		}
		uses += n
		if e.Actor.Tipo != documento.DelEnlace || e.EnNombreDe != c.carpeta.CiudadanoID || e.OperadorID != "op-1" || e.DocumentoID != "d" || e.Datos["modo"] != "vista" {
			t.Errorf("%+v", e)
		}
		if e.CorrelacionID != "s-a" && e.CorrelacionID != "s-b" && e.CorrelacionID != "s-c" {
			t.Errorf("it correlates with %q, not with the request that the link was given to", e.CorrelacionID)
		}
	}
	return uses, len(es)
}

// TestEachUseOfALinkIsTold: the first before its bytes leave; those that follow within a minute together.
func TestEachUseOfALinkIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCounter(t, 2)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- c.leaving.Repetidas.Run(ctx) }()
		for range 100 { // a viewer that reads a file in parts
			if err := c.use("a"); err != nil {
				t.Fatal(err)
			}
		}
		if uses, events := c.told(t); uses != 1 || events != 1 {
			t.Errorf("before the bytes leave: %d uses in %d events", uses, events)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if uses, events := c.told(t); uses != 100 || events != 2 {
			t.Errorf("a minute later: %d uses in %d events, want 100 in 2", uses, events)
		}
		for _, firma := range []string{"a", "b", "c", "c", "c", "b"} { // two links have room
			if err := c.use(firma); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(2 * time.Minute)
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if uses, events := c.told(t); uses != 106 || events != 2+1+2+3 {
			t.Errorf("in the end: %d uses in %d events, want 106 in 8", uses, events)
		}
	})
}

// TestNoFileLeavesUntold: while the trail is down, a link that nobody used yet serves nothing. One whose use is
// told goes on: its count waits.
func TestNoFileLeavesUntold(t *testing.T) {
	c := newCounter(t, 10)
	if err := c.use("a"); err != nil {
		t.Fatal(err)
	}
	c.down = true
	if err := c.use("b"); !errors.Is(err, fault.Unavailable) {
		t.Errorf("a use that nobody can write down: %v", err)
	}
	if err := c.use("a"); err != nil {
		t.Errorf("a use that follows one that is told: %v", err)
	}
	c.down = false
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_ = c.leaving.Repetidas.Run(ctx) // the end of a process
	if uses, events := c.told(t); uses != 2 || events != 2 {
		t.Errorf("%d uses in %d events, want 2 in 2", uses, events)
	}
}
