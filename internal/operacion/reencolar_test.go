package operacion_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func todo() operacion.Reencolado {
	return operacion.Reencolado{Cola: dlq, Maximo: 1000, PorSegundo: operacion.MaxPorSegundo}
}

// ending is how a redrive ended, without the words for people.
type ending struct {
	Parada                 operacion.Parada
	Reencolados, Restantes int
	Lotes                  int
}

func wantEnding(t *testing.T, r operacion.Resultado, want ending) {
	t.Helper()
	got := ending{r.Parada, r.Reencolados, r.Restantes, len(r.Lotes)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s\nend of the redrive (-want +got):\n%s", r.Detalle, diff)
	}
}

func (k *taller) reencolar(p operacion.Reencolado) operacion.Resultado {
	k.t.Helper()
	r, err := k.Operacion.Reencolar(k.t.Context(), operador("op-1"), p)
	exigir(k.t, err)
	return r
}

func enMarcha(t *testing.T, documentos int) *taller {
	t.Helper()
	k := newWorkshop(t, documentos, sinReintentos)
	k.despacho()
	k.consumidores()
	return k
}

func TestRedriveEverything(t *testing.T) {
	k := enMarcha(t, 40)
	es := k.matar(32)
	seco := todo()
	seco.Simular = true
	plan := []operacion.Lote{{Tamano: 1}, {Tamano: 2}, {Tamano: 5}, {Tamano: 20}, {Tamano: 4}}
	if d := cmp.Diff(operacion.Resultado{Simulado: true, Lotes: plan, Restantes: 32}, k.reencolar(seco)); d != "" {
		t.Errorf("dry run (-want +got):\n%s", d)
	}
	k.muertos(32) // it changed nothing
	for _, e := range es {
		if k.saga(e.EventoID).Estado.Terminal() {
			t.Fatal("a dry run sent something")
		}
	}
	hecho := []operacion.Lote{{1, 1, 0}, {2, 2, 0}, {5, 5, 0}, {20, 20, 0}, {4, 4, 0}}
	if d := cmp.Diff(operacion.Resultado{Lotes: hecho, Reencolados: 32}, k.reencolar(todo())); d != "" {
		t.Errorf("redrive (-want +got):\n%s", d)
	}
	for _, e := range es {
		k.esperar("the end of "+e.EventoID, func() bool { return k.saga(e.EventoID).Estado == eliminacion.Completada })
	}
	k.muertos(0)
	if k.medidas.acciones["reencolar OK"] != 2 {
		t.Errorf("counted %v", k.medidas.acciones)
	}
	registro := k.log.String()
	for _, dice := range []string{"quien=funcionaria-op-1", "operador=op-1", "accion=reencolar", "reencolados=32", "simulado=true"} {
		if !strings.Contains(registro, dice) {
			t.Errorf("the log does not say %s:\n%s", dice, registro)
		}
	}
	if strings.Contains(registro, k.dueno.Sub) || strings.Contains(registro, "Secreto") {
		t.Error("the log names a citizen or a document")
	}
}

func TestRedriveStopsAtTheFirstFailure(t *testing.T) {
	k := enMarcha(t, 20)
	es := k.matar(12)
	k.objetos.fallar(fault.New(fault.Unavailable, "caído"), 3) // the third erasure: in the second batch
	r := k.reencolar(todo())
	wantEnding(t, r, ending{Parada: operacion.ParadaFalla, Reencolados: 3, Restantes: 9, Lotes: 2})
	if !strings.Contains(r.Detalle, "MINIO_CLEANUP") {
		t.Fatalf("it does not name the step: %q", r.Detalle)
	}
	terminadas := func() (n int) {
		for _, e := range es {
			if k.saga(e.EventoID).Estado.Terminal() {
				n++
			}
		}
		return n
	}
	k.esperar("the other one of its batch", func() bool { return terminadas() == 2 })
	k.muertos(10)
}

// What dies again without leaving a failure in its saga is found among the dead.
func TestRedriveStopsWhenOneDiesAgain(t *testing.T) {
	t.Parallel()
	k := newWorkshop(t, 10, sinReintentos)
	k.despacho()
	parar := k.consumidores()
	k.matar(4)
	parar()
	world.Run(k.t, k.consumir(broker.MinioCleanupQueue, nadie), k.consumir(broker.DeletionQueue, k.Dispatcher.Handler(k.Eliminaciones)))
	k.Operacion.Plazos.Lote = 5 * time.Second // by then it has died again, on a busy machine too
	r := k.reencolar(todo())
	wantEnding(t, r, ending{Parada: operacion.ParadaMuerto, Reencolados: 1, Restantes: 3, Lotes: 1})
	if !strings.Contains(r.Detalle, "NOT_FOUND") {
		t.Fatalf("it does not name the reason: %q", r.Detalle)
	}
	k.muertos(4)
}

func nadie(context.Context, broker.Message) error { return fault.New(fault.NotFound, "no está") }

func TestRedriveEndsInTime(t *testing.T) {
	k := enMarcha(t, 20)
	k.matar(12)
	now := time.Now()
	k.Operacion.Clock = func() time.Time { return now } // the time of the call is the rate's alone
	k.Operacion.Plazos.Lote = k.Operacion.Plazos.Reencolar - 900*time.Millisecond
	lento := todo()
	lento.PorSegundo = 1 // after the first batch, of one, a second
	r := k.reencolar(lento)
	wantEnding(t, r, ending{Parada: operacion.ParadaPlazo, Reencolados: 1, Restantes: 11, Lotes: 1})
	k.muertos(r.Restantes)
	k.Operacion.Plazos, k.Operacion.Clock = sinPrisa, time.Now
	wantEnding(t, k.reencolar(todo()), ending{Reencolados: 11, Lotes: 4})
}

func TestRedriveSome(t *testing.T) {
	k := enMarcha(t, 10)
	k.matar(4)
	muertos := k.muertos(4)
	p := todo()
	p.IDs = []string{muertos[2].ID, muertos[0].ID}
	wantEnding(t, k.reencolar(p), ending{Reencolados: 2, Lotes: 2}) // by id
	p = todo()
	p.Maximo = 1
	wantEnding(t, k.reencolar(p), ending{Reencolados: 1, Restantes: 1, Lotes: 1})
	p = todo()
	p.Motivo = "OTRO"
	wantEnding(t, k.reencolar(p), ending{}) // another reason
	p.Motivo = string(fault.Unavailable)
	if r := k.reencolar(p); r.Reencolados != 1 {
		t.Errorf("the reason: %+v", r)
	}
}

// Bad input is a typed error, and changes nothing.
func TestRedriveRefuses(t *testing.T) {
	k := enMarcha(t, 10)
	e := k.matar(2)[0]
	k.objetos.fallar(fault.New(fault.Unavailable, "caído"), 0)
	ajena := k.ajena("op-2")
	muertos := k.muertos(3)
	k.objetos.fallar(nil, 0)
	id := func(eventoID string) string {
		return muertos[slices.IndexFunc(muertos, func(d broker.DeadLetter) bool { return d.Message.SagaID == eventoID })].ID
	}
	con := func(cambiar func(p *operacion.Reencolado)) operacion.Reencolado {
		p := todo()
		cambiar(&p)
		return p
	}
	ciudadanoYOperador := operador("op-1")
	ciudadanoYOperador.Roles = append(ciudadanoYOperador.Roles, auth.Ciudadano)
	for nombre, c := range map[string]struct {
		quien auth.Principal
		p     operacion.Reencolado
		want  fault.Code
	}{
		"not dead":             {operador("op-1"), con(func(p *operacion.Reencolado) { p.IDs = []string{id(e.EventoID), "nada"} }), fault.NotFound},
		"foreign":              {operador("op-1"), con(func(p *operacion.Reencolado) { p.IDs = []string{id(e.EventoID), id(ajena.EventoID)} }), fault.NotFound},
		"unknown queue":        {operador("op-1"), con(func(p *operacion.Reencolado) { p.Cola = "nada" }), fault.BadUserInput},
		"work queue":           {operador("op-1"), con(func(p *operacion.Reencolado) { p.Cola = broker.MinioCleanupQueue }), fault.BadUserInput},
		"of strangers":         {operador("op-1"), con(func(p *operacion.Reencolado) { p.Cola = broker.UnroutableQueue }), fault.NoDestination},
		"none":                 {operador("op-1"), con(func(p *operacion.Reencolado) { p.Maximo = 0 }), fault.BadUserInput},
		"too many":             {operador("op-1"), con(func(p *operacion.Reencolado) { p.Maximo = 1001 }), fault.BadUserInput},
		"too many ids":         {operador("op-1"), con(func(p *operacion.Reencolado) { p.IDs = make([]string, 1001) }), fault.BadUserInput},
		"too fast":             {operador("op-1"), con(func(p *operacion.Reencolado) { p.PorSegundo = 101 }), fault.BadUserInput},
		"not at all":           {operador("op-1"), con(func(p *operacion.Reencolado) { p.PorSegundo = 0 }), fault.BadUserInput},
		"auditor":              {auditor, todo(), fault.Forbidden},
		"citizen":              {k.dueno, todo(), fault.Forbidden},
		"nobody's operador":    {auth.Principal{Sub: "x", Roles: []auth.Role{auth.Operador}}, todo(), fault.Forbidden},
		"citizen and operador": {ciudadanoYOperador, con(func(p *operacion.Reencolado) { p.Cola = "nada" }), fault.BadUserInput},
	} {
		r, err := k.Operacion.Reencolar(t.Context(), c.quien, c.p)
		if fault.CodeOf(err) != c.want || r.Reencolados != 0 {
			t.Errorf("%s: %+v, %v", nombre, r, err)
		}
	}
	k.muertos(3)
	if strings.Count(k.log.String(), "quien=funcionaria") == 0 || k.medidas.acciones["reencolar FORBIDDEN"] != 3 {
		t.Errorf("refusals: %v", k.medidas.acciones)
	}
	if r := k.reencolar(todo()); r.Reencolados != 2 {
		t.Errorf("an operador's own: %+v", r)
	}
	k.muertos(1) // the other operador's
	if err := k.Broker.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := k.Operacion.Reencolar(t.Context(), operador("op-1"), todo())
	exigirCodigo(t, err, fault.Unavailable)
}

func TestRetryIsLogged(t *testing.T) {
	k := newWorkshop(t, 3, sinReintentos)
	e := k.borrar(time.Minute)
	_, err := k.Operacion.Reintentar(t.Context(), operador("op-1"), e.EventoID)
	exigirCodigo(t, err, fault.EliminacionNotFailed) // it is running
	if k.saga(e.EventoID).Secuencia != e.Secuencia {
		t.Error("a refused retry changed something")
	}
	n := k.saga(e.EventoID)
	n.Secuencia, n.Estado, n.Paso, n.NoAntesDe = 2, eliminacion.Fallida, eliminacion.MetadataCleanup, time.Time{}
	exigir(t, k.Store.Guardar(t.Context(), eliminacion.Guardado{Nueva: n}, world.Hecho()))
	if r, err := k.Operacion.Reintentar(t.Context(), operador("op-1"), e.EventoID); err != nil || r.Estado != eliminacion.Iniciada {
		t.Errorf("%+v, %v", r, err)
	}
	if k.medidas.acciones["reintentar OK"] != 1 || k.medidas.acciones["reintentar ELIMINACION_NO_FALLIDA"] != 1 || !strings.Contains(k.log.String(), "evento="+e.EventoID) {
		t.Errorf("%v\n%s", k.medidas.acciones, k.log.String())
	}
}

func TestDeadLetterList(t *testing.T) {
	k := enMarcha(t, 12)
	var quiere []string
	for range 7 {
		k.objetos.fallar(fault.New(fault.Unavailable, "caído"), 0)
		quiere = append(quiere, k.borrar(0).EventoID)
		k.muertos(len(quiere))
	}
	ajena := k.ajena("op-2")
	k.muertos(8)
	lista := func(quien auth.Principal, de string, f operacion.FiltroMensajes, args relay.Args) *operacion.Mensajes {
		t.Helper()
		p, err := k.Operacion.MensajesMuertos(t.Context(), quien, de, f, args)
		exigir(t, err)
		return p
	}
	eventosDe := func(p *operacion.Mensajes) (ids []string) {
		for _, m := range p.Nodes() {
			ids = append(ids, m.EventoID())
		}
		return ids
	}
	var hay []string
	for args := (relay.Args{First: puntero[int32](3)}); ; {
		p := lista(operador("op-1"), "", operacion.FiltroMensajes{}, args)
		if hay = append(hay, eventosDe(p)...); p.Total != 7 || p.Incompleta() {
			t.Errorf("total %d, and %d that nobody looked at", p.Total, p.SinMirar)
		}
		mas, err := p.PageInfo.HasNextPage(t.Context())
		exigir(t, err)
		if !mas {
			break
		}
		args.After = p.PageInfo.EndCursor
	}
	if !slices.Equal(hay, quiere) {
		t.Errorf("by threes: %v, want %v", hay, quiere)
	}
	m := lista(operador("op-1"), "", operacion.FiltroMensajes{}, relay.Args{First: puntero[int32](1)}).Nodes()[0]
	got := []any{m.Queue, m.ColaDeTrabajo(), m.Motivo(), m.Tipo(), m.Intento(), m.OperadorID()}
	if diff := cmp.Diff([]any{dlq, broker.MinioCleanupQueue, "UNAVAILABLE", broker.MinioCleanup, 1, "op-1"}, got); diff != "" {
		t.Errorf("a dead letter (-want +got):\n%s", diff)
	}
	if m.MuertoEn().Before(m.PublicadoEn()) {
		t.Errorf("it died at %v, before it was made at %v", m.MuertoEn(), m.PublicadoEn())
	}
	for nombre, c := range map[string]struct {
		quien  auth.Principal
		de     string
		f      operacion.FiltroMensajes
		cuanto int
	}{
		"all, to an auditor":      {auditor, "", operacion.FiltroMensajes{}, 8},
		"one's, to an auditor":    {auditor, "op-2", operacion.FiltroMensajes{}, 1},
		"the queue":               {operador("op-1"), "", operacion.FiltroMensajes{Cola: dlq}, 7},
		"another queue":           {operador("op-1"), "", operacion.FiltroMensajes{Cola: "metadata.cleanup.dlq"}, 0},
		"unroutable":              {auditor, "", operacion.FiltroMensajes{Cola: broker.UnroutableQueue}, 0},
		"the reason":              {operador("op-1"), "", operacion.FiltroMensajes{Motivo: "UNAVAILABLE"}, 7},
		"another reason":          {operador("op-1"), "", operacion.FiltroMensajes{Motivo: "INTERNAL"}, 0},
		"younger than an hour":    {operador("op-1"), "", operacion.FiltroMensajes{MasAntiguoQue: time.Hour}, 0},
		"older than a nanosecond": {operador("op-1"), "", operacion.FiltroMensajes{MasAntiguoQue: 1}, 7},
	} {
		if p := lista(c.quien, c.de, c.f, relay.Args{}); p.Total != c.cuanto || len(p.Edges) != c.cuanto {
			t.Errorf("%s: %d of %d, want %d", nombre, len(p.Edges), p.Total, c.cuanto)
		}
	}
	if p := lista(operador("op-2"), "op-2", operacion.FiltroMensajes{}, relay.Args{}); !slices.Equal(eventosDe(p), []string{ajena.EventoID}) {
		t.Errorf("another operador's own: %v", eventosDe(p))
	}
	contado, cuenta := quota.WithTab(t.Context(), 1<<20)
	_, err := k.Operacion.MensajesMuertos(contado, operador("op-1"), "", operacion.FiltroMensajes{Cola: dlq}, relay.Args{First: puntero[int32](1)})
	if exigir(t, err); cuenta.Spent() != 8*5 {
		t.Errorf("a look at 8 letters is paid with %d", cuenta.Spent())
	}
	_, err = k.Operacion.MensajesMuertos(t.Context(), operador("op-2"), "op-1", operacion.FiltroMensajes{}, relay.Args{})
	exigirCodigo(t, err, fault.Forbidden)
	_, err = k.Operacion.MensajesMuertos(t.Context(), k.dueno, "", operacion.FiltroMensajes{}, relay.Args{})
	exigirCodigo(t, err, fault.Forbidden)
	_, err = k.Operacion.MensajesMuertos(t.Context(), auditor, "", operacion.FiltroMensajes{Cola: "nada"}, relay.Args{})
	exigirCodigo(t, err, fault.BadUserInput)
}

// muchasCartas are more than one look shows.
type muchasCartas struct {
	broker.DeadLetterOffice
	vistas, detras int
}

func (m muchasCartas) PeekDead(_ context.Context, cola string, _ int) (dead []broker.DeadLetter, behind int, err error) {
	if cola != dlq {
		return nil, 0, nil
	}
	for i := range m.vistas {
		dead = append(dead, broker.DeadLetter{
			ID: fmt.Sprint("c", i), Queue: cola, Legible: true, DiedAt: time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC),
			Message: broker.Message{ID: fmt.Sprint("m", i), OperadorID: "op-1"},
		})
	}
	return dead, m.detras, nil
}

// TestManyDeadLettersAreCounted: all that one look shows are listed, and the list says how many others there are.
func TestManyDeadLettersAreCounted(t *testing.T) {
	t.Parallel()
	const vistas, detras = 2_500, 30
	k := newWorkshop(t, 1, sinReintentos)
	k.Operacion.Cartas = muchasCartas{vistas: vistas, detras: detras}
	p, err := k.Operacion.MensajesMuertos(t.Context(), operador("op-1"), "", operacion.FiltroMensajes{}, relay.Args{Last: puntero[int32](1)})
	exigir(t, err)
	if ultima := p.Nodes()[0]; p.Total != vistas || p.SinMirar != detras || !p.Incompleta() || ultima.ID != "c2499" {
		t.Errorf("%d, and %d that nobody looked at; the last is %+v", p.Total, p.SinMirar, ultima)
	}
	seco := todo()
	seco.Simular = true
	if r := k.reencolar(seco); r.Restantes != vistas || sumaDe(r.Lotes) != 1000 {
		t.Errorf("%d would be sent again, of %d", sumaDe(r.Lotes), r.Restantes)
	}
}

func sumaDe(ls []operacion.Lote) (n int) {
	for _, l := range ls {
		n += l.Tamano
	}
	return n
}
