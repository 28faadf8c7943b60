package e2e_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

var previous = flag.String("previous", "", "program of the version before this one")

// TestTwoVersionsSideBySide: processes of the version before and of this one serve the same tables, queues and files under
// load. One process at a time is replaced: forward, and back again. Nobody is refused anything, every deletion is done
// once, and what is stored is whole.
func TestTwoVersionsSideBySide(t *testing.T) {
	if *previous == "" {
		t.Skip("no program of the version before was named: make test-versions")
	}
	house := serverkit.NewHouse(t, serverkit.Distributed).Plain().With("CARPETA_SELLO_CADA=10s", "CARPETA_RATE_PER_SECOND=0")
	mine := house.Through(*previous).Seed(t, "--carpetas", "1", "--documentos", "200", "--archivos")[0]
	v := &versions{t: t, house: house, mine: mine, before: map[string]fila{}}
	v.replace(0, *previous)
	v.replace(1, *previous)
	v.before = allFilas(t, v.client(0), mine.CarpetaID)
	v.free = deletable(v.before)
	v.begin()
	v.stage("old beside old")
	house.MustRun(t, "bootstrap") // as an upgrade begins
	v.replace(0, "")
	v.stage("old beside new")
	v.replace(1, "")
	v.stage("new beside new")
	v.noWayBackOnceRaised()
	v.replace(0, *previous)
	v.stage("back: new beside old")
	v.replace(1, *previous)
	v.stage("back: old beside old")
	v.replace(0, "")
	v.replace(1, "")
	v.stage("and forward again")
	v.end()
}

// versions are two processes under load, by the queues and directly.
type versions struct {
	t       *testing.T
	house   *serverkit.House
	mine    serverkit.Seeded
	servers [2]*serverkit.Server
	before  map[string]fila
	free    []string
	deleted []string

	stop   func()
	ended  sync.WaitGroup
	mu     sync.RWMutex // written while a server is replaced
	counts sync.Mutex   // of what follows
	pages  int
	faults []string
}

// replace stops one process and starts another program in its place; "" is this version.
func (v *versions) replace(n int, program string) {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.servers[n] != nil {
		if code := v.servers[n].Stop(v.t); code != 0 {
			v.t.Errorf("a server that was told to stop: exit code %d", code)
		}
	}
	house := v.house.By(serverkit.Ways[n])
	if program != "" {
		house = house.Through(program)
	}
	v.servers[n] = house.Start(v.t)
}

func (v *versions) client(n int) serverkit.Client {
	return v.servers[n].Client(v.t, v.mine.CiudadanoID, "ciudadano")
}

// begin has pages read all the time, from whoever serves.
func (v *versions) begin() {
	ctx, cancel := context.WithCancel(v.t.Context())
	v.stop = cancel
	for n := range v.servers {
		v.ended.Go(func() {
			for ctx.Err() == nil {
				v.page(ctx, n)
			}
		})
	}
}

// page reads two pages: a list goes on wherever its next request is sent, also to the other version.
func (v *versions) page(ctx context.Context, n int) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	var after *string
	for _, server := range []int{n, 1 - n} {
		var read carpetaAnswer
		r, err := v.client(server).Post(ctx, pageQuery, obj{"id": v.mine.CarpetaID, "first": 50, "after": after})
		if err == nil && r.Code() == "" {
			err = json.Unmarshal(r.Data, &read)
		}
		if ctx.Err() != nil || !v.counted(r.Code(), err) {
			return
		}
		after = read.Carpeta.Documentos.PageInfo.EndCursor
	}
}

// counted counts a page, and reports whether it is good.
func (v *versions) counted(code string, err error) bool {
	v.counts.Lock()
	defer v.counts.Unlock()
	v.pages++
	if err == nil && code == "" {
		return true
	}
	v.faults = append(v.faults, fmt.Sprint(code, err))
	return false
}

// eachStage is how many documents each process deletes in a stage; it uploads as many.
const eachStage = 6

// stage: each process deletes, uploads what the other one confirms, and hears of the other's deletions.
func (v *versions) stage(name string) {
	v.t.Helper()
	for n := range v.servers {
		own, other := v.client(n), v.client(1-n)
		listener := serverkit.WebSocket(v.t, other, carpetaSubscription, obj{"id": v.mine.CarpetaID})
		waiting := deleteDocumento(v.t, own, v.free[0], 600)
		nextEliminacion(v.t, listener) // it listens now
		mustSame(v.t, name+": errores of a cancellation by the other", nil, cancelarEliminacion(v.t, other, waiting.EventoID).Errores)
		ids := v.free[1 : 1+eachStage]
		events := map[string]bool{}
		for _, id := range ids {
			events[deleteDocumento(v.t, own, id, 0).EventoID] = true
		}
		hearAll(v.t, "meanwhile", listener, len(events), events)
		v.deleted, v.free = append(v.deleted, ids...), append(v.free[:1:1], v.free[1+eachStage:]...)
		for range eachStage {
			content := fmt.Appendf(nil, "%%PDF-1.7 %s %d %d", name, n, len(v.deleted))
			r := iniciarCarga(v.t, own, cargaInput(v.mine.CarpetaID, content))
			mustSame(v.t, name+": errores of iniciarCarga", nil, r.Errores)
			if r.Carga == nil { // the same content waits already
				continue
			}
			if status := serverkit.Upload(v.t, *r.Carga, content); status != 200 && status != 201 {
				v.t.Fatalf("%s: upload: status %d", name, status)
			}
			mustSame(v.t, name+": errores of confirmarCarga by the other", nil, confirmarCarga(v.t, other, r.Documento.ID).Errores)
		}
		listener.Close()
	}
	v.t.Logf("%s: %d deletions, %d pages so far", name, len(v.deleted), v.pages)
}

// noWayBackOnceRaised: when the new version has raised the format, the old one does not start, and says what to do.
func (v *versions) noWayBackOnceRaised() {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	defer raiseFormat(v.t, v.house)()
	for _, args := range [][]string{{"serve"}, {"bootstrap"}} {
		r := v.house.Through(*previous).With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0").Run(v.t, args...)
		says(v.t, "the version before, on a newer format: "+args[0], r, 1, r.Err, "newer version of carpeta")
		says(v.t, "the version before, on a newer format: "+args[0], r, 1, r.Err, "Nothing was changed")
	}
}

func (v *versions) end() {
	v.t.Helper()
	v.stop()
	v.ended.Wait()
	if len(v.faults) > 0 {
		v.t.Errorf("%d of %d pages were refused, the first: %s", len(v.faults), v.pages, v.faults[0])
	}
	c := v.client(0)
	left := allFilas(v.t, c, v.mine.CarpetaID)
	for _, id := range v.deleted {
		if _, there := left[id]; there {
			v.t.Errorf("%s is there after its deletion", id)
		}
		delete(v.before, id)
	}
	for id := range maps.Keys(v.before) {
		if _, there := left[id]; !there {
			v.t.Errorf("%s is lost", id)
		}
	}
	h, _, _ := reconcile(v.t, v.house, 0)
	mustSame(v.t, "hallazgos", nil, h)
	for _, house := range []*serverkit.House{v.house, v.house.Through(*previous)} {
		if s := house.Run(v.t, "auditoria", "comprobar"); s.Code != 0 {
			v.t.Errorf("auditoria comprobar: exit code %d\n%s%s", s.Code, s.Out, s.Err)
		}
	}
}
