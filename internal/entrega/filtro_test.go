package entrega_test

import (
	"errors"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay/relaytest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestACursorIsOfOneFilter(t *testing.T) {
	relaytest.EveryFieldBinds(t, func(f entrega.Filtro) relay.Scope {
		return entrega.PageRequest{Filtro: f}.Scope(world.NewSigner(t, "universidad", "k1").Principal())
	})
}

// TestWhoFollowsChanges sees each of them once, from the last one that it knows on.
func TestWhoFollowsChanges(t *testing.T) {
	m := newMundo(t, world.Config{})
	ids := func(f entrega.Filtro) (ids []string) {
		t.Helper()
		first, after := int32(1), (*string)(nil)
		for {
			page, err := m.Entregas.Lista(t.Context(), m.uni.Principal(), entrega.PageRequest{Args: relay.Args{First: &first, After: after}, Filtro: f, Ascendente: true})
			m.bien(err)
			for _, e := range page.Nodes() {
				ids = append(ids, e.EntregaID)
			}
			if more, err := page.PageInfo.HasNextPage(t.Context()); err != nil || !more {
				m.bien(err)
				return ids
			}
			after = page.PageInfo.EndCursor
		}
	}
	same := func(what string, f entrega.Filtro, want ...entrega.Entrega) {
		t.Helper()
		got := ids(f)
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %d", what, got, len(want))
			return
		}
		for n, e := range want {
			if got[n] != e.EntregaID {
				t.Errorf("%s: %v, want %s at %d", what, got, e.EntregaID, n)
			}
		}
	}
	begin := m.now()
	one := m.entregar(m.uni, "uno")
	m.pasa(time.Second)
	two, err := m.anunciar(m.uni, "dos", nil)
	m.bien(err)
	m.pasa(time.Second)
	three, err := m.anunciar(m.uni, "tres", nil)
	m.bien(err)
	same("announced and confirmed", entrega.Filtro{ModificadasDesde: begin}, one, two, three)
	m.pasa(time.Second)
	since := m.now()
	two, err = m.cancelar(m.uni.Principal(), two)
	m.bien(err)
	m.pasa(time.Second)
	one, err = m.Entregas.Revocar(t.Context(), m.uni.Principal(), m.uni.Revoke(t, one.EntregaID, "Está mal.", m.now()))
	m.bien(err)
	if !one.ModificadaEn.Equal(m.now()) {
		t.Errorf("revoked at %s, and changed at %s", m.now(), one.ModificadaEn)
	}
	same("since then", entrega.Filtro{ModificadasDesde: since}, two, one)
	same("all", entrega.Filtro{ModificadasDesde: begin}, three, two, one)
	same("those that wait", entrega.Filtro{ModificadasDesde: begin, Estado: entrega.Anunciada}, three)
	same("of the citizen", entrega.Filtro{CiudadanoID: m.c.CiudadanoID}, one, two, three)
	same("of another", entrega.Filtro{CiudadanoID: "nadie"})
}

// TestAFilterThatNoIndexAnswers is refused with the member that is wrong, before anything is read.
func TestAFilterThatNoIndexAnswers(t *testing.T) {
	m := newMundo(t, world.Config{})
	for campo, f := range map[string]entrega.Filtro{
		"filtro":                  {Numero: "A-17"},
		"filtro.modificadasDesde": {CiudadanoID: "c", ModificadasDesde: m.now()},
		"filtro.ciudadanoId":      {CiudadanoID: string(make([]byte, 129))},
	} {
		_, err := m.Entregas.Lista(t.Context(), m.uni.Principal(), entrega.PageRequest{Filtro: f})
		var mal *fault.Error
		if !errors.As(err, &mal) || mal.Code != fault.BadUserInput || len(mal.Campos) != 1 || mal.Campos[0].Campo != campo {
			t.Errorf("%+v: %v", f, err)
		}
	}
	_, err := m.Entregas.Lista(t.Context(), m.uni.Principal(), entrega.PageRequest{Filtro: entrega.Filtro{Estado: entrega.Anunciada}})
	m.quiere("a state alone", err, fault.BadUserInput)
}
