package entidad_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// TestRolesStayIfNothingIsSaid: a registration that leaves them out takes no role away, and asks for what they need.
func TestRolesStayIfNothingIsSaid(t *testing.T) {
	w := world.New(t, world.Config{})
	s := world.NewSigner(t, "universidad", "k1")
	register := func(a entidad.Alta) (entidad.Entidad, error) {
		a.EntidadID, a.Nombre = "universidad", "Universidad"
		return w.Entidades.Registrar(t.Context(), world.Administrador(), a)
	}
	for _, roles := range [][]entidad.Rol{receptor, both} {
		var keys string
		if len(roles) == 2 {
			keys = s.JWKS(t)
		}
		if _, err := register(entidad.Alta{Roles: roles, NIT: "900123456-8", Llaves: keys}); err != nil {
			t.Fatal(err)
		}
		if e, err := register(entidad.Alta{Llaves: keys}); err != nil || !slices.Equal(e.Roles, roles) {
			t.Errorf("%v: %v, %v", roles, e.Roles, err)
		}
	}
	if _, err := register(entidad.Alta{}); sentences(err)["llaves"] == "" {
		t.Errorf("an EMISOR without keys: %v", err)
	}
	if e, err := register(entidad.Alta{Roles: receptor}); err != nil || !slices.Equal(e.Roles, receptor) {
		t.Errorf("roles that are said: %v, %v", e.Roles, err)
	}
	if _, err := register(entidad.Alta{Llaves: s.JWKS(t)}); sentences(err)["llaves"] != "Solo un EMISOR firma: quite las llaves, o añada EMISOR a los roles." {
		t.Errorf("keys of a RECEPTOR: %v", err)
	}
}

// raced changes the entity when it has been read once.
type raced struct {
	entidad.Store
	change func()
}

func (r *raced) Entidad(ctx context.Context, id string) (entidad.Entidad, error) {
	e, err := r.Store.Entidad(ctx, id)
	if change := r.change; change != nil {
		r.change = nil
		change()
	}
	return e, err
}

// TestRolesThatSomebodyChangesMeanwhileStay: what the registration needs was checked against the earlier ones.
func TestRolesThatSomebodyChangesMeanwhileStay(t *testing.T) {
	w := world.New(t, world.Config{})
	s := world.NewSigner(t, "universidad", "k1")
	register := func(a entidad.Alta) error {
		a.EntidadID, a.Nombre, a.NIT = "universidad", "Universidad", "900123456-8"
		_, err := w.Entidades.Registrar(t.Context(), world.Administrador(), a)
		return err
	}
	store := &raced{Store: w.Entidades.Store}
	w.Entidades.Store = store
	if err := register(entidad.Alta{Roles: receptor}); err != nil {
		t.Fatal(err)
	}
	store.change = func() {
		if err := register(entidad.Alta{Roles: both, Llaves: s.JWKS(t)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := register(entidad.Alta{}); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("%v", err)
	}
	if e, err := w.Entidades.Ver(t.Context(), world.Administrador(), "universidad"); err != nil || !slices.Equal(e.Roles, both) || e.Llaves == "" {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestEachKeyOfAJWKSSaysWhetherItCounts: one for something else beside a good one, each of them if none is good, and those
// with which the whole set is refused.
func TestEachKeyOfAJWKSSaysWhetherItCounts(t *testing.T) {
	good := only(world.NewSigner(t, "universidad", "k1").JWKS(t))
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	jwk := func(k jose.JSONWebKey) string {
		text, err := k.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	large := jwk(jose.JSONWebKey{Key: p384.Public(), KeyID: "p384"})
	private := jwk(jose.JSONWebKey{Key: world.NewSigner(t, "universidad", "k2").Private, KeyID: "k2"})
	const (
		kind    = "No sirve para firmar aquí: solo Ed25519, P-256 y RSA de 2048 a 8192 bits, y «alg», si está, EdDSA, ES256, PS256 o RS256."
		noID    = "Le falta «kid», de 1 a 128 caracteres."
		encrypt = "Es para cifrar («use» es «enc»), no para firmar."
		twice   = "Otra llave del conjunto tiene el mismo «kid»."
	)
	without := strings.Replace(good, `"kid":"k1",`, "", 1)
	enc := strings.Replace(strings.Replace(good, `"k1"`, `"e1"`, 1), `{`, `{"use":"enc",`, 1)
	for what, c := range map[string]struct {
		keys    string
		each    [][2]string
		refused map[string]string
	}{
		"one that counts": {good, [][2]string{{"k1"}}, nil},
		"others beside it": {
			strings.Join([]string{large, good, without, enc, "7"}, ","),
			[][2]string{{"p384", kind}, {"k1"}, {"", noID}, {"e1", encrypt}, {"", kind}}, nil,
		},
		"none that counts": {large + "," + enc, nil, map[string]string{"llaves.keys[0]": kind, "llaves.keys[1]": encrypt}},
		"a private one": {good + "," + private, nil, map[string]string{
			"llaves.keys[1]": "Es una llave privada o un secreto: haga un par de llaves nuevo y registre solo la pública.",
		}},
		"one name twice": {good + "," + good, nil, map[string]string{"llaves.keys[1]": twice}},
		"no point": {good + `,{"kty":"OKP","crv":"Ed25519","kid":"x","x":"AQ"}`, nil, map[string]string{
			"llaves.keys[1]": "No es un punto de su curva, o es de orden pequeño, o sus coordenadas no son 32 bytes exactos en base64url: haga un par de llaves nuevo.",
		}},
		"no keys": {"", nil, map[string]string{"llaves": "El JWKS no tiene llaves."}},
	} {
		w := world.New(t, world.Config{})
		e, err := w.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{
			EntidadID: "universidad", Nombre: "Universidad", Llaves: `{"keys":[` + c.keys + `]}`,
		})
		if got := sentences(err); fmt.Sprint(got) != fmt.Sprint(c.refused) || (err == nil) != (c.refused == nil) {
			t.Errorf("%s: %v", what, err)
		}
		if got := each(e); !slices.Equal(got, c.each) {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// each is every registered key with the reason for which it does not count.
func each(e entidad.Entidad) (all [][2]string) {
	for _, l := range e.Registradas() {
		row := [2]string{l.Llave}
		if l.Motivo != nil {
			row[1] = l.Motivo.Mensaje
		}
		all = append(all, row)
	}
	return all
}

// TestOnlyAPublishedKeyIsRevoked: the name of another one is a mistake, and the key that was meant would go on signing. An
// address that does not answer holds nobody up.
func TestOnlyAPublishedKeyIsRevoked(t *testing.T) {
	w := world.New(t, world.Config{})
	s, next := world.NewSigner(t, "universidad", "k1"), world.NewSigner(t, "universidad", "k2")
	revoke := func(id, kid string) (string, error) {
		e, err := w.Entidades.Revocar(t.Context(), world.Administrador(), id, kid, time.Time{})
		if err == nil && e.Revocada(kid).IsZero() {
			t.Errorf("%s is not revoked", kid)
		}
		return sentences(err)["llave"], err
	}
	register := func(a entidad.Alta) {
		t.Helper()
		a.Nombre, a.NIT = a.EntidadID, ""
		if a.EntidadID == "ministerio" {
			a.NIT = "900123456-8"
		}
		if _, err := w.Entidades.Registrar(t.Context(), world.Administrador(), a); err != nil {
			t.Fatal(err)
		}
	}
	register(entidad.Alta{EntidadID: "universidad", Llaves: strings.Replace(s.JWKS(t), "[", "["+only(next.JWKS(t))+",", 1)})
	if said, _ := revoke("universidad", "k3"); said != "La entidad no ha publicado esa llave, sino estas: k2, k1." {
		t.Errorf("an unknown key: %q", said)
	}
	if e, err := w.Entidades.Ver(t.Context(), world.Administrador(), "universidad"); err != nil || len(e.Revocaciones) != 0 {
		t.Errorf("it was revoked: %+v, %v", e.Revocaciones, err)
	}
	if _, _, err := w.Entidades.Comprobar(t.Context(), "universidad", s.Sign(t, []byte("x"), time.Now().Add(-time.Minute)), []byte("x")); err != nil {
		t.Fatal(err)
	}
	register(entidad.Alta{EntidadID: "universidad", Llaves: next.JWKS(t)})
	for _, kid := range []string{"k1", "k1", "k2"} { // one that it gave up, and signed with; again; and one that it has
		if _, err := revoke("universidad", kid); err != nil {
			t.Errorf("%s: %v", kid, err)
		}
	}
	if e, err := w.Entidades.Ver(t.Context(), world.Administrador(), "universidad"); err != nil || !slices.Equal(each(e), [][2]string{{"k2", "Fue revocada."}}) {
		t.Errorf("%v, %v", each(e), err)
	}
	register(entidad.Alta{EntidadID: "ministerio", Roles: receptor})
	if said, _ := revoke("ministerio", "k1"); said != "La entidad no ha publicado ninguna llave." {
		t.Errorf("of a RECEPTOR: %q", said)
	}
	w.Entidades.Fuente = published(s.JWKS(t))
	register(entidad.Alta{EntidadID: "notaria", LlavesURL: "https://example.org/k"})
	if said, _ := revoke("notaria", "k3"); said != "La entidad no ha publicado esa llave, sino estas: k1." {
		t.Errorf("of an address: %q", said)
	}
	w.Entidades.Fuente = published("")
	if _, err := revoke("notaria", "k3"); err != nil {
		t.Errorf("of an address that does not answer: %v", err)
	}
}

// TestASignatureOfSomethingElseSaysWhat: the hash of what has to be signed, and what can be told of the mistake.
func TestASignatureOfSomethingElseSaysWhat(t *testing.T) {
	w := world.New(t, world.Config{})
	s, at := world.NewSigner(t, "universidad", "k1"), time.Now().Add(-time.Minute)
	if _, err := w.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: "universidad", Nombre: "Universidad", Llaves: s.JWKS(t)}); err != nil {
		t.Fatal(err)
	}
	content := []byte(`{"hashDocumento":"a","titulo":"Diploma","v":2}`)
	sum := sha256.Sum256(content)
	attached := func(payload string) string {
		return strings.Replace(s.Sign(t, []byte(payload), at), "..", "."+base64.RawURLEncoding.EncodeToString([]byte(payload))+".", 1)
	}
	const inside = "La firma lleva lo firmado dentro: quítelo, y deje «encabezado..firma»."
	for what, c := range map[string]struct{ jws, want string }{
		"other bytes":           {s.Sign(t, []byte("{}"), at), "La firma no corresponde a lo que envía. El SHA-256 de los bytes que se firman es " + hex.EncodeToString(sum[:]) + ": compárelo con el de los suyos, que docs/api.md describe."},
		"a line feed":           {s.Sign(t, append(slices.Clone(content), '\n'), at), "Lo que firmó termina en un salto de línea: firme los mismos bytes sin él."},
		"what is signed inside": {attached(string(content)), inside},
		"something else inside": {attached(`{"hashDocumento":"a","titulo":"Diploma ","v":2}`), inside + " Además firma otra cosa: difiere primero en «titulo»."},
		"less inside":           {attached(`{"titulo":"Diploma","v":2}`), inside + " Además firma otra cosa: difiere primero en «hashDocumento»."},
		"more inside":           {attached(`{"ciudadanoId":"1","hashDocumento":"a","titulo":"Diploma","v":2}`), inside + " Además firma otra cosa: difiere primero en «ciudadanoId»."},
		"milliseconds":          {s.Sign(t, content, time.Unix(at.UnixMilli(), 0)), "El «iat» de la firma está en milisegundos: escríbalo en segundos desde 1970."},
		"nothing":               {"", "La firma no es un JWS compacto y separado (RFC 7515, apéndice F) con «kid», «iat» y un algoritmo admitido."},
		"no JSON inside":        {attached("x"), "La firma no es un JWS compacto y separado (RFC 7515, apéndice F) con «kid», «iat» y un algoritmo admitido."},
	} {
		_, _, err := w.Entidades.Comprobar(t.Context(), "universidad", c.jws, content)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.FirmaInvalida || f.Mensaje != c.want {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := auth.ParseDetached(s.Sign(t, content, time.Unix(253402300799*1000, 0))); !errors.Is(err, auth.ErrSeconds) {
		t.Errorf("the last millisecond that can be told: %v", err)
	}
}
