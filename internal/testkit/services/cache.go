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

// pkg is a program that is kept in the user's cache folder, one folder per
// pinned version.
type pkg struct {
	name   string // folder in the cache; holds the version
	binary string // path of the program below it
	fetch  func(ctx context.Context, config Config, target string) error
}

const howToInstall = "run: go run ./tools/services instalar"

// cached returns the program's path and, with config.Install, brings it first.
func cached(ctx context.Context, config Config, p pkg) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "carpeta-servicios")
	target := filepath.Join(cache, p.name)
	program := filepath.Join(target, p.binary)
	if executable(program) {
		return program, nil
	}
	if !config.Install {
		return "", fmt.Errorf("%s is not installed; %s", p.name, howToInstall)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	release, err := waitLock(ctx, filepath.Join(cache, p.name+".lock"))
	if err != nil {
		return "", err
	}
	defer release()
	if executable(program) { // somebody else brought it while we waited
		return program, nil
	}
	// Under a name of its own until it is whole: an interrupted installation
	// never looks finished.
	partial, err := os.MkdirTemp(cache, ".parcial-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(partial)
	if err := p.fetch(ctx, config, partial); err != nil {
		return "", fmt.Errorf("install %s: %w", p.name, err)
	}
	if !executable(filepath.Join(partial, p.binary)) {
		return "", fmt.Errorf("install %s: it brought no %s for %s/%s", p.name, p.binary, runtime.GOOS, runtime.GOARCH)
	}
	return program, errors.Join(os.RemoveAll(target), os.Rename(partial, target))
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// waitLock waits for a file lock: go test runs many processes at once, and one
// installation is enough.
func waitLock(ctx context.Context, path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for lockFile(f) != nil {
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-time.After(200 * time.Millisecond):
		}
	}
	return func() { _ = f.Close() }, nil
}

// runInstaller runs an installer, says every now and then that it still works, and
// puts the end of its output into the error.
func runInstaller(ctx context.Context, config Config, what string, env []string, program string, args ...string) error {
	output, err := os.CreateTemp("", "carpeta-instalar-*.log")
	if err != nil {
		return err
	}
	defer os.Remove(output.Name())
	defer output.Close()

	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = output, output
	since := time.Now()
	config.report("%s …", what)
	done := make(chan error, 1)
	go func() { done <- cmd.Run() }()
	tick := time.NewTicker(15 * time.Second)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", what, err, tail(output.Name()))
			}
			config.report("%s: done in %s", what, time.Since(since).Round(time.Second))
			return nil
		case <-tick.C:
			config.report("%s … %s", what, time.Since(since).Round(time.Second))
		}
	}
}

// retryPauses: a registry that is slow or briefly away is no reason to give up.
var retryPauses = []time.Duration{5 * time.Second, 20 * time.Second, time.Minute}

// persist repeats an installation that failed, after a pause each time.
func persist(ctx context.Context, config Config, install func() error) error {
	for _, pause := range retryPauses {
		err := install()
		if err == nil || ctx.Err() != nil {
			return err
		}
		config.report("again in %s: %v", pause, err)
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(pause):
		}
	}
	return install()
}

// LockFile takes a file lock for the life of this process, or until release.
func LockFile(path string) (release func(), err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	return waitLock(ctx, path)
}
