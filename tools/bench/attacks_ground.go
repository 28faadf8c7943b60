package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// ground is what the servers under attack stand on: the embedded profile, with the carpetas of an honest client and of
// attackers.
type ground struct {
	bench    *bench
	front    front
	base     *installation
	cert     certificado
	honest   line // whose carpeta the honest client reads
	token    string
	from     net.Addr         // the honest client's; nil: any but the attacker's
	citizens []attack.Citizen // of the attacker's address
}

const (
	attackers     = 4 // accounts, as many as a class has parts
	documentsEach = 100
)

// newGround fills carpetas, and has the attackers leave a deletion that waits.
func (b *bench) newGround(ctx context.Context, f front) (*ground, error) {
	i, err := b.install(ctx, embedded)
	if err != nil {
		return nil, err
	}
	g := &ground{bench: b, front: f}
	if f.tls {
		if g.cert, err = b.certificado(); err != nil {
			return nil, err
		}
		i = i.with("CARPETA_TLS_CERT="+g.cert.chain, "CARPETA_TLS_KEY="+g.cert.key)
	}
	if f.limit > 0 {
		i = i.with(fmt.Sprintf("CARPETA_MEMORY_LIMIT_MIB=%d", f.limit))
	}
	g.base = i
	lines, err := i.sembrar(ctx, 1+attackers, documentsEach)
	if err != nil {
		return nil, err
	}
	g.honest = lines[0]
	if g.token, err = b.emisor.token(lines[0].CiudadanoID); err != nil {
		return nil, err
	}
	for _, l := range lines[1:] {
		token, err := b.emisor.token(l.CiudadanoID)
		if err != nil {
			return nil, err
		}
		g.citizens = append(g.citizens, attack.Citizen{Token: token, CarpetaID: l.CarpetaID})
	}
	return g, g.prepare(ctx)
}

func (g *ground) prepare(ctx context.Context) error {
	s, err := g.base.boot(ctx)
	if err != nil {
		return err
	}
	t, err := g.target(s)
	if err == nil {
		err = attack.Prepare(ctx, &t)
	}
	g.citizens = t.Citizens
	return errors.Join(err, s.stop())
}

func (g *ground) target(s *server) (t attack.Target, err error) {
	t = attack.Target{API: g.api(s), Name: "example.com", Citizens: g.citizens}
	if g.front.tls {
		t.Roots, err = os.ReadFile(g.cert.chain)
	}
	return t, err
}

func (g *ground) api(s *server) string {
	if g.front.tls {
		return "https://" + s.host()
	}
	return s.api
}

// serve starts a server on a copy of the data, so that each row begins alike.
func (g *ground) serve(ctx context.Context, env ...string) (*server, error) {
	i := *g.base
	var err error
	if i.dir, err = os.MkdirTemp(g.bench.dir, "copy-"); err != nil {
		return nil, err
	}
	data := filepath.Join(i.dir, "datos")
	if out, err := exec.CommandContext(ctx, "cp", "-r", filepath.Join(g.base.dir, "datos"), data).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("cp: %w: %s", err, out)
	}
	return i.with(append(env, "CARPETA_DATA_DIR="+data)...).boot(ctx)
}
