package auditoria

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// CierreDeSesiones lets a person end every session of theirs but the one in which they ask: "No fui yo".
// Whoever has one of their tokens is out then.
type CierreDeSesiones struct {
	// Denegados is a list that nobody else in this process reads or changes.
	Denegados auth.RevocationList
	// Cargar has this process look at the list.
	Cargar func(context.Context) error
	// CarpetaDe is the carpeta of a citizen and its operador, or NOT_FOUND.
	CarpetaDe func(ctx context.Context, ciudadanoID string) (carpetaID, operadorID string, err error)
	Rastro    Anotador
	Escribano Escribano
	Clock     func() time.Time
	// Vigencia is how long an entry stays: as long as a token that it means can be good.
	Vigencia time.Duration
	// Max are the entries that the list may have. Persons leave a tenth of them to the operators of the server.
	Max int

	uno sync.Mutex
}

// pausaDeCierre is how long the same session asks in vain: each change writes the whole list.
const pausaDeCierre = 10 * time.Second

// errCerradas: nothing is to be changed.
var errCerradas = errors.New("these sessions were ended before")

// Cerrar ends the sessions of the caller that began before now, apart from the one that asks, and says what now was. The
// door has seen that the caller signed in a short time ago.
func (c *CierreDeSesiones) Cerrar(ctx context.Context, quien auth.Principal) (time.Time, error) {
	now := c.Clock().UTC().Truncate(time.Second) // sessions begin at whole seconds: one that begins now is later
	r := auth.Revocation{Subject: quien.Sub, Before: now, Except: quien.Begun(), Until: now.Add(c.Vigencia).Truncate(time.Second)}
	hecho, err := c.hecho(ctx, quien, r)
	if err != nil {
		return time.Time{}, err
	}
	c.uno.Lock()
	defer c.uno.Unlock()
	antes, err := c.cambiar(ctx, r, hecho)
	if err != nil {
		return time.Time{}, err
	}
	return antes, c.Cargar(ctx)
}

// cambiar adds the entry to the list, and returns the time before which sessions have ended. It writes the event before it
// changes the list. If the change fails after that, a second event records the failure.
func (c *CierreDeSesiones) cambiar(ctx context.Context, r auth.Revocation, hecho Evento) (time.Time, error) {
	dicho, antes := false, r.Before
	err := c.Denegados.Change(ctx, func(all []auth.Revocation) ([]auth.Revocation, error) {
		all, previa, err := c.con(all, r)
		if antes = previa; err != nil {
			return nil, err
		}
		if err := c.Rastro.Anotar(ctx, c.Escribano.Levantar(ctx, hecho)); err != nil {
			return nil, err
		}
		dicho = true
		return all, nil
	})
	switch {
	case err == nil, errors.Is(err, errCerradas):
		return antes, nil
	case fault.CodeOf(err) == fault.NoRoomForSessions:
		return antes, err
	}
	if dicho {
		hecho.Resultado = Fracaso
		err = errors.Join(err, c.Rastro.Anotar(context.WithoutCancel(ctx), c.Escribano.Levantar(ctx, hecho)))
	}
	return antes, fault.New(fault.Unavailable, "Sus sesiones no se pudieron cerrar: intente otra vez en un minuto.").Because(err)
}

// con is the list with the entry in it, and without those that expired; and the time before which sessions are ended.
func (c *CierreDeSesiones) con(all []auth.Revocation, r auth.Revocation) ([]auth.Revocation, time.Time, error) {
	now := c.Clock()
	all = slices.DeleteFunc(all, func(e auth.Revocation) bool { return !e.Until.After(now) })
	i := slices.IndexFunc(all, r.Same)
	switch {
	case i >= 0 && all[i].Except.Equal(r.Except) && r.Before.Sub(all[i].Before) < pausaDeCierre:
		return nil, all[i].Before, errCerradas
	case i >= 0:
		all[i] = r
	case len(all) >= c.Max*9/10:
		return nil, r.Before, fault.Plain(fault.NoRoomForSessions)
	default:
		all = append(all, r)
	}
	return all, r.Before, nil
}

// hecho is the event: of the trail of the citizen's operador, who finds it among the looks at their carpeta; of others' own.
func (c *CierreDeSesiones) hecho(ctx context.Context, quien auth.Principal, r auth.Revocation) (Evento, error) {
	h := DeRevocacion(Revocado, r)
	h.Actor, h.OperadorID = ActorDe(quien, ""), cmp.Or(quien.OperadorID, SinOperador)
	if !quien.Has(auth.Ciudadano) {
		return h, nil
	}
	carpetaID, operadorID, err := c.CarpetaDe(ctx, quien.Sub)
	if fault.CodeOf(err) == fault.NotFound {
		return h, nil
	}
	h.Actor, h.CarpetaID, h.OperadorID = ActorDe(quien, quien.Sub), carpetaID, cmp.Or(operadorID, h.OperadorID)
	return h, err
}
