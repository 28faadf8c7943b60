package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const (
	paciencia = 30 * time.Second
	sondeo    = 2 * time.Millisecond
)

// servidor is a running `carpeta serve`.
type servidor struct {
	cmd        *exec.Cmd
	api, admin string // http://host:port
	registro   string
	listoEn    time.Duration // from exec to /readyz
	fin        chan error
	tls        *tls.Config // of sockets; nil: they are plain
}

// host is where the API listens, without a scheme.
func (s *servidor) host() string { return strings.TrimPrefix(s.api, "http://") }

// arrancar starts a server and waits until all of its parts are ready.
func (i *instalacion) arrancar(ctx context.Context) (*servidor, error) {
	puertos, err := services.FreePorts(2)
	if err != nil {
		return nil, err
	}
	registro, err := os.OpenFile(filepath.Join(i.dir, "serve.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer registro.Close()
	api, admin := fmt.Sprintf("127.0.0.1:%d", puertos[0]), fmt.Sprintf("127.0.0.1:%d", puertos[1])
	s := &servidor{cmd: exec.Command(i.banco.bin, "serve"), api: "http://" + api, admin: "http://" + admin, registro: registro.Name(), fin: make(chan error, 1)}
	s.cmd.Env = append(append(ambiente(), i.entorno...), "CARPETA_ADDR="+api, "CARPETA_ADMIN_ADDR="+admin)
	s.cmd.Stdout, s.cmd.Stderr = registro, registro
	desde := time.Now()
	if err := services.StartChild(s.cmd); err != nil {
		return nil, err
	}
	go func() { s.fin <- s.cmd.Wait() }()
	if err := s.esperarListo(ctx); err != nil {
		return nil, errors.Join(err, s.parar())
	}
	s.listoEn = time.Since(desde)
	return s, nil
}

func (s *servidor) esperarListo(ctx context.Context) error {
	ctx, soltar := context.WithTimeout(ctx, paciencia)
	defer soltar()
	for {
		estado := s.preguntar(ctx)
		if estado == "ok" {
			return nil
		}
		select {
		case err := <-s.fin:
			s.fin <- err
			return fmt.Errorf("the server ended: %w\n%s", err, s.ultimasLineas())
		case <-ctx.Done():
			return fmt.Errorf("the server is not ready after %s (%q)\n%s", paciencia, estado, s.ultimasLineas())
		case <-time.After(sondeo):
		}
	}
}

func (s *servidor) preguntar(ctx context.Context) string {
	cuerpo, err := leerURL(ctx, s.admin+"/readyz")
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(cuerpo)
}

func leerURL(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	cuerpo, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, resp.Status)
	}
	return string(cuerpo), err
}

func (s *servidor) ultimasLineas() string {
	texto, err := os.ReadFile(s.registro)
	if err != nil {
		return err.Error()
	}
	lineas := strings.Split(strings.TrimSpace(string(texto)), "\n")
	return strings.Join(lineas[max(0, len(lineas)-8):], "\n")
}

// parar ends the server in order, or at once if it does not follow.
func (s *servidor) parar() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended: Wait tells
	select {
	case err := <-s.fin:
		return err
	case <-time.After(paciencia):
		_ = s.cmd.Process.Kill()
		return errors.Join(errors.New("the server did not stop on SIGTERM"), <-s.fin)
	}
}
