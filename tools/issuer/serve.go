package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// urlFile remembers the name of the issuer: tokens carry it, and the server
// compares it to the letter.
const urlFile = "url"

// open is the issuer that served last from a folder. It makes no key: one that
// no process serves would sign tokens that nobody takes.
func open(folder string) (*auth.Emisor, error) {
	url, err := os.ReadFile(filepath.Join(folder, urlFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no issuer was ever started in %s: run make services-up, or say --dir", folder)
	}
	if err != nil {
		return nil, err
	}
	e, err := auth.OpenEmisor(folder, time.Now)
	if err != nil {
		return nil, err
	}
	return e.Named(strings.TrimSpace(string(url))), nil
}

// serve publishes discovery and keys until the context ends.
func serve(ctx context.Context, folder, addr string, errw io.Writer) int {
	if err := loopbackOnly(addr); err != nil {
		return complain(errw, err, failedUsage)
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return complain(errw, err, failed)
	}
	if err := publish(ctx, folder, listener, errw); err != nil {
		return complain(errw, err, failed)
	}
	return 0
}

// soloLoopback: a person with the folder can be anybody here, so no other machine
// is to trust it. A name is refused too: it could mean another address tomorrow.
func loopbackOnly(addr string) error {
	where, err := netip.ParseAddrPort(addr)
	if err != nil || !where.Addr().IsLoopback() {
		return fmt.Errorf("--addr %q is not a loopback address with a port; write for example 127.0.0.1:9400", addr)
	}
	return nil
}

// publish owns the listener.
func publish(ctx context.Context, folder string, listener net.Listener, errw io.Writer) error {
	url := "http://" + listener.Addr().String()
	e, err := auth.OpenEmisor(folder, time.Now)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, urlFile), []byte(url+"\n"), 0o600)
	}
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	srv := &http.Server{Handler: handlers(e.Named(url), url), ReadHeaderTimeout: 5 * time.Second}
	end := make(chan error, 1)
	go func() { end <- srv.Serve(listener) }()
	fmt.Fprintln(errw, "issuer:", url)
	select {
	case err := <-end:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	err = srv.Shutdown(ctx)
	if causa := <-end; !errors.Is(causa, http.ErrServerClosed) {
		err = errors.Join(err, causa)
	}
	return err
}

const (
	oidcPath = "/.well-known/openid-configuration"
	jwksPath = "/jwks"
)

func handlers(e *auth.Emisor, url string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET "+oidcPath, jsonDoc(map[string]any{
		"issuer": url, "jwks_uri": url + jwksPath, "id_token_signing_alg_values_supported": []string{"EdDSA"},
	}))
	mux.Handle("GET "+jwksPath, jsonDoc(e.JWKS()))
	return mux
}

func jsonDoc(v any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v) // who left needs no answer
	}
}
