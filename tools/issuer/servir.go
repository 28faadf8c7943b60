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

// archivoURL remembers the name of the issuer: tokens carry it, and the server
// compares it to the letter.
const archivoURL = "url"

// abrir is the issuer that served last from a folder. It makes no key: one that
// nobody serves would sign tokens that nobody takes.
func abrir(carpeta string) (*auth.Emisor, error) {
	url, err := os.ReadFile(filepath.Join(carpeta, archivoURL))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no issuer was ever started in %s: run make services-up, or say --dir", carpeta)
	}
	if err != nil {
		return nil, err
	}
	e, err := auth.NuevoEmisor(carpeta, time.Now)
	if err != nil {
		return nil, err
	}
	return e.ConNombre(strings.TrimSpace(string(url))), nil
}

// servir publishes discovery and keys until the context ends.
func servir(ctx context.Context, carpeta, addr string, avisos io.Writer) int {
	if err := soloLoopback(addr); err != nil {
		return quejarse(avisos, err, falloUso)
	}
	escucha, err := net.Listen("tcp", addr)
	if err != nil {
		return quejarse(avisos, err, fallo)
	}
	if err := publicar(ctx, carpeta, escucha, avisos); err != nil {
		return quejarse(avisos, err, fallo)
	}
	return 0
}

// soloLoopback: who has the folder can be anybody here, so no other machine
// is to trust it. A name is refused too: it could mean another address tomorrow.
func soloLoopback(addr string) error {
	donde, err := netip.ParseAddrPort(addr)
	if err != nil || !donde.Addr().IsLoopback() {
		return fmt.Errorf("--addr %q is not a loopback address with a port; write for example 127.0.0.1:9400", addr)
	}
	return nil
}

// publicar owns the listener.
func publicar(ctx context.Context, carpeta string, escucha net.Listener, avisos io.Writer) error {
	url := "http://" + escucha.Addr().String()
	e, err := auth.NuevoEmisor(carpeta, time.Now)
	if err == nil {
		err = os.WriteFile(filepath.Join(carpeta, archivoURL), []byte(url+"\n"), 0o600)
	}
	if err != nil {
		return errors.Join(err, escucha.Close())
	}
	srv := &http.Server{Handler: puertas(e.ConNombre(url), url), ReadHeaderTimeout: 5 * time.Second}
	fin := make(chan error, 1)
	go func() { fin <- srv.Serve(escucha) }()
	fmt.Fprintln(avisos, "emisor: issuer", url)
	select {
	case err := <-fin:
		return err
	case <-ctx.Done():
	}
	ctx, cancelar := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancelar()
	err = srv.Shutdown(ctx)
	if causa := <-fin; !errors.Is(causa, http.ErrServerClosed) {
		err = errors.Join(err, causa)
	}
	return err
}

const (
	rutaOIDC = "/.well-known/openid-configuration"
	rutaJWKS = "/jwks"
)

func puertas(e *auth.Emisor, url string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET "+rutaOIDC, documento(map[string]any{
		"issuer": url, "jwks_uri": url + rutaJWKS, "id_token_signing_alg_values_supported": []string{"EdDSA"},
	}))
	mux.Handle("GET "+rutaJWKS, documento(e.JWKS()))
	return mux
}

func documento(v any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v) // who left needs no answer
	}
}
