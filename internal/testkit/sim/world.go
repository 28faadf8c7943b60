package sim

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/simtime"
)

// Config say what to simulate.
type Config struct {
	Seed    uint64
	Without []Fault // faults that are left out
	Until   int     // faults after this many are left out; 0 for none
	Bug     Bug     // a bug put in on purpose
	Way     Way     // empty: the seed draws it
	Trace   bool    // write the schedule down
}

// Result is how a run ended.
type Result struct {
	Seed      uint64
	Violation string // the invariant that did not hold; empty if all did
	Trace     string
	Happened  map[Fault]int // faults that happened
	Drawn     int           // faults drawn
	Steps     int
	Duration  time.Duration  // simulated
	Calm      time.Duration  // how long it took to come to rest after the last fault
	Ends      map[string]int // sagas by their last state, requests by their decision, uploads by what was told of them
}

// world is one simulated run.
type world struct {
	simtime.Scheduler
	*chance
	plan     plan
	bug      Bug
	trace    *strings.Builder
	lines    int
	violated string

	carpetas    map[string]*carpeta.Carpeta
	documentos  map[string]*documento.Documento
	claves      []documento.Clave // all documents, in the order of their creation
	duenos      map[string]auth.Principal
	files       map[string]*file
	sagas       map[string]*saga
	trail       trail
	uploadTrail trail
	emissions   map[string]int // events that tell of a delivery and name nobody
	salts       io.Reader
	inOrder     []*saga
	shortNames  map[string]string
	ids         int

	db                     *mem.DB        // the tables
	truth                  *rules.Store   // the rules without faults
	stale                  bool           // an index shows the past
	calls                  int            // that came to the tables
	writes                 []version[int] // the calls that wrote
	storeDown, objetosDown bool
	broker                 brokerServer
	processes              []*process
	lives                  []int
	people                 []*subscriber
	asked                  map[string]bool     // documents that somebody asked to delete
	titles                 map[string][]string // of each document, by its version
	direct, groups         int                 // deletions that ended without a message, and groups of them
	wishes                 int                 // corrections that somebody thought of
	uploads                []*upload
	byID                   map[string]*upload
	links                  map[string]link
	stored                 int // versions of files
	sends                  int // uploads that arrived, and uploads in parts that began
	entregas               map[string]entrega.Entrega
	codes                  []*code
	codeByID               map[string]*code
	consents
	replaces        map[string]string // entregaId of who replaces, and of what it replaces
	reads, cutShort int               // files of codes that were sent whole, and those that ended before
	changes         map[string]int64  // documents that appeared in a carpeta, moved, or went
	places          map[string]place  // of each visible document
	nextLook        time.Duration
}

// Run simulates one seed.
func Run(o Config) Result {
	w := newWorld(o)
	w.populate()
	w.setGoing()
	end := w.plan.chaos + restTimeout
	steps := 0
	for w.violated == "" && w.Now <= end && w.Step() {
		if steps++; w.calm && w.atRest() {
			break
		}
	}
	w.checkEnd()
	w.Close()
	r := Result{Seed: o.Seed, Violation: w.violated, Happened: w.happened, Drawn: w.drawn, Steps: steps, Duration: w.Now, Calm: w.Now - w.plan.chaos, Ends: w.ends()}
	if w.trace != nil {
		r.Trace = w.trace.String()
	}
	return r
}

// restTimeout is how long after the last fault everything must have come to rest:
// several rounds of the longest wait.
const restTimeout = 15 * time.Minute

func newWorld(o Config) *world {
	w := &world{
		chance: newChance(o), bug: o.Bug,
		carpetas: map[string]*carpeta.Carpeta{}, documentos: map[string]*documento.Documento{}, files: map[string]*file{"": {}},
		duenos: map[string]auth.Principal{}, sagas: map[string]*saga{}, asked: map[string]bool{}, titles: map[string][]string{}, shortNames: map[string]string{},
		byID: map[string]*upload{}, codeByID: map[string]*code{}, consents: newConsents(), replaces: map[string]string{}, links: map[string]link{}, entregas: map[string]entrega.Entrega{}, changes: map[string]int64{}, places: map[string]place{},
		broker: brokerServer{published: map[string]int{}}, trail: trail{}, uploadTrail: trail{}, emissions: map[string]int{}, salts: rand.NewChaCha8(chaChaSeed(o.Seed)),
	}
	w.newDB(o.Seed)
	w.noteFault = func(f Fault) {
		w.note(nil, "! %s", f)
	}
	if o.Trace {
		w.trace = &strings.Builder{}
	}
	codes, consents := o.Seed%7 == 0, o.Seed%7 == 2
	w.plan = w.makePlan(o.Seed%3 == 0 || codes || consents, o.Way) // uploads make a run long: a third of them has some
	w.plan.codes, w.plan.consents = codes, consents
	w.lives, w.processes = make([]int, w.plan.processes), make([]*process, w.plan.processes)
	return w
}

// chaChaSeed: salts and names of events have a stream of their own, and change no schedule.
func chaChaSeed(seed uint64) (s [32]byte) {
	binary.LittleEndian.PutUint64(s[:], seed)
	return s
}

// populate fills the stores: carpetas, documents and their files.
func (w *world) populate() {
	for range w.plan.carpetas {
		dueno := auth.Principal{Sub: w.newID(), Roles: []auth.Role{auth.Ciudadano}}
		c := &carpeta.Carpeta{CarpetaID: w.newID(), CiudadanoID: dueno.Sub, OperadorID: fmt.Sprintf("op%d", w.IntN(2)), Tipo: "PERSONAL"}
		w.carpetas[c.CarpetaID], w.duenos[c.CarpetaID] = c, dueno
		for n := range w.plan.documentos {
			w.create(c, w.plan.certificados && w.oneIn(2) || n == w.plan.documentos-1 && w.oneIn(3))
		}
		w.storeAll(c)
	}
	for _, id := range entities {
		w.must(w.truth.GuardarEntidad(context.Background(), entidadOf(id), w.before("op0")))
	}
	if w.plan.consents {
		w.askedBefore()
	}
}

// storeAll writes a carpeta with its documents and deliveries.
func (w *world) storeAll(c *carpeta.Carpeta) {
	var ds []documento.Documento
	var es []entrega.Sembrada
	for _, k := range w.claves {
		d := w.documentos[k.DocumentoID]
		if k.CarpetaID != c.CarpetaID {
			continue
		}
		ds = append(ds, *d)
		if e, delivered := w.entregas[k.DocumentoID]; delivered {
			es = append(es, entrega.Sembrada{Entrega: e, Documento: *d})
		}
	}
	w.must(w.truth.Sembrar(context.Background(), *c, ds, w.before(c.OperadorID)))
	if len(es) > 0 {
		w.must(w.truth.SembrarEntregas(context.Background(), es))
	}
	for _, d := range ds {
		w.readDocumento(d.Clave())
	}
	w.readCarpeta(c.CarpetaID)
	w.changes[c.CarpetaID] = c.Version
}

// before is the event of something that happened before the run; no invariant looks at it.
func (w *world) before(operadorID string) auditoria.Evento {
	writer := auditoria.Escribano{Clock: func() time.Time { return epoch.Add(-time.Hour) }, Rand: w.salts}
	return writer.Levantar(context.Background(), auditoria.Evento{Tipo: auditoria.EliminacionPaso, OperadorID: operadorID})
}

// readSeeded begins to follow an upload that was announced before the run.
func (w *world) readSeeded(d documento.Documento) {
	w.readDocumento(d.Clave())
	w.readCarpeta(d.CarpetaID)
	w.putUpload(*w.documentos[d.DocumentoID])
	w.remember(nil, *w.documentos[d.DocumentoID])
}

func (w *world) must(err error) {
	if err != nil {
		panic(err)
	}
}

func (w *world) create(c *carpeta.Carpeta, certificado bool) {
	id := w.newID()
	d := &documento.Documento{
		Fila: documento.Fila{
			CarpetaID: c.CarpetaID, DocumentoID: id, Titulo: "title", Tipo: documento.Otro, Estado: documento.Procesado, Certificado: certificado,
			FechaRecepcion: epoch.Add(-time.Hour),
		},
	}
	d.StoragePath = documento.NombreObjeto(d.Clave())
	if certificado && (w.plan.codes || w.plan.consents) {
		w.deliveredBefore(c, d)
	} else if w.plan.consents {
		d.TamanoBytes, d.Hash = sizeOfShown, fmt.Sprintf("%064x", 9000+w.ids)
	}
	w.documentos[id] = d
	w.claves = append(w.claves, d.Clave())
	w.titles[id] = []string{d.Titulo}
	a := &file{locked: w.strikesWith(ObjetosLocked, 0.3), stubborn: w.strikesWith(ObjetosStubborn, 0.5)}
	for range 1 + w.IntN(3) {
		d.VersionArchivo = w.store(a)
	}
	switch {
	case w.oneIn(4):
		d.VersionArchivo = "" // the store of the files has no versions
	case w.oneIn(4):
		d.VersionArchivo = "changed" // somebody stored the file anew
	}
	w.files[d.StoragePath] = a
	w.shortNames[id], w.shortNames[d.StoragePath] = fmt.Sprintf("d%d", len(w.claves)), fmt.Sprintf("d%d", len(w.claves))
	c.TotalDocumentos++
}

func (w *world) newID() string {
	w.ids++
	id := fmt.Sprintf("00000000-0000-7000-8000-%012d", w.ids)
	if !relay.IsUUID(id) {
		panic("not an id of this system: " + id)
	}
	return id
}

// short is how the trace names something.
func (w *world) short(id string) string {
	if w.trace == nil {
		return ""
	}
	short, known := w.shortNames[id]
	if !known {
		short = fmt.Sprintf("s%d", len(w.shortNames)+1)
		w.shortNames[id] = short
	}
	return short
}

// someProcess is a process that runs, or nil.
func (w *world) someProcess() *process {
	var live []*process
	for _, p := range w.processes {
		if p != nil && !p.dead {
			live = append(live, p)
		}
	}
	if len(live) == 0 {
		return nil
	}
	return live[w.IntN(len(live))]
}

func (w *world) ends() map[string]int {
	f := map[string]int{"sin mensajes": w.direct, "en grupo": w.groups, "archivo entero": w.reads, "archivo cortado": w.cutShort, "reemplazada": len(w.replaces)}
	for _, c := range w.codes {
		f["codigo/"+string(c.Estado(epoch.Add(w.Now)))]++
		f["codigo mostrado"] += c.shown
	}
	w.endsOfConsents(f)
	for _, s := range w.inOrder {
		f[string(s.Estado)+"/"+string(s.Paso)]++
		if s.Aprobacion != nil {
			f[string(s.Aprobacion.Decision)]++
		}
	}
	for _, u := range w.uploads {
		for t, n := range u.happened {
			f[string(t)] += n
		}
		if u.confirmed && u.past[0].is.Partes.Tamano > 0 {
			f["en partes"]++
		}
		if _, found := w.documentos[u.DocumentoID]; u.confirmed && !found {
			f["confirmada y borrada"]++
		}
	}
	return f
}

// atRest reports whether everything has ended: sagas, mail, subscribers.
func (w *world) atRest() bool {
	if w.Now < w.plan.chaos+objetosLateness+objetosTimeout || len(w.broker.parcels) > 0 || w.Now < w.nextLook {
		return false
	}
	w.nextLook = w.Now + time.Second
	if slices.ContainsFunc(w.uploads, func(u *upload) bool { return !w.settled(u) }) {
		return false
	}
	return !slices.ContainsFunc(w.inOrder, (*saga).alive) && !slices.ContainsFunc(w.people, (*subscriber).behind)
}
