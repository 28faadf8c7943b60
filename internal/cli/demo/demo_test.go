package demo_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/demo"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func command(t *testing.T) config.Config {
	t.Helper()
	c, err := config.Parse([]string{
		"serve", "--demo", "--data-dir=" + t.TempDir(), "--log-level=warn", "--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0",
	}, nil, t.Output(), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	return c.Config
}

// prepared opens a data folder with the demo in it.
func prepared(t *testing.T, c config.Config) (*app.Domain, *demo.Demo) {
	t.Helper()
	s, err := app.Open(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	d, err := demo.Prepare(t.Context(), demo.Server{
		Carpetas: s.Carpetas, Entidades: s.Entidades, Entregas: s.Entregas, Store: s.Store, Objetos: s.Objetos, Emisor: s.Emisor,
		Llave: filepath.Join(t.TempDir(), demo.KeyFile), Clock: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, d
}

// A demo that runs since yesterday still gives its visitors tokens that are good, one for each role.
func TestDemoTokensAreOfToday(t *testing.T) {
	c := command(t)
	synctest.Test(t, func(t *testing.T) {
		s, d := prepared(t, c)
		verifier := s.Emisor.VerifierIn(nil)
		verify := func(token string) error {
			_, err := verifier.Verify(t.Context(), token)
			return err
		}
		yesterday := d.Settings(site.Settings{})
		time.Sleep(24 * time.Hour)
		today := d.Settings(site.Settings{})
		if verify(yesterday.Token) == nil {
			t.Error("yesterday's token does not expire")
		}
		if err := verify(today.Token); err != nil {
			t.Error(err)
		}
		var roles []auth.Role
		for _, p := range today.Visitors {
			roles = append(roles, auth.Role(p.Role))
			if err := verify(p.Token); err != nil {
				t.Error(p.Role, err)
			}
		}
		if want := auth.ValidRoles; len(roles) != len(want) || slices.ContainsFunc(want, func(r auth.Role) bool { return !slices.Contains(roles, r) }) {
			t.Errorf("visitors of %v, want each of %v", roles, want)
		}
	})
}

// The demo's entity delivered a paper of each legal state, and a second start delivers nothing. They are what they show
// today and in half a year.
func TestTheDemoHasAPaperOfEachLegalState(t *testing.T) {
	s, d := prepared(t, command(t))
	ctx, stop := context.WithCancel(t.Context())
	var delivered error
	deliver := func(string, string) {
		delivered = errors.Join(d.Deliver(ctx), d.Deliver(ctx))
		stop()
	}
	if err := errors.Join(s.Serve(ctx, app.Options{OnReady: deliver}), delivered); err != nil {
		t.Fatal(err)
	}
	carpetaID := d.Settings(site.Settings{}).CarpetaID
	c, err := s.Store.Carpeta(t.Context(), carpetaID)
	if err != nil {
		t.Fatal(err)
	}
	filas, err := s.Store.Listar(t.Context(), documento.Consulta{CarpetaID: carpetaID, Campo: documento.PorFechaRecepcion, Descendente: true, Limite: 5})
	if err != nil {
		t.Fatal(err)
	}
	type paper struct {
		state     documento.Juridico
		resultado entrega.Resultado
	}
	want := map[string]paper{
		"Diploma de grado":                {documento.Vigente, entrega.Valida},
		"Certificado de inglés, nivel B2": {documento.Vigente, entrega.Valida},
		"Certificado de inglés, nivel B1": {documento.Reemplazado, entrega.Reemplazada},
		"Certificado de notas":            {documento.Revocado, entrega.Revocada},
		"Carné de estudiante":             {documento.Vencido, entrega.Valida},
	}
	got, later := map[string]paper{}, map[string]paper{}
	for _, f := range filas {
		of, err := s.Store.Documento(t.Context(), f.Clave())
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.Entregas.Verificar(t.Context(), world.Owner(c), entrega.Pregunta{Clave: f.Clave()})
		if err != nil || of.Numero == "" || (of.MotivoRevocacion != "") != (f.Juridico == documento.Revocado) {
			t.Errorf("%q: number %q, reason %q, %v", f.Titulo, of.Numero, of.MotivoRevocacion, err)
		}
		got[f.Titulo] = paper{f.EstadoJuridico(time.Now().Format(time.DateOnly)), v.Resultado}
		later[f.Titulo] = paper{f.EstadoJuridico(time.Now().AddDate(0, 6, 0).Format(time.DateOnly)), v.Resultado}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(paper{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(want, later, cmp.AllowUnexported(paper{})); diff != "" {
		t.Errorf("in half a year, -want +got:\n%s", diff)
	}
}
