package serverkit

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Servidor is a server process. Its addresses hold over restarts.
type Servidor struct {
	Casa          *Casa
	URL, AdminURL string

	args     []string
	entorno  []string
	registro string
	cmd      *exec.Cmd
	fin      chan struct{} // closed once the process has been reaped
}

const (
	plazoListo = 3 * time.Minute // a start; alone it takes a second
	plazoParar = 3 * time.Minute // an orderly end
)

// Iniciar starts a server, after bootstrap, and waits until it is ready. It ends
// with the test.
func (c *Casa) Iniciar(t testing.TB, args ...string) *Servidor {
	t.Helper()
	c.Preparar(t)
	s := &Servidor{Casa: c, args: append([]string{"serve"}, args...), registro: filepath.Join(t.TempDir(), "servidor.log")}
	t.Cleanup(func() { s.terminar(t) })
	for intento := 1; ; intento++ {
		puertos, err := services.PuertosLibres(2)
		if err != nil {
			t.Fatal(err)
		}
		s.direcciones(puertos[0], puertos[1])
		if err = s.arrancar(); err == nil {
			return s
		}
		if intento == 3 || !strings.Contains(s.leer(), "address already in use") {
			t.Fatal(err)
		}
	}
}

func (s *Servidor) direcciones(api, admin int) {
	a, b := fmt.Sprintf("127.0.0.1:%d", api), fmt.Sprintf("127.0.0.1:%d", admin)
	s.URL, s.AdminURL = "http://"+a, "http://"+b
	s.entorno = s.Casa.Con("CARPETA_ADDR="+a, "CARPETA_ADMIN_ADDR="+b).entorno
}

// arrancar starts the process and waits for /readyz.
func (s *Servidor) arrancar() error {
	registro, err := os.OpenFile(s.registro, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer registro.Close()
	binario, err := construir()
	if err != nil {
		return err
	}
	s.cmd = exec.Command(binario, s.args...)
	s.cmd.Env, s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = s.entorno, s.Casa.Dir, registro, registro
	if err := services.ArrancarHijo(s.cmd); err != nil {
		return err
	}
	fin, cmd := make(chan struct{}), s.cmd
	s.fin = fin
	go func() { defer close(fin); _ = cmd.Wait() }()
	return s.esperarListo()
}

func (s *Servidor) esperarListo() error {
	ctx, cancelar := context.WithTimeout(context.Background(), plazoListo)
	defer cancelar()
	cada := time.NewTicker(10 * time.Millisecond)
	defer cada.Stop()
	for {
		if estado, _ := obtener(ctx, s.AdminURL+"/readyz"); estado == http.StatusOK {
			return nil
		}
		select {
		case <-s.fin:
			return fmt.Errorf("the server ended while starting: %v", s.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("the server was not ready after %s", plazoListo)
		case <-cada.C:
		}
	}
}

// Matar ends the process with SIGKILL. It may be called from any goroutine.
func (s *Servidor) Matar(t testing.TB) {
	t.Helper()
	_ = s.cmd.Process.Kill() // fails only when it is already gone
	s.terminado(t)
}

// Parar asks the process to end and returns its exit code. It may be called from
// any goroutine.
func (s *Servidor) Parar(t testing.TB) int {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Errorf("SIGTERM: %v", err)
	}
	if !s.terminado(t) {
		return -1
	}
	return s.cmd.ProcessState.ExitCode()
}

// Reiniciar starts the process again, on the same addresses and data.
func (s *Servidor) Reiniciar(t testing.TB) {
	t.Helper()
	if err := s.Arrancar(); err != nil {
		t.Fatal(err)
	}
}

// Arrancar is Reiniciar for who may try again: a server does not start without
// its stores. After an error no process is left.
func (s *Servidor) Arrancar() error {
	err := s.arrancar()
	if err != nil {
		_ = s.cmd.Process.Kill() // fails only when it is already gone
		<-s.fin
	}
	return err
}

// Pausar freezes the process (SIGSTOP); Continuar undoes it.
func (s *Servidor) Pausar() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

// Continuar undoes Pausar.
func (s *Servidor) Continuar() error { return s.cmd.Process.Signal(syscall.SIGCONT) }

func (s *Servidor) terminado(t testing.TB) bool {
	t.Helper()
	select {
	case <-s.fin:
		return true
	case <-time.After(plazoParar):
		t.Errorf("the server is still there after %s", plazoParar)
		return false
	}
}

// terminar ends the process with the test and judges its log.
func (s *Servidor) terminar(t testing.TB) {
	if s.fin != nil {
		_ = s.cmd.Process.Kill()
		<-s.fin
	}
	texto := s.leer()
	for _, mal := range []string{"DATA RACE", "panic", `"internal error"`} {
		if strings.Contains(texto, mal) {
			t.Errorf("the server's log has %q", mal)
		}
	}
	if t.Failed() {
		t.Logf("end of the log of %s:\n%s", s.URL, cola(texto))
	}
}

// Registro is everything that the process wrote so far.
func (s *Servidor) Registro() string { return s.leer() }

func (s *Servidor) leer() string {
	texto, err := os.ReadFile(s.registro)
	if err != nil {
		return err.Error()
	}
	return string(texto)
}

func cola(texto string) string {
	const cuanto = 6000
	return texto[max(0, len(texto)-cuanto):]
}

// Admin asks the admin listener: /readyz, /livez, /metrics.
func (s *Servidor) Admin(t testing.TB, ruta string) (estado int, cuerpo string) {
	t.Helper()
	ctx, cancelar := context.WithTimeout(t.Context(), plazoPeticion)
	defer cancelar()
	estado, b := obtener(ctx, s.AdminURL+ruta)
	return estado, string(bytes.TrimSpace(b))
}
