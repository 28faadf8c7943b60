package codigo_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// folder has a document of each kind that matters here. The certified ones were seeded: nobody looks at their signature.
func folder(t *testing.T) (*world.World, carpeta.Carpeta, map[string]documento.Documento) {
	t.Helper()
	w := world.New(t, world.Config{})
	names := []string{"certified", "own", "uploading", "revoked", "replaced", "expired"}
	ds := map[string]documento.Documento{}
	c, all := world.Carpeta(t, w.Store, "op-1", len(names), func(i int, d *documento.Documento) {
		d.Certificado, d.EmisorID, d.EmisorNombre = true, "universidad", "Universidad"
		switch names[i] {
		case "own":
			d.Certificado, d.EmisorID, d.EmisorNombre = false, "", ""
		case "uploading":
			d.Estado, d.ExpiraEn = documento.Cargando, time.Now().Add(time.Hour)
		case "revoked":
			d.Juridico = documento.Revocado
		case "replaced":
			d.Juridico = documento.Reemplazado
		case "expired":
			d.Vigencia = "/2001-01-01"
		}
	})
	for i, d := range all {
		ds[names[i]] = d
	}
	return w, c, ds
}

func TestWhatACodeMayBe(t *testing.T) {
	w, c, ds := folder(t)
	n := func(n int64) *int64 { return &n }
	in := func(d time.Duration) time.Time { return time.Now().Add(d) }
	const day = 24 * time.Hour
	for name, x := range map[string]struct {
		p    codigo.Pedido
		code fault.Code
	}{
		"data alone":                {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos}, ""},
		"90 days":                   {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, Hasta: in(90*day - time.Minute)}, ""},
		"more than 90 days":         {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, Hasta: in(90*day + time.Minute)}, fault.BadUserInput},
		"a file for 7 days":         {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.DatosYArchivo, Hasta: in(7*day - time.Minute)}, ""},
		"a file for more":           {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.DatosYArchivo, Hasta: in(7*day + time.Minute)}, fault.BadUserInput},
		"a file and a copy":         {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.DatosYArchivo, ConCopiaVerificable: true}, ""},
		"a copy without the file":   {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, ConCopiaVerificable: true}, fault.BadUserInput},
		"until a moment ago":        {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, Hasta: in(-time.Second)}, fault.BadUserInput},
		"no uses":                   {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, MaxUsos: n(0)}, fault.BadUserInput},
		"fewer than no uses":        {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, MaxUsos: n(-1)}, fault.BadUserInput},
		"10,001 uses":               {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, MaxUsos: n(10_001)}, fault.BadUserInput},
		"a long note":               {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, Referencia: strings.Repeat("ñ", 121)}, fault.BadUserInput},
		"a note of two lines":       {codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, Referencia: "a\nb"}, fault.BadUserInput},
		"expired":                   {codigo.Pedido{Clave: ds["expired"].Clave(), Alcance: codigo.Datos}, ""},
		"own":                       {codigo.Pedido{Clave: ds["own"].Clave(), Alcance: codigo.Datos}, fault.NotShowable},
		"revoked":                   {codigo.Pedido{Clave: ds["revoked"].Clave(), Alcance: codigo.Datos}, fault.NotShowable},
		"replaced":                  {codigo.Pedido{Clave: ds["replaced"].Clave(), Alcance: codigo.Datos}, fault.NotShowable},
		"uploading":                 {codigo.Pedido{Clave: ds["uploading"].Clave(), Alcance: codigo.Datos}, fault.NotFound},
		"never there":               {codigo.Pedido{Clave: documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: world.NewID()}, Alcance: codigo.Datos}, fault.NotFound},
		"of a carpeta that is none": {codigo.Pedido{Clave: documento.Clave{CarpetaID: world.NewID(), DocumentoID: ds["certified"].DocumentoID}, Alcance: codigo.Datos}, fault.NotFound},
	} {
		if _, err := w.Codigos.Crear(t.Context(), world.Owner(c), x.p); fault.CodeOf(err) != x.code {
			t.Errorf("%s: %v, want %q", name, err, x.code)
		}
	}
	for name, want := range map[string]string{
		"own":     "Solo se muestra con un código un documento que certificó una entidad, y por el que ella responde.",
		"revoked": "Este documento fue revocado o reemplazado: no se puede mostrar con un código.", "replaced": "Este documento fue revocado o reemplazado: no se puede mostrar con un código.",
	} {
		var f *fault.Error
		_, err := w.Codigos.Crear(t.Context(), world.Owner(c), codigo.Pedido{Clave: ds[name].Clave(), Alcance: codigo.Datos})
		if !errors.As(err, &f) || f.Mensaje != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := w.Eliminaciones.SolicitarAprobacion(t.Context(), world.Owner(c), eliminacion.Pedido{Clave: ds["certified"].Clave(), Motivo: "no"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Codigos.Crear(t.Context(), world.Owner(c), codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos}); fault.CodeOf(err) != fault.DocumentoLocked {
		t.Errorf("locked: %v", err)
	}
}

// Nobody but the owner makes, sees, lists or ends a code, and others do not learn that there is one.
func TestACodeIsItsOwners(t *testing.T) {
	w, c, ds := folder(t)
	other, _ := world.Carpeta(t, w.Store, "op-1", 0, nil)
	p := codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos}
	x, err := w.Codigos.Crear(t.Context(), world.Owner(c), p)
	if err != nil {
		t.Fatal(err)
	}
	for name, quien := range map[string]auth.Principal{
		"another citizen": world.Owner(other), "operador": {Sub: "o", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}, "auditor": {Sub: "a", Roles: []auth.Role{auth.Auditor}},
		"issuer": {Sub: "u", Roles: []auth.Role{auth.Entidad}, EntidadID: "universidad"}, "administrador": world.Administrador(),
	} {
		_, create := w.Codigos.Crear(t.Context(), quien, p)
		_, see := w.Codigos.Ver(t.Context(), quien, x.Nombre())
		_, end := w.Codigos.Terminar(t.Context(), quien, x.Nombre())
		_, list := w.Codigos.Lista(t.Context(), quien, p.Clave, relay.Args{})
		for what, err := range map[string]error{"create": create, "see": see, "end": end, "list": list} {
			if fault.CodeOf(err) != fault.NotFound {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
	absent := x.Nombre()
	absent.CodigoID = world.NewID()
	if _, err := w.Codigos.Terminar(t.Context(), world.Owner(c), absent); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("absent: %v", err)
	}
	for range 2 {
		ended, err := w.Codigos.Terminar(t.Context(), world.Owner(c), x.Nombre())
		if err != nil || ended.Estado(time.Now()) != codigo.Terminado {
			t.Errorf("%v, %v", ended.Estado(time.Now()), err)
		}
	}
	page, err := w.Codigos.Lista(t.Context(), world.Owner(c), documento.Clave{CarpetaID: c.CarpetaID}, relay.Args{})
	if err != nil || len(page.Nodes()) != 1 || page.Nodes()[0].CodigoID != x.CodigoID {
		t.Errorf("%v, %v", page, err)
	}
}

func TestADocumentHasSoManyCodes(t *testing.T) {
	w, c, ds := folder(t)
	p := codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos}
	var last codigo.Codigo
	for range 20 {
		var err error
		if last, err = w.Codigos.Crear(t.Context(), world.Owner(c), p); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Codigos.Crear(t.Context(), world.Owner(c), p); fault.CodeOf(err) != fault.TooManyCodigos {
		t.Errorf("one more: %v", err)
	}
	if _, err := w.Codigos.Terminar(t.Context(), world.Owner(c), last.Nombre()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Codigos.Crear(t.Context(), world.Owner(c), p); err != nil {
		t.Errorf("after one was ended: %v", err)
	}
}

// However many are asked for at the same time, a document has no more codes than it may.
func TestCodesOfTheSameMomentAreNoMoreThanAllowed(t *testing.T) {
	w, c, ds := folder(t)
	errs := make([]error, 60)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = w.Codigos.Crear(t.Context(), world.Owner(c), codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos})
		})
	}
	wg.Wait()
	got := map[fault.Code]int{}
	for _, err := range errs {
		got[fault.CodeOf(err)]++
	}
	if diff := cmp.Diff(map[fault.Code]int{"": 20, fault.TooManyCodigos: 40}, got); diff != "" {
		t.Error(diff)
	}
}

// reads counts the codes that are read.
type reads struct {
	codigo.Store
	n int
}

func (r *reads) Codigo(ctx context.Context, n codigo.Nombre) (codigo.Codigo, error) {
	r.n++
	return r.Store.Codigo(ctx, n)
}

func (r *reads) CodigosDe(ctx context.Context, q codigo.Consulta) ([]codigo.Codigo, error) {
	all, err := r.Store.CodigosDe(ctx, q)
	r.n += len(all)
	return all, err
}

// Codes that are over take no place, however many there were, and a new one reads none but those that have a place.
func TestCodesThatAreOverTakeNoPlace(t *testing.T) {
	w, c, ds := folder(t)
	read := &reads{Store: w.Codigos.Store}
	w.Codigos.Store = read
	one := int64(1)
	for name, end := range map[string]func(codigo.Codigo) error{
		"ended": func(x codigo.Codigo) error {
			_, err := w.Codigos.Terminar(t.Context(), world.Owner(c), x.Nombre())
			return err
		},
		"spent": func(x codigo.Codigo) error {
			_, err := w.Codigos.Usar(t.Context(), w.Codigos.Llaves.De(x), "")
			return err
		},
	} {
		for range 101 {
			before := read.n
			x, err := w.Codigos.Crear(t.Context(), world.Owner(c), codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, MaxUsos: &one})
			if err != nil {
				t.Fatal(err)
			}
			if n := read.n - before; n > 20 {
				t.Fatalf("%s: a new code reads %d others", name, n)
			}
			if err := end(x); err != nil {
				t.Fatal(err)
			}
		}
	}
	now := time.Now()
	w.Codigos.Clock = func() time.Time { return now }
	for range 41 {
		if _, err := w.Codigos.Crear(t.Context(), world.Owner(c), codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos}); err != nil {
			t.Fatal("after the others' time was over:", err)
		}
		now = now.Add(2 * time.Hour)
	}
}

// What a legal order hides from an owner is not counted for them, nor does it spend a code, until the order is over.
func TestHiddenUsesAreNotCounted(t *testing.T) {
	w, c, ds := folder(t)
	now := time.Now().UTC().Truncate(time.Millisecond)
	clock := func() time.Time { return now }
	w.Codigos.Clock = clock
	auditor := auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Auditor}}
	orders := &auditoria.Embargador{Rastro: w.Store, Clock: clock, Guarda: func(context.Context, string) (auditoria.Guarda, error) {
		return auditoria.Guarda{CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, OperadorID: c.OperadorID}, nil
	}}
	good := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	two := int64(2)
	make := func() codigo.Codigo {
		x, err := w.Codigos.Crear(t.Context(), world.Owner(c), codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos, MaxUsos: &two})
		good(err)
		for range 2 {
			_, err := w.Codigos.Usar(t.Context(), w.Codigos.Llaves.De(x), "")
			good(err)
		}
		return x
	}
	x, other := make(), make()
	es, err := w.Store.Eventos(t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: c.CarpetaID}, Limite: 100})
	good(err)
	var uses []string
	for _, e := range es {
		if e.Tipo == auditoria.CodigoUsado && e.Recurso.ID == x.CodigoID {
			uses = append(uses, e.EventoID)
		}
	}
	check := func(when string, usos int64, estado codigo.Estado) {
		t.Helper()
		seen, err := w.Codigos.Ver(t.Context(), world.Owner(c), x.Nombre())
		good(err)
		page, err := w.Codigos.Lista(t.Context(), world.Owner(c), ds["certified"].Clave(), relay.Args{})
		good(err)
		got := map[string]codigo.Codigo{"seen": seen}
		for _, l := range page.Nodes() {
			if l.CodigoID == x.CodigoID {
				got["listed"] = l
			} else if l.Usos != 2 {
				t.Errorf("%s, %s is used %d times", when, other.CodigoID, l.Usos)
			}
		}
		for how, l := range got {
			if l.Usos != usos || l.Estado(now) != estado {
				t.Errorf("%s, %s: used %d times, %s", when, how, l.Usos, l.Estado(now))
			}
		}
	}
	check("before", 2, codigo.Agotado)
	for n, ids := range [][]string{uses[:1], uses[:1]} { // two orders may name the same
		_, err := orders.Ordenar(t.Context(), auditor, auditoria.Mandato{CarpetaID: c.CarpetaID, Motivo: "Caso", BaseLegal: "Ley", Hasta: now.Add(time.Duration(n+1) * time.Hour), Eventos: ids})
		good(err)
		check("one is hidden", 1, codigo.Vigente)
	}
	ended, err := w.Codigos.Terminar(t.Context(), world.Owner(c), x.Nombre())
	good(err)
	if ended.Usos != 1 {
		t.Errorf("ended: used %d times", ended.Usos)
	}
	now = now.Add(2 * time.Hour)
	check("the orders are over", 2, codigo.Terminado)
}

// A new key makes new codes; the codes of before are still the owner's to hand out, until their key is gone.
func TestKeysChange(t *testing.T) {
	w, c, ds := folder(t)
	x, err := w.Codigos.Crear(t.Context(), world.Owner(c), codigo.Pedido{Clave: ds["certified"].Clave(), Alcance: codigo.Datos})
	if err != nil {
		t.Fatal(err)
	}
	old := w.Codigos.Llaves
	code := old.De(x)
	next := append(codigo.Llaves{bytes.Repeat([]byte{9}, 32)}, old...)
	if next.De(x) != code || next[:1].De(x) != "" {
		t.Errorf("with the old key %q, without it %q", next.De(x), next[:1].De(x))
	}
	w.Codigos.Llaves = next[:1]
	if m, err := w.Codigos.Usar(t.Context(), code, ""); err != nil || m.Documento.DocumentoID != x.DocumentoID {
		t.Errorf("the code of before: %v", err)
	}
}
