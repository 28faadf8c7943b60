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

// CierreDeSesiones lets a person end every session of theirs that began before the one in which they ask: "No fui yo".
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

// errCerradas: nothing is to be changed.
var errCerradas = errors.New("these sessions were ended before")

// Cerrar ends the sessions of the caller that began before the caller's own, and says when that was. The door has seen that
// the caller signed in a short time ago. The same again changes nothing.
func (c *CierreDeSesiones) Cerrar(ctx context.Context, quien auth.Principal) (time.Time, error) {
	now := c.Clock().UTC()
	antes := quien.Begun()
	if antes.After(now) { // by the issuer's clock; nobody is locked out beforehand
		antes = now
	}
	r := auth.Revocation{Subject: quien.Sub, Before: antes, Until: now.Add(c.Vigencia).Truncate(time.Second)}
	hecho, err := c.hecho(ctx, quien, r)
	if err != nil {
		return time.Time{}, err
	}
	c.uno.Lock()
	defer c.uno.Unlock()
	switch err := c.cambiar(ctx, r, hecho); {
	case errors.Is(err, errCerradas):
		return antes, nil
	case err != nil:
		return time.Time{}, err
	}
	return antes, c.Cargar(ctx)
}

// cambiar puts the entry into the list. The trail is told before it is done, and again if it fails then.
func (c *CierreDeSesiones) cambiar(ctx context.Context, r auth.Revocation, hecho Evento) error {
	dicho := false
	err := c.Denegados.Change(ctx, func(all []auth.Revocation) ([]auth.Revocation, error) {
		all, err := c.con(all, r)
		if err != nil {
			return nil, err
		}
		if err := c.Rastro.Anotar(ctx, c.Escribano.Levantar(ctx, hecho)); err != nil {
			return nil, err
		}
		dicho = true
		return all, nil
	})
	if err == nil || errors.Is(err, errCerradas) || fault.CodeOf(err) == fault.NoRoomForSessions {
		return err
	}
	if dicho {
		hecho.Resultado = Fracaso
		err = errors.Join(err, c.Rastro.Anotar(context.WithoutCancel(ctx), c.Escribano.Levantar(ctx, hecho)))
	}
	return fault.New(fault.Unavailable, "Sus sesiones no se pudieron cerrar: intente otra vez en un minuto.").Because(err)
}

// con is the list with the entry in it, and without those that ended.
func (c *CierreDeSesiones) con(all []auth.Revocation, r auth.Revocation) ([]auth.Revocation, error) {
	now := c.Clock()
	all = slices.DeleteFunc(all, func(e auth.Revocation) bool { return !e.Until.After(now) })
	i := slices.IndexFunc(all, r.Same)
	switch {
	case i >= 0 && !all[i].Before.Before(r.Before):
		return nil, errCerradas
	case i >= 0:
		all[i] = r
	case len(all) >= c.Max*9/10:
		return nil, fault.Plain(fault.NoRoomForSessions)
	default:
		all = append(all, r)
	}
	return all, nil
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
