package main

import (
	"encoding/base64"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestUpDown(t *testing.T) {
	t.Parallel()
	services.Night(t, "TestRunSetsTheEnvironmentAndKeepsTheExitCode")
	services.Require(t)
	dir := t.TempDir()
	t.Cleanup(func() { runTool(t, nil, "down", "--dir", dir) })

	one := runTool(t, nil, "up", "--dir", dir)
	if one.code != 0 {
		t.Fatalf("up: exit code %d\n%s", one.code, one.errw)
	}
	for _, line := range strings.Split(strings.TrimSpace(one.output), "\n") {
		if !strings.HasPrefix(line, "export ") {
			t.Errorf("standard output is for a shell, not for %q", line)
		}
	}
	// What a shell makes of the file is what the server will see.
	output, err := exec.Command("sh", "-c", `. "$1"; echo "$CARPETA_PROFILE $CARPETA_S3_BUCKET $AWS_REGION"; echo "$CARPETA_S3_ENDPOINT"`, "sh", filepath.Join(dir, envFile)).Output()
	if err != nil || !strings.HasPrefix(string(output), "distributed carpeta us-east-1\nhttp://127.0.0.1:") {
		t.Fatalf("env file: %q, %v", output, err)
	}
	_, endpoint, _ := strings.Cut(strings.TrimSpace(string(output)), "http://")
	c, err := net.Dial("tcp", endpoint)
	if err != nil {
		t.Fatalf("nothing outlived up: %v", err)
	}
	_ = c.Close()

	checkIdentity(t, dir)

	if two := runTool(t, nil, "up", "--dir", dir); two.code != 0 || two.output != one.output {
		t.Errorf("a second up: exit code %d, or other addresses", two.code)
	}
	if r := runTool(t, nil, "down", "--dir", dir); r.code != 0 {
		t.Fatalf("down: exit code %d\n%s", r.code, r.errw)
	}
	untilNoneIsLeft(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "rabbitmq")); err != nil {
		t.Errorf("down removed the data: %v", err)
	}

	// The addresses are kept, so that an editor's run configuration stays good.
	if three := runTool(t, nil, "up", "--dir", dir); three.output != one.output {
		t.Errorf("up after down moved:\n%s\n%s\n%s", one.output, three.output, three.errw)
	}
	if r := runTool(t, nil, "down", "--borrar", "--dir", dir); r.code != 0 {
		t.Errorf("down --borrar: exit code %d\n%s", r.code, r.errw)
	}
	for _, name := range []string{"rabbitmq", "emisor", cursorsFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); !os.IsNotExist(err) {
			t.Errorf("down --borrar left %s", name)
		}
	}
	if r := runTool(t, nil, "down", "--dir", dir); r.code != 0 {
		t.Errorf("down with nothing there: exit code %d", r.code)
	}
	untilNoneIsLeft(t, dir)
}

// pruebaIdentidad: the server's and a developer's part of the tokens.
func checkIdentity(t *testing.T, dir string) {
	t.Helper()
	output, err := exec.Command("sh", "-c", `. "$1"; echo "$CARPETA_AUTH_ISSUER $CARPETA_AUTH_AUDIENCE $CARPETA_CURSOR_KEYS"`, "sh", filepath.Join(dir, envFile)).Output()
	fields := strings.Fields(string(output))
	if err != nil || len(fields) != 3 {
		t.Fatalf("env file: %q, %v", output, err)
	}
	if kid, clave, _ := strings.Cut(fields[2], ":"); kid == "" || len(clave) != base64.StdEncoding.EncodedLen(32) {
		t.Errorf("cursor keys %q", fields[2])
	}
	if info, err := os.Stat(filepath.Join(dir, cursorsFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("cursor key file: %v, %v", info, err)
	}
	token, err := exec.Command(filepath.Join(dir, "emisor", "emisor"), "token", "--dir", dir, "--sub", "c-1", "--rol", "ciudadano").Output()
	if err != nil {
		t.Fatalf("token: %v", err)
	}
	v := auth.NewRemote(auth.RemoteConfig{Emisor: fields[0], Audience: fields[1]})
	if p, err := v.Verify(t.Context(), strings.TrimSuffix(string(token), "\n")); err != nil || p.Sub != "c-1" {
		t.Errorf("the issuer's token: %+v, %v", p, err)
	}
}

func TestStateDoesNotTouchAReusedPid(t *testing.T) {
	start, alive := startOf(os.Getpid())
	if !alive {
		t.Skip("no /proc on this system")
	}
	if !(pid{Pid: os.Getpid(), Started: start}).alive() {
		t.Error("this process counts as gone")
	}
	other := state{Processes: []pid{{Pid: os.Getpid(), Started: "1"}}}
	if other.allAlive() || len(other.stop()) > 0 { // stop would end this very test
		t.Error("another process with our number counts as ours")
	}
}

func TestExportsAreQuoted(t *testing.T) {
	script := exports([]string{"X=it's $HOME `id`"}) + `printf %s "$X"`
	output, err := exec.Command("sh", "-c", script).Output()
	if err != nil || string(output) != "it's $HOME `id`" {
		t.Errorf("a shell reads %q, %v", output, err)
	}
}
