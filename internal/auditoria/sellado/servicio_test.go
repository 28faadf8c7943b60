package sellado_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const carpetaAna = "0190a000-0000-7000-8000-00000000000a"

// Who may have the proof of an event; absent and foreign ones look the same.
func TestWhoMayHaveAProof(t *testing.T) {
	m := nuevo(t)
	if _, err := m.store.AbrirCarpeta(t.Context(), carpeta.Carpeta{CarpetaID: carpetaAna, CiudadanoID: "ana", OperadorID: "op-1"}, m.evento("op-1")); err != nil {
		t.Fatal(err)
	}
	write := func(change func(e *auditoria.Evento)) string {
		e := m.evento("op-1")
		change(&e)
		if err := m.store.Anotar(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		return e.EventoID
	}
	events := map[string]string{
		"of ana":         write(func(e *auditoria.Evento) { e.CarpetaID = carpetaAna }),
		"of another":     write(func(e *auditoria.Evento) { e.CarpetaID = "0190a000-0000-7000-8000-00000000000b" }),
		"of no carpeta":  write(func(*auditoria.Evento) {}),
		"read by op-2":   write(func(e *auditoria.Evento) { e.Tipo, e.Actor.OperadorID = auditoria.NodoLeido, "op-2" }),
		"in op-2's":      write(func(e *auditoria.Evento) { e.OperadorID, e.CarpetaID = "op-2", carpetaAna }),
		"that is absent": idEn(m.Now()),
	}
	people := map[string]auth.Principal{
		"ana":      {Sub: "ana", Roles: []auth.Role{auth.Ciudadano}},
		"beto":     {Sub: "beto", Roles: []auth.Role{auth.Ciudadano}},
		"operador": {Sub: "luz", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"},
		"foreign":  {Sub: "sol", Roles: []auth.Role{auth.Operador}, OperadorID: "op-2"},
		"auditor":  {Sub: "eva", Roles: []auth.Role{auth.Auditor}},
		"entidad":  {Sub: "uni", Roles: []auth.Role{auth.Entidad}, EntidadID: "universidad"},
	}
	may := map[string][]string{
		"ana":      {"of ana"},
		"operador": {"of ana", "of another", "of no carpeta"},
		"foreign":  {},
		"auditor":  {"of ana", "of another", "of no carpeta", "read by op-2"},
	}
	var told []string
	trail := &anotador{m.store, &told, nil}
	s := &sellado.Pruebas{
		Sellador: sellado.New(m.config("p-1")), Rastro: m.store, Carpetas: m.store, Clock: time.Now, Lecturas: &auditoria.Lecturas{Rastro: trail, Metrics: sinCuenta{}},
	}
	for name, quien := range people {
		for what, id := range events {
			want := fault.NotFound
			for _, allowed := range may[name] {
				if allowed == what {
					want = ""
				}
			}
			told = nil
			p, err := s.DeEvento(t.Context(), quien, "op-1", id)
			reading := []string{"auditoria.leida op-1 " + id + " by " + quien.Sub}
			if want != "" || name == "ana" { // to take the proof of one's own is no event
				reading = nil
			}
			if !slices.Equal(told, reading) {
				t.Errorf("%s, an event %s: the trail is told %q, want %q", name, what, told, reading)
			}
			if got := fault.CodeOf(err); err == nil && want != "" || err != nil && got != want {
				t.Errorf("%s, an event %s: %v", name, what, err)
			}
			if err != nil && p.Archivo != "" {
				t.Errorf("%s, an event %s: refused with its file", name, what)
			}
		}
	}
	if _, err := s.DeEvento(t.Context(), people["auditor"], "", events["of ana"]); fault.CodeOf(err) != fault.BadUserInput {
		t.Errorf("an auditor that names no operador: %v", err)
	}
	if _, err := s.DeEvento(t.Context(), people["ana"], "", events["of ana"]); err != nil {
		t.Errorf("the owner need not know her operador: %v", err)
	}
	if _, err := s.DeEvento(t.Context(), people["operador"], "op-2", events["in op-2's"]); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("another's trail: %v", err)
	}
	trail.down = errors.New("down")
	if p, err := s.DeEvento(t.Context(), people["operador"], "op-1", events["of ana"]); fault.CodeOf(err) != fault.Unavailable || p.Archivo != "" {
		t.Errorf("a proof whose reading cannot be written down: %v", err)
	}
	if _, err := s.DeEvento(t.Context(), people["ana"], "op-1", events["of ana"]); err != nil {
		t.Errorf("the owner's own waits for no event: %v", err)
	}
}

// TestNoProofOfWhatIsHiddenFromOneself: the person decides, whichever of their roles the token names.
func TestNoProofOfWhatIsHiddenFromOneself(t *testing.T) {
	m := nuevo(t)
	if _, err := m.store.AbrirCarpeta(t.Context(), carpeta.Carpeta{CarpetaID: carpetaAna, CiudadanoID: "ana", OperadorID: "op-1"}, m.evento("op-1")); err != nil {
		t.Fatal(err)
	}
	hidden := m.evento("op-1")
	hidden.Tipo, hidden.CarpetaID, hidden.CorrelacionID = auditoria.EliminacionCompletada, carpetaAna, "deletion-1"
	order := m.evento("op-1")
	order.Tipo, order.CarpetaID = auditoria.EmbargoImpuesto, carpetaAna
	es := auditoria.Embargos{CarpetaID: carpetaAna, Version: 1, Ordenes: []auditoria.Embargo{
		{EmbargoID: order.EventoID, Racha: order.EventoID, OrdenadoEn: m.Now(), Hasta: m.Now().Add(time.Hour), Eventos: []string{hidden.EventoID}},
	}}
	if err := errors.Join(m.store.Anotar(t.Context(), hidden), m.store.GuardarEmbargos(t.Context(), es, order)); err != nil {
		t.Fatal(err)
	}
	var told []string
	s := &sellado.Pruebas{
		Sellador: sellado.New(m.config("p-1")), Rastro: m.store, Carpetas: m.store, Clock: m.Now, Lecturas: &auditoria.Lecturas{Rastro: &anotador{m.store, &told, nil}, Metrics: sinCuenta{}},
	}
	for name, c := range map[string]struct {
		quien auth.Principal
		want  fault.Code
	}{
		"owner":                          {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano}}, fault.NotFound},
		"owner with an auditor's token":  {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Auditor}}, fault.NotFound},
		"owner with an operador's token": {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}, fault.NotFound},
		"auditor":                        {auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Auditor}}, ""},
		"operador":                       {auth.Principal{Sub: "luz", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}, ""},
	} {
		told = nil
		_, proof := s.DeEvento(t.Context(), c.quien, "op-1", hidden.EventoID)
		_, receipt := s.Constancia(t.Context(), c.quien, "deletion-1")
		for what, err := range map[string]error{"proof": proof, "receipt": receipt} {
			if (err == nil) != (c.want == "") || err != nil && fault.CodeOf(err) != c.want {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		readings := 0
		if c.want == "" {
			readings = 2
		}
		if len(told) != readings {
			t.Errorf("%s: the trail is told %q, want %d readings", name, told, readings)
		}
	}
}

// anotador remembers what the trail is told.
type anotador struct {
	auditoria.Anotador
	told *[]string
	down error
}

func (a *anotador) Anotar(ctx context.Context, es ...auditoria.Evento) error {
	if a.down != nil {
		return a.down
	}
	for _, e := range es {
		*a.told = append(*a.told, fmt.Sprintf("%s %s %s by %s", e.Tipo, e.OperadorID, e.Recurso.ID, e.Actor.ID))
	}
	return a.Anotador.Anotar(ctx, es...)
}

type sinCuenta struct{}

func (sinCuenta) LecturasAnotadas(int) {}
func (sinCuenta) LecturasNegadas(int)  {}

func TestAReceiptOutlivesItsDeletion(t *testing.T) {
	m := nuevo(t)
	if _, err := m.store.AbrirCarpeta(t.Context(), carpeta.Carpeta{CarpetaID: carpetaAna, CiudadanoID: "ana", OperadorID: "op-1"}, m.evento("op-1")); err != nil {
		t.Fatal(err)
	}
	for _, tipo := range []auditoria.Tipo{auditoria.EliminacionSolicitada, auditoria.EliminacionPaso, auditoria.EliminacionCompletada} {
		e := m.evento("op-1")
		e.Tipo, e.CarpetaID, e.CorrelacionID = tipo, carpetaAna, "deletion-1"
		if err := m.store.Anotar(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	sellador := sellado.New(m.config("p-1"))
	var told []string
	s := &sellado.Pruebas{
		Sellador: sellador, Rastro: m.store, Carpetas: m.store, Clock: time.Now, Lecturas: &auditoria.Lecturas{Rastro: &anotador{m.store, &told, nil}, Metrics: sinCuenta{}},
	}
	ana, beto := auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano}}, auth.Principal{Sub: "beto", Roles: []auth.Role{auth.Ciudadano}}
	if p, err := s.Constancia(t.Context(), ana, "deletion-1"); err != nil || p.Motivo != sellado.SinSellar {
		t.Fatalf("%+v %v", p, err)
	}
	sellador.Vuelta(t.Context())
	m.pasa(3 * 365 * 24 * 60 * 60 * 1e9) // three years: no item of the deletion is left
	p, err := s.Constancia(t.Context(), ana, "deletion-1")
	if err != nil || p.Sellado == nil || p.Evento.Tipo != auditoria.EliminacionCompletada {
		t.Fatalf("%+v %v", p, err)
	}
	f := verify.Files{Checkpoint: []byte(p.Sellado.Prueba), Event: []byte(p.Archivo), Keys: []byte(p.Sellado.Llaves)}
	if _, err := f.Verify(); err != nil {
		t.Error(err)
	}
	if told != nil {
		t.Errorf("the owner's receipt is told of: %q", told)
	}
	for _, quien := range []auth.Principal{{Sub: "eva", Roles: []auth.Role{auth.Auditor}}, {Sub: "luz", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}} {
		told = nil
		if _, err := s.Constancia(t.Context(), quien, "deletion-1"); err != nil || !slices.Equal(told, []string{"auditoria.leida op-1 " + p.Evento.EventoID + " by " + quien.Sub}) {
			t.Errorf("%s: %v, and the trail is told %q", quien.Sub, err, told)
		}
	}
	for id, quien := range map[string]auth.Principal{"deletion-1": beto, "deletion-2": ana} {
		if _, err := s.Constancia(t.Context(), quien, id); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s of %s: %v", quien.Sub, id, err)
		}
	}
}
