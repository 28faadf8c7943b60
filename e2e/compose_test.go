package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const composeFile = "../deploy/compose.yaml"

// The conditions under which a service starts after another one.
const (
	untilHealthy = "service_healthy"
	untilDone    = "service_completed_successfully"
)

type composeService struct {
	Image       string
	Healthcheck struct{ Test []string }
	DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
}

func readCompose(t *testing.T) map[string]composeService {
	t.Helper()
	text, err := os.ReadFile(composeFile)
	must(t, err)
	var file struct{ Services map[string]composeService }
	must(t, yaml.Unmarshal(text, &file))
	return file.Services
}

// TestComposeWaitsForWhatItNeeds: each service that goes on is asked for its health, one that ends is waited for, and the
// server's image is the one of this version.
func TestComposeWaitsForWhatItNeeds(t *testing.T) {
	t.Parallel()
	all, ends := readCompose(t), map[string]bool{}
	for name, s := range all {
		for other, need := range s.DependsOn {
			switch {
			case need.Condition == untilDone:
				ends[other] = true
			case need.Condition != untilHealthy || len(all[other].Healthcheck.Test) == 0:
				t.Errorf("%s starts after %s, whose health nobody asks for (condition %q)", name, other, need.Condition)
			}
		}
	}
	for name, s := range all {
		if (len(s.Healthcheck.Test) > 0) == ends[name] {
			t.Errorf("%s: a service that goes on has a health check, and one that ends has none", name)
		}
	}
	for _, name := range []string{"carpeta", "carpeta-bootstrap"} {
		if want := "${CARPETA_IMAGE:-carpeta:" + app.Number + "}"; all[name].Image != want {
			t.Errorf("%s has the image %q, want %q", name, all[name].Image, want)
		}
	}
}

// composeServes: the file's own services carpeta-bootstrap and carpeta, started by podman-compose. No image can be pulled
// here, so the other services are processes, whose ports and keys the file takes from the environment.
func composeServes(t *testing.T, p pod) {
	requirePrograms(t, "podman-compose")
	house := serverkit.NewHouse(t, serverkit.Distributed)
	ports, err := services.FreePorts(2)
	must(t, err)
	api, admin := fmt.Sprintf("127.0.0.1:%d", ports[0]), fmt.Sprintf("127.0.0.1:%d", ports[1])
	c := compose{podman: p.scriptForCompose(t), env: append(os.Environ(), "CARPETA_ADDR="+api, "CARPETA_ADMIN_ADDR="+admin,
		"CARPETA_DYNAMODB_PORT="+portOf(t, house.DynamoDB), "CARPETA_S3_PORT="+portOf(t, house.S3.Endpoint),
		"CARPETA_S3_ACCESS_KEY="+house.S3.AccessKey, "CARPETA_S3_SECRET_KEY="+house.S3.SecretKey, told(t, house, "CARPETA_AUTH_ISSUER"))}
	// What keeps this test apart from others on the same services.
	c.apart = []string{told(t, house, "CARPETA_DYNAMODB_TABLE_PREFIX"), told(t, house, "CARPETA_S3_BUCKET"), told(t, house, "CARPETA_AMQP_URL")}

	c.run(t, "carpeta-bootstrap")
	if code := p.run(t, "wait", "carpeta-bootstrap"); code != "0" {
		t.Fatalf("carpeta-bootstrap: exit code %s\n%s", code, p.run(t, "logs", "carpeta-bootstrap"))
	}
	c.run(t, "carpeta")
	// Podman-compose 1.0 has a shell run the check, and the image has none: podman runs what the file says.
	check := append([]string{"carpeta"}, readCompose(t)["carpeta"].Healthcheck.Test[1:]...)
	var said []byte
	defer func() {
		if t.Failed() {
			t.Logf("the check: %s\nthe server: %s", said, p.run(t, "logs", "carpeta"))
		}
	}()
	serverkit.WaitFor(t, soon, "the health check", func() bool {
		said, err = p.command(t, append([]string{"exec"}, check...)...).CombinedOutput()
		return err == nil && string(said) == "ok\n"
	})
	if output, err := p.command(t, append([]string{"exec", "--env=CARPETA_ADMIN_ADDR=127.0.0.1:1"}, check...)...).CombinedOutput(); err == nil {
		t.Errorf("the health check finds a server where none is: %s", output)
	}

	ciudadano := "ana"
	var opened struct{ CarpetaID string }
	must(t, json.Unmarshal([]byte(house.MustRun(t, "carpeta", "abrir", "--ciudadano", ciudadano, "--operador", "op-1")), &opened))
	client := serverkit.Client{URL: "http://" + api, Token: house.Token(t, ciudadano, "ciudadano", "", time.Hour)}
	uploaded := uploadAndConfirmar(t, client, opened.CarpetaID, []byte("desde compose\n"))
	downloadWell(t, allFilas(t, client, opened.CarpetaID)[uploaded])
	p.run(t, "stop", "--time=60", "carpeta")
	if code := p.run(t, "wait", "carpeta"); code != "0" {
		t.Errorf("carpeta, told to stop: exit code %s", code)
	}
}

// compose is podman-compose with a podman of the test's own.
type compose struct {
	podman string
	env    []string
	apart  []string // settings beside the file's
}

// run starts one service of the file, in a container of its name. Its dependencies are what the environment names.
func (c compose) run(t *testing.T, service string) {
	t.Helper()
	args := []string{"--podman-path=" + c.podman, "--podman-run-args=" + strings.Join(nested, " "), "--file", composeFile,
		"run", "--no-deps", "--detach", "-T", "--name=" + service}
	for _, s := range c.apart {
		args = append(args, "-e", s)
	}
	cmd := exec.CommandContext(t.Context(), "podman-compose", append(args, service)...)
	cmd.Env = c.env
	output, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "exit code: 0") { // it ends with 0 whatever podman does
		t.Fatalf("podman-compose: %v\n%s", err, output)
	}
}

// scriptForCompose is a podman that uses the store of p. Podman-compose 1.0 makes a network of its own, and has a service that
// is on the host's network join it too, which podman refuses: the script leaves that out.
const scriptForCompose = `#!/bin/sh
[ "$1" != network ] || exit 0
n=$#
while [ $n -gt 0 ]; do
  case $1 in
    --net | --network-alias) shift 2; n=$((n - 2)) ;;
    *) set -- "$@" "$1"; shift; n=$((n - 1)) ;;
  esac
done
exec %s "$@"
`

func (p pod) scriptForCompose(t *testing.T) string {
	t.Helper()
	path := filepath.Join(p.dir, "podman")
	must(t, os.WriteFile(path, fmt.Appendf(nil, scriptForCompose, strings.Join(p.args(), " ")), 0o700))
	return path
}

func portOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	return u.Port()
}

// told is what the house's servers are told, NAME=value.
func told(t *testing.T, house *serverkit.House, name string) string {
	t.Helper()
	for _, s := range house.Env() {
		if strings.HasPrefix(s, name+"=") {
			return s
		}
	}
	t.Fatalf("%s is not set", name)
	return ""
}
