package entidad_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestRegisterRefusesWhatCannotSign(t *testing.T) {
	w := world.New(t, world.Config{})
	s := world.NewSigner(t, "universidad", "k1")
	good := entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", Llaves: s.JWKS(t)}
	with := func(change func(*entidad.Alta)) entidad.Alta {
		a := good
		change(&a)
		return a
	}
	for what, a := range map[string]entidad.Alta{
		"no id":              with(func(a *entidad.Alta) { a.EntidadID = "" }),
		"id with a slash":    with(func(a *entidad.Alta) { a.EntidadID = "a/b" }),
		"id with a hash":     with(func(a *entidad.Alta) { a.EntidadID = "a#b" }),
		"id too long":        with(func(a *entidad.Alta) { a.EntidadID = strings.Repeat("a", 65) }),
		"no name":            with(func(a *entidad.Alta) { a.Nombre = "  " }),
		"name in two lines":  with(func(a *entidad.Alta) { a.Nombre = "a\nb" }),
		"name that turns":    with(func(a *entidad.Alta) { a.Nombre = "a\u202eb" }),
		"no keys":            with(func(a *entidad.Alta) { a.Llaves = "" }),
		"keys and address":   with(func(a *entidad.Alta) { a.LlavesURL = "https://example.org/k" }),
		"keys that are none": with(func(a *entidad.Alta) { a.Llaves = `{"keys":[]}` }),
		"a huge set":         with(func(a *entidad.Alta) { a.Llaves = strings.Repeat(" ", 40<<10) + a.Llaves }),
		"http elsewhere":     with(func(a *entidad.Alta) { a.Llaves, a.LlavesURL = "", "http://example.org/k" }),
		"another scheme":     with(func(a *entidad.Alta) { a.Llaves, a.LlavesURL = "", "file:///etc/passwd" }),
		"a password":         with(func(a *entidad.Alta) { a.Llaves, a.LlavesURL = "", "https://u:p@example.org/k" }),
	} {
		if _, err := w.Entidades.Registrar(t.Context(), world.Administrador(), a); fault.CodeOf(err) != fault.BadUserInput {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := w.Entidades.Ver(t.Context(), world.Administrador(), "universidad"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("something was registered: %v", err)
	}
	for _, quien := range []auth.Principal{{}, s.Principal(), {Sub: "ana", Roles: []auth.Role{auth.Operador}, OperadorID: "op"}} {
		if _, err := w.Entidades.Registrar(t.Context(), quien, good); fault.CodeOf(err) != fault.Forbidden {
			t.Errorf("%+v registers: %v", quien, err)
		}
	}
}

// TestRegisterRefusesOurOwnNetwork: the server would ask there, with its own rights.
func TestRegisterRefusesOurOwnNetwork(t *testing.T) {
	w := world.New(t, world.Config{})
	for _, host := range []string{
		"localhost", "127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254",
		"224.0.0.1", "255.255.255.255", "[::]", "[::1]", "[::ffff:10.0.0.1]", "[fd00:ec2::254]", "[fe80::1]", "[ff02::1]", "[64:ff9b::a9fe:a9fe]",
	} {
		a := entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", LlavesURL: "https://" + host + "/llaves"}
		_, err := w.Entidades.Registrar(t.Context(), world.Administrador(), a)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.BadUserInput || len(f.Campos) != 1 || f.Campos[0].Campo != "llavesUrl" {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// A revoked key stays revoked when the entity is registered again, and its time moves
// backwards only.
func TestRevocationIsForGood(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	w := world.New(t, world.Config{Clock: func() time.Time { return now }})
	s, admin := world.NewSigner(t, "universidad", "k1"), world.Administrador()
	alta := entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", Llaves: s.JWKS(t)}
	must := func(e entidad.Entidad, err error) entidad.Entidad {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	must(w.Entidades.Registrar(t.Context(), admin, alta))
	must(w.Entidades.Revocar(t.Context(), admin, "universidad", "k1", now.Add(-time.Hour)))
	if e := must(w.Entidades.Revocar(t.Context(), admin, "universidad", "k1", time.Time{})); !e.Revocada("k1").Equal(now.Add(-time.Hour)) {
		t.Errorf("moved forward to %v", e.Revocada("k1"))
	}
	must(w.Entidades.Revocar(t.Context(), admin, "universidad", "k1", now.Add(-2*time.Hour)))
	must(w.Entidades.Desactivar(t.Context(), admin, "universidad"))
	e := must(w.Entidades.Registrar(t.Context(), admin, alta))
	if !e.Activa || !e.Revocada("k1").Equal(now.Add(-2*time.Hour)) || e.Version != 6 {
		t.Errorf("registered again: %+v", e)
	}
	_, _, err := w.Entidades.Comprobar(t.Context(), "universidad", s.Sign(t, []byte("x"), now), []byte("x"))
	if fault.CodeOf(err) != fault.LlaveRevocada {
		t.Errorf("signed with it: %v", err)
	}
	for what, call := range map[string]func() error{
		"in the future": func() error {
			_, err := w.Entidades.Revocar(t.Context(), admin, "universidad", "k2", now.Add(time.Hour))
			return err
		},
		"no key": func() error { _, err := w.Entidades.Revocar(t.Context(), admin, "universidad", "", now); return err },
	} {
		if err := call(); fault.CodeOf(err) != fault.BadUserInput {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := w.Entidades.Desactivar(t.Context(), admin, "nada"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("an absent one: %v", err)
	}
	page, err := w.Entidades.Lista(t.Context(), admin, relay.Args{})
	if err != nil || len(page.Edges) != 1 {
		t.Errorf("list: %+v, %v", page, err)
	}
}

// TestTheDateOfIssueIsWithinTheLifeOfTheKey: iat is not in the future, and a key signs nothing from before its nbf
// or from its exp on. A key without nbf may sign an old date: a university hands out diplomas of 1970.
func TestTheDateOfIssueIsWithinTheLifeOfTheKey(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	w := world.New(t, world.Config{Clock: func() time.Time { return now }})
	s, content := world.NewSigner(t, "universidad", "k1"), []byte("x")
	nbf, exp := now.AddDate(-1, 0, 0), now.Add(auth.Leeway/2)
	bounded := strings.Replace(s.JWKS(t), `"kid"`, fmt.Sprintf(`"nbf":%d,"exp":%d,"kid"`, nbf.Unix(), exp.Unix()), 1)
	for what, c := range map[string]struct {
		jwks   string
		issued time.Time
		want   fault.Code
	}{
		"1970":                        {s.JWKS(t), time.Unix(1, 0), ""},
		"before any date":             {s.JWKS(t), time.Unix(0, 0), fault.FirmaInvalida},
		"now":                         {s.JWKS(t), now, ""},
		"as far as clocks may differ": {s.JWKS(t), now.Add(auth.Leeway), ""},
		"in the future":               {s.JWKS(t), now.Add(auth.Leeway + time.Second), fault.FirmaInvalida},
		"when the key begins":         {bounded, nbf, ""},
		"before the key begins":       {bounded, nbf.Add(-time.Second), fault.LlaveVencida},
		"1970, of a key that begins":  {bounded, time.Unix(1, 0), fault.LlaveVencida},
		"before the key ends":         {bounded, exp.Add(-time.Second), ""},
		"when the key ends":           {bounded, exp, fault.LlaveVencida},
	} {
		alta := entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", Llaves: c.jwks}
		if _, err := w.Entidades.Registrar(t.Context(), world.Administrador(), alta); err != nil {
			t.Fatal(err)
		}
		_, f, err := w.Entidades.Comprobar(t.Context(), "universidad", s.Sign(t, content, c.issued), content)
		if fault.CodeOf(err) != c.want || err == nil && !f.FirmadaEn.Equal(c.issued) {
			t.Errorf("%s: %v, %v, want %q", what, f.FirmadaEn, err, c.want)
		}
	}
}

// TestAKeyIsRememberedOnce, with an event, and stays public when the entity publishes others.
func TestAKeyIsRememberedOnce(t *testing.T) {
	w := world.New(t, world.Config{})
	s, admin := world.NewSigner(t, "universidad", "k1"), world.Administrador()
	register := func(s world.Signer) {
		t.Helper()
		if _, err := w.Entidades.Registrar(t.Context(), admin, entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", Llaves: s.JWKS(t)}); err != nil {
			t.Fatal(err)
		}
	}
	register(s)
	sign := func(s world.Signer) {
		t.Helper()
		if _, _, err := w.Entidades.Comprobar(t.Context(), "universidad", s.Sign(t, []byte("x"), time.Now().Add(-time.Minute)), []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	sign(s)
	sign(s)
	next := world.NewSigner(t, "universidad", "k2")
	register(next)
	e, err := w.Entidades.Ver(t.Context(), admin, "universidad")
	if err != nil || len(e.Vistas) != 1 || e.Vistas[0].Llave != "k1" {
		t.Fatalf("%+v %v", e.Vistas, err)
	}
	if _, err := w.Entidades.Revocar(t.Context(), admin, "universidad", "k1", time.Time{}); err != nil {
		t.Fatal(err)
	}
	all, err := w.Entidades.Publicas(t.Context(), time.Time{})
	if err != nil || len(all) != 1 || len(all[0].Llaves) != 2 || all[0].Llaves[0].Huella != e.Vistas[0].Huella || all[0].Llaves[0].RevocadaDesde == nil || all[0].Llaves[1].RevocadaDesde != nil {
		t.Errorf("%+v %v", all, err)
	}
	es, err := w.Store.Eventos(t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: auditoria.SinOperador, Tipo: auditoria.LlaveVista}, Limite: 10})
	if err != nil || len(es) != 1 || es[0].Datos["huella"] != e.Vistas[0].Huella {
		t.Errorf("%+v %v", es, err)
	}
}

// TestSinceWhenEveryDocumentHasASealedFact: always, of an issuer that was registered while the host had a key; from the key
// on, of one that was there before; and nobody knows where nothing is sealed.
func TestSinceWhenEveryDocumentHasASealedFact(t *testing.T) {
	w := world.New(t, world.Config{})
	e, err := w.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", Llaves: world.NewSigner(t, "universidad", "k1").JWKS(t)})
	if err != nil {
		t.Fatal(err)
	}
	later := e.RegistradaEn.Add(time.Millisecond)
	for sella, want := range map[time.Time]time.Time{{}: {}, e.RegistradaEn: time.Unix(0, 0).UTC(), later: later} {
		all, err := w.Entidades.Publicas(t.Context(), sella)
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		if got := all[0].EmisionDesde; (got == nil) != want.IsZero() || got != nil && !got.Equal(want) {
			t.Errorf("sealing since %v: %v, want %v", sella, got, want)
		}
	}
}
