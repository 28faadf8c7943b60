package auditoria_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

var momento = time.Date(2026, 11, 22, 17, 30, 5, 123_456_789, time.FixedZone("", -5*3600))

func escribano(seed byte) auditoria.Escribano {
	return auditoria.Escribano{Clock: func() time.Time { return momento }, Rand: rand.NewChaCha8([32]byte{seed})}
}

func TestTheIDTellsTheMoment(t *testing.T) {
	e := escribano(1).Levantar(t.Context(), auditoria.Evento{Tipo: auditoria.CarpetaAbierta})
	id, err := uuid.Parse(e.EventoID)
	if err != nil || id.Version() != 7 || id.Variant() != uuid.RFC4122 || id.String() != e.EventoID {
		t.Fatalf("%q: %v, version %d, %v", e.EventoID, err, id.Version(), id.Variant())
	}
	s, ns := id.Time().UnixTime()
	if got := time.Unix(s, ns); !got.Equal(e.Momento) || !e.Momento.Equal(momento.Truncate(time.Millisecond)) || e.Momento.Location() != time.UTC {
		t.Errorf("the id says %v, the event %v, the clock %v", got, e.Momento, momento)
	}
}

// TestWhatFollowsSortsBehind: also within a millisecond.
func TestWhatFollowsSortsBehind(t *testing.T) {
	now := momento
	e, before := auditoria.Escribano{Clock: func() time.Time { return now }}, auditoria.Evento{}
	for range 2000 {
		next := e.Levantar(t.Context(), auditoria.Evento{})
		if next.ClaveOrden() <= before.ClaveOrden() {
			t.Fatalf("%s came behind %s", next.ClaveOrden(), before.ClaveOrden())
		}
		now, before = now.Add(time.Microsecond), next
	}
}

func TestIDsAndSaltsComeFromTheSourceOfChance(t *testing.T) {
	a, b := escribano(1), escribano(1)
	first, again, second := a.Levantar(t.Context(), auditoria.Evento{}), b.Levantar(t.Context(), auditoria.Evento{}), a.Levantar(t.Context(), auditoria.Evento{})
	if first.EventoID != again.EventoID || !bytes.Equal(first.Sal, again.Sal) {
		t.Error("the same source gave two names or salts")
	}
	if first.EventoID == second.EventoID || bytes.Equal(first.Sal, second.Sal) || len(first.Sal) != 32 {
		t.Errorf("two events: %q %x, %q %x", first.EventoID, first.Sal, second.EventoID, second.Sal)
	}
	var machine auditoria.Escribano
	if x, y := machine.Levantar(t.Context(), auditoria.Evento{}), machine.Levantar(t.Context(), auditoria.Evento{}); x.EventoID == y.EventoID || bytes.Equal(x.Sal, y.Sal) {
		t.Error("the machine's chance repeats itself")
	} else if age := time.Since(x.Momento); age < 0 || age > time.Hour {
		t.Errorf("the machine's clock is %v behind", age)
	}
}

func TestWhatIsLeftOutComesFromTheContext(t *testing.T) {
	quien := auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Operador}, OperadorID: "op1", Finalidad: auth.Finalidad{Proposito: "atención", BaseLegal: "Ley 2052"}}
	request := auditoria.WithCorrelacion(auth.WithPrincipal(t.Context(), quien), "REQ")
	own := auditoria.ConAutor(request, auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Operador, auth.Ciudadano}}, "ana")
	console := auditoria.Como(t.Context(), auditoria.Consola)
	deOperador := auditoria.Actor{Tipo: "operador", ID: "ana", OperadorID: "op1"}
	for name, c := range map[string]struct {
		ctx  context.Context
		h    auditoria.Evento
		want auditoria.Evento
	}{
		"a request": {request, auditoria.Evento{OperadorID: "op1"}, auditoria.Evento{
			OperadorID: "op1", Servicio: auditoria.API, CorrelacionID: "REQ", Actor: deOperador, Proposito: "atención", BaseLegal: "Ley 2052",
			Resultado: auditoria.Exito, Gravedad: auditoria.Informa}},
		"a use case that knows whose things they are": {own, auditoria.Evento{}, auditoria.Evento{
			OperadorID: auditoria.SinOperador, Servicio: auditoria.API, CorrelacionID: "REQ", Actor: auditoria.Actor{Tipo: "ciudadano", ID: "ana"},
			Resultado: auditoria.Exito, Gravedad: auditoria.Informa}},
		"what it says stays": {request, auditoria.Evento{CorrelacionID: "E", Servicio: auditoria.Reconciliador, Actor: auditoria.Actor{Tipo: "x"}, EnNombreDe: "e",
			Proposito: "p", BaseLegal: "b", Resultado: auditoria.Fracaso, Gravedad: auditoria.Critica}, auditoria.Evento{
			OperadorID: auditoria.SinOperador, Servicio: auditoria.Reconciliador, CorrelacionID: "E", Actor: auditoria.Actor{Tipo: "x"}, EnNombreDe: "e",
			Proposito: "p", BaseLegal: "b", Resultado: auditoria.Fracaso, Gravedad: auditoria.Critica}},
		"the command line in the name of a citizen": {auditoria.ConAutor(console, quien, "ana"), auditoria.Evento{CorrelacionID: "E"}, auditoria.Evento{
			OperadorID: auditoria.SinOperador, Servicio: auditoria.Consola, CorrelacionID: "E", Actor: auditoria.Actor{Tipo: "servicio", ID: "consola"},
			Resultado: auditoria.Exito, Gravedad: auditoria.Informa}},
		"a worker": {auditoria.Como(t.Context(), auditoria.Coordinador), auditoria.Evento{CorrelacionID: "E", Resultado: auditoria.Fracaso}, auditoria.Evento{
			OperadorID: auditoria.SinOperador, Servicio: auditoria.Coordinador, CorrelacionID: "E", Actor: auditoria.Actor{Tipo: "servicio", ID: "coordinador"},
			Resultado: auditoria.Fracaso, Gravedad: auditoria.Advierte}},
		"the command line has a part of the program work": {console, auditoria.Evento{CorrelacionID: "E", Servicio: auditoria.Reconciliador}, auditoria.Evento{
			OperadorID: auditoria.SinOperador, Servicio: auditoria.Reconciliador, CorrelacionID: "E", Actor: auditoria.Actor{Tipo: "servicio", ID: "consola"},
			Resultado: auditoria.Exito, Gravedad: auditoria.Informa}},
	} {
		got := escribano(1).Levantar(c.ctx, c.h)
		c.want.EventoID, c.want.Momento, c.want.Sal = got.EventoID, got.Momento, got.Sal
		if !equal(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
	alone := escribano(1).Levantar(t.Context(), auditoria.Evento{})
	if alone.CorrelacionID != alone.EventoID {
		t.Errorf("an event without a request correlates with %q", alone.CorrelacionID)
	}
}

func equal(a, b auditoria.Evento) bool {
	if !bytes.Equal(a.Sal, b.Sal) || len(a.Datos) != 0 || len(b.Datos) != 0 {
		return false
	}
	a.Sal, b.Sal, a.Datos, b.Datos = nil, nil, nil, nil
	return a.EventoID == b.EventoID && a.Momento.Equal(b.Momento) && a.Actor == b.Actor && a.Recurso == b.Recurso && a.Servicio == b.Servicio &&
		a.CorrelacionID == b.CorrelacionID && a.Resultado == b.Resultado && a.Gravedad == b.Gravedad && a.EnNombreDe == b.EnNombreDe &&
		a.Proposito == b.Proposito && a.BaseLegal == b.BaseLegal && a.OperadorID == b.OperadorID
}

func TestWhoActs(t *testing.T) {
	both := auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano, auth.Operador}, OperadorID: "op1"}
	entity := auth.Principal{Sub: "prog", Roles: []auth.Role{auth.Entidad}, EntidadID: "uni"}
	for _, c := range []struct {
		quien auth.Principal
		dueno string
		want  auditoria.Actor
	}{
		{both, "ana", auditoria.Actor{Tipo: "ciudadano", ID: "ana"}},
		{both, "luis", auditoria.Actor{Tipo: "operador", ID: "ana", OperadorID: "op1"}},
		{both, "", auditoria.Actor{Tipo: "operador", ID: "ana", OperadorID: "op1"}},
		{entity, "ana", auditoria.Actor{Tipo: "entidad", ID: "prog", EntidadID: "uni"}},
		{auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Auditor}}, "ana", auditoria.Actor{Tipo: "auditor", ID: "eva"}},
		{auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Administrador}}, "", auditoria.Actor{Tipo: "administrador", ID: "eva"}},
		{auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano}}, "", auditoria.Actor{Tipo: "ciudadano", ID: "ana"}},
	} {
		if got := auditoria.ActorDe(c.quien, c.dueno); got != c.want {
			t.Errorf("%v on what is %q's: %+v, want %+v", c.quien.Roles, c.dueno, got, c.want)
		}
	}
}
