package entidad

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Servicio is every use case of the registry.
type Servicio struct {
	Store    Store
	Fuente   Fuente
	Cursores *relay.Codec
	Clock    func() time.Time
	Log      *slog.Logger

	Escribano auditoria.Escribano
}

// Registrar enters an entity, or replaces what is known of it. It is active then. A
// revoked key stays revoked.
func (s *Servicio) Registrar(ctx context.Context, quien auth.Principal, a Alta) (Entidad, error) {
	if err := auth.MayManageEntidades(quien); err != nil {
		return Entidad{}, err
	}
	seQuedan, err := s.rolesQueSeQuedan(ctx, a)
	if err != nil {
		return Entidad{}, err
	}
	if seQuedan != nil {
		a.Roles = seQuedan
	}
	if a, err = a.normalizada(); err == nil && a.LlavesURL != "" {
		err = s.admitida(ctx, a.LlavesURL)
	}
	if err != nil {
		return Entidad{}, err
	}
	llaves, _ := auth.ParseKeySet([]byte(a.Llaves)) // normalizada read it; none, if an address has them
	return s.cambiar(ctx, quien, a.EntidadID, registrada, func(e *Entidad) error {
		if seQuedan != nil && !slices.Equal(seQuedan, e.Roles) { // somebody changed them meanwhile
			return fault.Plain(fault.Conflict)
		}
		e.Nombre, e.Roles, e.Llaves, e.LlavesURL, e.Activa = a.Nombre, a.Roles, a.Llaves, a.LlavesURL, true
		return e.tomarNIT(a.NIT)
	}, llaves...)
}

// rolesQueSeQuedan are those of a registered entity of which the registration says none: nobody loses a role by silence.
func (s *Servicio) rolesQueSeQuedan(ctx context.Context, a Alta) ([]Rol, error) {
	if a.Roles != nil || !EsID(a.EntidadID) {
		return nil, nil
	}
	e, err := s.Store.Entidad(ctx, a.EntidadID)
	if errors.Is(err, fault.NotFound) {
		return nil, nil
	}
	return e.Roles, err
}

// tomarNIT gives the entity its NIT, once. What is said of it later is the same one, or nothing.
func (e *Entidad) tomarNIT(nit string) error {
	mal := fault.New(fault.BadUserInput, "Revise los datos de la entidad.")
	if nit != "" && e.NIT != "" && nit != e.NIT {
		return mal.WithCampo("nit", "El NIT de la entidad no cambia: déjelo como está, o no lo indique. Registre otra organización con otro entidadId.")
	}
	e.NIT = cmp.Or(e.NIT, nit)
	if e.NIT == "" && e.Es(RolReceptor) {
		return mal.WithCampo("nit", "Un RECEPTOR tiene NIT: indíquelo con su dígito de verificación, como 900123456-8.")
	}
	return nil
}

// admitida refuses the address of keys that the server would not fetch.
func (s *Servicio) admitida(ctx context.Context, llavesURL string) error {
	if err := s.Fuente.Admite(ctx, llavesURL); err != nil {
		return fault.New(fault.BadUserInput, "Revise los datos de la entidad.").
			WithCampo("llavesUrl", "Esa dirección es de una red interna. Si es correcta, quien opera el servidor la añade a CARPETA_ENTIDAD_JWKS_INTERNAL.").Because(err)
	}
	return nil
}

// Desactivar keeps an entity from delivering. What it delivered stays.
func (s *Servicio) Desactivar(ctx context.Context, quien auth.Principal, entidadID string) (Entidad, error) {
	return s.cambiarRegistrada(ctx, quien, entidadID, desactivada, func(e *Entidad) error {
		e.Activa = false
		return nil
	})
}

const maxRevocaciones = 100

// Revocar ends a key of an entity. desde is since when it is not trusted; zero for now.
// The same key again moves that time back, never forward.
func (s *Servicio) Revocar(ctx context.Context, quien auth.Principal, entidadID, llave string, desde time.Time) (Entidad, error) {
	now := milisegundos(s.Clock())
	if desde = milisegundos(desde); desde.IsZero() {
		desde = now
	}
	if llave == "" || len(llave) > 128 || desde.After(now.Add(auth.Leeway)) {
		return Entidad{}, fault.New(fault.BadUserInput, "Revise los datos de la llave.").
			WithCampo("llave", "El «kid» de la llave, de 1 a 128 caracteres, y un momento que ya pasó.")
	}
	return s.cambiarRegistrada(ctx, quien, entidadID, revocada(llave), func(e *Entidad) error {
		if err := s.publicada(ctx, *e, llave); err != nil {
			return err
		}
		return e.revocar(llave, desde, now)
	})
}

// publicada refuses to revoke a key that the entity neither publishes nor signed with: its name is wrong, and the key that
// was meant goes on signing. If the keys cannot be fetched now, the revocation counts all the same: it may be urgent.
func (s *Servicio) publicada(ctx context.Context, e Entidad, llave string) error {
	firmo := slices.ContainsFunc(e.Vistas, func(v LlaveVista) bool { return v.Llave == llave })
	if firmo || !e.Revocada(llave).IsZero() {
		return nil
	}
	var kids []string
	var sinRespuesta error
	if e.Es(RolEmisor) {
		var publicadas []auth.PublicKey
		publicadas, sinRespuesta = s.llaves(ctx, e, llave)
		for _, k := range publicadas {
			kids = append(kids, k.ID)
		}
	}
	mal := fault.New(fault.BadUserInput, "Revise los datos de la llave.")
	switch {
	case sinRespuesta != nil, slices.Contains(kids, llave):
		return nil //nolint:nilerr // keys that cannot be read now are no reason to keep one that was stolen
	case kids == nil:
		return mal.WithCampo("llave", "La entidad no ha publicado ninguna llave.")
	}
	return mal.WithCampo("llave", fmt.Sprintf("La entidad no ha publicado esa llave, sino estas: %s.", strings.Join(kids, ", ")))
}

func (e *Entidad) revocar(llave string, desde, now time.Time) error {
	all := append([]Revocacion(nil), e.Revocaciones...)
	for i, r := range all {
		if r.Llave == llave {
			if desde.Before(r.Desde) {
				all[i] = Revocacion{Llave: llave, Desde: desde, HechaEn: now}
			}
			e.Revocaciones = all
			return nil
		}
	}
	if len(all) == maxRevocaciones {
		return fault.New(fault.NotAllowed, "La entidad ya tiene 100 llaves revocadas, que es el máximo. Para que no firme más con esta, regístrela de nuevo sin ella.")
	}
	e.Revocaciones = append(all, Revocacion{Llave: llave, Desde: desde, HechaEn: now})
	return nil
}

// Recorrida notes that a walk, which began at a moment, took back so much of what a revoked key had signed.
func (s *Servicio) Recorrida(ctx context.Context, entidadID string, r Revocacion, inicio time.Time, cuantas int) error {
	_, err := s.escribir(ctx, entidadID, recorrida(r.Llave, cuantas), func(e *Entidad) error {
		for i, o := range e.Revocaciones {
			if o.Llave == r.Llave && o.Desde.Equal(r.Desde) { // it was not moved back meanwhile
				e.Revocaciones = slices.Clone(e.Revocaciones)
				e.Revocaciones[i].RecorridaEn = milisegundos(inicio)
			}
		}
		return nil
	})
	return err
}

// cambiarRegistrada changes an entity that is there: NOT_FOUND otherwise.
func (s *Servicio) cambiarRegistrada(ctx context.Context, quien auth.Principal, entidadID string, que cambio, change func(*Entidad) error) (Entidad, error) {
	if err := auth.MayManageEntidades(quien); err != nil {
		return Entidad{}, err
	}
	if !EsID(entidadID) {
		return Entidad{}, ausente()
	}
	return s.cambiar(ctx, quien, entidadID, que, func(e *Entidad) error {
		if e.Version == 1 {
			return ausente()
		}
		return change(e)
	})
}

func ausente() error { return fault.New(fault.NotFound, "No hay una entidad con ese entidadId.") }

const maxIntentos = 5

func (s *Servicio) cambiar(ctx context.Context, quien auth.Principal, entidadID string, que cambio, change func(*Entidad) error, llaves ...auth.PublicKey) (Entidad, error) {
	e, err := s.escribir(auditoria.ConAutor(ctx, quien, ""), entidadID, que, change, llaves...)
	if err == nil {
		s.Log.Info("registry of entities changed", "entidad", entidadID, "que", que.que, "quien", quien.Sub)
	}
	return e, err
}

// escribir writes the next version, and looks again if somebody else was first. The keys become the entity's own.
func (s *Servicio) escribir(ctx context.Context, entidadID string, que cambio, change func(*Entidad) error, llaves ...auth.PublicKey) (Entidad, error) {
	for n := 1; ; n++ {
		e, err := s.Store.Entidad(ctx, entidadID)
		now := milisegundos(s.Clock())
		switch {
		case errors.Is(err, fault.NotFound):
			e = Entidad{EntidadID: entidadID, RegistradaEn: now}
		case err != nil:
			return Entidad{}, err
		}
		e.Version, e.ModificadaEn = e.Version+1, now
		if err := change(&e); err != nil {
			return Entidad{}, err
		}
		err = s.guardar(ctx, e, e.hecho(que), llaves...)
		if err == nil {
			return e, nil
		}
		if n == maxIntentos || !errors.Is(err, fault.Conflict) {
			return Entidad{}, err
		}
	}
}

// guardar writes a version with its event. The keys and the NIT become the entity's own, for ever.
func (s *Servicio) guardar(ctx context.Context, e Entidad, h auditoria.Evento, llaves ...auth.PublicKey) error {
	kid := map[Propia]string{} // a set may have one key twice
	for _, k := range llaves {
		kid[LlavePropia(k.Huella())] = k.ID
	}
	propias := slices.Sorted(maps.Keys(kid))
	if e.NIT != "" {
		propias = append(propias, NITPropio(e.NIT))
	}
	err := s.Store.GuardarEntidad(ctx, e, s.Escribano.Levantar(ctx, h), propias...)
	var ajena Ajena
	switch {
	case !errors.As(err, &ajena):
		return err
	case errors.Is(err, fault.NITDeOtra):
		return fault.Newf(fault.NITDeOtra, "El NIT %s es de otra entidad del registro, %q. Revise el número, o cambie esa entidad.", e.NIT, ajena.EntidadID).Because(err)
	}
	return fault.Newf(fault.LlaveDeOtra, "La llave %q es de otra entidad, para siempre. Haga un par de llaves nuevo, y registre o publique la pública.", kid[ajena.Propia]).Because(err)
}

// Ver reads one for an administrador, or for a program of the entity itself.
func (s *Servicio) Ver(ctx context.Context, quien auth.Principal, entidadID string) (Entidad, error) {
	if err := auth.MayReadEntidad(quien, entidadID); err != nil {
		return Entidad{}, err
	}
	if !EsID(entidadID) {
		return Entidad{}, auth.NotFound()
	}
	e, err := s.Store.Entidad(ctx, entidadID)
	return e, auth.Hidden(err)
}

// VerVarias is Ver for each id, in their order.
func (s *Servicio) VerVarias(ctx context.Context, quien auth.Principal, entidadIDs []string) []batch.Result[Entidad] {
	rs := make([]batch.Result[Entidad], len(entidadIDs))
	for i, id := range entidadIDs {
		rs[i].Value, rs[i].Err = s.Ver(ctx, quien, id)
	}
	return rs
}

// Lista is the registry, page by page, for administradores.
func (s *Servicio) Lista(ctx context.Context, quien auth.Principal, args relay.Args) (*relay.Connection[Entidad], error) {
	if err := auth.MayManageEntidades(quien); err != nil {
		return nil, err
	}
	lista := relay.List[Entidad]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: relay.NewScope("entidades", quien.Sub),
		Key: func(e Entidad) string { return e.EntidadID },
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Entidad, error) {
			return s.Store.Entidades(ctx, Consulta{Desde: after, Descendente: backward, Limite: limit})
		},
	}
	return lista.Page(ctx, args)
}

// milisegundos cuts a time to the precision of the stores.
func milisegundos(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC().Truncate(time.Millisecond)
}
