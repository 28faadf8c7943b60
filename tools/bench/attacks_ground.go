package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// ground is what the servers under attack stand on.
type ground struct {
	bench    *bench
	front    front
	base     *installation
	cert     certificado
	honest   line // whose carpeta the honest client reads
	token    string
	citizens []attack.Citizen
	operador string // token
}

const documentsEach = 30

// newGround fills carpetas, and has every attacker leave a deletion that waits.
func (b *bench) newGround(ctx context.Context, f front) (*ground, error) {
	i, err := b.install(ctx, f.profile)
	if err != nil {
		return nil, err
	}
	g := &ground{bench: b, front: f}
	if g.cert, err = b.certificado(); err != nil {
		return nil, err
	}
	if f.tls {
		i = i.with("CARPETA_TLS_CERT="+g.cert.chain, "CARPETA_TLS_KEY="+g.cert.key)
	}
	if f.memory > 0 {
		i = i.with(fmt.Sprintf("CARPETA_MEMORY_LIMIT_MIB=%d", f.memory))
	}
	g.base = i
	documents := documentsEach
	if f.subjects == 1 {
		documents = 100
	}
	lines, _, err := i.sembrar(ctx, 1+f.subjects, documents)
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
	if err := g.fill(ctx); err != nil {
		return nil, err
	}
	return g, g.prepare(ctx)
}

// attackedTrail are the events of the operador whose trail is exported.
const attackedTrail = 50_000

const sealedWithin = 5 * time.Minute

// fill gives an operador of the embedded profile a long trail.
func (g *ground) fill(ctx context.Context) (err error) {
	if g.front.profile != embedded {
		return nil
	}
	if g.operador, err = g.bench.emisor.withRol("exporta", "operador", exporter); err != nil {
		return err
	}
	return g.base.fillTrail(ctx, attackedTrail)
}

// prepare also waits until the long trail is sealed: else each row has a server that seals it, a core for some seconds,
// and what is measured in quiet is not quiet.
func (g *ground) prepare(ctx context.Context) error {
	s, err := g.base.boot(ctx)
	if err != nil {
		return err
	}
	t, err := g.target(g.base, s)
	if err == nil {
		err = attack.Prepare(ctx, &t)
	}
	if err == nil && g.front.profile == embedded {
		_, err = s.until(ctx, sealedWithin, time.Second, func(m metrics) bool { return m["carpeta_sello_eventos_total"] >= attackedTrail })
	}
	g.citizens = t.Citizens
	return errors.Join(err, s.stop())
}

func (g *ground) target(_ *installation, s *server) (attack.Target, error) {
	t := attack.Target{API: g.api(s), Name: "example.com", Citizens: g.citizens, Operador: g.operador}
	if !g.front.tls {
		return t, nil
	}
	pem, err := os.ReadFile(g.cert.chain)
	t.Roots = pem
	return t, err
}

func (g *ground) api(s *server) string {
	if g.front.tls {
		return "https://" + s.host()
	}
	return s.api
}

// serve starts a server: of the embedded profile on a copy of the data, so that each row
// begins alike; of the distributed one on the same.
func (g *ground) serve(ctx context.Context) (*server, error) {
	if g.front.profile != embedded {
		return g.base.boot(ctx)
	}
	i := *g.base
	var err error
	if i.dir, err = os.MkdirTemp(g.bench.dir, "copy-"); err != nil {
		return nil, err
	}
	data := filepath.Join(i.dir, "datos")
	if out, err := exec.CommandContext(ctx, "cp", "-r", filepath.Join(g.base.dir, "datos"), data).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("cp: %w: %s", err, out)
	}
	return i.with("CARPETA_DATA_DIR=" + data).boot(ctx)
}
