package app

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/consola"
	"github.com/carpeta-ciudadana/servidor/internal/cli/importar"
	"github.com/carpeta-ciudadana/servidor/internal/cli/registro"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/resolvers"
	"github.com/carpeta-ciudadana/servidor/web"
)

// httpParts are the two addresses of the server.
type httpParts struct {
	api, admin *listener.Server
	resolver   *resolvers.Resolver
	demo       *demo // nil unless demo data are served
}

// publicURL is where clients reach this server. Every signed URL begins with it: under a
// lock, thousands that are signed at a time would wait for each other, and others with them.
func (a *App) publicURL() string {
	if a.cfg.PublicURL != "" {
		return strings.TrimSuffix(a.cfg.PublicURL, "/") // paths are put behind it
	}
	if url := a.apiURL.Load(); url != nil {
		return *url
	}
	url := a.http.api.URL()
	if a.listening.Load() { // from now on it does not change
		a.apiURL.Store(&url)
	}
	return url
}

func (a *App) wireHTTP() error {
	manifest, err := a.manifest()
	if err != nil {
		return err
	}
	r := &resolvers.Resolver{
		Carpetas: a.carpetas, Documentos: a.documentos, Eliminaciones: a.eliminaciones, Operacion: a.operacion, Entidades: a.entidades, Entregas: a.entregas, Accesos: a.accesses, Embargos: a.embargos, Pruebas: a.proofs(), Rastro: a.rastro, Hub: a.hub, Seguidas: hub.Batched(a.eliminaciones.Store), Traza: a.traces.Traceparent,
		Cambios: quota.New(a.ofADay(a.cfg.Rate.Changes), a.clock), Cambiado: a.metrics.Cambiado, Links: quota.New(a.ofADay(a.cfg.Rate.Links), a.clock),
	}
	api := transport.New(transport.Config{
		Schema: graph.NewExecutableSchema(graph.Config{Resolvers: r}), Scalars: graph.Scalars(), Tokens: a.p.verifier, WithLoaders: r.WithLoaders, Fields: encode.Around(resolvers.Written),
		TellCost: a.cfg.Costo == "siempre", WithoutRateLimit: !a.cfg.RateLimit,
		Introspection: a.cfg.IntrospectionOn(), Metrics: a.metrics, Log: a.log, Clock: a.clock,
		Limits: a.limits(), Origins: origins(a.cfg), Proxies: a.cfg.Proxies(), Quota: quota.New(a.quota(), a.clock), Refusals: quota.New(a.rejections(), a.clock),
		Messages: quota.New(a.messages(), a.clock),
		Trust:    admission.Trust(a.cfg.TrustedDocuments), Trusted: manifest, Revocations: a.revocations, Shed: a.shed, MustSay: rolesOf(a.cfg.AuditoriaProposito), Sesiones: a.sessions,
		Tracer: a.tracer(), Slow: a.cfg.SlowOperation, Calls: a.calls(),
	})
	a.revocations.OnChange(api.Deny)
	a.metrics.Reading(api.Waiting)
	a.metrics.Searching(api.Searching)
	parts := a.shares()
	a.tellShares(parts)
	public, admin := a.apiAddress(parts), a.adminAddress(parts)
	public.Handler = a.site(api)
	public.Drain = func(ctx context.Context) error {
		defer a.hub.Close() // after the sockets: an error or complete from here would tell clients not to come back
		return api.Drain(ctx)
	}
	operations := site.AdminConfig{Checks: a.checks(), Absent: a.absence, Metrics: a.metrics.Handler(), Hosts: a.cfg.HostNames(), Clock: a.clock, Log: a.log}
	if a.p.cutter != nil {
		a.cuts = newCuts(a)
		operations.Cut, admin.Drain = a.cuts, a.cuts.drain
	}
	admin.Handler = site.NewAdmin(operations)
	a.http = &httpParts{api: listener.New(public), admin: listener.New(admin), resolver: r}
	if a.cfg.TLSCert != "" {
		a.metrics.Certificate(a.http.api.CertificateExpires)
	}
	return nil
}

func rolesOf(names []string) (roles []auth.Role) {
	for _, n := range names {
		roles = append(roles, auth.Role(n))
	}
	return roles
}

// manifest reads the trusted documents, if there are any. This program's own
// commands and pages are clients that need no operator to trust them.
func (a *App) manifest() (admission.Manifest, error) {
	if a.cfg.TrustedManifest == "" {
		return admission.Manifest{}, nil
	}
	m, err := admission.LoadManifest(a.cfg.TrustedManifest)
	if err != nil {
		return m, fmt.Errorf("CARPETA_TRUSTED_MANIFEST: %w", err)
	}
	a.log.Info("trusted documents", "modo", a.cfg.TrustedDocuments, "documentos", m.Len())
	return m.With(slices.Concat(consola.Operaciones(), importar.Operaciones(), registro.Operaciones(), web.Operations())...), nil
}

// origins are those of the pages that may use the API. A proxy may have called
// this server by another name than the browser knows, so PUBLIC_URL's is one.
func origins(c config.Config) []string {
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Host == "" {
		return c.CorsOrigins
	}
	return append(slices.Clone(c.CorsOrigins), u.Scheme+"://"+u.Host)
}

func (a *App) site(api *transport.API) http.Handler {
	s := site.Config{
		API: api, REST: a.rest(api), Charge: api.Door().ChargeAddress, Objetos: a.p.files, Log: a.log, Clock: a.clock, Hosts: a.cfg.HostNames(), Origins: a.cfg.CorsOrigins, TLS: a.cfg.TLSCert != "", Shed: a.shed,
	}
	if a.sellador != nil {
		s.Seals = a.seals()
	}
	if a.traces != nil {
		s.Trace = a.traces.Requests
	}
	if a.cfg.ExplorerOn() {
		s.Explorer, s.Settings = web.Explorer(), a.settings
	}
	if a.cfg.AppOn() {
		s.App, s.Settings = web.App(a.elsewhere()), a.settings
	}
	return site.New(s)
}

// limits are those of the configuration. A search of the distributed profile waits for the store rather than for
// the processor.
func (a *App) limits() limits.Limits {
	l := a.cfg.Limit
	if l.Searches == 0 && a.cfg.Profile == config.Distributed {
		l.Searches = 8 * runtime.GOMAXPROCS(0)
	}
	return l
}

// maxSubjects are those whose budgets are remembered.
const maxSubjects = 1 << 16

// The largest budgets, in seconds of what comes back.
const (
	refusalsBurst   = 20
	messagesBurst   = 20
	deliveriesBurst = 10
)

func (a *App) quota() quota.Config {
	return quota.Config{
		PerSecond: float64(a.cfg.Rate.PerSecond), Burst: a.cfg.Rate.Burst, AtOnce: a.cfg.Rate.Concurrent, Subjects: maxSubjects,
	}
}

func (a *App) deliveries() quota.Config {
	return quota.Config{PerSecond: float64(a.cfg.Rate.Deliveries), Burst: deliveriesBurst * a.cfg.Rate.Deliveries, Subjects: maxSubjects}
}

// ofADay comes back evenly.
func (a *App) ofADay(n int) quota.Config {
	return quota.Config{PerSecond: float64(n) / (24 * time.Hour).Seconds(), Burst: n, Subjects: maxSubjects}
}

func (a *App) rejections() quota.Config {
	return quota.Config{PerSecond: float64(a.cfg.Rate.Refusals), Burst: refusalsBurst * a.cfg.Rate.Refusals, Subjects: maxSubjects}
}

func (a *App) messages() quota.Config {
	longest := 1 + int(a.cfg.Limit.Message>>10) // the price of the longest message: a smaller budget would never pay it
	return quota.Config{PerSecond: float64(a.cfg.Rate.Messages), Burst: max(messagesBurst*a.cfg.Rate.Messages, longest), Subjects: maxSubjects}
}

// settings are the data for the explorer and the application.
func (a *App) settings(*http.Request) site.Settings {
	s := site.Settings{Profile: a.cfg.Profile, ByManifest: a.cfg.TrustedManifest != "", SignIn: a.signIn()}
	if d := a.http.demo; d != nil {
		return d.settings(s)
	}
	return s
}

// checks are the parts that /readyz asks. Reads need the stores only.
func (a *App) checks() []site.Check {
	return []site.Check{
		{Name: "stores", Critical: true, Check: a.p.ready},
		{Name: "broker", Check: a.p.broker.Ready},
		{Name: "roles", Check: a.everyRole},
		{Name: "objects", Check: a.objectsReady},
		{Name: "revocations", Check: a.revocations.Ready},
		{Name: "memory", Check: a.enoughMemory},
	}
}
