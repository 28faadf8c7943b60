package e2e_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	imageUser = 65532
	imageMost = 45e6 // bytes, packed
)

// TestTheImageServes: the image is the server of a citizen's day: pages, list, upload, download, deletion and
// its messages, an orderly end. Its root is read-only, it has no privilege, and nothing but the program.
func TestTheImageServes(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "podman", "runc", "jq")
	p, image := loadImage(t)
	if user := p.run(t, "image", "inspect", "--format", "{{.Config.User}}", image); user != "65532:65532" {
		t.Errorf("the image's user is %q", user)
	}
	if output, err := p.command(t, append(locked, "--entrypoint", "/bin/sh", image)...).CombinedOutput(); err == nil {
		t.Errorf("the image has a shell: %s", output)
	}

	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
	giveTo(t, house.Dir, imageUser)
	asked := time.Now()
	s := house.Through(p.args(append(locked, "--env-host", "--volume", house.Dir+":"+house.Dir, image)...)...).Start(t)
	t.Logf("ready %v after podman was asked", time.Since(asked).Round(time.Millisecond))

	for _, page := range []string{"/", "/app/"} {
		if status, _, body := serverkit.Download(t, s.URL+page); status != 200 || !strings.Contains(string(body), `type="module"`) {
			t.Errorf("%s: status %d, %.80s", page, status, body)
		}
	}
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	uploaded := uploadAndConfirmar(t, c, mine.CarpetaID, []byte("desde una imagen\n"))
	found := allFilas(t, c, mine.CarpetaID)
	downloadWell(t, found[uploaded])
	deleteDocumento(t, c, deletable(found)[0], 600) // what deleteAndWatch hears of first
	deleteAndWatch(t, house, c, mine.CarpetaID, found[uploaded])
	if code := s.Stop(t); code != 0 {
		t.Errorf("SIGTERM: exit code %d", code)
	}
	t.Run("by compose", func(t *testing.T) { composeServes(t, p) })
}

// nested are limits that are given, so that a container also runs inside of a machine that is a container itself.
var nested = []string{"--read-only-tmpfs=false", "--cgroups=enabled", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"}

// locked are the arguments of a container that may do nothing but serve.
var locked = append([]string{"run", "--rm", "--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--network=host"}, nested...)

// pod is podman with a store of its own.
type pod struct{ dir string }

func (p pod) args(args ...string) []string {
	return append([]string{"podman", "--storage-driver=vfs", "--root", p.dir + "/root", "--runroot", p.dir + "/run",
		"--runtime=runc", "--cgroup-manager=cgroupfs", "--events-backend=none"}, args...)
}

func (p pod) command(t *testing.T, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), soon)
	t.Cleanup(cancel)
	all := p.args(args...)
	return exec.CommandContext(ctx, all[0], all[1:]...)
}

func (p pod) run(t *testing.T, args ...string) string {
	t.Helper()
	output, err := p.command(t, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("podman %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return strings.TrimSpace(string(output))
}

// loadImage builds the image, and loads it as whoever gets it does. Its store ends with the test.
func loadImage(t *testing.T) (pod, string) {
	t.Helper()
	requirePages(t)
	archive := filepath.Join(t.TempDir(), "imagen.tar")
	if output, err := exec.CommandContext(t.Context(), "../tools/image.sh", archive).CombinedOutput(); err != nil {
		t.Fatalf("no image was made: %v\n%s", err, output)
	}
	info, err := os.Stat(archive)
	must(t, err)
	dir, err := os.MkdirTemp("", "carpeta-podman-") // t.TempDir's names are too long for podman's sockets
	must(t, err)
	p := pod{dir}
	t.Cleanup(func() {
		p.run(t, "rm", "--all", "--force", "--time=0")
		for range 100 { // what watches a container in the background writes a moment longer
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		must(t, err)
	})
	loaded := p.run(t, "load", "--quiet", "--input", archive)
	image := strings.TrimPrefix(loaded[strings.LastIndex(loaded, "\n")+1:], "Loaded image: ")
	size := p.run(t, "image", "inspect", "--format", "{{.Size}}", image)
	t.Logf("%s: %d bytes packed, %s unpacked", image, info.Size(), size)
	if commit := p.run(t, "image", "inspect", "--format", `{{index .Labels "org.opencontainers.image.revision"}}`, image); !strings.Contains(p.run(t, append(locked, image, "version")...), commit) || len(commit) < 7 {
		t.Errorf("the image says that it is of commit %q, its program does not", commit)
	}
	if info.Size() > imageMost {
		t.Errorf("the image has %d bytes packed, more than %.0f", info.Size(), imageMost)
	}
	if output, err := p.command(t, append(locked, image, "version")...).CombinedOutput(); err != nil {
		t.Fatalf("this machine cannot run containers, so the image is not tested (podman and runc are here; see what they say): %v\n%s", err, output)
	}
	return p, image
}

// giveTo makes everything in the folder the user's.
func giveTo(t *testing.T, dir string, user int) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(name, user, user)
	}))
}
