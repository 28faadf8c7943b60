package services

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

const (
	versionMinio    = "v0.0.0-20260212201848-7aac2a2c5b7c" // the last one before upstream was archived
	versionDynoxide = "1.2.1"
)

var paqueteMinio = paquete{
	nombre:  "minio-" + versionMinio,
	binario: "minio",
	traer: func(ctx context.Context, op Opciones, destino string) error {
		entorno := []string{"GOBIN=" + destino, "GOWORK=off", "GOFLAGS="}
		return insistir(ctx, op, func() error {
			return correr(ctx, op, "minio: building it from source, once, takes minutes", entorno,
				"go", "install", "-ldflags=-s -w", "github.com/minio/minio@"+versionMinio)
		})
	},
}

var paqueteDynoxide = paquete{
	nombre:  "dynoxide-" + versionDynoxide,
	binario: "node_modules/@dynoxide/linux-x64/dynoxide",
	traer: func(ctx context.Context, op Opciones, destino string) error {
		if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
			return fmt.Errorf("the emulator is published for linux/amd64; on %s/%s start DynamoDB Local (deploy/compose.yaml) and set %s",
				runtime.GOOS, runtime.GOARCH, envDynamo)
		}
		return insistir(ctx, op, func() error {
			return correr(ctx, op, "dynamodb: npm install", nil,
				"npm", "install", "--prefix", destino, "--no-save", "--no-package-lock", "--ignore-scripts",
				"--no-audit", "--no-fund", "@dynoxide/linux-x64@"+versionDynoxide)
		})
	},
}

// lugaresRabbit: the start scripts of the package itself. The one in PATH on
// Debian is a wrapper that insists on the system's user and folders.
var lugaresRabbit = []string{
	"/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin", // Debian, Ubuntu, Fedora
	"/opt/rabbitmq/sbin",                           // the generic archive, the container image
	"/opt/homebrew/opt/rabbitmq/sbin",
	"/usr/local/opt/rabbitmq/sbin",
}

// buscarRabbit returns the folder with rabbitmq-server and rabbitmqctl.
func buscarRabbit() (string, error) {
	for _, patron := range lugaresRabbit {
		hallados, _ := filepath.Glob(patron)
		for _, dir := range hallados {
			if ejecutable(filepath.Join(dir, "rabbitmq-server")) {
				return dir, nil
			}
		}
	}
	return "", errors.New("rabbitmq-server is not installed; " + comoInstalar)
}

func buscarEpmd() (string, error) {
	if ruta, err := exec.LookPath("epmd"); err == nil {
		return ruta, nil
	}
	hallados, _ := filepath.Glob("/usr/lib/erlang/erts-*/bin/epmd")
	if len(hallados) == 0 {
		return "", errors.New("epmd, a part of Erlang, is not in PATH")
	}
	return hallados[0], nil
}

// instalarRabbit brings Debian's package without letting it start anything.
func instalarRabbit(ctx context.Context, op Opciones) error {
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 {
		return errors.New("rabbitmq-server is not installed: install it with your package manager (it need not run), or run as root where there is apt-get")
	}
	soltar, err := turno(ctx, filepath.Join(os.TempDir(), "carpeta-apt.lock"))
	if err != nil {
		return err
	}
	defer soltar()
	if _, err := buscarRabbit(); err == nil { // somebody else brought it while we waited
		return nil
	}
	permitir, err := prohibirArranque("/usr/sbin/policy-rc.d")
	if err != nil {
		return err
	}
	defer permitir()

	entorno := []string{"DEBIAN_FRONTEND=noninteractive"}
	apt := func(args ...string) error {
		args = append([]string{"-q", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=5"}, args...)
		return correr(ctx, op, "rabbitmq: apt-get "+args[len(args)-1], entorno, "apt-get", args...)
	}
	if err := insistir(ctx, op, func() error {
		// A stale list may do: what counts is whether the package arrives.
		listas := apt("update")
		if err := apt("install", "--yes", "--no-install-recommends", "rabbitmq-server"); err != nil {
			return errors.Join(listas, err)
		}
		return nil
	}); err != nil {
		return err
	}
	if _, err := os.Stat("/run/systemd/system"); err == nil {
		// Nor at the next boot: nobody asked this machine for a broker.
		return correr(ctx, op, "rabbitmq: keep the system service off", nil,
			"systemctl", "disable", "--now", "rabbitmq-server.service")
	}
	return nil
}

// prohibirArranque tells Debian's packages not to start services, in the way
// the distribution provides: policy-rc.d exits 101. A policy that is already
// there is the machine's own, and stays.
func prohibirArranque(politica string) (deshacer func(), err error) {
	f, err := os.OpenFile(politica, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if errors.Is(err, os.ErrExist) {
		return func() {}, nil
	}
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString("#!/bin/sh\nexit 101\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(politica))
	}
	return func() { _ = os.Remove(politica) }, nil
}
