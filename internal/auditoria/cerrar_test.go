package auditoria_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// closing ends sessions in a folder.
type closing struct {
	*lobby
	c     *auditoria.CierreDeSesiones
	list  *auth.RevocationFile
	loads int
}

func newClosing(t *testing.T, now time.Time) *closing {
	x := &closing{lobby: newLobby(t)}
	dir := t.TempDir()
	x.list = auth.NewRevocationFile(dir)
	x.c = &auditoria.CierreDeSesiones{
		Denegados: auth.NewRevocationFile(dir), Cargar: func(context.Context) error { x.loads++; return nil }, CarpetaDe: x.carpetaOf, Rastro: x.lobby,
		Clock: func() time.Time { return now }, Vigencia: time.Hour, Max: 10,
	}
	return x
}

func (x *closing) listed() (all []auth.Revocation) {
	if err := x.list.Read(x.t.Context(), func(r auth.Revocation) error { all = append(all, r); return nil }); err != nil {
		x.t.Fatal(err)
	}
	return all
}

func (x *closing) told() []auditoria.Evento {
	es, err := x.Store.Eventos(x.t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{CarpetaID: x.carpeta.CarpetaID, Tipo: auditoria.RevocacionCambiada}, Limite: 100})
	if err != nil {
		x.t.Fatal(err)
	}
	return es
}

func (x *closing) owner(began, issued time.Time) auth.Principal {
	return auth.Principal{Sub: x.carpeta.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}, Issued: issued, SignIn: auth.SignIn{At: began}}
}

// TestSessionsAreEnded: all but the caller's own; soon again, nothing changes; and the owner finds it in their trail.
func TestSessionsAreEnded(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Second)
	x := newClosing(t, now)
	began := now.Add(-time.Minute)
	end := func(at, began time.Time) time.Time {
		t.Helper()
		x.c.Clock = func() time.Time { return at }
		antes, err := x.c.Cerrar(t.Context(), x.owner(began, began))
		if err != nil {
			t.Fatal(err)
		}
		return antes
	}
	for _, later := range []time.Duration{0, 9 * time.Second} {
		if antes := end(now.Add(later), began); !antes.Equal(now) {
			t.Errorf("after %s: before %s, want %s", later, antes, now)
		}
	}
	all := x.listed()
	if len(all) != 1 || all[0].Subject != x.carpeta.CiudadanoID || !all[0].Before.Equal(now) || !all[0].Except.Equal(began) || !all[0].Until.Equal(now.Add(time.Hour)) {
		t.Errorf("the list: %+v", all)
	}
	es := x.told()
	if len(es) != 1 || es[0].Actor.Tipo != "ciudadano" || es[0].OperadorID != "op-1" || es[0].Resultado != auditoria.Exito || es[0].Datos["cambio"] != "revocado" {
		t.Errorf("told: %+v", es)
	}
	accesos, err := (&auditoria.Accesos{Rastro: x.Store, Clock: time.Now}).Desde(t.Context(), x.carpeta.CarpetaID, now.Add(-time.Hour), 10)
	if err != nil || len(accesos.Accesos) != 1 || !accesos.Accesos[0].Propio {
		t.Errorf("the owner sees %+v, %v", accesos, err)
	}

	another := now.Add(-time.Second) // asks at once: a session that asked before is no exception any more
	if antes := end(now.Add(time.Second), another); !antes.Equal(now.Add(time.Second)) {
		t.Error(antes)
	}
	if end(now.Add(time.Minute), another); !x.listed()[0].Before.Equal(now.Add(time.Minute)) || !x.listed()[0].Except.Equal(another) || len(x.listed()) != 1 {
		t.Errorf("the list: %+v", x.listed())
	}
}

// TestWhatCannotBeToldIsNotDone, and what fails after it was told is told again.
func TestWhatCannotBeToldIsNotDone(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Second)
	x := newClosing(t, now)
	x.c.CarpetaDe = func(context.Context, string) (string, string, error) { return x.carpeta.CarpetaID, "op-1", nil }
	x.down.Store(true)
	if _, err := x.c.Cerrar(t.Context(), x.owner(now, now)); fault.CodeOf(err) != fault.Unavailable || len(x.listed()) > 0 {
		t.Errorf("without the trail: %v, %v", err, x.listed())
	}
	x.down.Store(false)
	x.c.Denegados = fullDisk{x.c.Denegados}
	if _, err := x.c.Cerrar(t.Context(), x.owner(now, now)); fault.CodeOf(err) != fault.Unavailable {
		t.Error(err)
	}
	if es := x.told(); len(es) != 2 || es[0].Resultado != auditoria.Exito || es[1].Resultado != auditoria.Fracaso {
		t.Errorf("told: %+v", es)
	}
}

// fullDisk does not write.
type fullDisk struct{ auth.RevocationList }

func (fullDisk) Change(ctx context.Context, change func([]auth.Revocation) ([]auth.Revocation, error)) error {
	_, err := change(nil)
	return errors.Join(err, errors.New("the disk is full"))
}

// TestATenthIsTheOperators: persons do not fill the list, and whoever is in it may replace their entry.
func TestATenthIsTheOperators(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Second)
	x := newClosing(t, now)
	at := func(sub string, began time.Time) error {
		_, err := x.c.Cerrar(t.Context(), auth.Principal{Sub: sub, Roles: []auth.Role{auth.Operador}, OperadorID: "op-1", Issued: now, SignIn: auth.SignIn{At: began}})
		return err
	}
	for i := range 9 {
		if err := at(fmt.Sprint("p", i), now.Add(-time.Hour)); err != nil {
			t.Fatal(i, err)
		}
	}
	if err := at("p9", now); fault.CodeOf(err) != fault.NoRoomForSessions {
		t.Errorf("one too many: %v", err)
	}
	if err := at("p3", now.Add(-time.Minute)); err != nil || len(x.listed()) != 9 {
		t.Errorf("again: %v, %d entries", err, len(x.listed()))
	}
	x.c.Clock = func() time.Time { return now.Add(time.Hour + time.Second) }
	if err := at("p9", now); err != nil || len(x.listed()) != 1 {
		t.Errorf("when the others have expired: %v, %d entries", err, len(x.listed()))
	}
}
