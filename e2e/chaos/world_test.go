package chaos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// world is everything that runs.
type world struct {
	t          *testing.T
	rabbit     *services.Rabbit
	minio      *services.Minio
	dynamo     *services.Dynamo
	house      *serverkit.House
	servers    []*serverkit.Server
	lines      []lines           // by server
	ciudadanos map[string]string // token, by carpeta
	stores     *stores
	before     snapshot
	report     *report

	turn map[string]*sync.Mutex // a part has one fault at a time
}

func newWorld(t *testing.T, m Size) *world {
	t.Helper()
	w := &world{t: t, ciudadanos: map[string]string{}, report: &report{t: t, size: m}, turn: map[string]*sync.Mutex{}}
	var group sync.WaitGroup
	group.Go(func() { serverkit.Binary(t) })
	w.rabbit, w.minio, w.dynamo = services.OwnRabbit(t), services.OwnMinio(t), services.OwnDynamo(t)
	group.Wait()
	w.house = serverkit.NewHouseOn(t, serverkit.Services{Rabbit: w.rabbit, Minio: w.minio, Dynamo: w.dynamo})
	// A fifth is certified or stays: enough is left that must not change.
	documentos := m.Deletions*13/10/m.Carpetas + 6
	for _, s := range w.seedStores("--carpetas", fmt.Sprint(m.Carpetas), "--documentos", fmt.Sprint(documentos), "--archivos", "--semilla", fmt.Sprint(m.Seed)) {
		w.ciudadanos[s.CarpetaID] = w.house.Token(t, s.CiudadanoID, "ciudadano", "", 2*time.Hour)
	}
	w.stores = openStores(t, w.house, w.rabbit)
	w.before = w.look()
	for range m.Servers {
		w.addServer()
	}
	return w
}

// seedStores prepares the stores. On a machine that is busy with starting everything
// it may fail; the same seed writes the same again.
func (w *world) seedStores(args ...string) (all []serverkit.Seeded) {
	w.t.Helper()
	var s serverkit.Output
	for range 4 {
		if s = w.house.Run(w.t, append([]string{"datos", "sembrar"}, args...)...); s.Code == 0 {
			break
		}
	}
	for d := json.NewDecoder(strings.NewReader(s.Out)); d.More(); {
		var one serverkit.Seeded
		if err := d.Decode(&one); err != nil {
			w.t.Fatal(err)
		}
		all = append(all, one)
	}
	if s.Code != 0 {
		w.t.Fatalf("carpeta datos sembrar: exit code %d\n%s", s.Code, s.Err)
	}
	return all
}

// addServer starts one that reaches the services over lines of its own.
func (w *world) addServer() {
	t := w.t
	targets := map[string]string{rabbitPart: w.rabbit.URL(), minioPart: w.house.S3.Endpoint, dynamoPart: w.house.DynamoDB}
	hosts := map[string]string{}
	for s, d := range targets {
		hosts[s] = hostOf(t, d)
	}
	l := newLines(t, hosts)
	house := w.house.With(serverkit.OwnTimes()...).With(w.report.size.Settings...).With("CARPETA_AMQP_URL="+l.through(t, rabbitPart, targets[rabbitPart]), "CARPETA_S3_ENDPOINT="+l.through(t, minioPart, targets[minioPart]),
		"CARPETA_DYNAMODB_ENDPOINT="+l.through(t, dynamoPart, targets[dynamoPart]), "CARPETA_LOG_FORMAT=json")
	house = house.With(strings.Fields(*settings)...)
	if *way == "colas" || *way == "mixta" && len(w.servers)%2 != 0 {
		house = house.By(serverkit.ByQueues)
	}
	if *keep {
		house = house.With("CARPETA_LOG_LEVEL=debug")
	}
	w.servers, w.lines = append(w.servers, house.Start(t)), append(w.lines, l)
}

// look reads the stores, which must answer.
func (w *world) look() snapshot {
	w.t.Helper()
	f, err := w.stores.takeSnapshot(w.t.Context(), keysOf(w.ciudadanos))
	if err != nil {
		w.t.Fatalf("reading the stores: %v", err)
	}
	return f
}

// client talks to a server for the owner of a carpeta.
func (w *world) client(n int, carpeta string) serverkit.Client {
	return serverkit.Client{URL: w.servers[n%len(w.servers)].URL, Token: w.ciudadanos[carpeta]}
}

// live is the load and the faults at once; it returns when both are over.
func (w *world) live(p Plan) *people {
	g := newPeople(w, p)
	var group sync.WaitGroup
	began := time.Now()
	g.began, w.report.began = began, began
	group.Go(g.askAll)
	group.Go(g.uploadMeanwhile)
	w.strikeAll(began, p)
	group.Wait()
	return g
}

// calmTimeout bounds the way to rest after the last fault: leases double, and a
// retry may be minutes away.
const calmTimeout = 8 * time.Minute

// calm waits until nothing is due any more and no message waits for a consumer.
func (w *world) calm() {
	w.t.Helper()
	since := time.Now()
	var missing int
	var last error
	await(w.t, calmTimeout, time.Second, func() bool {
		missing, last = w.stores.pending(w.t.Context(), w.before.operadores())
		return last == nil && missing == 0
	}, func() string { return fmt.Sprintf("all sagas at an end; %d are under way, %v", missing, last) })
	w.report.calm = time.Since(since)
	var queues map[string]int
	await(w.t, 5*time.Minute, time.Second, func() bool {
		queues, last = w.stores.queues(w.t.Context())
		return last == nil && empty(queues)
	}, func() string { return fmt.Sprintf("work queues empty; %v, %v", queues, last) })
}

// await asks again and again; what says what was waited for.
func await(t testing.TB, timeout, each time.Duration, ready func() bool, what func() string) {
	t.Helper()
	limit, tick := time.NewTimer(timeout), time.NewTicker(each)
	defer limit.Stop()
	defer tick.Stop()
	for !ready() {
		select {
		case <-limit.C:
			t.Errorf("not within %s: %s", timeout, what())
			return
		case <-tick.C:
		}
	}
}

// queuesReady asks a server whether its queues answer.
func (w *world) queuesReady(ctx context.Context) bool {
	for _, s := range w.servers {
		ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.AdminURL+"/readyz?verbose", nil)
		if err != nil {
			return false
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			continue
		}
		var r struct {
			Parts []struct{ Name, State string }
		}
		err = json.NewDecoder(resp.Body).Decode(&r)
		resp.Body.Close()
		for _, p := range r.Parts {
			if err == nil && p.Name == "broker" && p.State == "ok" {
				return true
			}
		}
	}
	return false
}

// stop ends the servers in order: they must do so.
func (w *world) stop() {
	for i, s := range w.servers {
		if code := s.Stop(w.t); code != 0 {
			w.t.Errorf("server %d: exit code %d after SIGTERM", i, code)
		}
	}
}

// keepLogs keeps what is needed to understand a failed run.
func (w *world) keepLogs(p Plan) {
	if !w.t.Failed() && !*keep {
		return
	}
	dir, err := os.MkdirTemp("", fmt.Sprintf("carpeta-caos-%d-", w.report.size.Seed))
	if err != nil {
		w.t.Log(err)
		return
	}
	texts := map[string]string{"plan.txt": p.String() + "\n", "sucesos.txt": strings.Join(w.report.log, "\n") + "\n"}
	for i, s := range w.servers {
		texts[fmt.Sprintf("server-%d.log", i)] = s.Log()
	}
	for _, s := range []*services.Service{w.rabbit.Service, w.minio.Service, w.dynamo.Service} {
		texts[s.Name+".log"] = s.Log()
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			w.t.Log(err)
		}
	}
	if !w.t.Failed() {
		tell(w.t, "Logs: %s", dir)
		return
	}
	tell(w.t, "FAILED: seed %d. Schedule:\n%s\nWhat happened:\n%s\nLogs: %s\nAgain: make chaos SEED=%d",
		w.report.size.Seed, p, strings.Join(w.report.log, "\n"), dir, w.report.size.Seed)
}
