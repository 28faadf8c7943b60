package auditoria_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

const (
	anaCarpeta = "01a18f41-0001-7000-8000-000000000000"
	documentoA = "01a18f41-0001-7000-8000-00000000000a"
	documentoB = "01a18f41-0001-7000-8000-00000000000b"
)

var (
	duena    = auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano}}
	auditora = auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Auditor}}
)

// inquiry is a carpeta that somebody looks into, and what its owner sees.
type inquiry struct {
	*life
	accesos  *auditoria.Accesos
	embargos *auditoria.Embargador
	rastro   *auditoria.Consultas
	scribe   auditoria.Escribano
}

func newInquiry(t *testing.T) *inquiry {
	i := &inquiry{life: newLife(t)}
	i.scribe = auditoria.Escribano{Clock: i.now}
	reads := &auditoria.Lecturas{Rastro: i.Store, Escribano: i.scribe, Metrics: noMetrics{}}
	codec, err := relay.NewCodec(relay.Key{ID: "k", Secret: make([]byte, 32)})
	i.must(err)
	i.accesos = &auditoria.Accesos{Rastro: i.Store, Cursores: codec, Clock: i.now}
	i.rastro = &auditoria.Consultas{Rastro: i.Store, Cursores: codec, Lecturas: reads, Clock: i.now, Propia: func(_ context.Context, sub string) (string, error) {
		return map[string]string{"ana": anaCarpeta}[sub], nil
	}}
	i.embargos = &auditoria.Embargador{Rastro: i.Store, Lecturas: reads, Escribano: i.scribe, Clock: i.now, Guarda: func(_ context.Context, id string) (auditoria.Guarda, error) {
		if id != anaCarpeta {
			return auditoria.Guarda{}, fault.Plain(fault.NotFound)
		}
		return auditoria.Guarda{CarpetaID: id, CiudadanoID: "ana", OperadorID: "op1"}, nil
	}}
	_, err = i.Store.AbrirCarpeta(t.Context(), carpeta.Carpeta{CarpetaID: anaCarpeta, CiudadanoID: "ana", OperadorID: "op1"}, world.Hecho())
	i.must(err)
	return i
}

type noMetrics struct{}

func (noMetrics) LecturasAnotadas(int) {}
func (noMetrics) LecturasNegadas(int)  {}

// happens writes an event of ana's carpeta, a second after the one before.
func (i *inquiry) happens(t auditoria.Tipo, a auditoria.Actor, documentoID string) auditoria.Evento {
	i.t.Helper()
	i.passes(time.Second)
	e := i.scribe.Levantar(i.t.Context(), auditoria.Evento{
		Tipo: t, Actor: a, OperadorID: "op1", CarpetaID: anaCarpeta, DocumentoID: documentoID, CorrelacionID: "same",
		Recurso: auditoria.Recurso{Tipo: "documento", ID: "x"},
	})
	i.must(i.Store.Anotar(i.t.Context(), e))
	return e
}

func (i *inquiry) order(m auditoria.Mandato) auditoria.Embargo {
	i.t.Helper()
	i.passes(time.Millisecond)
	m.CarpetaID, m.Motivo, m.BaseLegal = anaCarpeta, "Investigación 7", "Auto 12"
	if m.Hasta.IsZero() {
		m.Hasta = i.now().Add(24 * time.Hour)
	}
	o, err := i.embargos.Ordenar(i.t.Context(), auditora, m)
	i.must(err)
	return o
}

// seen is what the owner learns of one page, and what they pay for it.
type seen struct {
	Eventos    []string
	Next, Prev bool
	Paid       int
}

func (i *inquiry) page(documentoID string, args relay.Args) (seen, *relay.Connection[auditoria.Acceso]) {
	i.t.Helper()
	ctx, tab := quota.WithTab(i.t.Context(), 1<<30)
	page, err := i.accesos.De(ctx, duena, anaCarpeta, documentoID, args)
	i.must(err)
	var s seen
	for _, a := range page.Nodes() {
		s.Eventos = append(s.Eventos, fmt.Sprint(a.Tipo, " ", a.Rol, " ", a.En.Format(time.TimeOnly), " ", a.DocumentoID))
	}
	s.Next, err = page.PageInfo.HasNextPage(ctx)
	i.must(err)
	s.Prev, err = page.PageInfo.HasPreviousPage(ctx)
	i.must(err)
	s.Paid = tab.Spent()
	return s, page
}

// everything is what the owner learns by asking page by page, from both ends.
func (i *inquiry) everything(documentoID string, size int32) (all []seen) {
	n := size
	for args := (relay.Args{First: &n}); ; {
		s, page := i.page(documentoID, args)
		all = append(all, s)
		if !s.Next || len(all) > 500 {
			break
		}
		args.After = page.PageInfo.EndCursor
	}
	for args := (relay.Args{Last: &n}); ; {
		s, page := i.page(documentoID, args)
		all = append(all, s)
		if !s.Prev || len(all) > 1000 {
			return all
		}
		args.Before = page.PageInfo.StartCursor
	}
}

// TestAnEmbargoLeavesNoMark: two carpetas with the same events, and one of them is looked into. Its owner sees
// the same pages, of every size and from both ends, with the same flags, for the same price.
func TestAnEmbargoLeavesNoMark(t *testing.T) {
	for seed := range uint64(6) {
		plain, secret := newInquiry(t), newInquiry(t)
		rnd := rand.New(rand.NewPCG(seed, 1))
		secret.order(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "auditor"}})
		secret.order(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "operador", OperadorID: "op1"}})
		begin := plain.now()
		var named []string
		for range 120 {
			for range rnd.IntN(4) { // what is hidden comes in runs
				hidden := auditoria.Actor{Tipo: "auditor", ID: "eva"}
				tipo := []auditoria.Tipo{auditoria.NodoLeido, auditoria.ListaLeida, auditoria.AuditoriaLeida}[rnd.IntN(3)]
				switch rnd.IntN(3) {
				case 0:
					hidden = auditoria.Actor{Tipo: "operador", ID: "oto", OperadorID: "op1"}
				case 1:
					hidden = auditoria.Actor{Tipo: "entidad", ID: "prog", EntidadID: "uni"}
				}
				if e := secret.happens(tipo, hidden, documentoA); hidden.Tipo == "entidad" {
					named = append(named, e.EventoID)
				}
			}
			begin = begin.Add(20 * time.Second)
			doc := []string{documentoA, documentoB, ""}[rnd.IntN(3)]
			actor := []auditoria.Actor{{Tipo: "ciudadano", ID: "ana"}, {Tipo: "operador", ID: "eva", OperadorID: "op2"}, {Tipo: "entidad", ID: "p", EntidadID: "uni"}}[rnd.IntN(3)]
			tipo := []auditoria.Tipo{auditoria.DocumentoVisto, auditoria.NodoLeido, auditoria.DocumentoEditado}[rnd.IntN(3)]
			for _, i := range []*inquiry{plain, secret} {
				i.clock.Store(begin.UnixNano())
				i.happens(tipo, actor, doc)
			}
		}
		for some := range slices.Chunk(named, auditoria.MaxEventosEmbargo) {
			secret.order(auditoria.Mandato{Eventos: some})
		}
		for _, doc := range []string{"", documentoA, documentoB} {
			for _, size := range []int32{1, 2, 7, 100} {
				if diff := cmp.Diff(plain.everything(doc, size), secret.everything(doc, size)); diff != "" {
					t.Fatalf("seed %d, pages of %d of %q differ (-nothing hidden +hidden):\n%s", seed, size, doc, diff)
				}
			}
		}
	}
}

// TestAnInquiryHasNoPrice: what staff read in the trail about a carpeta is not shown to its owner, and nothing
// that the owner asks costs more for it. An order comes after such a reading: the price would announce it.
func TestAnInquiryHasNoPrice(t *testing.T) {
	plain, asked := newInquiry(t), newInquiry(t)
	for _, i := range []*inquiry{plain, asked} {
		i.happens(auditoria.DocumentoVisto, auditoria.Actor{Tipo: "ciudadano", ID: "ana"}, documentoA)
	}
	for range 3 {
		_, err := asked.rastro.Listar(t.Context(), auditora, auditoria.Pedido{CarpetaID: anaCarpeta}, auditoria.Tramo{Limite: 10})
		asked.must(err)
		_, err = asked.embargos.Lista(t.Context(), auditora, anaCarpeta)
		asked.must(err)
	}
	for _, quien := range []auth.Principal{
		{Sub: "ana", Roles: []auth.Role{auth.Ciudadano, auth.Auditor}}, {Sub: "ana", Roles: []auth.Role{auth.Ciudadano, auth.Operador}, OperadorID: "op1"},
	} {
		h, err := asked.rastro.Listar(t.Context(), quien, auditoria.Pedido{OperadorID: "op1", Tipo: auditoria.AuditoriaLeida}, auditoria.Tramo{Limite: 10})
		asked.must(err)
		for _, e := range h.Eventos {
			if e.Actor.ID != "ana" {
				t.Errorf("%v is told that %s asked about her", quien.Roles, e.Actor.ID)
			}
		}
	}
	for _, doc := range []string{"", documentoA} {
		if diff := cmp.Diff(plain.everything(doc, 1), asked.everything(doc, 1)); diff != "" {
			t.Errorf("of %q (-nobody asked +asked):\n%s", doc, diff)
		}
	}
}

// TestAnInquiryShowsInNoOtherReading: an owner with an auditor's token sees that others read the trail, for it is their
// office to; but not that they asked for what happened in her own carpeta, nor how many events they were shown.
func TestAnInquiryShowsInNoOtherReading(t *testing.T) {
	i := newInquiry(t)
	i.order(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "auditor"}})
	i.happens(auditoria.NodoLeido, auditoria.Actor{Tipo: "auditor", ID: "eva"}, documentoA)
	for _, p := range []auditoria.Pedido{{CorrelacionID: "same"}, {OperadorID: "op1"}} {
		_, err := i.rastro.Consultar(t.Context(), auditora, p, "", relay.Args{})
		i.must(err)
	}
	others := 0
	for _, e := range i.faces(auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Auditor}}, auditoria.Pedido{OperadorID: "op1", Actor: "eva"})["GraphQL"] {
		others++
		if e.Datos["correlationId"] != "" || e.Datos["eventos"] != "" {
			t.Errorf("she is told of %v", e.Datos)
		}
	}
	if others != 1 {
		t.Errorf("she sees %d readings of others, want that of the whole trail", others)
	}
}

// TestAfterAnEmbargoEverythingIsThere: by its time or before, in its place, with the orders themselves; nothing
// has to run.
func TestAfterAnEmbargoEverythingIsThere(t *testing.T) {
	for name, end := range map[string]func(i *inquiry, o auditoria.Embargo){
		"by its time": func(i *inquiry, o auditoria.Embargo) { i.clock.Store(o.Hasta.UnixNano()) },
		"lifted": func(i *inquiry, o auditoria.Embargo) {
			_, err := i.embargos.Levantar(t.Context(), auditora, anaCarpeta, o.EmbargoID, "Terminó")
			i.must(err)
		},
	} {
		i := newInquiry(t)
		i.happens(auditoria.DocumentoVisto, auditoria.Actor{Tipo: "ciudadano", ID: "ana"}, documentoA)
		o := i.order(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "auditor"}})
		i.happens(auditoria.NodoLeido, auditoria.Actor{Tipo: "auditor", ID: "eva"}, documentoA)
		i.happens(auditoria.NodoLeido, auditoria.Actor{Tipo: "operador", ID: "o", OperadorID: "op1"}, documentoA)
		n := int32(10)
		before, _ := i.page("", relay.Args{First: &n})
		if got := strings.Join(kinds(before), ", "); got != "nodo.leido operador, documento.visto ciudadano" {
			t.Errorf("%s: while it lasts the owner sees %s", name, got)
		}
		i.passes(time.Millisecond)
		end(i, o)
		after, _ := i.page("", relay.Args{First: &n})
		want := []string{"nodo.leido operador", "nodo.leido auditor", "embargo.impuesto auditor", "documento.visto ciudadano"}
		if name == "lifted" {
			want = append([]string{"embargo.levantado auditor"}, want...)
		}
		if diff := cmp.Diff(want, kinds(after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func kinds(s seen) (ks []string) {
	for _, e := range s.Eventos {
		ks = append(ks, strings.Join(strings.Fields(e)[:2], " "))
	}
	return ks
}

// TestTheEndOfAnOrderDoesNotTellOfTheNext: orders that follow each other without a pause are told of together,
// when the last one is over; what was told of stays told of.
func TestTheEndOfAnOrderDoesNotTellOfTheNext(t *testing.T) {
	i := newInquiry(t)
	hour := func(n int) time.Time { return time.Date(2026, 11, 22, 12+n, 30, 0, 0, time.UTC) }
	at := func(n int, want int) {
		t.Helper()
		i.clock.Store(hour(n).UnixNano())
		size := int32(100)
		if s, _ := i.page("", relay.Args{First: &size}); len(s.Eventos) != want {
			t.Errorf("at hour %d the owner sees %d events, want %d: %v", n, len(s.Eventos), want, s.Eventos)
		}
	}
	office := &auditoria.Oficina{Rol: "auditor"}
	at(0, 0)
	i.order(auditoria.Mandato{Oficina: office, Hasta: hour(4)})
	at(2, 0)
	i.order(auditoria.Mandato{Oficina: office, Hasta: hour(8)})
	at(4, 0) // the first is over
	at(6, 0)
	i.order(auditoria.Mandato{Oficina: office, Hasta: hour(10)})
	at(8, 0)
	at(9, 0)
	at(10, 3)
	at(12, 3)
	i.order(auditoria.Mandato{Oficina: office, Hasta: hour(14)})
	at(13, 3)
	at(14, 4)
}

// TestNobodyWithTwoHatsSeesWhatIsHidden: an owner who is also of the operador, or an auditor, does not see in
// the trail what is hidden from them, whichever of their roles the token names; others of the operador do.
func TestNobodyWithTwoHatsSeesWhatIsHidden(t *testing.T) {
	i := newInquiry(t)
	i.order(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "operador", OperadorID: "op1"}})
	i.happens(auditoria.NodoLeido, auditoria.Actor{Tipo: "operador", ID: "oto", OperadorID: "op1"}, documentoA)
	i.happens(auditoria.DocumentoEditado, auditoria.Actor{Tipo: "ciudadano", ID: "ana"}, documentoA)
	for name, c := range map[string]struct {
		quien auth.Principal
		want  string
	}{
		"operador":                          {auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op1"}, "documento.editado nodo.leido"},
		"operador and owner":                {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano, auth.Operador}, OperadorID: "op1"}, "documento.editado"},
		"owner with an operador's token":    {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Operador}, OperadorID: "op1"}, "documento.editado"},
		"auditor":                           {auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Auditor}}, "documento.editado nodo.leido embargo.impuesto"},
		"auditor and owner":                 {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano, auth.Auditor}}, "documento.editado"},
		"owner with an auditor's token":     {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Auditor}}, "documento.editado"},
		"owner with both tokens of offices": {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Auditor, auth.Operador}, OperadorID: "op1"}, "documento.editado"},
	} {
		for face, told := range i.faces(c.quien, auditoria.Pedido{OperadorID: "op1", CarpetaID: anaCarpeta}) {
			var got []string
			for _, e := range told {
				if e.Tipo != auditoria.AuditoriaLeida && e.Tipo != auditoria.AuditoriaExportada {
					got = append(got, string(e.Tipo))
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s: %s sees %v, want %s", face, name, got, c.want)
			}
		}
	}
}

// faces are what somebody is told in each of the ways to read the trail, the newest first.
func (i *inquiry) faces(quien auth.Principal, p auditoria.Pedido) map[string][]auditoria.Evento {
	i.t.Helper()
	ctx, told := i.t.Context(), map[string][]auditoria.Evento{}
	page, err := i.rastro.Consultar(ctx, quien, p, "", relay.Args{})
	i.must(err)
	told["GraphQL"] = page.Nodes()
	h, err := i.rastro.Listar(ctx, quien, p, auditoria.Tramo{Limite: 100})
	i.must(err)
	told["REST"] = h.Eventos
	i.must(i.rastro.Exportar(ctx, quien, p, auditoria.Tramo{Todo: true}, func(c auditoria.Corrida) error {
		told["export"] = append(told["export"], c.Eventos...)
		return nil
	}))
	slices.Reverse(told["export"])
	return told
}

// TestOrdersThatAreRefused: with the field, and before anything is written.
func TestOrdersThatAreRefused(t *testing.T) {
	i := newInquiry(t)
	own := i.happens(auditoria.DocumentoVisto, auditoria.Actor{Tipo: "ciudadano", ID: "ana"}, documentoA)
	look := i.happens(auditoria.NodoLeido, auditoria.Actor{Tipo: "operador", ID: "o", OperadorID: "op1"}, documentoA)
	elsewhere := i.scribe.Levantar(t.Context(), auditoria.Evento{Tipo: auditoria.NodoLeido, OperadorID: "op1", CarpetaID: documentoB})
	i.must(i.Store.Anotar(t.Context(), elsewhere))
	office := func(rol, op, ent string) func(*auditoria.Mandato) {
		return func(m *auditoria.Mandato) { m.Oficina = &auditoria.Oficina{Rol: rol, OperadorID: op, EntidadID: ent} }
	}
	for want, change := range map[string]func(*auditoria.Mandato){
		"":                     func(*auditoria.Mandato) {},
		"motivo":               func(m *auditoria.Mandato) { m.Motivo = "" },
		"motivo ":              func(m *auditoria.Mandato) { m.Motivo = "=SUM(A1)" },
		"motivo  ":             func(m *auditoria.Mandato) { m.Motivo = strings.Repeat("x", 121) },
		"baseLegal":            func(m *auditoria.Mandato) { m.BaseLegal = "dos\nlíneas" },
		"hasta":                func(m *auditoria.Mandato) { m.Hasta = i.now() },
		"hasta ":               func(m *auditoria.Mandato) { m.Hasta = i.now().Add(auditoria.MaxEmbargo + time.Millisecond) },
		"hasta  ":              func(m *auditoria.Mandato) { m.Hasta = time.Time{} },
		"eventoIds":            func(m *auditoria.Mandato) { m.Eventos = nil },
		"eventoIds ":           func(m *auditoria.Mandato) { m.Eventos = slices.Repeat([]string{look.EventoID}, 51) },
		"eventoIds.0":          func(m *auditoria.Mandato) { m.Eventos = []string{"no"} },
		"eventoIds.1":          func(m *auditoria.Mandato) { m.Eventos = append(m.Eventos, own.EventoID) },
		"eventoIds.1 ":         func(m *auditoria.Mandato) { m.Eventos = append(m.Eventos, elsewhere.EventoID) },
		"eventoIds.1  ":        func(m *auditoria.Mandato) { m.Eventos = append(m.Eventos, documentoA) },
		"miradasDe.rol":        office("ciudadano", "", ""),
		"miradasDe.rol ":       office("", "", ""),
		"miradasDe.operadorId": office("auditor", "op1", ""),
		"miradasDe.entidadId":  office("operador", "op1", "uni"),
		"miradasDe.desde": func(m *auditoria.Mandato) {
			m.Oficina, m.Desde = &auditoria.Oficina{Rol: "auditor"}, i.now().Add(time.Minute)
		},
	} {
		m := auditoria.Mandato{CarpetaID: anaCarpeta, Motivo: "Motivo", BaseLegal: "Auto 1", Hasta: i.now().Add(time.Hour), Eventos: []string{look.EventoID}}
		change(&m)
		o, err := i.embargos.Ordenar(t.Context(), auditora, m)
		if campo := strings.TrimSpace(want); campoDe(err) != campo || (campo == "") != (o.EmbargoID != "") {
			t.Errorf("%q: refused %q (%v)", want, campoDe(err), err)
		}
	}
	es, err := i.Store.EmbargosDe(t.Context(), anaCarpeta)
	i.must(err)
	if len(es.Ordenes) != 1 {
		t.Errorf("%d orders are there, want the good one", len(es.Ordenes))
	}
}

func campoDe(err error) string {
	var e *fault.Error
	if !errors.As(err, &e) || len(e.Campos) == 0 {
		return ""
	}
	return e.Campos[0].Campo
}

// TestWhoMayOrder: auditors, and never of their own carpeta; to all others it says the same of every carpeta.
func TestWhoMayOrder(t *testing.T) {
	i := newInquiry(t)
	o := i.order(auditoria.Mandato{Oficina: &auditoria.Oficina{Rol: "auditor"}})
	for name, c := range map[string]struct {
		quien auth.Principal
		id    string
		want  fault.Code
	}{
		"auditor":          {auditora, anaCarpeta, ""},
		"auditor, nothing": {auditora, documentoB, fault.NotFound},
		"the owner":        {duena, anaCarpeta, fault.Forbidden},
		"the owner, none":  {duena, documentoB, fault.Forbidden},
		"own, an auditor":  {auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Auditor}}, anaCarpeta, fault.NotFound},
		"operador":         {auth.Principal{Sub: "o", Roles: []auth.Role{auth.Operador}, OperadorID: "op1"}, anaCarpeta, fault.Forbidden},
		"operador, none":   {auth.Principal{Sub: "o", Roles: []auth.Role{auth.Operador}, OperadorID: "op1"}, "x", fault.Forbidden},
	} {
		m := auditoria.Mandato{CarpetaID: c.id, Motivo: "m", BaseLegal: "b", Hasta: i.now().Add(time.Hour), Oficina: &auditoria.Oficina{Rol: "auditor"}}
		_, ordered := i.embargos.Ordenar(t.Context(), c.quien, m)
		_, listed := i.embargos.Lista(t.Context(), c.quien, c.id)
		_, lifted := i.embargos.Levantar(t.Context(), c.quien, c.id, o.EmbargoID, "m")
		for what, err := range map[string]error{"order": ordered, "list": listed, "lift": lifted} {
			if fault.CodeOf(err) != c.want && (err != nil || c.want != "") {
				t.Errorf("%s, %s: %v, want %q", name, what, err, c.want)
			}
		}
	}
}

// TestManyOrdersOfOneCarpeta: those in force are bounded; those that are over make room.
func TestManyOrdersOfOneCarpeta(t *testing.T) {
	i := newInquiry(t)
	office := &auditoria.Oficina{Rol: "auditor"}
	for round := range 4 {
		for range 16 {
			i.order(auditoria.Mandato{Oficina: office, Hasta: i.now().Add(time.Hour)})
		}
		_, err := i.embargos.Ordenar(t.Context(), auditora, auditoria.Mandato{
			CarpetaID: anaCarpeta, Motivo: "m", BaseLegal: "b", Hasta: i.now().Add(time.Hour), Oficina: office,
		})
		if campoDe(err) != "carpetaId" {
			t.Fatalf("round %d: one too many: %v", round, err)
		}
		i.passes(time.Hour)
	}
	os, err := i.embargos.Lista(t.Context(), auditora, anaCarpeta)
	i.must(err)
	if len(os) != 32 || !os[0].OrdenadoEn.After(os[31].OrdenadoEn) {
		t.Errorf("%d orders are kept, want the last 32, newest first", len(os))
	}
}
