package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// What a server does with DynamoDB's answers at the speed of the real service: an emulator on the same cores serves
// some hundred requests a second, and takes the processor that the server would have.
const (
	replayLatency  = 5 * time.Millisecond // of a read: AWS promises single-digit milliseconds
	replayFor      = 20 * time.Second
	pageRate       = 1000 // requests a second (S0-REQUIREMENTS-010)
	replayCarpetas = 50
	replayAuditors = 20
	auditWalk      = 3 // pages of each
	auditRate      = 200
	maxAuditPage   = 50 * time.Millisecond
)

var readsOfDynamoDB = []string{"DynamoDB_20120810.GetItem", "DynamoDB_20120810.Query"}

// notesWritten is the call that writes which pages were read down, many in one.
const notesWritten = "DynamoDB_20120810.BatchWriteItem"

// changesWritten is the call that writes a change with its event.
const changesWritten = "DynamoDB_20120810.TransactWriteItems"

// replay stands between a server and DynamoDB. It notes the answers of reads while they are asked for the first time;
// afterwards it gives them itself, after the latency of the real service, and takes what is noted down without a
// store. Anything else goes through.
type replay struct {
	*httptest.Server

	answers   sync.Map // requestKey → the answer
	answering atomic.Bool
	given     atomic.Int64
	passed    atomic.Int64
}

func newReplay(endpoint string) (*replay, error) {
	to, err := url.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	r := &replay{}
	through := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(to) }}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		asked, err := io.ReadAll(req.Body)
		if err != nil {
			return // the server left
		}
		req.Body = io.NopCloser(bytes.NewReader(asked))
		target := req.Header.Get("X-Amz-Target")
		key := requestKey(target, asked)
		known, ok := r.answers.Load(key)
		switch target {
		case notesWritten:
			known, ok = []byte(`{"UnprocessedItems":{}}`), true
		case changesWritten:
			known, ok = []byte(`{}`), true
		}
		if ok && r.answering.Load() {
			r.given.Add(1)
			time.Sleep(replayLatency)
			w.Header().Set("Content-Type", "application/x-amz-json-1.0")
			_, _ = w.Write(known.([]byte)) // a server that left needs no answer
			return
		}
		r.passed.Add(1)
		kept := &recording{ResponseWriter: w}
		through.ServeHTTP(kept, req)
		if slices.Contains(readsOfDynamoDB, target) && kept.status == http.StatusOK {
			r.answers.Store(key, kept.body.Bytes())
		}
	}))
	return r, nil
}

// requestKey names a request: the members of its JSON come in any order.
func requestKey(target string, asked []byte) (key [2]uint64) {
	parts := bytes.FieldsFunc(append([]byte(target+","), asked...), func(r rune) bool { return r == ',' || r == '{' || r == '}' })
	for _, p := range parts {
		key[0] += maphash.Bytes(keySeeds[0], p)
		key[1] += maphash.Bytes(keySeeds[1], p)
	}
	return key
}

var keySeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// recording keeps an answer that goes through.
type recording struct {
	http.ResponseWriter

	status int
	body   bytes.Buffer
}

func (w *recording) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *recording) Write(b []byte) (int, error) {
	w.body.Write(b)
	return w.ResponseWriter.Write(b)
}

// ask is a request with the token that it comes with.
type ask struct {
	token string
	body  []byte
}

// measureReplayed sends pages of documents and pages of the trail at the rates of the source documents.
func measureReplayed(ctx context.Context, b *bench) error {
	i, err := b.install(ctx, distributed)
	if err != nil {
		return err
	}
	lines, err := i.sembrar(ctx, replayCarpetas, 2*few)
	if err != nil {
		return err
	}
	r, err := newReplay(i.dynamodb)
	if err != nil {
		return err
	}
	defer r.Close()
	s, err := i.with("CARPETA_DYNAMODB_ENDPOINT="+r.URL, "CARPETA_RATE_PER_SECOND=0").boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	cl := s.client(64)
	defer cl.close()
	var pages []ask
	for _, l := range lines {
		token, err := b.emisor.token(l.CiudadanoID)
		if err != nil {
			return err
		}
		pages = append(pages, ask{token, body(filaQuery, map[string]any{"c": l.CarpetaID})})
	}
	operadorID, err := cl.look(ctx, pages[0].token, lines[0].CarpetaID)
	if err != nil {
		return err
	}
	audit, err := b.auditAsks(ctx, cl, operadorID)
	if err != nil {
		return err
	}
	for _, load := range []struct {
		name, budget string
		asks         []ask
		rate         int
		most         time.Duration
	}{
		{"pages of 20 documents", "p99 ≤ 500 ms", pages, pageRate, 500 * time.Millisecond},
		{"audit pages of 100", "p99 ≤ 50 ms", audit, auditRate, maxAuditPage},
	} {
		l, err := r.load(ctx, s, cl, load.asks, load.rate)
		if err != nil {
			return fmt.Errorf("%s: %w", load.name, err)
		}
		b.report.note(fmt.Sprintf("%d %s a second, answers after %s", load.rate, load.name, replayLatency), load.budget, holdsIf(l.times.percentil(99) <= load.most),
			"p50 %s, p95 %s, p99 %s; %s of the server's processor and %.1f calls each; %d calls went to the emulator", ms(l.times.median()), ms(l.times.percentil(95)), ms(l.times.percentil(99)),
			l.used.Round(10*time.Microsecond), l.calls, r.passed.Load())
	}
	return nil
}

// look asks for signed links until an operador's trail has more pages than are asked for. It returns the operador.
func (c *client) look(ctx context.Context, token, carpetaID string) (operadorID string, err error) {
	const query = `query($c: ID!) { carpeta(id: $c) { operadorId documentos(first: 100) { nodes { urlDescarga } } } }`
	var data struct{ Carpeta struct{ OperadorID string } }
	for range 2 * auditWalk {
		if err := c.do(ctx, token, query, map[string]any{"c": carpetaID}, &data); err != nil {
			return "", err
		}
	}
	return data.Carpeta.OperadorID, nil
}

// auditAsks ask an operador's trail for pages of 100, the newest first, each behind the one before. They are of many
// auditors: one has an eighth of the slots for such pages.
func (b *bench) auditAsks(ctx context.Context, cl *client, operadorID string) ([]ask, error) {
	const query = `query($o: String!, $after: String) { eventosAuditoria(filtro: {operadorId: $o}, first: 100, after: $after) {
		edges { cursor node { eventoId tipo servicio momento outcome severity correlationId carpetaId documentoId } } pageInfo { hasNextPage endCursor } } }`
	var all []ask
	for n := range replayAuditors {
		token, err := b.emisor.withRol(fmt.Sprintf("auditor-%d", n), auth.Auditor, "")
		if err != nil {
			return nil, err
		}
		variables := map[string]any{"o": operadorID}
		for range auditWalk {
			all = append(all, ask{token, body(query, variables)})
			var data struct {
				EventosAuditoria struct{ PageInfo struct{ EndCursor string } }
			}
			if err := cl.do(ctx, token, query, variables, &data); err != nil {
				return nil, err
			}
			variables["after"] = data.EventosAuditoria.PageInfo.EndCursor
		}
	}
	return all, nil
}

// loaded is how a load went: of each request its time, the server's processor, and the calls that the wrapper answered.
type loaded struct {
	times sample
	used  time.Duration
	calls float64
}

// load asks for everything once, and then so much a second, whether answers come or not.
func (r *replay) load(ctx context.Context, s *server, cl *client, asks []ask, rate int) (l loaded, err error) {
	r.answering.Store(false)
	for _, a := range asks {
		if _, _, err := cl.raw(ctx, a.token, a.body); err != nil {
			return l, err
		}
	}
	r.answering.Store(true)
	r.given.Store(0)
	r.passed.Store(0)
	before, err := cpu(s.cmd.Process.Pid)
	if err != nil {
		return l, err
	}
	n := int(replayFor.Seconds()) * rate
	l.times = make(sample, n)
	g, gctx := errgroup.WithContext(ctx)
	since := time.Now()
	for k := range n {
		due := time.Duration(k) * time.Second / time.Duration(rate)
		time.Sleep(time.Until(since.Add(due)))
		g.Go(func() error {
			a := asks[k%len(asks)]
			_, _, err := cl.raw(gctx, a.token, a.body)
			l.times[k] = time.Since(since) - due // from when it was due: a queue in this client counts
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return l, err
	}
	after, err := cpu(s.cmd.Process.Pid)
	l.used, l.calls = (after-before)/time.Duration(n), float64(r.given.Load())/float64(n)
	return l, err
}
