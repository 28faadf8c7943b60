package dynamostore_test

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/hotkeys"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// hot is a store on the model of what a partition takes, whose seconds the test counts.
type hot struct {
	*dynamostore.Store
	t         *testing.T
	model     *hotkeys.Model
	now       time.Time
	waits     int
	wait      func() // what the time of a wait brings
	begun     int    // deletions: their ids, and so their parts, are the same in every run
	throttled int    // attempts, as the store tells
}

// unbounded is more than any test asks for.
const unbounded = 1e9

func newHot(t *testing.T) *hot {
	h := &hot{t: t, now: time.Now()}
	base := &http.Transport{MaxIdleConnsPerHost: 16}
	t.Cleanup(base.CloseIdleConnections)
	h.model = &hotkeys.Model{Emulator: base, Write: unbounded, Read: unbounded, Clock: h.clock}
	h.Store = newStore(t, func(c *dynamostore.Config) {
		c.HTTP, c.Rand = &http.Client{Transport: h.model}, h.rand
		c.Throttled = func(string) { h.throttled++ }
	})
	return h
}

func (h *hot) clock() time.Time { return h.now }

// rand lets nobody wait: a second passes if the test says so.
func (h *hot) rand() float64 {
	if h.waits++; h.wait != nil {
		h.wait()
	}
	return 0
}

// begins a second in which a key takes a tenth of what DynamoDB gives it: the same limits, met sooner.
func (h *hot) second() {
	h.model.Forget()
	h.model.Refused()
	h.model.Write, h.model.Read = 100, 300
}

// hecho is an event of the carpeta's trail.
func hechoOf(c carpeta.Carpeta) auditoria.Evento {
	e := world.Hecho()
	e.OperadorID, e.CarpetaID = c.OperadorID, c.CarpetaID
	return e
}

// begin starts the deletion of a document, as deleteDocumento does.
func (h *hot) begin(c carpeta.Carpeta, d documento.Documento) (eliminacion.Eliminacion, error) {
	now := time.Now().UTC()
	h.begun++
	e := eliminacion.Eliminacion{
		EventoID: fmt.Sprintf("00000000-0000-7000-8000-%012d", h.begun), CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID, StoragePath: d.StoragePath, TamanoBytes: 1,
		Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now,
	}
	return e, h.Iniciar(h.t.Context(), e, hechoOf(c))
}

// end ends up to eight of a carpeta in one write, as a direct deletion does.
func (h *hot) end(c carpeta.Carpeta, es []eliminacion.Eliminacion) error {
	var cs []eliminacion.Cierre
	for _, e := range es {
		e.Secuencia, e.Estado, e.Paso, e.NoAntesDe = 3, eliminacion.Completada, eliminacion.Completed, time.Time{}
		e.CompletadaEn, e.ExpiraEn = time.Now(), time.Now().Add(24*time.Hour)
		cs = append(cs, eliminacion.Cierre{Guardado: eliminacion.Guardado{Nueva: e, Efecto: eliminacion.BorrarMetadato, Antes: []auditoria.Evento{hechoOf(c)}}, Hecho: hechoOf(c)})
	}
	return h.GuardarVarias(h.t.Context(), cs)
}

// TestHotKeysOfAnOperador: how many deletions a second one operador may ask for, in eight carpetas, until one key of
// an index or a table has a thousand units a second; with its indexes in one part, in 4 and in 16.
func TestHotKeysOfAnOperador(t *testing.T) {
	const carpetas, each = 8, 16
	indexes := map[int]float64{}
	for _, parts := range []int{1, 4, 16} {
		h := newHot(t)
		h.DivideAll(parts)
		var cs []carpeta.Carpeta
		var ds [][]documento.Documento
		for range carpetas {
			c, d := world.Carpeta(t, h, "uno", each, nil)
			cs, ds = append(cs, c), append(ds, d)
		}
		h.model.Forget()
		for i, c := range cs {
			for group := range slices.Chunk(ds[i], eliminacion.MaxCierres) {
				var es []eliminacion.Eliminacion
				for _, d := range group {
					e, err := h.begin(c, d)
					require(t, err)
					es = append(es, e)
				}
				require(t, h.end(c, es))
			}
		}
		most := map[string]float64{}
		for k, units := range h.model.Written() {
			name := strings.TrimPrefix(k.Table, *h.Table("")) + "/" + k.Index
			most[name] = max(most[name], units)
		}
		rate := func(name string) float64 { return carpetas * each * 1000 / most[name] }
		pending, byState, trail := rate("DocumentoEventosOutbox/pendientes"), rate("DocumentoEventosOutbox/porOperador"), rate("EventosAuditoria/")
		indexes[parts] = min(pending, byState)
		all := math.Inf(1)
		for name := range most {
			all = min(all, rate(name))
		}
		t.Logf("%2d parts: pendientes %.0f/s, porOperador %.0f/s, the trail %.0f/s; all keys %.0f/s", parts, pending, byState, trail, all)
	}
	if indexes[1] != 500 || indexes[4] < 3*indexes[1] || indexes[16] < 1.9*indexes[4] {
		t.Errorf("the indexes take %v deletions a second in 1, 4 and 16 parts, want 500, at least 1500, and nearly four times as many", indexes)
	}
}

// TestWhoIsHotIsAlone: in one second, one citizen reads and another one's entity delivers, until DynamoDB refuses them.
// It refuses nobody else, and them only for keys of their own.
func TestWhoIsHotIsAlone(t *testing.T) {
	h := newHot(t)
	ctx := t.Context()
	mine, _ := world.Carpeta(t, h, "uno", 200, nil)
	other, ds := world.Carpeta(t, h, "uno", 4, nil)
	var citizens []carpeta.Carpeta
	for range 60 {
		c, _ := world.Carpeta(t, h, "uno", 0, nil)
		citizens = append(citizens, c)
	}
	h.second()
	page := func(c carpeta.Carpeta) error {
		_, err := h.Listar(ctx, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorFechaRecepcion, Limite: 101})
		return err
	}
	pages := 0
	var err error
	for err = page(mine); err == nil && pages < 10_000; err = page(mine) {
		pages++
	}
	if fault.CodeOf(err) != fault.Unavailable || pages < 10 {
		t.Fatalf("after %d pages of one carpeta in a second: %v", pages, err)
	}
	refused := h.model.Refused()
	for k := range refused {
		if k.Value != mine.CarpetaID {
			t.Errorf("one citizen's pages are refused for the key %v", k)
		}
	}
	t.Logf("a citizen's page %d of a second is refused, %v times", pages+1, total(refused))
	if h.throttled == 0 || h.throttled != total(refused) {
		t.Errorf("the store tells of %d throttled attempts, %d were", h.throttled, total(refused))
	}
	h.requireOthersServed(other, ds[:1], page)

	announce := func(entidad string, to carpeta.Carpeta) error {
		d := typical(to, 1)
		d.DocumentoID = world.NewID()
		d.StoragePath = documento.NombreObjeto(d.Clave())
		d.Estado, d.ExpiraEn, d.Certificado, d.EmisorID, d.Hash = documento.Cargando, time.Now().Add(time.Hour), true, entidad, strings.Repeat("0", 64-12)+world.NewID()[24:]
		_, err := h.CrearEntrega(ctx, entrega.Entrega{
			EntidadID: entidad, EntregaID: d.DocumentoID, CarpetaID: to.CarpetaID, CiudadanoID: to.CiudadanoID, AnunciadaEn: time.Now(), ExpiraEn: time.Now().Add(entrega.Retencion),
		}, d, carpeta.SinCuota, hechoOf(to))
		return err
	}
	deliveries := 0
	h.second()
	for err = nil; err == nil && deliveries < 1000; deliveries++ {
		err = announce("la-caliente", citizens[deliveries%len(citizens)])
	}
	refused = h.model.Refused()
	for k := range refused {
		if !strings.Contains(k.Value, "la-caliente") {
			t.Errorf("an entity's deliveries are refused for the key %v", k)
		}
	}
	t.Logf("an entity's delivery %d of a second is refused: %v", deliveries, refused)
	if fault.CodeOf(err) != fault.Unavailable || len(refused) == 0 {
		t.Errorf("%d deliveries of one entity in a second: %v", deliveries, err)
	}
	h.requireOthersServed(other, ds[1:], page)
	require(t, announce("la-tranquila", other))
	if refused := h.model.Refused(); len(refused) > 0 {
		t.Errorf("another entity is refused: %v", refused)
	}
}

// TestABatchIsAskedAgainForItsHotKeys: two citizens' documents are asked for at once. DynamoDB reads those of the quiet
// one and as many of the hot one's as it bears; the rest comes a second later, and all of them are there.
func TestABatchIsAskedAgainForItsHotKeys(t *testing.T) {
	const many, few, limit = 25, 5, 10
	h := newHot(t)
	heavy := func(_ int, d *documento.Documento) { d.Contexto = strings.Repeat("x", 5000) } // two units each
	hotOne, ofHot := world.Carpeta(t, h, "uno", many, nil)
	quiet, ofQuiet := world.Carpeta(t, h, "uno", few, heavy)
	var ks []documento.Clave
	for _, d := range slices.Concat(ofHot, ofQuiet) {
		ks = append(ks, d.Clave())
	}
	read := func(ks []documento.Clave) ([]documento.Documento, error) {
		h.second()
		h.model.Read, h.waits, h.throttled = limit, 0, 0
		return h.Documentos(t.Context(), ks)
	}
	h.wait = func() { h.now = h.now.Add(time.Second) }
	found, err := read(ks)
	require(t, err)
	refused := h.model.Refused()
	for k, n := range refused {
		if k.Value != hotOne.CarpetaID || n != many-limit+many-2*limit {
			t.Errorf("%d keys of %v are left over, want %d of the hot carpeta in two rounds", n, k, many-limit+many-2*limit)
		}
	}
	if len(found) != many+few || len(refused) != 1 || h.waits != 2 || h.throttled != 2 {
		t.Errorf("%d documents, %v refused, %d waits, %d told: want %d, one, and two", len(found), refused, h.waits, h.throttled, many+few)
	}
	if got := h.model.Readings()[hotkeys.Key{Table: *h.Table("Documento"), Value: quiet.CarpetaID}]; got != 2*few {
		t.Errorf("%d documents of 5 KiB took %v units, want %d", few, got, 2*few)
	}

	h.wait = nil // the second never ends
	found, err = read(ks)
	if fault.CodeOf(err) != fault.Unavailable || h.waits == 0 || h.waits > 100 {
		t.Errorf("got %d documents and %v after %d waits of no time, want UNAVAILABLE", len(found), err, h.waits)
	}
}

// requireOthersServed: another citizen of the operador reads and deletes, and no request is refused.
func (h *hot) requireOthersServed(c carpeta.Carpeta, ds []documento.Documento, page func(carpeta.Carpeta) error) {
	h.t.Helper()
	require(h.t, page(c))
	e, err := h.begin(c, ds[0])
	require(h.t, err)
	require(h.t, h.end(c, []eliminacion.Eliminacion{e}))
	if refused := h.model.Refused(); len(refused) > 0 {
		h.t.Errorf("another citizen is refused: %v", refused)
	}
}

func total(refused map[hotkeys.Key]int) (n int) {
	for _, r := range refused {
		n += r
	}
	return n
}
