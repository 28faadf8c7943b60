package services

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// recetaFalsa is a program that complains and ends.
type recetaFalsa struct{}

func (recetaFalsa) programa(context.Context, Opciones) (string, error) { return "/bin/sh", nil }
func (recetaFalsa) listo(context.Context, lugar) error                 { return errors.New("no") }
func (recetaFalsa) ordenes(programa string, l lugar) (orden, *orden, error) {
	return orden{
		programa: programa, args: []string{"-c", "echo sin memoria; exit 3"},
		dir: l.ruta, registro: filepath.Join(l.ruta, "log"),
	}, nil, nil
}

func contiene(texto string, partes ...string) bool {
	for _, p := range partes {
		if !strings.Contains(texto, p) {
			return false
		}
	}
	return true
}

// recetaMuda runs and never answers.
type recetaMuda struct{ recetaFalsa }

func (recetaMuda) ordenes(programa string, l lugar) (orden, *orden, error) {
	return orden{
		programa: programa, args: []string{"-c", "exec sleep 600"},
		dir: l.ruta, registro: filepath.Join(l.ruta, "log"),
	}, nil, nil
}

func TestIniciar_isBounded(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := &Servicio{Nombre: "mudo", receta: recetaMuda{}, op: Opciones{Plazo: 100 * time.Millisecond}}
	if err := s.Iniciar(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v, want a deadline", err)
	}
	if s.servidor.vivo() {
		t.Error("the silent process was left running")
	}
}

func TestEnCache_installsOnceAndNeverHalf(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir()) // where macOS has its cache
	veces := 0
	p := paquete{nombre: "cosa-1", binario: "bin/cosa", traer: func(_ context.Context, _ Opciones, destino string) error {
		veces++
		if veces == 1 {
			return errors.New("no network")
		}
		if err := os.MkdirAll(filepath.Join(destino, "bin"), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(destino, "bin/cosa"), []byte("x"), 0o755)
	}}
	if _, err := enCache(t.Context(), Opciones{}, p); err == nil || veces > 0 || !contiene(err.Error(), comoInstalar) {
		t.Errorf("not asked to install: %v after %d installations", err, veces)
	}
	op := Opciones{Instalar: true}
	if _, err := enCache(t.Context(), op, p); err == nil {
		t.Error("a failed installation went unnoticed")
	}
	for range 2 {
		programa, err := enCache(t.Context(), op, p)
		if err != nil || !ejecutable(programa) {
			t.Fatalf("%s: %v", programa, err)
		}
	}
	if veces != 2 {
		t.Errorf("installed %d times, want one failure and one success", veces)
	}
}

// An installation that fails briefly succeeds; one that always fails says why.
func TestInsistir(t *testing.T) {
	pausas := entreIntentos
	t.Cleanup(func() { entreIntentos = pausas })
	entreIntentos = []time.Duration{0, 0}
	for fallidas, quiere := range map[int]int{0: 1, 2: 3, 9: 3} {
		veces := 0
		err := insistir(t.Context(), Opciones{}, func() error {
			if veces++; veces <= fallidas {
				return errors.New("no network")
			}
			return nil
		})
		if veces != quiere || (err != nil) != (fallidas == 9) {
			t.Errorf("of %d failures: tried %d times, want %d; %v", fallidas, veces, quiere, err)
		}
	}
}

func TestProhibirArranque_keepsAPolicyThatIsThere(t *testing.T) {
	politica := filepath.Join(t.TempDir(), "policy-rc.d")
	deshacer, err := prohibirArranque(politica)
	if err != nil || !ejecutable(politica) {
		t.Fatalf("no policy: %v", err)
	}
	otra, err := prohibirArranque(politica)
	if err != nil {
		t.Fatal(err)
	}
	otra()
	if !ejecutable(politica) {
		t.Error("removed a policy that was there before")
	}
	deshacer()
	if ejecutable(politica) {
		t.Error("left its own policy behind")
	}
}
