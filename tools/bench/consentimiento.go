package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// Consent: an entity looks at what many citizens authorised, at the speed of the real DynamoDB; and what an answer and an end take
// of all services.
const (
	consents     = 200
	lookRate     = 200 // a second
	maxLook      = 50 * time.Millisecond
	maxConsent   = 15 * time.Millisecond // of processor, over all services
	receiverID   = "bench-receptor"
	benchTramite = "MEDICION"
)

const answerMutation = `mutation($s: ID!, $d: ID!) { r: responderSolicitud(input: {solicitudId: $s, version: 1, dias: 30, respuestas: [{requisito: "PAPEL", documentoId: $d}]}) {
	autorizacion { id } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`

// consent is one authorisation on its way.
type consent struct {
	owner                                                owner
	solicitudID, documentoID, autorizacionID, receivedID string
}

func measureConsent(ctx context.Context, b *bench) error {
	i, err := b.install(ctx, distributed)
	if err != nil {
		return err
	}
	lines, err := i.sembrar(ctx, consents, 1)
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
	entity, err := b.receiver(ctx, cl)
	if err != nil {
		return err
	}
	all, err := b.asked(ctx, cl, entity, lines)
	if err != nil {
		return err
	}
	if err := b.spent(i.neighbours(s), "an answer", all, func(c *consent) error { return cl.answer(ctx, c) }); err != nil {
		return err
	}
	if err := cl.received(ctx, entity, all); err != nil {
		return err
	}
	looks := make([]ask, len(all))
	for n, c := range all {
		looks[n] = ask{entity, body(`mutation($r: ID!) { r: abrirDocumentoRecibido(input: {recibidoId: $r}) { abierto { titulo urlArchivo } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, map[string]any{"r": c.receivedID})}
	}
	l, err := r.load(ctx, s, cl, looks, lookRate)
	if err != nil {
		return fmt.Errorf("looks: %w", err)
	}
	b.report.note(fmt.Sprintf("%d looks a second of one entity on %d authorisations, answers after %s", lookRate, consents, replayLatency), "p95 ≤ 50 ms", holdsIf(l.times.percentil(95) <= maxLook),
		"p50 %s, p95 %s, p99 %s; %s of the server's processor and %.1f calls each", ms(l.times.median()), ms(l.times.percentil(95)), ms(l.times.percentil(99)), l.used.Round(10*time.Microsecond), l.calls)
	r.answering.Store(false)
	return b.spent(i.neighbours(s), "an end", all, func(c *consent) error { return cl.endConsent(ctx, c) })
}

// spent notes the processor time that one of many uses takes of all services.
func (b *bench) spent(pids map[string]int, name string, all []*consent, use func(*consent) error) error {
	delete(pids, "bench")
	before := measureCPU(pids)
	var times sample
	for _, c := range all {
		since := time.Now()
		if err := use(c); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		times = append(times, time.Since(since))
	}
	after := measureCPU(pids)
	var used time.Duration
	for _, process := range slices.Sorted(maps.Keys(after.processes)) {
		used += after.processes[process] - before.processes[process]
	}
	used /= time.Duration(len(all))
	b.report.note(name+", processor of all services", "≤ 15 ms", holdsIf(used <= maxConsent), "%s each; %s", ms(used), times)
	return nil
}

// receiver registers an entity and a procedure, and returns its token.
func (b *bench) receiver(ctx context.Context, cl *client) (string, error) {
	admin, err := b.emisor.withRol("registro", auth.Administrador, "")
	if err != nil {
		return "", err
	}
	var a struct{ E, T struct{ Errores refusals } }
	texto := map[string]any{"es": "Medición", "en": "Measurement"}
	err = cl.do(ctx, admin, `mutation($e: RegistrarEntidadInput!, $t: RegistrarTramiteInput!) { e: registrarEntidad(input: $e) { errores { ... on ErrorDeUsuario { codigo mensaje } } }
		t: registrarTramite(input: $t) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, map[string]any{
		"e": map[string]any{"entidadId": receiverID, "nombre": "Receptor de la medición", "roles": []string{"RECEPTOR"}, "nit": "900123456-8"},
		"t": map[string]any{
			"codigo": benchTramite, "nombre": texto, "finalidad": texto, "baseLegal": texto, "conservacionDias": 0, "plazoMaximoDias": 30, "entidadIds": []string{receiverID},
			"requisitos": []any{map[string]any{"codigo": "PAPEL", "nombre": texto, "tipos": []string{"OTRO"}}},
		},
	}, &a)
	if err = errors.Join(err, a.E.Errores.err(), a.T.Errores.err()); err != nil {
		return "", err
	}
	return b.emisor.issuer.Permitting(auth.Solicitar, auth.Consultar).Issue("eva", auth.Entidad, receiverID, tokensLast)
}

// asked are citizens with a document each, whom an entity asked for it.
func (b *bench) asked(ctx context.Context, cl *client, entity string, lines []line) (all []*consent, err error) {
	for n, l := range lines {
		c := &consent{owner: owner{line: l}}
		if c.owner.token, err = b.emisor.token(l.CiudadanoID); err != nil {
			return nil, err
		}
		if c.documentoID, err = cl.announce(ctx, c.owner.token, l.CarpetaID, n); err != nil {
			return nil, err
		}
		var a struct{ R struct{ Errores refusals } }
		if err := cl.do(ctx, c.owner.token, confirmCarga, map[string]any{"id": c.documentoID}, &a); err != nil {
			return nil, err
		}
		var r struct {
			R struct {
				Solicitud *struct{ ID string }
				Errores   refusals
			}
		}
		err := cl.do(ctx, entity, `mutation($i: SolicitarDocumentosInput!) { r: solicitarDocumentos(input: $i) { solicitud { id } errores { ... on ErrorDeUsuario { codigo mensaje } } } }`,
			map[string]any{"i": map[string]any{"ciudadanoId": l.CiudadanoID, "tramite": benchTramite, "numeroInterno": fmt.Sprint("N-", n)}}, &r)
		if err = errors.Join(err, a.R.Errores.err(), r.R.Errores.err()); err != nil {
			return nil, err
		}
		c.solicitudID = r.R.Solicitud.ID
		all = append(all, c)
	}
	return all, nil
}

func (c *client) answer(ctx context.Context, x *consent) error {
	var a struct {
		R struct {
			Autorizacion *struct{ ID string }
			Errores      refusals
		}
	}
	err := c.do(ctx, x.owner.token, answerMutation, map[string]any{"s": x.solicitudID, "d": x.documentoID}, &a)
	if err = errors.Join(err, a.R.Errores.err()); err != nil {
		return err
	}
	x.autorizacionID = a.R.Autorizacion.ID
	return nil
}

// received finds what each of them authorised in the entity's list.
func (c *client) received(ctx context.Context, entity string, all []*consent) error {
	of := map[string]*consent{}
	for _, x := range all {
		of[x.owner.CiudadanoID] = x
	}
	var after any
	for found := 0; found < len(all); {
		var a struct {
			R struct {
				Nodes    []struct{ ID, CiudadanoID string }
				PageInfo struct{ EndCursor string }
			}
		}
		if err := c.do(ctx, entity, `query($a: String) { r: documentosRecibidos(first: 100, after: $a) { nodes { id ciudadanoId } pageInfo { endCursor } } }`, map[string]any{"a": after}, &a); err != nil {
			return err
		}
		if len(a.R.Nodes) == 0 {
			return fmt.Errorf("%d of %d documents were received", found, len(all))
		}
		for _, n := range a.R.Nodes {
			of[n.CiudadanoID].receivedID = n.ID
			found++
		}
		after = a.R.PageInfo.EndCursor
	}
	return nil
}

func (c *client) endConsent(ctx context.Context, x *consent) error {
	var a struct{ R struct{ Errores refusals } }
	err := c.do(ctx, x.owner.token, `mutation($a: ID!) { r: terminarAutorizacion(input: {autorizacionId: $a}) { errores { ... on ErrorDeUsuario { codigo mensaje } } } }`, map[string]any{"a": x.autorizacionID}, &a)
	return errors.Join(err, a.R.Errores.err())
}
