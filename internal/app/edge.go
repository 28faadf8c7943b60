package app

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/app/traces"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/codes"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
	"github.com/carpeta-ciudadana/servidor/internal/server/seals"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/server/verifiable"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
	"github.com/carpeta-ciudadana/servidor/resolvers"
	"github.com/carpeta-ciudadana/servidor/web"
)

// Options are what a command gives to the server that it starts.
type Options struct {
	Trusted  []string                          // operations of this program's own commands: they need no operator to trust them
	Settings func(site.Settings) site.Settings // adds to what the pages get; nil: nothing
	OnReady  func(api, admin string)           // called once the server listens, with both base URLs; may be nil
}

// edge is the two addresses of the server, and what guards them.
type edge struct {
	api, admin *listener.Server
	guard      *memory.Guard
	cuts       *datafolder.Cuts // gives backups the data; nil where there is no data folder
	absence    *atomic.Value    // a site.Absence: the admin address is there before the API and after it
	resolver   *resolvers.Resolver
}

func newEdge(d *Domain, o Options) (edge, error) {
	trusted, err := manifest(d.process, o.Trusted)
	if err != nil {
		return edge{}, err
	}
	logo, err := readLogo(d.cfg)
	if err != nil {
		return edge{}, err
	}
	e := edge{absence: new(atomic.Value), resolver: newResolver(d)}
	e.absence.Store(site.Starting)
	e.guard = memory.New(memory.Config{
		Limit: d.cfg.Memory(), Usage: memory.Usage(d.cfg.Memory()), Clock: d.clock, Log: d.log,
		CloseConnections: func(n int) { e.api.CloseConnections(n) },
	})
	d.metrics.Memory(e.guard)
	gate := shed.New(e.guard, d.metrics)
	api := newAPI(d, e.resolver, trusted, gate)
	parts := sharesOf(machine.Descriptors(), d.cfg.Memory().Bytes, d.cfg.Limit.Connections, d.cfg.Limit.PerAddress)
	tellShares(d.process, parts)
	public, admin := apiAddress(d.process, parts), adminAddress(d.process, parts)
	public.Handler = newSite(d, api, gate, parts.files, logo, o.Settings)
	public.Drain = func(ctx context.Context) error {
		defer d.hub.Close() // after the sockets: an error or complete from here would tell clients not to come back
		return api.Drain(ctx)
	}
	operations := site.AdminConfig{
		Checks: checks(d, e.guard), Absent: func() site.Absence { return e.absence.Load().(site.Absence) },
		Metrics: d.metrics.Handler(), Hosts: d.cfg.HostNames(), Clock: d.clock, Log: d.log,
	}
	if d.cuts.Snapshot != nil {
		d.cuts.Before = d.Household.TellNotes
		e.cuts = datafolder.NewCuts(d.cuts)
		operations.Cut, admin.Drain = e.cuts, e.cuts.Drain
	}
	admin.Handler = site.NewAdmin(operations)
	e.api, e.admin = listener.New(public), listener.New(admin)
	if d.cfg.TLSCert != "" {
		d.metrics.Certificate(e.api.CertificateExpires)
	}
	return e, nil
}

func newResolver(d *Domain) *resolvers.Resolver {
	return &resolvers.Resolver{
		Carpetas: d.Carpetas, Documentos: d.Documentos, Eliminaciones: d.Eliminaciones, Operacion: d.operacion, Entidades: d.Entidades, Entregas: d.Entregas, Codigos: d.Codigos, Consentimiento: d.Consentimiento, Tipos: d.Tipos, Tramites: d.Tramites,
		Accesos: d.accesses, Sesiones: d.closing, Embargos: d.embargos, Rastro: d.rastro, Hub: d.hub, Seguidas: hub.Batched(d.Eliminaciones.Store), Traza: d.traces.Traceparent,
		Pruebas: &sellado.Pruebas{Sellador: d.Sellador, Rastro: d.whole, Carpetas: d.Store, Lecturas: d.reads, Clock: d.clock},
		Cambios: quota.New(perDay(d.cfg.Rate.Changes), d.clock), Cambiado: d.metrics.Cambiado, Links: quota.New(perDay(d.cfg.Rate.Links), d.clock),
	}
}

func newAPI(d *Domain, r *resolvers.Resolver, trusted admission.Manifest, gate *shed.Gate) *transport.API {
	cfg := transport.Config{
		Schema: graph.NewExecutableSchema(graph.Config{Resolvers: r}), Scalars: graph.Scalars(), Tokens: d.verifier, WithLoaders: r.WithLoaders, Fields: encode.Around(resolvers.Written),
		TellCost:      d.cfg.Costo == "siempre",
		Introspection: d.cfg.IntrospectionOn(), Metrics: d.metrics, Log: d.log, Clock: d.clock,
		Limits: limitsOf(d.process), Origins: origins(d.cfg), Proxies: d.cfg.Proxies(), Quota: quota.New(requests(d.cfg), d.clock),
		Refusals: quota.New(rejections(d.cfg), d.clock), Messages: quota.New(messages(d.cfg), d.clock),
		Trust: admission.Trust(d.cfg.TrustedDocuments), Trusted: trusted, Revocations: d.revocations, Shed: gate, Sesiones: d.sessions, StepUp: stepUp(d.cfg), Slow: d.cfg.SlowOperation,
	}
	for _, name := range d.cfg.AuditoriaProposito {
		cfg.MustSay = append(cfg.MustSay, auth.Role(name))
	}
	if d.traces != nil {
		cfg.Tracer = d.traces
	}
	if d.distributed() { // for the log of slow operations; the embedded store makes no calls
		cfg.Calls = traces.CountCalls
	}
	api := transport.New(cfg)
	d.revocations.OnChange(api.Deny)
	d.metrics.Reading(api.Waiting)
	d.metrics.Searching(api.Searching)
	return api
}

// manifest reads the trusted documents, if there are any. This program's own
// commands and pages are clients that need no operator to trust them.
func manifest(p process, own []string) (admission.Manifest, error) {
	if p.cfg.TrustedManifest == "" {
		return admission.Manifest{}, nil
	}
	m, err := admission.LoadManifest(p.cfg.TrustedManifest)
	if err != nil {
		return m, fmt.Errorf("CARPETA_TRUSTED_MANIFEST: %w", err)
	}
	p.log.Info("trusted documents", "modo", p.cfg.TrustedDocuments, "documentos", m.Len())
	return m.With(slices.Concat(own, web.Operations())...), nil
}

// limitsOf are those of the configuration. A search of the distributed profile waits for the store rather than for
// the processor.
func limitsOf(p process) limits.Limits {
	l := p.cfg.Limit
	if l.Searches == 0 && p.distributed() {
		l.Searches = 8 * runtime.GOMAXPROCS(0)
	}
	return l
}

func newSite(d *Domain, api *transport.API, gate *shed.Gate, files int, logo *site.Logo, more func(site.Settings) site.Settings) http.Handler {
	s := site.Config{
		API: api, Charge: api.Door().ChargeAddress, Log: d.log, Clock: d.clock, Hosts: d.cfg.HostNames(), Origins: d.cfg.CorsOrigins, TLS: d.cfg.TLSCert != "", Shed: gate,
		REST: rest.New(rest.Config{Trail: d.rastro, Door: api.Door(), Observe: d.metrics.ObserveREST}),
	}
	if d.disk != nil {
		s.Objetos = d.disk.Handler(diskblob.Serving{
			Origins: origins(d.cfg), Enter: diskblob.NewPlaces(files, d.clock, d.metrics).Enter, Served: d.leaving.Anotar,
			Expected: documento.Esperadas{Documentos: d.Store, Carpetas: d.Store, Revocadas: d.revocations}.Espera,
		})
	}
	s.Codes = codes.New(d.Codigos, d.Consentimiento, api.Door(), web.Code(), d.clock)
	s.Seals = seals.New(d.Sellador, d.trust, d.jwks, d.list, d.clock)
	s.Files = verifiable.New(verifiable.Config{Files: d.exports, Served: d.leaving.Anotar, Door: api.Door(), Clock: d.clock})
	if d.traces != nil {
		s.Trace = d.traces.Requests
	}
	if d.cfg.ExplorerOn() {
		s.Explorer, s.Settings = web.Explorer(), settings(d.cfg, logo, more)
	}
	if d.cfg.AppOn() {
		s.App, s.Logo, s.Settings = web.App(elsewhere(d.cfg)), logo, settings(d.cfg, logo, more)
	}
	return site.New(s)
}

// checks are the parts that /readyz asks. Reads need the stores only.
func checks(d *Domain, guard *memory.Guard) []site.Check {
	parts := []site.Check{
		{Name: "stores", Critical: true, Check: d.Store.Ready},
		{Name: "broker", Check: d.Broker.Ready},
		{Name: "roles", Check: d.outbox.board.EveryRole},
		{Name: "objects", Check: d.objectsReady},
		{Name: "revocations", Check: d.revocations.Ready},
		{Name: "memory", Check: guard.Ready},
		{Name: "clock", Critical: true, Check: d.clocks.Ready},
	}
	if d.space != nil {
		parts = append(parts, site.Check{Name: "disk", Check: d.space})
	}
	return parts
}
