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
	minioVersion    = "v0.0.0-20260212201848-7aac2a2c5b7c" // the last one before upstream was archived
	dynoxideVersion = "1.2.1"
)

var minioPackage = pkg{
	name:   "minio-" + minioVersion,
	binary: "minio",
	fetch: func(ctx context.Context, config Config, target string) error {
		env := []string{"GOBIN=" + target, "GOWORK=off", "GOFLAGS="}
		return persist(ctx, config, func() error {
			return runInstaller(ctx, config, "minio: building it from source, once, takes minutes", env,
				"go", "install", "-ldflags=-s -w", "github.com/minio/minio@"+minioVersion)
		})
	},
}

var dynoxidePackage = pkg{
	name:   "dynoxide-" + dynoxideVersion,
	binary: "node_modules/@dynoxide/linux-x64/dynoxide",
	fetch: func(ctx context.Context, config Config, target string) error {
		if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
			return fmt.Errorf("the emulator is published for linux/amd64; on %s/%s start DynamoDB Local (deploy/compose.yaml) and set %s",
				runtime.GOOS, runtime.GOARCH, envDynamo)
		}
		return persist(ctx, config, func() error {
			return runInstaller(ctx, config, "dynamodb: npm install", nil,
				"npm", "install", "--prefix", target, "--no-save", "--no-package-lock", "--ignore-scripts",
				"--no-audit", "--no-fund", "@dynoxide/linux-x64@"+dynoxideVersion)
		})
	},
}

// installRabbit brings Debian's package without letting it start anything.
func installRabbit(ctx context.Context, config Config) error {
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 {
		return errors.New("rabbitmq-server is not installed: install it with your package manager (it need not run), or run as root where there is apt-get")
	}
	release, err := waitLock(ctx, filepath.Join(os.TempDir(), "carpeta-apt.lock"))
	if err != nil {
		return err
	}
	defer release()
	if _, err := findRabbit(); err == nil { // somebody else brought it while we waited
		return nil
	}
	allow, err := forbidStart("/usr/sbin/policy-rc.d")
	if err != nil {
		return err
	}
	defer allow()

	env := []string{"DEBIAN_FRONTEND=noninteractive"}
	apt := func(args ...string) error {
		args = append([]string{"-q", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=5"}, args...)
		return runInstaller(ctx, config, "rabbitmq: apt-get "+args[len(args)-1], env, "apt-get", args...)
	}
	if err := persist(ctx, config, func() error {
		// A stale list may do: what counts is whether the package arrives.
		bootstrapped := apt("update")
		if err := apt("install", "--yes", "--no-install-recommends", "rabbitmq-server"); err != nil {
			return errors.Join(bootstrapped, err)
		}
		return nil
	}); err != nil {
		return err
	}
	if _, err := os.Stat("/run/systemd/system"); err == nil {
		// Nor at the next boot: nobody asked this machine for a broker.
		return runInstaller(ctx, config, "rabbitmq: keep the system service off", nil,
			"systemctl", "disable", "--now", "rabbitmq-server.service")
	}
	return nil
}

// forbidStart tells Debian's packages not to start services, in the way
// the distribution provides: policy-rc.d exits 101. A policy that is already
// there is the machine's own, and stays.
func forbidStart(policy string) (undo func(), err error) {
	f, err := os.OpenFile(policy, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if errors.Is(err, os.ErrExist) {
		return func() {}, nil
	}
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString("#!/bin/sh\nexit 101\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(policy))
	}
	return func() { _ = os.Remove(policy) }, nil
}
