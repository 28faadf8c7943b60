package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	imageBoots   = 5
	maxImageBoot = 500 * time.Millisecond
	imageUser    = 65532
	imageFigure  = "image, start of its process to ready, new data folder"
	imageBudget  = "≤ 0.5 s"
)

// measureImage: the OCI image as podman runs it, from the start of its process to /readyz. What podman itself takes before
// is told beside it: here it copies the whole image for each container.
func measureImage(ctx context.Context, b *bench) error {
	for _, program := range []string{"podman", "runc"} {
		if !here(program) {
			b.report.note(imageFigure, imageBudget, uncapped, "not measured: %s is not here", program)
			return nil
		}
	}
	p, err := b.loadImage(ctx)
	if err != nil {
		return err
	}
	var own, whole sample
	for n := range imageBoots {
		if err := b.bootImage(ctx, p, fmt.Sprint("carpeta-", n), &own, &whole); err != nil {
			return errors.Join(err, p.remove(ctx))
		}
	}
	b.report.note(imageFigure, imageBudget, holdsIf(own.median() <= maxImageBoot), "%s; podman before it: p50 %s", own, (whole.median() - own.median()).Round(time.Millisecond))
	return p.remove(ctx)
}

func here(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// bootImage starts a container, waits until it is ready, and stops it.
func (b *bench) bootImage(ctx context.Context, p pod, name string, own, whole *sample) error {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return err
	}
	if err := giveTo(i.dir, imageUser); err != nil {
		return err
	}
	i.through = p.serving(name, i.dir)
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	ready, err := uptime()
	if err == nil {
		var since time.Duration
		if since, err = p.began(ctx, name); err == nil {
			*own, *whole = append(*own, ready-since), append(*whole, s.readyIn)
		}
	}
	return errors.Join(err, s.stop())
}

// pod is podman with a store of its own, and the image in it.
type pod struct{ dir, image string }

// loadImage makes the image of this source, and loads it as whoever gets it does.
func (b *bench) loadImage(ctx context.Context) (p pod, err error) {
	archive := filepath.Join(b.dir, "imagen.tar")
	if output, err := exec.CommandContext(ctx, "tools/image.sh", archive).CombinedOutput(); err != nil {
		return p, fmt.Errorf("no image was made: %w\n%s", err, output)
	}
	if p.dir, err = os.MkdirTemp("", "carpeta-podman-"); err != nil { // a short name: podman's sockets are in it
		return p, err
	}
	loaded, err := p.run(ctx, "load", "--quiet", "--input", archive)
	if err != nil {
		return p, errors.Join(err, p.remove(ctx))
	}
	p.image = strings.TrimPrefix(loaded[strings.LastIndex(loaded, "\n")+1:], "Loaded image: ")
	return p, nil
}

// args make podman work inside of a machine that is a container itself (e2e/image_test.go).
func (p pod) args(args ...string) []string {
	return append([]string{"podman", "--storage-driver=vfs", "--root", p.dir + "/root", "--runroot", p.dir + "/run",
		"--runtime=runc", "--cgroup-manager=cgroupfs", "--events-backend=none"}, args...)
}

// serving is the command of a container that may do nothing but serve; it takes the server's settings from its own.
func (p pod) serving(name, data string) []string {
	return p.args("run", "--rm", "--name", name, "--read-only", "--read-only-tmpfs=false", "--cap-drop=all", "--security-opt=no-new-privileges",
		"--cgroups=enabled", "--network=host", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024", "--env-host", "--volume", data+":"+data, p.image)
}

func (p pod) run(ctx context.Context, args ...string) (string, error) {
	all := p.args(args...)
	output, err := exec.CommandContext(ctx, all[0], all[1:]...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("podman %s: %w\n%s", args[0], err, output)
	}
	return strings.TrimSpace(string(output)), err
}

// remove ends what is left of the containers, and the store.
func (p pod) remove(ctx context.Context) error {
	_, err := p.run(context.WithoutCancel(ctx), "rm", "--all", "--force", "--time=0")
	return errors.Join(err, os.RemoveAll(p.dir))
}

// began is when a container's process began, since the machine did.
func (p pod) began(ctx context.Context, name string) (time.Duration, error) {
	pid, err := p.run(ctx, "inspect", "--format", "{{.State.Pid}}", name)
	if err != nil {
		return 0, err
	}
	return startOf(pid)
}

// startOf is when a process began, since the machine did.
func startOf(pid string) (time.Duration, error) {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold blanks
	fields := strings.Fields(rest)
	if len(fields) < 20 {
		return 0, errors.New("/proc/PID/stat is short")
	}
	ticks, err := strconv.Atoi(fields[19])
	return time.Duration(ticks) * time.Second / hz, err
}

// uptime is since when the machine runs, to a hundredth of a second.
func uptime() (time.Duration, error) {
	text, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0, err
	}
	return time.ParseDuration(strings.Fields(string(text))[0] + "s")
}

// giveTo makes everything in the folder the user's.
func giveTo(dir string, user int) error {
	return filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(name, user, user)
	})
}
