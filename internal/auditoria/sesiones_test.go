package auditoria_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// lobby is where people come in: a store that can be down, and the carpeta of a citizen in it.
type lobby struct {
	*boltstore.Store
	t       testing.TB
	down    atomic.Bool
	carpeta carpeta.Carpeta
	told    atomic.Int64 // things that the samples told of
	failed  atomic.Int64 // times that they could not be told
}

func newLobby(t testing.TB) *lobby {
	store, _ := world.Open(t, world.Config{})
	l := &lobby{Store: store, t: t}
	l.carpeta, _ = world.Carpeta(t, store, "op-1", 0, nil)
	return l
}

func (l *lobby) Anotar(ctx context.Context, es ...auditoria.Evento) error {
	if l.down.Load() {
		return fault.Plain(fault.Unavailable)
	}
	return l.Store.Anotar(ctx, es...)
}

func (l *lobby) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	if l.down.Load() {
		return nil, fault.Plain(fault.Unavailable)
	}
	return l.Store.Eventos(ctx, c)
}

func (l *lobby) carpetaOf(ctx context.Context, ciudadanoID string) (string, string, error) {
	if l.down.Load() {
		return "", "", fault.Plain(fault.Unavailable)
	}
	c, err := l.CarpetaDeCiudadano(ctx, ciudadanoID)
	return c.CarpetaID, c.OperadorID, err
}

func (*lobby) LecturasAnotadas(int)                     {}
func (*lobby) LecturasNegadas(int)                      {}
func (l *lobby) Muestreado(_ auditoria.Tipo, veces int) { l.told.Add(int64(veces)) }
func (l *lobby) MuestreoFallido()                       { l.failed.Add(1) }
func (l *lobby) citizen() auth.Principal                { return world.Owner(l.carpeta) }
func (l *lobby) process() *auditoria.Sesiones           { s, _ := l.sampled(); return s }

// sampled is a process, and what it tells of refusals.
func (l *lobby) sampled() (*auditoria.Sesiones, *auditoria.Muestreo) {
	refusals := &auditoria.Muestreo{Rastro: l, Ventana: time.Second, Max: 64, Metrics: l}
	return auditoria.NewSesiones(auditoria.ConfigSesiones{
		Lecturas: &auditoria.Lecturas{Rastro: l, Metrics: l}, Rastro: l, CarpetaDe: l.carpetaOf, Rechazos: refusals,
	}), refusals
}

// with is somebody who comes with a token.
func with(token string, quien auth.Principal) auth.Principal {
	quien.Thumbprint = auth.ThumbprintOf(token)
	return quien
}

// trail is what the trails of these operadores hold, oldest first: carpeta.abierta of the world left out.
func (l *lobby) trail(operadores ...string) (es []auditoria.Evento) {
	l.t.Helper()
	for _, o := range operadores {
		for after := ""; ; {
			run, err := l.Store.Eventos(context.Background(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: o}, Limite: 1000, Despues: after})
			if err != nil {
				l.t.Fatal(err)
			}
			for _, e := range run {
				if e.Tipo != auditoria.CarpetaAbierta {
					es = append(es, e)
				}
			}
			if len(run) < 1000 {
				break
			}
			after = run[len(run)-1].ClaveOrden()
		}
	}
	return es
}

// TestTheFirstUseOfATokenIsTold: once, however many requests begin with it at once, in however many processes.
func TestTheFirstUseOfATokenIsTold(t *testing.T) {
	l := newLobby(t)
	const token = "eyJhbGciOiJFUzI1NiJ9.c2VjcmV0bw.ZmlybWE"
	first, second := l.process(), l.process()
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if err := first.Iniciada(auditoria.WithCorrelacion(t.Context(), "solicitud-1"), with(token, l.citizen())); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, s := range []*auditoria.Sesiones{first, second, second, l.process()} {
		if err := s.Iniciada(t.Context(), with(token, l.citizen())); err != nil {
			t.Fatal(err)
		}
	}
	es := l.trail("op-1")
	if len(es) != 1 {
		t.Fatalf("%d events of one token: %+v", len(es), es)
	}
	e := es[0]
	if e.Tipo != auditoria.SesionIniciada || e.CarpetaID != l.carpeta.CarpetaID || e.Actor.ID != l.carpeta.CiudadanoID || e.Actor.Tipo != "ciudadano" ||
		e.Datos["solicitud"] != "solicitud-1" || e.Datos["roles"] != "ciudadano" || e.Recurso.ID != e.CorrelacionID {
		t.Errorf("%+v", e)
	}
	text, _ := json.Marshal(e)
	for _, part := range strings.Split(token, ".") {
		if strings.Contains(string(text), part) {
			t.Errorf("a part of the token is in %s", text)
		}
	}
	if err := first.Iniciada(t.Context(), with(token+"2", l.citizen())); err != nil || len(l.trail("op-1")) != 2 {
		t.Errorf("another token of the same person: %v, %d events", err, len(l.trail("op-1")))
	}
}

// TestWhoseTrailASessionIsIn: that of the operador who keeps the carpeta, or whose staff it is; else nobody's.
func TestWhoseTrailASessionIsIn(t *testing.T) {
	l := newLobby(t)
	staff := auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op-2"}
	both := l.citizen()
	both.Roles, both.OperadorID = append(both.Roles, auth.Operador), "op-3"
	for i, quien := range []auth.Principal{
		l.citizen(), staff, both, {Sub: "nueva", Roles: []auth.Role{auth.Ciudadano}},
		{Sub: "programa", Roles: []auth.Role{auth.Entidad}, EntidadID: "uni"}, {Sub: "eva", Roles: []auth.Role{auth.Auditor}},
	} {
		if err := l.process().Iniciada(t.Context(), with(strconv.Itoa(i), quien)); err != nil {
			t.Fatal(err)
		}
	}
	for operador, want := range map[string]string{
		"op-1": "ciudadano", "op-2": "operador", "op-3": "operador", auditoria.SinOperador: "ciudadano entidad auditor",
	} {
		var got []string
		for _, e := range l.trail(operador) {
			got = append(got, e.Actor.Tipo)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("in the trail of %s: %v, want %s", operador, got, want)
		}
	}
}

// TestWhoComesIsToldOrTurnedAway: with the trail down, nobody comes in with a token that it does not know; who is
// in stays in.
func TestWhoComesIsToldOrTurnedAway(t *testing.T) {
	l := newLobby(t)
	strict := l.process()
	if err := strict.Iniciada(t.Context(), with("known", l.citizen())); err != nil {
		t.Fatal(err)
	}
	l.down.Store(true)
	if err := strict.Iniciada(t.Context(), with("known", l.citizen())); err != nil {
		t.Errorf("who is in is sent out: %v", err)
	}
	if err := strict.Iniciada(t.Context(), with("new", l.citizen())); !errors.Is(err, fault.Unavailable) {
		t.Errorf("a new token that nobody can write down: %v", err)
	}
	l.down.Store(false)
	if err := strict.Iniciada(t.Context(), with("new", l.citizen())); err != nil {
		t.Errorf("the trail is back: %v", err)
	}
	if es := l.trail("op-1", auditoria.SinOperador); len(es) != 2 {
		t.Errorf("%d sessions in the trail, want 2", len(es))
	}
}

// TestAClientThatLeavesTakesNobodyAlong: the first request of a token ends early; the others of it do not.
func TestAClientThatLeavesTakesNobodyAlong(t *testing.T) {
	l := newLobby(t)
	s := l.process()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_ = s.Iniciada(gone, with("t", l.citizen()))
	if err := s.Iniciada(t.Context(), with("t", l.citizen())); err != nil || len(l.trail("op-1")) != 1 {
		t.Errorf("%v, %d events", err, len(l.trail("op-1")))
	}
}

// running runs a part of the process until end is called.
func running(t *testing.T, run func(context.Context) error) (end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// TestAFloodOfRefusalsIsFewEvents: however many tokens and wishes are refused, and of however many people, the
// trail grows by a bounded number of events a second, and not one of them is uncounted.
func TestAFloodOfRefusalsIsFewEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLobby(t)
		s, refusals := l.sampled()
		end := running(t, refusals.Run)
		const seconds, each = 5, 2000
		for i := range seconds * each {
			s.Rechazado(t.Context(), strconv.Itoa(i), auth.Causes[i%3])
			s.Negada(auth.Principal{Sub: fmt.Sprint("c", i), Roles: []auth.Role{auth.Ciudadano}}, fault.NotFound)
			if i%each == each-1 {
				time.Sleep(time.Second)
			}
		}
		end()
		events, things := map[auditoria.Tipo]int{}, map[auditoria.Tipo]int{}
		for _, e := range l.trail(auditoria.SinOperador) {
			n, _ := strconv.Atoi(e.Datos["veces"])
			events[e.Tipo]++
			things[e.Tipo] += n
			if e.Resultado != auditoria.Negado || e.Gravedad != auditoria.Advierte {
				t.Fatalf("%+v", e)
			}
		}
		for tipo, most := range map[auditoria.Tipo]int{auditoria.TokenRechazado: 3 * (seconds + 1), auditoria.PoliticaNegada: 65 * (seconds + 1)} {
			if things[tipo] != seconds*each || events[tipo] > most {
				t.Errorf("%s: %d told in %d events, want %d in %d at most", tipo, things[tipo], events[tipo], seconds*each, most)
			}
		}
		if l.told.Load() != 2*seconds*each {
			t.Errorf("the metrics say %d", l.told.Load())
		}
	})
}

// TestCountsWaitForTheTrail: while it is down nothing is lost and nothing grows but numbers.
func TestCountsWaitForTheTrail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLobby(t)
		s, refusals := l.sampled()
		end := running(t, refusals.Run)
		l.down.Store(true)
		for range 10 {
			for range 100 {
				s.Rechazado(t.Context(), "t", auth.CauseRevoked)
			}
			time.Sleep(time.Second)
		}
		l.down.Store(false)
		time.Sleep(2 * time.Second)
		es := l.trail(auditoria.SinOperador)
		if len(es) != 1 || es[0].Datos["veces"] != "1000" || es[0].Datos["causa"] != "revocacion" || l.failed.Load() == 0 {
			t.Errorf("%d failures, %+v", l.failed.Load(), es)
		}
		s.Rechazado(t.Context(), "t", auth.CauseForm) // the end of the process tells what is left
		end()
		es = l.trail(auditoria.SinOperador)
		if i := slices.IndexFunc(es, func(e auditoria.Evento) bool { return e.Datos["causa"] == "forma" }); i < 0 || es[i].Recurso.ID != "" {
			t.Errorf("what has no form may be a password: %+v", es)
		}
	})
}

// TestWhatIsHiddenIsToldToNobodyElse: an operador that reads its own trail must not learn there that what it was
// told is absent is there.
func TestWhatIsHiddenIsToldToNobodyElse(t *testing.T) {
	l := newLobby(t)
	s, refusals := l.sampled()
	staff := auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op-2", Witness: s}
	for _, err := range []error{
		auth.MayReadCarpeta(staff, "ana"), auth.MayReadCarpeta(staff, "ana"), auth.MayReadCarpeta(staff.Quiet(), "ana"),
		auth.MayManageEntidades(staff), auth.MayCancelar(staff, "ana", "op-2"),
	} {
		if err == nil {
			t.Fatal("allowed")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_ = refusals.Run(ctx)
	for operador, want := range map[string]string{"op-2": "FORBIDDEN oto 2", auditoria.SinOperador: "NOT_FOUND oto 2"} {
		var got string
		for _, e := range l.trail(operador) {
			got += cmp.Or(e.Datos["codigo"], "?") + " " + e.Actor.ID + " " + e.Datos["veces"]
		}
		if got != want {
			t.Errorf("in the trail of %s: %q, want %q", operador, got, want)
		}
	}
}
