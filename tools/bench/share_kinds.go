package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// shareOthers is how many of each thing are done.
const shareOthers = 800

// shareClients do so many at once: those who wait at the same time share a sync, and few clients would measure the
// disk. The emulator of the distributed profile serves few.
func shareClients(profile string) int {
	if profile == embedded {
		return 64
	}
	return 8
}

// recorded is something that the trail records.
type recorded struct {
	what string
	do   func(ctx context.Context, k int) error
	// bare is the same without an event; nil: then the events cost what those of a deletion do.
	bare func(ctx context.Context, k int) error
}

// shareOfChanges compares other changes with their events, as shareOfEvents does.
func (b *bench) shareOfChanges(ctx context.Context, event time.Duration) error {
	w, err := b.sharing(ctx, embedded)
	if err != nil {
		return err
	}
	defer w.close()
	for _, r := range w.changes() {
		whole, events, err := w.measure(ctx, r.do)
		if err != nil {
			return fmt.Errorf("%s: %w", r.what, err)
		}
		all := time.Duration(events * float64(event))
		share := float64(all) / float64(whole-all)
		b.report.note("events of "+r.what+", of the processor of all else, embedded", "≤ 15 %", holdsIf(share <= maxEventShare),
			"%.1f %%: %.2f events of %s; the whole %s", 100*share, events, event.Round(100*time.Nanosecond), whole.Round(time.Microsecond))
	}
	return nil
}

// shareOfLooks compares requests that give out links with their events. An event costs what the server takes more to
// write it before it answers than to write it later, and what it is to write it later, many at a time. It is all
// taken from the processor of the server, in turns.
func (b *bench) shareOfLooks(ctx context.Context, profile string) error {
	strict, err := b.sharing(ctx, profile)
	if err != nil {
		return err
	}
	defer strict.close()
	later, err := b.sharing(ctx, profile, "CARPETA_AUDITORIA_LECTURAS=posterior")
	if err != nil {
		return err
	}
	defer later.close()
	late, err := b.lateEvent(ctx, profile)
	if err != nil {
		return err
	}
	for i, r := range strict.looks() {
		l, err := inTurns(ctx, strict, later, r, later.looks()[i])
		if err != nil {
			return fmt.Errorf("%s: %w", r.what, err)
		}
		all := l.strict - l.later + time.Duration(l.events*float64(late))
		share := float64(all) / float64(l.strict-all)
		b.report.note("events of "+r.what+" before its answer, of the processor of all else, "+profile, "≤ 15 %", holdsIf(share <= maxEventShare),
			"%.1f %%: %.2f events in %s; %s in all, %s where they are written later, %s without links",
			100*share, l.events, all.Round(time.Microsecond), l.strict.Round(time.Microsecond), l.later.Round(time.Microsecond), l.bare.Round(time.Microsecond))
	}
	return nil
}

// lateEvent is the processor of an event of a hundred that are written together.
func (b *bench) lateEvent(ctx context.Context, profile string) (each time.Duration, err error) {
	t, done, err := b.openTrail(ctx, profile)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, done()) }()
	const lots, lot = 400, 100
	spent, err := processor(func() error {
		for range lots {
			es := make([]auditoria.Evento, lot)
			for i := range es {
				es[i] = anAccess(t.operadorID, time.Now())
				es[i].CarpetaID, es[i].CorrelacionID = es[i/pageOfLinks*pageOfLinks].CarpetaID, es[i/pageOfLinks*pageOfLinks].CorrelacionID
			}
			if err := t.s.Anotar(ctx, es...); err != nil {
				return err
			}
		}
		return nil
	})
	return spent / (lots * lot), err
}

// looked is the processor of a request that gives out links: written before the answer, or later; and without links.
type looked struct {
	strict, later, bare time.Duration
	events              float64
}

func inTurns(ctx context.Context, strict, later *sharing, s, l recorded) (all looked, err error) {
	for range shareRounds {
		for _, m := range []struct {
			w    *sharing
			do   func(context.Context, int) error
			into *time.Duration
		}{{strict, s.do, &all.strict}, {later, l.do, &all.later}, {strict, s.bare, &all.bare}} {
			d, events, err := m.w.measure(ctx, m.do)
			if err != nil {
				return all, err
			}
			*m.into += d / shareRounds
			if m.into == &all.strict {
				all.events += events / shareRounds
			}
		}
	}
	return all, nil
}

// inParallel does n things, so many at a time.
func inParallel(ctx context.Context, n, clients int, do func(context.Context, int) error) error {
	g, gctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range clients {
		g.Go(func() error {
			for k := int(next.Add(1)) - 1; k < n && gctx.Err() == nil; k = int(next.Add(1)) - 1 {
				if err := do(gctx, k); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// sharing is a server, a citizen with documents, and an entity that delivers to them.
type sharing struct {
	profile string

	b      *bench
	s      *server
	c      *client
	owner  line
	token  string
	papers []deletable
	entity *deliverer
}

func (b *bench) sharing(ctx context.Context, profile string, env ...string) (*sharing, error) {
	i, err := b.install(ctx, profile)
	if err != nil {
		return nil, err
	}
	lines, _, err := i.sembrar(ctx, 1, 2*shareOthers)
	if err != nil {
		return nil, err
	}
	s, err := i.with(append(env, "CARPETA_RATE_PER_SECOND=0", "CARPETA_RATE_LINKS=0", "CARPETA_RATE_DELIVERIES=0", "CARPETA_STORE_TIMEOUT=1m")...).boot(ctx)
	if err != nil {
		return nil, err
	}
	w := &sharing{b: b, s: s, c: s.client(shareClients(profile)), owner: lines[0], profile: profile}
	if w.token, err = b.emisor.token(lines[0].CiudadanoID); err == nil {
		w.papers, err = w.c.deletables(ctx, w.token, lines[0].CarpetaID)
	}
	if err == nil {
		w.entity, err = newDeliverer(ctx, b.emisor, w.c)
	}
	if err == nil && len(w.papers) < shareOthers {
		err = fmt.Errorf("only %d documents", len(w.papers))
	}
	if err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *sharing) close() {
	w.c.close()
	_ = w.s.stop() // the figures are taken
}

// measure does something shareOthers times: the processor of the server and the events, each.
func (w *sharing) measure(ctx context.Context, do func(context.Context, int) error) (whole time.Duration, events float64, err error) {
	if err := do(ctx, shareOthers); err != nil { // what is done once, as the first use of a token
		return 0, 0, err
	}
	before, err := w.s.metrics(ctx)
	if err != nil {
		return 0, 0, err
	}
	since, err := cpu(w.s.cmd.Process.Pid)
	if err != nil {
		return 0, 0, err
	}
	if err := inParallel(ctx, shareOthers, shareClients(w.profile), do); err != nil {
		return 0, 0, err
	}
	until, err := cpu(w.s.cmd.Process.Pid)
	if err != nil {
		return 0, 0, err
	}
	after, err := w.s.metrics(ctx)
	if err != nil {
		return 0, 0, err
	}
	return (until - since) / shareOthers, after.less(before)[eventsWritten] / shareOthers, nil
}

// changes are the things whose k-th is done on the k-th document; the one behind the last is done first.
func (w *sharing) changes() []recorded {
	return []recorded{
		{what: "a correction", do: w.correct},
		{what: "an upload", do: w.upload},
		{what: "a delivery", do: func(ctx context.Context, k int) error { return w.entity.deliver(ctx, w.owner.CiudadanoID, k) }},
	}
}

func (w *sharing) looks() []recorded {
	return []recorded{
		{
			what: "a look",
			do:   w.look(`query($d: ID!) { node(id: $d) { ... on Documento { titulo urlDescarga } } }`),
			bare: w.look(`query($d: ID!) { node(id: $d) { ... on Documento { titulo } } }`),
		},
		{
			what: "a page of 20",
			do:   w.lookAtPage(`query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { titulo urlDescarga } } } }`),
			bare: w.lookAtPage(`query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { titulo } } } }`),
		},
	}
}

const pageOfLinks = 20

func (w *sharing) look(query string) func(context.Context, int) error {
	return func(ctx context.Context, k int) error {
		return w.c.do(ctx, w.token, query, map[string]any{"d": w.papers[k%len(w.papers)].id}, &struct{}{})
	}
}

func (w *sharing) lookAtPage(query string) func(context.Context, int) error {
	return func(ctx context.Context, _ int) error {
		return w.c.do(ctx, w.token, query, map[string]any{"c": w.owner.CarpetaID}, &struct{}{})
	}
}

func (w *sharing) correct(ctx context.Context, k int) error {
	var a struct{ R struct{ Errores refusals } }
	err := w.c.do(ctx, w.token, `mutation($d: ID!, $t: String!) { r: editarDocumento(input: {documentoId: $d, version: 1, titulo: $t}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`,
		map[string]any{"d": w.papers[k%len(w.papers)].id, "t": fmt.Sprint("Corregido ", k)}, &a)
	return errors.Join(err, a.R.Errores.err())
}

func (w *sharing) upload(ctx context.Context, k int) error {
	_, global, err := w.c.announce(ctx, w.token, w.owner.CarpetaID, k)
	if err != nil {
		return err
	}
	var a struct{ R struct{ Errores refusals } }
	err = w.c.do(ctx, w.token, confirmParts, map[string]any{"id": global}, &a)
	return errors.Join(err, a.R.Errores.err())
}

// deliverer is an entity.
type deliverer struct {
	c     *client
	token string
	sign  func(content []byte) (string, error)
}

const delivererID = "bench-entidad"

func newDeliverer(ctx context.Context, e *emisor, c *client) (*deliverer, error) {
	sign, jwks, err := newSignature()
	if err != nil {
		return nil, err
	}
	d := &deliverer{c: c, sign: sign}
	if d.token, err = e.entidad("programa", delivererID); err != nil {
		return nil, err
	}
	admin, err := e.withRol("registro", "administrador", "")
	if err != nil {
		return nil, err
	}
	var a struct{ R struct{ Errores refusals } }
	err = c.do(ctx, admin, `mutation($i: RegistrarEntidadInput!) { r: registrarEntidad(input: $i) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`,
		map[string]any{"i": map[string]any{"entidadId": delivererID, "nombre": "Entidad de la medición", "llaves": jwks}}, &a)
	return d, errors.Join(err, a.R.Errores.err())
}

// deliver announces, sends and confirms a document.
func (d *deliverer) deliver(ctx context.Context, ciudadanoID string, k int) error {
	content := fmt.Appendf(nil, "diploma %d", k)
	hash, titulo := hashOf(content), fmt.Sprint("Diploma ", k)
	signed, err := json.Marshal(struct {
		CiudadanoID   string `json:"ciudadanoId"`
		HashDocumento string `json:"hashDocumento"`
		TipoDocumento string `json:"tipoDocumento"`
		Titulo        string `json:"titulo"`
	}{ciudadanoID, hash, "DIPLOMA", titulo})
	if err != nil {
		return err
	}
	firma, err := d.sign(signed)
	if err != nil {
		return err
	}
	var a struct {
		R struct {
			Entrega *struct{ EntregaID string }
			Carga   *link
			Errores refusals
		}
	}
	err = d.c.do(ctx, d.token, `mutation($i: EntregarDocumentoInput!) { r: entregarDocumento(input: $i) { entrega { entregaId }
		carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, map[string]any{"i": map[string]any{
		"ciudadanoId": ciudadanoID, "titulo": titulo, "tipoDocumento": "DIPLOMA", "nombreArchivo": "d.txt", "tipoContenido": "text/plain",
		"tamanoBytes": len(content), "hashDocumento": hash, "firma": firma,
	}}, &a)
	if err = errors.Join(err, a.R.Errores.err()); err != nil {
		return err
	}
	if err := d.c.send(ctx, *a.R.Carga, content); err != nil {
		return err
	}
	var b struct{ R struct{ Errores refusals } }
	err = d.c.do(ctx, d.token, `mutation($e: ID!) { r: confirmarEntrega(input: {entregaId: $e}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, map[string]any{"e": a.R.Entrega.EntregaID}, &b)
	return errors.Join(err, b.R.Errores.err())
}
