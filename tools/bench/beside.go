package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Pages side by side: each program answers so many in a round, one after the other; the rounds take turns.
const (
	besideRounds = 5
	besideEach   = 400
)

// contender is a program that answers the same page.
type contender struct {
	name string
	pid  int
	cl   *client
	stop func() error
	used [len(besideKinds)]time.Duration
}

// firstServer is the program among the contenders: bare handlers are before it.
const firstServer = 2

// measureBeside compares the processor of a page with that of a bare handler on the same table.
func measureBeside(ctx context.Context, b *bench) (err error) {
	i, err := b.install(ctx, distributed)
	if err != nil {
		return err
	}
	lines, err := i.sembrar(ctx, 1, 2*few)
	if err != nil {
		return err
	}
	token, err := b.emisor.token(lines[0].CiudadanoID)
	if err != nil {
		return err
	}
	all, err := i.contenders(ctx, lines[0].CarpetaID)
	defer func() {
		for _, c := range all {
			c.cl.close()
			err = errors.Join(err, c.stop())
		}
	}()
	if err != nil {
		return err
	}
	requests, err := besideRequests(ctx, all[firstServer], token, lines[0].CarpetaID)
	if err != nil {
		return err
	}
	for round := range besideRounds + 1 { // the first one is a rehearsal
		for n := range all {
			c := all[(n+round)%len(all)]
			for kind, request := range requests {
				used, err := c.answer(ctx, token, request)
				if err != nil {
					return err
				}
				if round > 0 {
					c.used[kind] += used
				}
			}
		}
	}
	for kind, name := range besideKinds {
		for _, c := range all[firstServer:] {
			bare, owned := all[0].used[kind], all[1].used[kind]
			b.report.note("a "+name+", "+c.name, "", uncapped, "%s of processor, × %.2f of a bare handler (%s), × %.2f of one that reads the carpeta too (%s)",
				besideShare(c.used[kind]), ratio(c.used[kind], bare), besideShare(bare), ratio(c.used[kind], owned), besideShare(owned))
		}
	}
	return nil
}

// besideShare is the processor of one page.
func besideShare(all time.Duration) time.Duration {
	return (all / (besideRounds * besideEach)).Round(time.Microsecond)
}

// besideKinds are the pages that are compared.
var besideKinds = [...]string{"first page of 20", "later page of 20", "later page of 100"}

// besideRequests ask for a page of each kind.
func besideRequests(ctx context.Context, c *contender, token, carpetaID string) (requests [len(besideKinds)][]byte, err error) {
	const query = `query($c: ID!, $n: Int!, $after: String) { carpeta(id: $c) { documentos(first: $n, after: $after) {
		edges { cursor node { ` + wholeFila + ` } } pageInfo { hasNextPage endCursor } } } }`
	after, err := c.cl.cursorAfter(ctx, token, carpetaID, 2*filas)
	for kind, asks := range []map[string]any{{"n": filas}, {"n": filas, "after": after}, {"n": 5 * filas, "after": after}} {
		asks["c"] = carpetaID
		requests[kind] = body(query, asks)
	}
	return requests, err
}

// contenders are the two bare handlers first, and the program.
func (i *installation) contenders(ctx context.Context, carpetaID string) ([]*contender, error) {
	var all []*contender
	for _, owned := range []bool{false, true} {
		bare, err := i.bare(ctx, carpetaID, owned)
		if err != nil {
			return all, err
		}
		all = append(all, bare)
	}
	s, err := i.boot(ctx)
	if err != nil {
		return all, err
	}
	return append(all, &contender{name: "the program", pid: s.cmd.Process.Pid, cl: s.client(1), stop: s.stop}), nil
}

// bare starts the bare handler, which is this program again; an owned one reads the carpeta too.
func (i *installation) bare(ctx context.Context, carpetaID string, owned bool) (*contender, error) {
	ports, err := services.FreePorts(1)
	if err != nil {
		return nil, err
	}
	addr := fmt.Sprintf("127.0.0.1:%d", ports[0])
	order, err := json.Marshal(bareOrder{Addr: addr, Endpoint: i.dynamodb, Prefix: i.prefix, CarpetaID: carpetaID, Owned: owned})
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-pelado")
	cmd.Env, cmd.Stdin, cmd.Stderr = setting(), bytes.NewReader(order), os.Stderr
	if err := services.StartChild(cmd); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd, api: "http://" + addr, end: make(chan error, 1)}
	go func() { s.end <- cmd.Wait() }()
	c := &contender{name: map[bool]string{false: "a bare handler with one query of the SDK", true: "a bare handler that reads the carpeta too"}[owned], pid: cmd.Process.Pid, cl: s.client(1), stop: s.stop}
	for since := time.Now(); ; time.Sleep(poll) {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		if err == nil {
			return c, conn.Close()
		}
		if time.Since(since) > patience {
			return nil, errors.Join(err, s.stop())
		}
	}
}

// answer has it answer its pages of a round, and tells the processor that they took.
func (c *contender) answer(ctx context.Context, token string, request []byte) (time.Duration, error) {
	before, err := cpu(c.pid)
	if err != nil {
		return 0, err
	}
	for range besideEach {
		if _, _, err := c.cl.raw(ctx, token, request); err != nil {
			return 0, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	after, err := cpu(c.pid)
	return after - before, err
}
