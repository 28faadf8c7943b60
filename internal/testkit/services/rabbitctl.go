package services

import (
	"bytes"
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

// Ctl runs rabbitmqctl against this broker and returns its output. It
// takes about half a second; on a busy machine many times that.
func (r *Rabbit) Ctl(ctx context.Context, args ...string) (string, error) {
	return ctl(ctx, "rabbitmqctl", r.Dir(), r.member(), args...)
}

// Vhost makes an empty virtual host and returns its URL.
func (r *Rabbit) Vhost(ctx context.Context) (string, error) {
	return newVhost(ctx, r.URL(), r.Dir())
}

// newVhost also works from another process than the one that started the
// broker: the folder says all there is to know.
func newVhost(ctx context.Context, url, dir string) (string, error) {
	urls, err := newVhosts(ctx, url, dir, 1)
	if err != nil {
		return "", err
	}
	return urls[0], nil
}

// newVhosts makes n virtual hosts in one call of the tool: nearly all of the time
// goes into starting it.
func newVhosts(ctx context.Context, url, dir string, n int) ([]string, error) {
	var names, urls []string
	for range n {
		name := "t-" + strings.ToLower(rand.Text()[:12])
		names = append(names, `<<"`+name+`">>`)
		urls = append(urls, strings.TrimSuffix(url, "/")+"/"+name)
	}
	script := `lists:foreach(fun(V) -> ok = rabbit_vhost:add(V, <<"test">>), ` +
		`ok = rabbit_auth_backend_internal:set_permissions(<<"guest">>, V, <<".*">>, <<".*">>, <<".*">>, <<"test">>) ` +
		`end, [` + strings.Join(names, ", ") + `]).`
	output, err := ctl(ctx, "rabbitmqctl", dir, nil, "eval", script)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(output) != "ok" { // eval exits 0 whatever the call returned
		return nil, fmt.Errorf("virtual hosts %v: %s", names, output)
	}
	return urls, nil
}

// ctl runs one of the broker's tools. The member is nil for a broker of one node.
func ctl(ctx context.Context, tool, dir string, m *member, args ...string) (string, error) {
	installed, err := findRabbit()
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
	env, err := rabbitEnv(l, m)
	if err != nil {
		return "", err
	}
	program, line := installed.line(installed.tool(tool), args...)
	for try := 1; ; try++ {
		cmd := exec.CommandContext(ctx, program, line...)
		cmd.Env, cmd.WaitDelay = env, time.Second
		output, err := cmd.CombinedOutput()
		if err == nil {
			return string(output), nil
		}
		if try == 3 || !bytes.Contains(output, []byte(notReached)) {
			return "", fmt.Errorf("%s %s: %w: %s", tool, args[0], err, output)
		}
	}
}

// notReached is what a tool says whose node did not take its connection within seven seconds: on a machine that has much
// to do that happens to nodes that are well.
const notReached = "unable to perform an operation on node"
