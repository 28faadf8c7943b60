package services

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// paquete is a program that is kept in the user's cache folder, one folder per
// pinned version.
type paquete struct {
	nombre  string // folder in the cache; holds the version
	binario string // path of the program below it
	traer   func(ctx context.Context, op Opciones, destino string) error
}

const comoInstalar = "run: go run ./tools/services instalar"

// enCache returns the program's path and, with op.Instalar, brings it first.
func enCache(ctx context.Context, op Opciones, p paquete) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "carpeta-servicios")
	destino := filepath.Join(cache, p.nombre)
	programa := filepath.Join(destino, p.binario)
	if ejecutable(programa) {
		return programa, nil
	}
	if !op.Instalar {
		return "", fmt.Errorf("%s is not installed; %s", p.nombre, comoInstalar)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	soltar, err := turno(ctx, filepath.Join(cache, p.nombre+".lock"))
	if err != nil {
		return "", err
	}
	defer soltar()
	if ejecutable(programa) { // somebody else brought it while we waited
		return programa, nil
	}
	// Under a name of its own until it is whole: an interrupted installation
	// never looks finished.
	parcial, err := os.MkdirTemp(cache, ".parcial-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(parcial)
	if err := p.traer(ctx, op, parcial); err != nil {
		return "", fmt.Errorf("install %s: %w", p.nombre, err)
	}
	if !ejecutable(filepath.Join(parcial, p.binario)) {
		return "", fmt.Errorf("install %s: it brought no %s for %s/%s", p.nombre, p.binario, runtime.GOOS, runtime.GOARCH)
	}
	return programa, errors.Join(os.RemoveAll(destino), os.Rename(parcial, destino))
}

func ejecutable(ruta string) bool {
	info, err := os.Stat(ruta)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// turno waits for a file lock: go test runs many processes at once, and one
// installation is enough.
func turno(ctx context.Context, ruta string) (soltar func(), err error) {
	f, err := os.OpenFile(ruta, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for cerrar(f) != nil {
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-time.After(200 * time.Millisecond):
		}
	}
	return func() { _ = f.Close() }, nil
}

// correr runs an installer, says every now and then that it still works, and
// puts the end of its output into the error.
func correr(ctx context.Context, op Opciones, que string, entorno []string, programa string, args ...string) error {
	salida, err := os.CreateTemp("", "carpeta-instalar-*.log")
	if err != nil {
		return err
	}
	defer os.Remove(salida.Name())
	defer salida.Close()

	cmd := exec.CommandContext(ctx, programa, args...)
	cmd.Env = append(os.Environ(), entorno...)
	cmd.Stdout, cmd.Stderr = salida, salida
	desde := time.Now()
	op.avisar("%s …", que)
	fin := make(chan error, 1)
	go func() { fin <- cmd.Run() }()
	cada := time.NewTicker(15 * time.Second)
	defer cada.Stop()
	for {
		select {
		case err := <-fin:
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", que, err, cola(salida.Name()))
			}
			op.avisar("%s: done in %s", que, time.Since(desde).Round(time.Second))
			return nil
		case <-cada.C:
			op.avisar("%s … %s", que, time.Since(desde).Round(time.Second))
		}
	}
}

// entreIntentos: a registry that is slow or briefly away is no reason to give up.
var entreIntentos = []time.Duration{5 * time.Second, 20 * time.Second, time.Minute}

// insistir repeats an installation that failed, after a pause each time.
func insistir(ctx context.Context, op Opciones, instalar func() error) error {
	for _, pausa := range entreIntentos {
		err := instalar()
		if err == nil || ctx.Err() != nil {
			return err
		}
		op.avisar("again in %s: %v", pausa, err)
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(pausa):
		}
	}
	return instalar()
}

// Turno takes a file lock for the life of this process, or until soltar.
func Turno(ruta string) (soltar func(), err error) {
	ctx, cancelar := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancelar()
	return turno(ctx, ruta)
}
