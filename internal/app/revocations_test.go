package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// failing are marks that fail at a write, and count reads.
type failing struct {
	marcas

	mu     sync.Mutex
	writes int // that succeed; negative: all
	reads  int
}

func (f *failing) LeerMarca(ctx context.Context, name string) (marca.Marca, error) {
	f.mu.Lock()
	f.reads++
	f.mu.Unlock()
	return f.marcas.LeerMarca(ctx, name)
}

func (f *failing) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	f.mu.Lock()
	f.writes--
	fails := f.writes == -1
	f.mu.Unlock()
	if fails {
		return m, errors.New("cut off")
	}
	return f.marcas.EscribirMarca(ctx, m)
}

func openMarcas(t *testing.T) *failing {
	t.Helper()
	store, err := boltstore.Open(boltstore.Config{Dir: t.TempDir(), Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return &failing{marcas: store, writes: -1 << 30}
}

func adding(names ...string) func([]auth.Revocation) ([]auth.Revocation, error) {
	return func(all []auth.Revocation) ([]auth.Revocation, error) {
		for _, n := range names {
			all = append(all, auth.Revocation{JTI: n, Until: time.Now().Add(time.Hour)})
		}
		return all, nil
	}
}

func names(t *testing.T, s auth.RevocationSource) (all []string) {
	t.Helper()
	if err := s.Read(t.Context(), func(r auth.Revocation) error { all = append(all, r.JTI); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// A list of several parts is read whole, a look at it is one read, and a change that is
// cut off anywhere changes nothing.
func TestStoredRevocations(t *testing.T) {
	m := openMarcas(t)
	server, command := &storedRevocations{marcas: m, clock: time.Now}, &storedRevocations{marcas: m, clock: time.Now}
	if got := names(t, server); len(got) != 0 {
		t.Fatal(got)
	}
	var many []string
	for i := range 2000 {
		many = append(many, fmt.Sprint(i, strings.Repeat("x", 300)))
	}
	for _, add := range [][]string{{"a"}, many, {"b"}} {
		if err := command.Change(t.Context(), adding(add...)); err != nil {
			t.Fatal(err)
		}
		if news, err := server.Changed(t.Context()); err != nil || !news {
			t.Fatal(news, err)
		}
		_ = names(t, server)
	}
	if got := names(t, server); len(got) != 2002 || got[0] != "a" || got[2001] != "b" {
		t.Fatal(len(got))
	}
	m.reads = 0
	if news, err := server.Changed(t.Context()); err != nil || news || m.reads != 1 {
		t.Errorf("a look: %v, %v, %d reads", news, err, m.reads)
	}
	for cut := range 6 { // lease, three parts, the head
		m.writes = cut
		err := (&storedRevocations{marcas: m, clock: time.Now}).Change(t.Context(), adding(fmt.Sprint("cut", cut)))
		m.writes = -1 << 30
		if err == nil {
			break
		}
		later := func() time.Time { return time.Now().Add(2 * changeLease) }
		if got := names(t, &storedRevocations{marcas: m, clock: later}); len(got) != 2002 {
			t.Fatalf("cut off at write %d: %d entries", cut, len(got))
		}
	}
}

// Of changes at a time one is made, and the others are told to try again: none is lost.
func TestStoredRevocationsAtTheSameTime(t *testing.T) {
	m := openMarcas(t)
	var group sync.WaitGroup
	var mu sync.Mutex
	done := map[string]bool{}
	for i := range 8 {
		group.Go(func() {
			for try := range 200 {
				name := fmt.Sprint(i)
				if err := (&storedRevocations{marcas: m, clock: time.Now}).Change(t.Context(), adding(name)); err == nil {
					mu.Lock()
					done[name] = true
					mu.Unlock()
					return
				} else if try == 199 {
					t.Error(err)
				}
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	group.Wait()
	got := names(t, &storedRevocations{marcas: m, clock: time.Now})
	if len(got) != len(done) {
		t.Errorf("%d were made, %d are there", len(done), len(got))
	}
}

// The command: an entry about the same takes the place of an earlier one, and never of a
// stricter one; the list is bounded, and can be shown and undone.
func TestRevocar(t *testing.T) {
	cfg := config.Config{Profile: config.Embedded, DataDir: t.TempDir(), AuthTokenLife: time.Hour, AuthClockSkew: time.Minute, RevocationsMax: 2}
	run := func(name string, r config.Revocar) (string, error) {
		var out bytes.Buffer
		err := Run(t.Context(), config.Command{Name: name, Config: cfg, Revocar: r}, &out, io.Discard)
		return out.String(), err
	}
	add := func(jti, subject string, before time.Time) error {
		_, err := run(config.CmdRevocarAdd, config.Revocar{Add: config.RevocarAdd{Revocable: config.Revocable{JTI: jti, Subject: subject}, Before: before}})
		return err
	}
	if err := errors.Join(add("a", "", time.Time{}), add("a", "", time.Time{}), add("", "s", time.Time{})); err != nil {
		t.Fatal(err)
	}
	if err := add("", "s", time.Now().Add(-time.Hour)); err == nil {
		t.Error("a revocation was made weaker")
	}
	if err := add("b", "", time.Time{}); err == nil || !strings.Contains(err.Error(), "CARPETA_REVOCATIONS_MAX") {
		t.Error(err)
	}
	if out, err := run(config.CmdRevocarList, config.Revocar{}); err != nil || strings.Count(out, "\n") != 2 || !strings.Contains(out, `"sujeto":"s"`) {
		t.Error(out, err)
	}
	undo := config.Revocar{Remove: config.RevocarRemove{Revocable: config.Revocable{JTI: "a"}}}
	if _, err := run(config.CmdRevocarRemove, undo); err != nil {
		t.Error(err)
	}
	if _, err := run(config.CmdRevocarRemove, undo); err == nil {
		t.Error("taken back twice")
	}
}

// A server does not begin with a list that it cannot read: revoked tokens would be good.
func TestServerDoesNotBeginWithBrokenRevocations(t *testing.T) {
	a := &App{log: slog.New(slog.DiscardHandler), clock: time.Now}
	a.p.ready = func(context.Context) error { return nil }
	a.cfg.Profile = config.Distributed
	a.revocations = auth.NewRevocations(auth.RevocationsConfig{Source: brokenSource{}, Clock: time.Now, Log: a.log})
	if err := a.check(t.Context()); err == nil || !strings.Contains(err.Error(), "broken") || !strings.Contains(err.Error(), "carpeta revocacion listar") {
		t.Error(err)
	}
}

type brokenSource struct{}

func (brokenSource) Changed(context.Context) (bool, error) { return true, nil }
func (brokenSource) Read(context.Context, func(auth.Revocation) error) error {
	return errors.New("broken")
}

// The link of an upload that a revoked person announced is not good any more; one that
// was announced afterwards is.
func TestRevokedPersonsLinksAreRefused(t *testing.T) {
	cfg, err := config.Parse([]string{"--data-dir=" + t.TempDir(), "--log-level=warn", "--public-url=http://127.0.0.1:1"}, nil, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), cfg.Config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	k := documento.Clave{CarpetaID: newID(), DocumentoID: newID()}
	quien := auth.Principal{Sub: newID(), Roles: []auth.Role{auth.Ciudadano}}
	if _, err := a.p.store.AbrirCarpeta(t.Context(), carpeta.Carpeta{CarpetaID: k.CarpetaID, CiudadanoID: quien.Sub, OperadorID: "op", Tipo: "PERSONAL"}, world.Hecho()); err != nil {
		t.Fatal(err)
	}
	announce := func() documento.Clave {
		d, _, err := a.documentos.IniciarCarga(t.Context(), quien, k.CarpetaID, documento.Nuevo{
			Titulo: "Acta", Tipo: documento.Tipos[0], Contexto: "x", NombreArchivo: "a.pdf", TipoContenido: "application/pdf", TamanoBytes: 1, Hash: strings.Repeat("a", 64),
		})
		if err != nil {
			t.Fatal(err)
		}
		return d.Clave()
	}
	before := announce()
	if err := a.waitsForFile(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Millisecond)
	at := time.Now()
	if err := denyList(a.cfg, nil, nil).Change(t.Context(), func([]auth.Revocation) ([]auth.Revocation, error) {
		return []auth.Revocation{{Subject: quien.Sub, Before: at, Until: at.Add(time.Hour)}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := a.revocations.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.waitsForFile(t.Context(), before); fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("announced before: %v", err)
	}
	time.Sleep(5 * time.Millisecond)
	if err := a.waitsForFile(t.Context(), announce()); err != nil {
		t.Errorf("announced later: %v", err)
	}
}
