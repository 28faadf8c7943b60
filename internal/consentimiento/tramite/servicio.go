package tramite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Servicio is every use case of procedures.
type Servicio struct {
	Store     Store
	Entidades interface {
		Entidad(ctx context.Context, entidadID string) (entidad.Entidad, error)
	}
	Tipos     *tipo.Servicio
	Clock     func() time.Time
	Log       *slog.Logger
	Escribano auditoria.Escribano

	primera sync.Once
	leidas  *lru.Cache[clave, Tramite] // of De
}

type clave struct {
	codigo  string
	version int64
}

// maxLeidas is how many versions a process remembers: those of every procedure, if each has two in use.
const maxLeidas = 2 * maxTramites

// EnUso are the newest versions of what somebody may see and nobody ended, in the order of their codes: all of them for
// administradores, and for an entity those that it may use.
func (s *Servicio) EnUso(ctx context.Context, quien auth.Principal) ([]Tramite, error) {
	if err := auth.MayReadTramites(quien); err != nil {
		return nil, err
	}
	ts, err := s.Store.Tramites(ctx)
	return slices.DeleteFunc(ts, func(t Tramite) bool { return t.Terminado() || !quien.SeesTramite(t.Entidades) }), err
}

// Todos are the newest versions of all procedures, for who keeps the registry.
func (s *Servicio) Todos(ctx context.Context, quien auth.Principal) ([]Tramite, error) {
	if err := auth.MayManageTramites(quien); err != nil {
		return nil, err
	}
	return s.Store.Tramites(ctx)
}

// Vigente is the newest version, for a request of an entity that may use it.
func (s *Servicio) Vigente(ctx context.Context, codigo, entidadID string) (Tramite, error) {
	mal := fault.New(fault.BadUserInput, "Revise los datos de la solicitud.")
	if !tipo.EsCodigo(codigo) {
		return Tramite{}, mal.WithCampo("tramite", "El código de un trámite: la consulta tramites dice cuáles puede usar su entidad.")
	}
	t, err := s.Store.Tramite(ctx, codigo)
	switch {
	case errors.Is(err, fault.NotFound):
		return Tramite{}, mal.WithCampo("tramite", fmt.Sprintf("No hay un trámite %s: la consulta tramites dice cuáles puede usar su entidad.", codigo))
	case err != nil:
		return Tramite{}, err
	case !t.EsDe(entidadID):
		return Tramite{}, mal.WithCampo("tramite", fmt.Sprintf("Su entidad no puede usar el trámite %s: pida al administrador que la registre en él.", codigo))
	case t.Terminado():
		return Tramite{}, mal.WithCampo("tramite", fmt.Sprintf("El trámite %s terminó: la consulta tramites dice cuáles puede usar su entidad.", codigo))
	}
	return t, nil
}

// De is one version, for whoever reads what refers to it. Nobody changes it, so a process asks the store once.
func (s *Servicio) De(ctx context.Context, codigo string, version int64) (Tramite, error) {
	s.primera.Do(func() { s.leidas, _ = lru.New[clave, Tramite](maxLeidas) }) // fails for a size of 0 only
	k := clave{codigo, version}
	if t, leida := s.leidas.Get(k); leida {
		return t, nil
	}
	t, err := s.Store.TramiteVersion(ctx, codigo, version)
	if err == nil {
		s.leidas.Add(k, t)
	}
	return t, err
}
