package auditoria

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Embargador keeps the legal orders that hide events from the owners of carpetas.
type Embargador struct {
	Rastro    RastroDeEmbargos
	Guarda    func(ctx context.Context, carpetaID string) (Guarda, error) // of a carpeta, or NOT_FOUND
	Lecturas  *Lecturas
	Escribano Escribano
	Clock     func() time.Time
}

// Guarda is whose a carpeta is, and who keeps it.
type Guarda struct{ CarpetaID, CiudadanoID, OperadorID string }

// RastroDeEmbargos is what it needs of the store.
type RastroDeEmbargos interface {
	StoreEmbargos
	Evento(ctx context.Context, operadorID, eventoID string) (Evento, error)
}

// StoreEmbargos keeps the orders of a carpeta as one thing. Failures are *fault.Error.
type StoreEmbargos interface {
	// EmbargosDe are those of a carpeta, strongly consistent: one point read. Without any, Version is 0.
	EmbargosDe(ctx context.Context, carpetaID string) (Embargos, error)
	// GuardarEmbargos writes them with the event that tells what changed, in one transaction; CONFLICT unless
	// Version is one more than what is stored.
	GuardarEmbargos(ctx context.Context, es Embargos, h Evento) error
}

// Ordenar hides what an auditor names. What was shown before is hidden too, and its owner may have seen it.
func (s *Embargador) Ordenar(ctx context.Context, quien auth.Principal, m Mandato) (Embargo, error) {
	c, err := s.guarda(ctx, quien, m.CarpetaID)
	if err != nil {
		return Embargo{}, err
	}
	now := s.now()
	var f faltas
	var usos map[string]string
	if m.validar(&f, now); f.err == nil {
		if usos, err = s.revisar(ctx, c, m.Eventos, &f); err != nil {
			return Embargo{}, err
		}
	}
	if err := f.error(); err != nil {
		return Embargo{}, err
	}
	return s.guardar(ctx, c, func(es *Embargos) (o Embargo, h Evento, err error) {
		o = m.embargo(now)
		h = s.hecho(ctx, quien, c, EmbargoImpuesto, m.Motivo, m.BaseLegal)
		o.EmbargoID, o.Racha, o.Usos = h.EventoID, h.EventoID, usos
		if vigentes := es.vigentes(now); len(vigentes) >= maxVigentes {
			f.si(true, "carpetaId", fmt.Sprintf("Ya tiene %d embargos vigentes: levante uno, o espere a que termine.", maxVigentes))
			return o, h, f.error()
		} else if len(vigentes) > 0 {
			o.Racha = vigentes[0].Racha // they are all of one
		}
		es.Ordenes = append(recientes(es.Ordenes, now), o)
		return o, de(h, o), nil
	})
}

// recientes leaves out the oldest orders that are over, if they are too many.
func recientes(os []Embargo, now time.Time) []Embargo {
	sobran := len(os) + 1 - maxEmbargos
	return slices.DeleteFunc(slices.Clone(os), func(o Embargo) bool {
		sobra := sobran > 0 && !o.vigente(now)
		if sobra {
			sobran--
		}
		return sobra
	})
}

// Levantar ends an order before its time. One that is over stays as it is.
func (s *Embargador) Levantar(ctx context.Context, quien auth.Principal, carpetaID, embargoID, motivo string) (Embargo, error) {
	c, err := s.guarda(ctx, quien, carpetaID)
	if err != nil {
		return Embargo{}, err
	}
	var f faltas
	if f.si(!auth.EsFinalidad(motivo), "motivo", faltaFinalidad); f.err != nil {
		return Embargo{}, f.error()
	}
	return s.guardar(ctx, c, func(es *Embargos) (Embargo, Evento, error) {
		i := slices.IndexFunc(es.Ordenes, func(o Embargo) bool { return o.EmbargoID == embargoID })
		if i < 0 {
			return Embargo{}, Evento{}, auth.NotFound()
		}
		now := s.now()
		es.Ordenes = slices.Clone(es.Ordenes)
		o := &es.Ordenes[i]
		if !o.vigente(now) {
			return *o, Evento{}, nil
		}
		o.LevantadoEn = now
		return *o, de(s.hecho(ctx, quien, c, EmbargoLevantado, motivo, o.BaseLegal), *o), nil
	})
}

// Lista are the orders of a carpeta, the newest first. To read them is an event of the trail.
func (s *Embargador) Lista(ctx context.Context, quien auth.Principal, carpetaID string) ([]Embargo, error) {
	c, err := s.guarda(ctx, quien, carpetaID)
	if err != nil {
		return nil, err
	}
	es, err := s.Rastro.EmbargosDe(ctx, c.CarpetaID)
	if err != nil {
		return nil, err
	}
	leido := Leido{
		Tipo: AuditoriaLeida, Recurso: Recurso{Tipo: "embargos", ID: c.CarpetaID}, OperadorID: c.OperadorID, CarpetaID: c.CarpetaID, Dueno: c.CiudadanoID,
		Datos: map[string]string{"embargos": strconv.Itoa(len(es.Ordenes))},
	}
	if err := s.Lecturas.Anotar(ctx, leido.Por(quien)); err != nil {
		return nil, err
	}
	slices.Reverse(es.Ordenes)
	return es.Ordenes, nil
}

// guarda asks the policy. Whether there is such a carpeta, only auditors learn, and not of their own.
func (s *Embargador) guarda(ctx context.Context, quien auth.Principal, carpetaID string) (Guarda, error) {
	if err := auth.MayEmbargar(quien, ""); err != nil {
		return Guarda{}, err
	}
	c, err := s.Guarda(ctx, carpetaID)
	if err != nil {
		return Guarda{}, auth.Hidden(err)
	}
	return c, auth.MayEmbargar(quien, c.CiudadanoID)
}

// revisar looks at the events that are named, and tells which of them are uses of codes.
func (s *Embargador) revisar(ctx context.Context, c Guarda, ids []string, f *faltas) (map[string]string, error) {
	usos := map[string]string{}
	for i, id := range ids {
		e, err := s.Rastro.Evento(ctx, c.OperadorID, id)
		if err != nil && fault.CodeOf(err) != fault.NotFound {
			return nil, err
		}
		if e.Tipo == CodigoUsado {
			usos[id] = e.Recurso.ID
		}
		f.si(err != nil || e.CarpetaID != c.CarpetaID, campoEvento(i), ajenoACarpeta)
		f.si(err == nil && e.CarpetaID == c.CarpetaID && e.Actor.Tipo == string(auth.Ciudadano), campoEvento(i), delDueno)
	}
	return usos, nil
}

// intentos are the tries to write while others change the orders of the same carpeta.
const intentos = 5

// guardar changes the orders of a carpeta. Without an event there is nothing to write.
func (s *Embargador) guardar(ctx context.Context, c Guarda, cambiar func(*Embargos) (Embargo, Evento, error)) (Embargo, error) {
	for n := 1; ; n++ {
		es, err := s.Rastro.EmbargosDe(ctx, c.CarpetaID)
		if err != nil {
			return Embargo{}, err
		}
		es.CarpetaID = c.CarpetaID
		o, h, err := cambiar(&es)
		if err != nil || h.EventoID == "" {
			return o, err
		}
		es.Version++
		err = s.Rastro.GuardarEmbargos(ctx, es, h)
		if fault.CodeOf(err) != fault.Conflict || n == intentos {
			return o, err
		}
	}
}

func (s *Embargador) now() time.Time { return s.Clock().UTC().Truncate(time.Millisecond) }

func (s *Embargador) hecho(ctx context.Context, quien auth.Principal, c Guarda, t Tipo, motivo, base string) Evento {
	return s.Escribano.Levantar(ctx, Evento{
		Tipo: t, OperadorID: c.OperadorID, CarpetaID: c.CarpetaID, Actor: ActorDe(quien, ""), Proposito: motivo, BaseLegal: base,
	})
}

// de says in an event which order it is of, and what that hides.
func de(h Evento, o Embargo) Evento {
	h.Recurso = Recurso{Tipo: "embargo", ID: o.EmbargoID}
	h.Datos = map[string]string{datoRacha: o.Racha, "hasta": o.Hasta.Format(time.RFC3339), "eventos": strconv.Itoa(len(o.Eventos))}
	if o.Oficina != nil {
		h.Datos["oficina"] = strings.Join(strings.Fields(o.Oficina.Rol+" "+o.Oficina.OperadorID+" "+o.Oficina.EntidadID), " ")
	}
	return h
}
