package entidad_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// published is what stands at the address of an entity's keys.
type published string

func (p published) Llaves(context.Context, string, string) ([]auth.PublicKey, error) {
	return auth.ParseKeySet([]byte(p))
}

func (published) Admite(context.Context, string) error { return nil }

// TestAKeyIsOfOneEntity: who signs with it, and has it registered or at an address. Another entity delivers nothing that
// was signed with it, and takes no key that its owner gave up. Its owner registers it as often as it likes.
func TestAKeyIsOfOneEntity(t *testing.T) {
	w := world.New(t, world.Config{})
	uni, next, notaria := world.NewSigner(t, "universidad", "k1"), world.NewSigner(t, "universidad", "k2"), world.NewSigner(t, "notaria", "n1")
	register := func(id, keys string) error {
		t.Helper()
		_, err := w.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: id, Nombre: id, Llaves: keys})
		return err
	}
	at := func(id, keys string) {
		t.Helper()
		w.Entidades.Fuente = published(keys)
		if _, err := w.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: id, Nombre: id, LlavesURL: "https://example.org/k"}); err != nil {
			t.Fatal(err)
		}
	}
	delivers := func(id string, s world.Signer) error {
		_, _, err := w.Entidades.Comprobar(t.Context(), id, s.Sign(t, []byte("x"), time.Now().Add(-time.Minute)), []byte("x"))
		return err
	}
	refused := func(what, kid string, err error) {
		t.Helper()
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.LlaveDeOtra || !strings.Contains(f.Mensaje, `"`+kid+`"`) {
			t.Errorf("%s: %v", what, err)
		}
	}
	good := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	good("a first registration", register("universidad", uni.JWKS(t)))
	refused("a second entity with the key", "k1", register("otra", uni.JWKS(t)))
	refused("a second entity with the key beside its own", "k1", register("otra", strings.Replace(uni.JWKS(t), "[", "["+only(notaria.JWKS(t))+",", 1)))
	if _, err := w.Entidades.Ver(t.Context(), world.Administrador(), "otra"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("it was registered: %v", err)
	}
	good("the owner with its next key", register("universidad", next.JWKS(t)))
	refused("the key that it gave up", "k1", register("otra", uni.JWKS(t)))
	good("the owner with the earlier key again, twice and under two names",
		register("universidad", strings.Replace(uni.JWKS(t), "[", "["+strings.Replace(only(uni.JWKS(t)), `"k1"`, `"k1b"`, 1)+",", 1)))
	good("a signature", delivers("universidad", uni))

	at("otra", uni.JWKS(t))
	refused("what the owner signed, by another one that has the key at an address", "k1", delivers("otra", uni))
	at("notaria", notaria.JWKS(t))
	good("a first signature with a key from an address", delivers("notaria", notaria))
	good("a second one", delivers("notaria", notaria))
	refused("a key that another one has at an address", "n1", register("otra", notaria.JWKS(t)))

	all, err := w.Entidades.Publicas(t.Context(), time.Time{})
	seen := map[string]string{}
	for _, e := range all {
		for _, l := range e.Llaves {
			if seen[l.Huella] != "" && seen[l.Huella] != e.EntidadID {
				t.Errorf("%s and %s publish one key", seen[l.Huella], e.EntidadID)
			}
			seen[l.Huella] = e.EntidadID
		}
	}
	if err != nil || len(seen) != 2 {
		t.Errorf("published: %v, %v", seen, err)
	}
}

// only is the key of a set with one.
func only(jwks string) string {
	return strings.TrimSuffix(strings.TrimPrefix(jwks, `{"keys":[`), "]}")
}

func TestAnEntityRegistersAtMostFiftyKeys(t *testing.T) {
	w := world.New(t, world.Config{})
	var keys []string
	for n := range 51 {
		keys = append(keys, only(world.NewSigner(t, "universidad", fmt.Sprint("k", n)).JWKS(t)))
	}
	for n, want := range map[int]fault.Code{50: "", 51: fault.BadUserInput} {
		alta := entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", Llaves: `{"keys":[` + strings.Join(keys[:n], ",") + "]}"}
		if _, err := w.Entidades.Registrar(t.Context(), world.Administrador(), alta); fault.CodeOf(err) != want {
			t.Errorf("%d keys: %v", n, err)
		}
	}
}
