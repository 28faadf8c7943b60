package entidad_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

var (
	receptor = []entidad.Rol{entidad.RolReceptor}
	both     = []entidad.Rol{entidad.RolEmisor, entidad.RolReceptor}
)

// TestANITHasItsCheckDigit: the numbers with their digits are public ones, and those that others give as examples of the
// DIAN's rule, one for each remainder that has a case of its own.
func TestANITHasItsCheckDigit(t *testing.T) {
	w := world.New(t, world.Config{})
	const form, digit = "El número de 6 a 15 dígitos, un guion y el dígito de verificación, como 900123456-8. Los puntos no importan.",
		"El dígito de verificación no es el de ese número: copie el NIT del RUT de la entidad."
	for n, c := range []struct{ written, kept, refused string }{
		{written: "800197268-4", kept: "800197268-4"},
		{written: "899.999.063-3", kept: "899999063-3"},
		{written: " 860 007 386-1\u00a0", kept: "860007386-1"},
		{written: "890321567-0", kept: "890321567-0"}, // remainder 0
		{written: "213123432-1", kept: "213123432-1"},
		{written: "80421487-1", refused: digit},
		{written: "900.123.456-7", refused: digit},
		{written: "123456789012345-6", refused: digit},
		{written: "9001234568", refused: form},
		{written: "900123456-", refused: form},
		{written: "900123456–8", refused: form}, // a dash that is no hyphen
		{written: "0900123456-8", refused: form},
		{written: "9OO123456-8", refused: form},
		{written: "NIT 900123456-8", refused: form},
		{written: "12345-8", refused: form},
		{written: "1234567890123456-7", refused: form},
		{written: "٩٠٠١٢٣٤٥٦-8", refused: form},
		{written: "-8", refused: form},
	} {
		id := string(rune('a' + n))
		e, err := w.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: id, Nombre: "Ministerio", Roles: receptor, NIT: c.written})
		if got := sentences(err)["nit"]; e.NIT != c.kept || got != c.refused || (err == nil) != (c.refused == "") {
			t.Errorf("%q: %q, %q, %v", c.written, e.NIT, got, err)
		}
	}
}

// sentences are what a refusal says of each field.
func sentences(err error) map[string]string {
	all := map[string]string{}
	var f *fault.Error
	if errors.As(err, &f) {
		for _, c := range f.Campos {
			all[c.Campo] = c.Mensaje
		}
	}
	return all
}

func TestRolesAskForWhatTheyNeed(t *testing.T) {
	keys := world.NewSigner(t, "universidad", "k1").JWKS(t)
	for what, c := range map[string]struct {
		alta  entidad.Alta
		field string // that is refused
		roles []entidad.Rol
	}{
		"no roles: an EMISOR":            {entidad.Alta{Llaves: keys}, "", []entidad.Rol{entidad.RolEmisor}},
		"an EMISOR with a NIT":           {entidad.Alta{Roles: []entidad.Rol{entidad.RolEmisor}, Llaves: keys, NIT: "900123456-8"}, "", []entidad.Rol{entidad.RolEmisor}},
		"both, in another order":         {entidad.Alta{Roles: []entidad.Rol{entidad.RolReceptor, entidad.RolEmisor}, Llaves: keys, NIT: "900123456-8"}, "", both},
		"a RECEPTOR":                     {entidad.Alta{Roles: receptor, NIT: "900123456-8"}, "", receptor},
		"an empty list":                  {entidad.Alta{Roles: []entidad.Rol{}, Llaves: keys}, "roles", nil},
		"a role twice":                   {entidad.Alta{Roles: []entidad.Rol{entidad.RolEmisor, entidad.RolReceptor, entidad.RolEmisor}, Llaves: keys, NIT: "900123456-8"}, "roles", nil},
		"a role that there is not":       {entidad.Alta{Roles: []entidad.Rol{"JUEZ"}, Llaves: keys}, "roles", nil},
		"an EMISOR without keys":         {entidad.Alta{Roles: []entidad.Rol{entidad.RolEmisor}, NIT: "900123456-8"}, "llaves", nil},
		"both without keys":              {entidad.Alta{Roles: both, NIT: "900123456-8"}, "llaves", nil},
		"a RECEPTOR with keys":           {entidad.Alta{Roles: receptor, NIT: "900123456-8", Llaves: keys}, "llaves", nil},
		"a RECEPTOR with an address":     {entidad.Alta{Roles: receptor, NIT: "900123456-8", LlavesURL: "https://example.org/k"}, "llaves", nil},
		"a RECEPTOR without a NIT":       {entidad.Alta{Roles: receptor}, "nit", nil},
		"both without a NIT":             {entidad.Alta{Roles: both, Llaves: keys}, "nit", nil},
		"a RECEPTOR with a NIT of a dot": {entidad.Alta{Roles: receptor, NIT: "."}, "nit", nil},
	} {
		t.Run(what, func(t *testing.T) {
			c.alta.EntidadID, c.alta.Nombre = "universidad", "Universidad"
			w := world.New(t, world.Config{})
			e, err := w.Entidades.Registrar(t.Context(), world.Administrador(), c.alta)
			if refused := sentences(err); c.field != "" && (len(refused) != 1 || refused[c.field] == "") || c.field == "" && err != nil {
				t.Errorf("%v", err)
			}
			if !slices.Equal(e.Roles, c.roles) {
				t.Errorf("roles are %v", e.Roles)
			}
			if c.field != "" {
				if _, err := w.Entidades.Ver(t.Context(), world.Administrador(), "universidad"); fault.CodeOf(err) != fault.NotFound {
					t.Errorf("it was registered: %v", err)
				}
			}
		})
	}
}

// TestANITIsOfOneEntityAndNeverChanges: not by another number, not by another entity, not by time. Said again, in any
// form, or not said at all, it is the same.
func TestANITIsOfOneEntityAndNeverChanges(t *testing.T) {
	w := world.New(t, world.Config{})
	register := func(id, nit string, roles ...entidad.Rol) (entidad.Entidad, error) {
		return w.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: id, Nombre: id, Roles: roles, NIT: nit})
	}
	for _, said := range []string{"900123456-8", "", "900.123.456-8"} {
		if e, err := register("ministerio", said, receptor...); err != nil || e.NIT != "900123456-8" {
			t.Fatalf("%q: %+v, %v", said, e, err)
		}
	}
	_, err := register("ministerio", "860007386-1", receptor...)
	if got := sentences(err)["nit"]; got != "El NIT de la entidad no cambia: déjelo como está, o no lo indique. Registre otra organización con otro entidadId." {
		t.Errorf("another number: %v", err)
	}
	if _, err := w.Entidades.Desactivar(t.Context(), world.Administrador(), "ministerio"); err != nil {
		t.Fatal(err)
	}
	_, err = register("alcaldia", "900123456-8", receptor...)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.NITDeOtra || f.Mensaje != "El NIT 900123456-8 es de otra entidad del registro, \"ministerio\". Revise el número, o cambie esa entidad." {
		t.Errorf("of an entity that is inactive: %v", err)
	}
	if _, err := register("alcaldia", "860007386-1", receptor...); err != nil {
		t.Errorf("the number that was refused to the other one: %v", err)
	}
	es, err := w.Store.Eventos(t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: auditoria.SinOperador, Tipo: auditoria.EntidadCambiada}, Limite: 10})
	if err != nil || len(es) != 5 || es[0].Datos["roles"] != "RECEPTOR" || es[0].Datos["nit"] != "900123456-8" {
		t.Errorf("events: %+v, %v", es, err)
	}
}

// TestOnlyAnEmisorSigns: and those alone are published who sign or signed here. An entity that is no EMISOR any more keeps
// its papers good, and delivers none.
func TestOnlyAnEmisorSigns(t *testing.T) {
	w := world.New(t, world.Config{})
	s := world.NewSigner(t, "universidad", "k1")
	register := func(a entidad.Alta) {
		t.Helper()
		a.EntidadID, a.Nombre, a.NIT = "universidad", "Universidad", "900123456-8"
		if _, err := w.Entidades.Registrar(t.Context(), world.Administrador(), a); err != nil {
			t.Fatal(err)
		}
	}
	signs := func() error {
		_, _, err := w.Entidades.Comprobar(t.Context(), "universidad", s.Sign(t, []byte("x"), time.Now().Add(-time.Minute)), []byte("x"))
		return err
	}
	refused := func(what string) {
		t.Helper()
		var f *fault.Error
		if err := signs(); !errors.As(err, &f) || f.Code != fault.EntidadInactiva || f.Mensaje != "La entidad no es EMISOR, y solo un EMISOR entrega documentos. Pida al administrador que la registre como EMISOR, con sus llaves." {
			t.Errorf("%s: %v", what, err)
		}
	}
	published := func(what string, keys int) {
		t.Helper()
		all, err := w.Entidades.Publicas(t.Context(), time.Time{})
		if n := len(all); err != nil || n > 1 || n == 1 && len(all[0].Llaves) != keys || (n == 0) != (keys == 0) {
			t.Errorf("%s: %+v, %v", what, all, err)
		}
	}
	register(entidad.Alta{Roles: receptor})
	refused("a RECEPTOR")
	published("a RECEPTOR", 0)
	register(entidad.Alta{Roles: both, Llaves: s.JWKS(t)})
	published("both", 1)
	register(entidad.Alta{Roles: receptor})
	published("a RECEPTOR that signed nothing", 0)
	register(entidad.Alta{Roles: []entidad.Rol{entidad.RolEmisor}, Llaves: s.JWKS(t)})
	if err := signs(); err != nil {
		t.Errorf("an EMISOR: %v", err)
	}
	register(entidad.Alta{Roles: receptor})
	refused("a RECEPTOR that was an EMISOR")
	published("a RECEPTOR that was an EMISOR", 1)
}
