package services

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Ctl runs rabbitmqctl against this broker and returns what it printed. It
// takes about half a second; on a busy machine many times that.
func (r *Rabbit) Ctl(ctx context.Context, args ...string) (string, error) {
	return ctl(ctx, r.Dir(), args...)
}

// Vhost makes an empty virtual host and returns its URL.
func (r *Rabbit) Vhost(ctx context.Context) (string, error) {
	return newVhost(ctx, r.URL(), r.Dir())
}

// newVhost also works from another process than the one that started the
// broker: the folder says all there is to know.
func newVhost(ctx context.Context, url, dir string) (string, error) {
	name := "t-" + strings.ToLower(rand.Text()[:12])
	// One call, not add_vhost and set_permissions: the time goes into starting
	// the tool.
	script := fmt.Sprintf(`rabbit_vhost:add(<<"%[1]s">>, <<"test">>), `+
		`rabbit_auth_backend_internal:set_permissions(<<"guest">>, <<"%[1]s">>, <<".*">>, <<".*">>, <<".*">>, <<"test">>).`, name)
	output, err := ctl(ctx, dir, "eval", script)
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(output) != "ok" { // eval exits 0 whatever the call returned
		return "", fmt.Errorf("virtual host %s: %s", name, output)
	}
	return strings.TrimSuffix(url, "/") + "/" + name, nil
}

func ctl(ctx context.Context, dir string, args ...string) (string, error) {
	programs, err := findRabbit()
	if err != nil {
		return "", err
	}
	l := place{folder: &folder{path: dir}}
	text, err := os.ReadFile(filepath.Join(dir, portsFile))
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(text, &l.ports); err != nil || len(l.ports) != portCount {
		return "", fmt.Errorf("%s: not a broker's folder: %w", dir, errors.Join(err, errNotRunning))
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(programs, "rabbitmqctl"), args...)
	if cmd.Env, err = rabbitEnv(l); err != nil {
		return "", err
	}
	cmd.WaitDelay = time.Second
	output, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("rabbitmqctl %s: %w: %s", args[0], err, output)
	}
	return string(output), nil
}
