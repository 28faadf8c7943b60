package tramite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	maxNombre       = 120
	maxTexto        = 500
	maxConservacion = 36_500 // days
	maxPlazo        = 366    // days
	maxRequisitos   = 10
	maxTipos        = 5
	maxEntidades    = 100
	maxTramites     = 500 // a list reads all of them
	maxIntentos     = 5
)

// Registrar enters the next version of a procedure; if the newest one says the same, and is not ended, it stays the newest.
func (s *Servicio) Registrar(ctx context.Context, quien auth.Principal, t Tramite) (Tramite, error) {
	if err := auth.MayManageTramites(quien); err != nil {
		return Tramite{}, err
	}
	t = t.normalizado()
	if err := s.validar(ctx, t); err != nil {
		return Tramite{}, err
	}
	return s.cambiar(ctx, quien, t.Codigo, auditoria.TramiteRegistrado, func(ultima Tramite) (Tramite, error) {
		if t.dice(ultima) && !ultima.Terminado() {
			return ultima, nil
		}
		t.Version, t.RegistradoEn, t.TerminadoEn = ultima.Version+1, documento.Milisegundos(s.Clock()), time.Time{}
		if t.Version == 1 {
			return t, s.cabe(ctx)
		}
		return t, nil
	})
}

// cabe refuses one more code than a list can have.
func (s *Servicio) cabe(ctx context.Context) error {
	ts, err := s.Store.Tramites(ctx)
	if err == nil && len(ts) >= maxTramites {
		return fault.New(fault.NotAllowed, "El registro tiene 500 trámites, y no admite más.")
	}
	return err
}

// Terminar ends a procedure: no entity asks for anything with it any more. What was authorised stays.
func (s *Servicio) Terminar(ctx context.Context, quien auth.Principal, codigo string) (Tramite, error) {
	if err := auth.MayManageTramites(quien); err != nil {
		return Tramite{}, err
	}
	mal := fault.New(fault.BadUserInput, "Revise los datos del trámite.").WithCampo("codigo", "No hay un trámite con ese código.")
	if !tipo.EsCodigo(codigo) {
		return Tramite{}, mal
	}
	return s.cambiar(ctx, quien, codigo, auditoria.TramiteTerminado, func(ultima Tramite) (Tramite, error) {
		switch {
		case ultima.Version == 0:
			return Tramite{}, mal
		case ultima.Terminado():
			return ultima, nil
		}
		t := ultima
		t.Version, t.TerminadoEn = ultima.Version+1, documento.Milisegundos(s.Clock())
		return t, nil
	})
}

// cambiar writes what follows the newest version, unless that stays, and looks again if somebody else was first.
func (s *Servicio) cambiar(ctx context.Context, quien auth.Principal, codigo string, que auditoria.Tipo, siguiente func(ultima Tramite) (Tramite, error)) (Tramite, error) {
	ctx = auditoria.ConAutor(ctx, quien, "")
	for n := 1; ; n++ {
		ultima, err := s.Store.Tramite(ctx, codigo)
		if err != nil && !errors.Is(err, fault.NotFound) {
			return Tramite{}, err
		}
		t, err := siguiente(ultima)
		if err != nil || t.Version == ultima.Version {
			return t, err
		}
		err = s.Store.GuardarTramite(ctx, t, s.Escribano.Levantar(ctx, t.hecho(que)))
		if err == nil {
			s.Log.Info("registry of procedures changed", "tramite", codigo, "version", t.Version, "que", que, "quien", quien.Sub)
			return t, nil
		}
		if n == maxIntentos || !errors.Is(err, fault.Conflict) {
			return Tramite{}, err
		}
	}
}

// hecho is the event of a version. The registry is of no operador.
func (t Tramite) hecho(que auditoria.Tipo) auditoria.Evento {
	return auditoria.Evento{
		Tipo: que, Recurso: auditoria.Recurso{Tipo: "tramite", ID: t.Codigo}, OperadorID: auditoria.SinOperador,
		Datos: map[string]string{"version": strconv.FormatInt(t.Version, 10)},
	}
}

// normalizado is what is stored of what somebody registers.
func (t Tramite) normalizado() Tramite {
	limpio := func(x tipo.Texto) tipo.Texto {
		return tipo.Texto{Es: documento.TextoLimpio(x.Es), En: documento.TextoLimpio(x.En)}
	}
	t.Nombre, t.Finalidad, t.BaseLegal = limpio(t.Nombre), limpio(t.Finalidad), limpio(t.BaseLegal)
	t.Requisitos = slices.Clone(t.Requisitos)
	for i, r := range t.Requisitos {
		t.Requisitos[i].Nombre = limpio(r.Nombre)
	}
	t.Entidades = slices.Compact(slices.Sorted(slices.Values(t.Entidades)))
	return t
}

func (s *Servicio) validar(ctx context.Context, t Tramite) error {
	mal := fault.New(fault.BadUserInput, "Revise los datos del trámite.")
	if !tipo.EsCodigo(t.Codigo) {
		mal = mal.WithCampo("codigo", comoCodigo)
	}
	mal = revisarTexto(t.Nombre, maxNombre, "nombre", mal)
	mal = revisarTexto(t.Finalidad, maxTexto, "finalidad", mal)
	mal = revisarTexto(t.BaseLegal, maxTexto, "baseLegal", mal)
	if t.ConservacionDias < 0 || t.ConservacionDias > maxConservacion {
		mal = mal.WithCampo("conservacionDias", "De 0 a 36.500 días.")
	}
	if t.PlazoMaximoDias < 1 || t.PlazoMaximoDias > maxPlazo {
		mal = mal.WithCampo("plazoMaximoDias", "De 1 a 366 días.")
	}
	mal, err := s.revisarEntidades(ctx, t.Entidades, s.revisarRequisitos(ctx, t.Requisitos, mal))
	if err != nil {
		return err
	}
	if len(mal.Campos) > 0 {
		return mal
	}
	return nil
}

const comoCodigo = "De 2 a 48 letras mayúsculas sin acento, dígitos o rayas bajas; empieza con letra."

func revisarTexto(x tipo.Texto, maximo int, campo string, mal *fault.Error) *fault.Error {
	if documento.EsTexto(x.Es, 1, maximo) && documento.EsTexto(x.En, 1, maximo) {
		return mal
	}
	return mal.WithCampo(campo, fmt.Sprintf("En los dos idiomas, de 1 a %d caracteres, sin caracteres de control ni de dirección.", maximo))
}

func (s *Servicio) revisarRequisitos(ctx context.Context, rs []Requisito, mal *fault.Error) *fault.Error {
	if len(rs) < 1 || len(rs) > maxRequisitos {
		return mal.WithCampo("requisitos", "De 1 a 10 requisitos.")
	}
	if !slices.ContainsFunc(rs, func(r Requisito) bool { return !r.Opcional }) {
		mal = mal.WithCampo("requisitos", "Al menos uno no es opcional: sin ninguno no hay nada que pedir.")
	}
	vistos := map[string]bool{}
	for i, r := range rs {
		campo := fmt.Sprintf("requisitos.%d.", i)
		switch {
		case !tipo.EsCodigo(r.Codigo):
			mal = mal.WithCampo(campo+"codigo", comoCodigo)
		case vistos[r.Codigo]:
			mal = mal.WithCampo(campo+"codigo", "Otro requisito del trámite tiene el mismo código.")
		}
		vistos[r.Codigo] = true
		mal = revisarTexto(r.Nombre, maxNombre, campo+"nombre", mal)
		if n := len(slices.Compact(slices.Sorted(slices.Values(r.Tipos)))); n < 1 || n > maxTipos || n < len(r.Tipos) {
			mal = mal.WithCampo(campo+"tipos", "De 1 a 5 tipos de documento, cada uno una sola vez.")
			continue
		}
		for j, codigo := range r.Tipos {
			mal = s.Tipos.ParaFiltro(ctx, codigo, fmt.Sprintf("%stipos.%d", campo, j), mal)
		}
	}
	return mal
}

// revisarEntidades finds entities that are not there: nobody could use the procedure in the name of a wrong id.
func (s *Servicio) revisarEntidades(ctx context.Context, ids []string, mal *fault.Error) (*fault.Error, error) {
	if len(ids) < 1 || len(ids) > maxEntidades {
		return mal.WithCampo("entidadIds", "De 1 a 100 entidades."), nil
	}
	var faltan []string
	for _, id := range ids {
		if !entidad.EsID(id) {
			return mal.WithCampo("entidadIds", "El entidadId de cada una, como está en el registro de entidades."), nil
		}
		e, err := s.Entidades.Entidad(ctx, id)
		if err != nil && !errors.Is(err, fault.NotFound) {
			return mal, err
		}
		if !e.Es(entidad.RolReceptor) {
			faltan = append(faltan, id)
		}
	}
	if faltan != nil {
		return mal.WithCampo("entidadIds", fmt.Sprintf("No son RECEPTOR en el registro de entidades: %s. Regístrelas antes con ese rol.", strings.Join(faltan, ", "))), nil
	}
	return mal, nil
}
