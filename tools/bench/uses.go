package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// unitsEach is how often each use is measured; the processor is counted in ticks of 10 ms.
const unitsEach = 100

// unitsFile is what tools/escala reads.
type unitsFile struct {
	Measured string         `json:"measured"`
	Machine  []string       `json:"machine"`
	Uses     map[string]use `json:"uses"`
}

// use is what one use of the API costs on the distributed profile, on average.
type use struct {
	WriteTables  float64            `json:"writeTables"`  // capacity units
	WriteIndexes float64            `json:"writeIndexes"` // capacity units
	WritePending float64            `json:"writePending"` // of these, in the one partition of an operador's pending index
	WriteLists   float64            `json:"writeLists"`   // of these, in the partitions of an operador's lists by state
	Read         float64            `json:"read"`         // capacity units
	StoreCalls   float64            `json:"storeCalls"`
	Events       float64            `json:"events"`   // of the trail
	Messages     float64            `json:"messages"` // that the broker confirmed
	S3           map[string]float64 `json:"s3,omitempty"`
	CPUMs        float64            `json:"cpuMs"`       // of the server
	BrokerCPUMs  float64            `json:"brokerCpuMs"` // of RabbitMQ, what it does for itself included
}

const (
	published     = "documento_deletion_events_published_total"
	eventsWritten = "carpeta_audit_events_total"
	unitsCitizen  = "unidades"
)

// measureUnits counts what each use costs, and writes it into the file that --medidas names.
func measureUnits(ctx context.Context, b *bench) (err error) {
	i, err := b.install(ctx, distributed)
	if err != nil {
		return err
	}
	m, err := newUnitMeter(ctx, i)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	file := unitsFile{Measured: time.Now().UTC().Format("2006-01-02"), Machine: b.report.machine.lines(), Uses: map[string]use{}}
	for _, u := range m.uses() {
		if file.Uses[u.name], err = m.measure(ctx, u); err != nil {
			return fmt.Errorf("%s: %w", u.name, err)
		}
		b.report.note("units of "+u.name, "", uncapped, "%s", file.Uses[u.name])
	}
	if b.unitsInto == "" {
		return nil
	}
	text, err := json.MarshalIndent(file, "", "  ")
	return errors.Join(err, os.WriteFile(b.unitsInto, append(text, '\n'), 0o644))
}

func (u use) String() string {
	return fmt.Sprintf("%.3g + %.3g WCU, %.3g RCU, %.3g calls, %.3g events, %.3g messages, S3 %v, %.2f ms of processor, %.2f of RabbitMQ",
		u.WriteTables, u.WriteIndexes, u.Read, u.StoreCalls, u.Events, u.Messages, u.S3, u.CPUMs, u.BrokerCPUMs)
}

// unitMeter is a server whose calls of DynamoDB and S3 are counted.
type unitMeter struct {
	i      *installation
	s      *server
	c      *client
	dynamo *counter
	s3     *s3Counter

	operador string // token of who opens carpetas
	opened   int

	owner  owner // whose documents are changed
	papers []deletable
	entity *deliverer
	reader owner // whose pages are read: a carpeta as S-0002 has it
	later  string
}

func newUnitMeter(ctx context.Context, i *installation) (*unitMeter, error) {
	lines, err := i.sembrar(ctx, 1, 5*unitsEach, "--archivos")
	if err != nil {
		return nil, err
	}
	m := &unitMeter{owner: owner{line: lines[0]}}
	if m.reader, err = (&visit{installation: i}).owner(ctx, typicalDocumentos); err != nil {
		return nil, err
	}
	if m.dynamo, err = newCounter(i.dynamodb); err != nil {
		return nil, err
	}
	if m.s3, err = newS3Counter(os.Getenv("CARPETA_TEST_S3_ENDPOINT")); err != nil {
		return nil, err
	}
	m.i = i.with("CARPETA_DYNAMODB_ENDPOINT="+m.dynamo.srv.URL, "CARPETA_S3_ENDPOINT="+m.s3.srv.URL, "CARPETA_SWEEP_INTERVAL=1m",
		"CARPETA_RATE_PER_SECOND=0", "CARPETA_STORE_TIMEOUT=1m")
	if m.s, err = m.i.boot(ctx); err != nil {
		return nil, err
	}
	m.c = m.s.client(1)
	if m.owner.token, err = i.bench.emisor.token(lines[0].CiudadanoID); err == nil {
		m.papers, err = m.c.deletables(ctx, m.owner.token, lines[0].CarpetaID)
	}
	if err == nil {
		m.operador, err = i.bench.emisor.withRol("bench", auth.Operador, "op-bench")
	}
	if err == nil {
		m.entity, err = newDeliverer(ctx, i.bench.emisor, m.c)
	}
	if err == nil {
		m.later, err = m.c.cursorAfter(ctx, m.reader.token, m.reader.CarpetaID, 2*filas)
	}
	if err == nil && len(m.papers) < 3*unitsEach+3 {
		err = fmt.Errorf("only %d documents", len(m.papers))
	}
	if err != nil {
		return nil, errors.Join(err, m.close())
	}
	return m, nil
}

func (m *unitMeter) close() error {
	m.c.close()
	err := m.s.stop()
	m.dynamo.close()
	m.s3.srv.Close()
	return err
}

// unitUse is a use that is measured; do does it for the k-th time.
type unitUse struct {
	name  string
	do    func(ctx context.Context, k int) error
	erase bool // it is over once its deletion is
}

func (m *unitMeter) uses() []unitUse {
	c := m.reader.CarpetaID
	return []unitUse{
		{name: "open", do: m.open},
		{name: "firstPage", do: m.ask(filaQuery, map[string]any{"c": c})},
		{name: "laterPage", do: m.ask(filaQuery, map[string]any{"c": c, "after": m.later})},
		{name: "search", do: m.ask(searchQuery, map[string]any{"c": c, "t": "zzyzx"})},
		{name: "download", do: m.download},
		{name: "correction", do: m.correct},
		{name: "upload", do: m.upload},
		{name: "delivery", do: func(ctx context.Context, k int) error { return m.entity.deliver(ctx, m.owner.CiudadanoID, k) }},
		{name: "deletion", erase: true, do: func(ctx context.Context, k int) error { return m.c.erase(ctx, m.papers[len(m.papers)-1-k], 0) }},
	}
}

func (m *unitMeter) ask(query string, variables map[string]any) func(context.Context, int) error {
	return func(ctx context.Context, _ int) error {
		return m.c.do(ctx, m.reader.token, query, variables, &struct{}{})
	}
}

// open opens a carpeta of somebody who has none.
func (m *unitMeter) open(ctx context.Context, _ int) error {
	m.opened++
	return m.c.do(ctx, m.operador, openMutation, map[string]any{"c": fmt.Sprint(unitsCitizen, m.opened)}, &struct{}{})
}

// download asks for a link and uses it.
func (m *unitMeter) download(ctx context.Context, k int) error {
	var a struct{ Node struct{ URLDescarga string } }
	if err := m.c.do(ctx, m.owner.token, linkQuery, map[string]any{"d": m.papers[k%len(m.papers)].id}, &a); err != nil {
		return err
	}
	return m.c.fetch(ctx, a.Node.URLDescarga)
}

// inBackground is what the sweeper reads at its own pace, whatever is asked.
var inBackground = []string{"Operadores", "Vencidas"}

// measure does something once, and then many times under observation.
func (m *unitMeter) measure(ctx context.Context, u unitUse) (each use, err error) {
	if err := m.doOne(ctx, u, unitsEach); err != nil { // what is done once, such as the first event of a day
		return each, err
	}
	before, err := m.s.metrics(ctx)
	if err != nil {
		return each, err
	}
	m.dynamo.take()
	m.s3.take()
	used := m.processors()
	for k := range unitsEach {
		if err := m.doOne(ctx, u, k); err != nil {
			return each, err
		}
	}
	used = m.processors().less(used)
	written, objects := m.dynamo.take(), m.s3.take()
	after, err := m.s.metrics(ctx)
	if err != nil {
		return each, err
	}
	if u.erase { // who waits asks for metrics, which is work too
		if used, err = m.together(ctx, u); err != nil {
			return each, err
		}
	}
	grown := after.less(before)
	calls, units := grown.perOperacion(storeCalls), grown.perOperacion(storeUnits)
	for _, background := range inBackground {
		delete(calls, background)
		delete(units, background)
	}
	const n = unitsEach
	each = use{
		WriteTables: rounded(written.tables / n), WriteIndexes: rounded(written.indexes / n),
		WritePending: rounded(written.pending / n), WriteLists: rounded(written.ofOperador / n),
		Read:       rounded((sum(units) - written.tables - written.indexes) / n),
		StoreCalls: rounded(sum(calls) / n), Events: rounded(grown[eventsWritten] / n), Messages: rounded(grown.all(published) / n), S3: map[string]float64{},
		CPUMs: rounded(millis(used["carpeta"]) / n), BrokerCPUMs: rounded(millis(used["rabbitmq"]) / n),
	}
	for kind, count := range objects {
		each.S3[kind] = rounded(float64(count) / n)
	}
	return each, nil
}

// processors are the times that server and services have used.
type processors map[string]time.Duration

func (m *unitMeter) processors() processors { return measureCPU(m.i.neighbours(m.s)).processes }

func (p processors) less(before processors) processors {
	d := processors{}
	for name, t := range p {
		d[name] = t - before[name]
	}
	return d
}

// together does something many times without waiting for each end, and tells the processor until the last one.
func (m *unitMeter) together(ctx context.Context, u unitUse) (processors, error) {
	before, err := m.s.metrics(ctx)
	if err != nil {
		return nil, err
	}
	used := m.processors()
	for k := range unitsEach {
		if err := u.do(ctx, unitsEach+1+k); err != nil {
			return nil, err
		}
	}
	_, err = m.s.until(ctx, time.Minute, 100*time.Millisecond, func(x metrics) bool { return x[completed]-before[completed] >= unitsEach })
	return m.processors().less(used), err
}

// rounded leaves hundredths: what is finer is the background's.
func rounded(v float64) float64 { return float64(int(v*100+0.5)) / 100 }

// doOne does something; a deletion is alone, and not one of a group.
func (m *unitMeter) doOne(ctx context.Context, u unitUse, k int) error {
	if !u.erase {
		return u.do(ctx, k)
	}
	before, err := m.s.metrics(ctx)
	if err != nil {
		return err
	}
	if err := u.do(ctx, k); err != nil {
		return err
	}
	_, err = m.s.until(ctx, time.Minute, 5*time.Millisecond, func(x metrics) bool { return x[completed] > before[completed] })
	return err
}

// s3Counter stands between everybody and the object store, and counts requests as they are paid for.
type s3Counter struct {
	srv *httptest.Server

	mu     sync.Mutex
	counts map[string]int
}

func newS3Counter(target string) (*s3Counter, error) {
	u, err := url.Parse(target)
	if err != nil {
		return nil, err
	}
	c := &s3Counter{counts: map[string]int{}}
	proxy := httputil.NewSingleHostReverseProxy(u) // the host stays: it is signed
	c.srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.counts[s3Kind(r)]++
		c.mu.Unlock()
		proxy.ServeHTTP(w, r)
	}))
	return c, nil
}

// s3Kind is the kind of a request: lists are paid for as what is written, and deletions are free.
func s3Kind(r *http.Request) string {
	q := r.URL.Query()
	switch {
	case r.Method == http.MethodGet && (q.Has("list-type") || q.Has("versions") || q.Has("uploads") || q.Has("location")):
		return "LIST"
	case r.Method == http.MethodPost && q.Has("delete"):
		return http.MethodDelete
	}
	return r.Method
}

func (c *s3Counter) take() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	counts := c.counts
	c.counts = map[string]int{}
	return counts
}
