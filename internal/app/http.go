package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/httpserver"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

type httpParts struct {
	api, admin *tempServer
	demo       *demo
}

type tempServer struct {
	addr string
	h    http.Handler
	srv  *http.Server
	ln   net.Listener
	stop func(context.Context)
}

func (t *tempServer) Start(context.Context) error {
	ln, err := net.Listen("tcp", t.addr)
	if err != nil {
		return err
	}
	t.ln = ln
	t.srv = &http.Server{Handler: t.h, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = t.srv.Serve(ln) }()
	return nil
}

func (t *tempServer) Stop(ctx context.Context) error {
	if t.srv == nil {
		return nil
	}
	if t.stop != nil {
		t.stop(ctx)
	}
	return t.srv.Shutdown(ctx)
}

func (t *tempServer) URL() string { return "http://" + t.ln.Addr().String() }

func (a *App) urlPublica() string {
	if a.cfg.PublicURL != "" {
		return a.cfg.PublicURL
	}
	return a.http.api.URL()
}

func (a *App) armarHTTP() error {
	r := &resolvers.Resolver{Carpetas: a.carpetas, Documentos: a.documentos, Eliminaciones: a.eliminaciones, Hub: a.hub, Traza: httpserver.Traceparent}
	api := httpserver.NewAPI(httpserver.Config{
		Schema: graph.NewExecutableSchema(graph.Config{Resolvers: r}), Verificador: a.p.verificador, WithLoaders: r.WithLoaders,
		Introspection: a.cfg.IntrospeccionActiva(), Metricas: a.metrics, Log: a.log, Reloj: a.ahora,
	})
	mux := http.NewServeMux()
	mux.Handle(httpserver.Path, api)
	if a.p.archivos != nil {
		mux.Handle("/objetos/", a.p.archivos)
	}
	admin := http.NewServeMux()
	admin.Handle("/metrics", a.metrics.Handler())
	admin.HandleFunc("/livez", func(w http.ResponseWriter, _ *http.Request) {})
	admin.HandleFunc("/readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := errors.Join(a.p.listo(r.Context())); err != nil {
			w.WriteHeader(503)
		}
	})
	a.http = &httpParts{
		api:   &tempServer{addr: a.cfg.Addr, h: mux, stop: func(ctx context.Context) { a.hub.Close(); _ = api.Drain(ctx) }},
		admin: &tempServer{addr: a.cfg.AdminAddr, h: admin},
	}
	return nil
}
