package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// shareOthers is how many of each thing are done, by so many clients at once.
const (
	shareOthers  = 800
	shareClients = 8
)

// recorded is something that the trail records.
type recorded struct {
	what  string
	batch int // so many events are written together, with no change of state; 0: with a change
	do    func(ctx context.Context, k int) error
}

// shareOfOtherKinds compares what else the trail records with its events, as shareOfEvents does.
func (b *bench) shareOfOtherKinds(ctx context.Context, within time.Duration) error {
	w, err := b.sharing(ctx)
	if err != nil {
		return err
	}
	defer w.close()
	for _, r := range w.all() {
		each := within
		if r.batch > 0 {
			if each, err = b.eventsAlone(ctx, r.batch); err != nil {
				return err
			}
		}
		if err := w.measure(ctx, r, each); err != nil {
			return fmt.Errorf("%s: %w", r.what, err)
		}
	}
	return nil
}

// eventsAlone is the processor of an event of so many that are written together, by as many clients as the server has,
// into a trail that is as small as the server's.
func (b *bench) eventsAlone(ctx context.Context, batch int) (_ time.Duration, err error) {
	s, err := boltstore.Open(boltstore.Config{Dir: filepath.Join(b.dir, fmt.Sprint("solos-", batch)), Clock: time.Now})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	write := func(ctx context.Context, _ int) error {
		es := make([]auditoria.Evento, batch)
		for i := range es {
			es[i] = anAccess("op-bench", time.Now())
		}
		return s.Anotar(ctx, es...)
	}
	if err := inParallel(ctx, shareOthers, write); err != nil {
		return 0, err
	}
	spent, err := processor(func() error { return inParallel(ctx, shareOthers, write) })
	return spent / time.Duration(shareOthers*batch), err
}

// inParallel does n things, shareClients at a time.
func inParallel(ctx context.Context, n int, do func(context.Context, int) error) error {
	g, gctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range shareClients {
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
	b      *bench
	s      *server
	c      *client
	owner  line
	token  string
	papers []deletable
	entity *deliverer
}

func (b *bench) sharing(ctx context.Context) (*sharing, error) {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return nil, err
	}
	lines, _, err := i.sembrar(ctx, 1, 2*shareOthers)
	if err != nil {
		return nil, err
	}
	s, err := i.with("CARPETA_RATE_PER_SECOND=0", "CARPETA_RATE_DELIVERIES=0").boot(ctx)
	if err != nil {
		return nil, err
	}
	w := &sharing{b: b, s: s, c: s.client(shareClients), owner: lines[0]}
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

// measure does something shareOthers times.
func (w *sharing) measure(ctx context.Context, r recorded, each time.Duration) error {
	if err := r.do(ctx, shareOthers); err != nil { // what is done once, as the first use of a token
		return err
	}
	before, err := w.s.metrics(ctx)
	if err != nil {
		return err
	}
	since, err := cpu(w.s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	if err := inParallel(ctx, shareOthers, r.do); err != nil {
		return err
	}
	until, err := cpu(w.s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	after, err := w.s.metrics(ctx)
	if err != nil {
		return err
	}
	whole := (until - since) / shareOthers
	events := after.less(before)[eventsWritten] / shareOthers
	all := time.Duration(events * float64(each))
	share := float64(all) / float64(whole-all)
	w.b.report.note("events of "+r.what+", of the processor of all else, embedded", "≤ 15 %", holdsIf(share <= maxEventShare),
		"%.1f %%: %.2f events of %s; the whole %s", 100*share, events, each.Round(100*time.Nanosecond), whole.Round(time.Microsecond))
	return nil
}

// all are the things whose k-th is done on the k-th document; the one behind the last is done first.
func (w *sharing) all() []recorded {
	return []recorded{
		{what: "a look (a link to a file)", batch: 1, do: w.look},
		{what: "a page of 20 with its links", batch: pageOfLinks, do: w.lookAtPage},
		{what: "a correction", do: w.correct},
		{what: "an upload", do: w.upload},
		{what: "a delivery", do: func(ctx context.Context, k int) error { return w.entity.deliver(ctx, w.owner.CiudadanoID, k) }},
	}
}

func (w *sharing) look(ctx context.Context, k int) error {
	return w.c.do(ctx, w.token, `query($d: ID!) { node(id: $d) { ... on Documento { urlDescarga } } }`, map[string]any{"d": w.papers[k%len(w.papers)].id}, &struct{}{})
}

const pageOfLinks = 20

func (w *sharing) lookAtPage(ctx context.Context, _ int) error {
	return w.c.do(ctx, w.token, `query($c: ID!, $n: Int!) { carpeta(id: $c) { documentos(first: $n) { nodes { titulo urlDescarga } } } }`,
		map[string]any{"c": w.owner.CarpetaID, "n": pageOfLinks}, &struct{}{})
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
