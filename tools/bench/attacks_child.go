package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// order is what the process of the attacker is told.
type order struct {
	Names  []string
	Target attack.Target
}

// assault is the process of the attacker: nice, so that what it spends is not taken from
// the honest client.
type assault struct {
	cmd         *exec.Cmd
	out, failed bytes.Buffer
}

const niceness = "10"

// begin starts the attacker, which is this program again.
func (g *ground) begin(s *server, attacks []attack.Attack) (*assault, error) {
	target, err := g.target(s)
	if err != nil {
		return nil, err
	}
	o := order{Target: target}
	for _, a := range attacks {
		o.Names = append(o.Names, a.Name)
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	a := &assault{cmd: exec.Command("nice", "-n", niceness, self, "-atacar")}
	a.cmd.Env, a.cmd.Stdin, a.cmd.Stdout, a.cmd.Stderr = setting(), bytes.NewReader(text), &a.out, &a.failed
	return a, services.StartChild(a.cmd)
}

// end tells the attacker to stop, and returns what it met.
func (a *assault) end() (*attack.Tally, error) {
	_ = a.cmd.Process.Signal(syscall.SIGTERM) // Wait tells if it has ended
	timer := time.AfterFunc(patience, func() { _ = a.cmd.Process.Kill() })
	defer timer.Stop()
	if err := a.cmd.Wait(); err != nil {
		return nil, fmt.Errorf("the attacker: %w: %s", err, a.failed.String())
	}
	t := &attack.Tally{}
	return t, json.Unmarshal(a.out.Bytes(), t)
}

// strike is the attacker's process: it attacks until it is told to end.
func strike(ctx context.Context, in io.Reader, out io.Writer) error {
	var o order
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		return err
	}
	var picked []attack.Attack
	for _, a := range append(attack.Classes(), attack.Flood(), attack.Resets()) {
		if slices.Contains(o.Names, a.Name) {
			picked = append(picked, a)
		}
	}
	t, err := attack.Together(ctx, o.Target, picked...)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(t)
}
