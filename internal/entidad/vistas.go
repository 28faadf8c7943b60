package entidad

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// LlaveVista is a key with which an entity signed something here. What it signed stays good when the entity publishes
// other keys, so it has to stay known.
type LlaveVista struct {
	Llave   string    `json:"llave"`   // kid
	Huella  string    `json:"huella"`  // RFC 7638
	JWK     string    `json:"jwk"`     // the public key
	VistaEn time.Time `json:"vistaEn"` // UTC, milliseconds
}

const maxVistas = 100

func (e Entidad) vio(huella string) bool {
	return slices.ContainsFunc(e.Vistas, func(v LlaveVista) bool { return v.Huella == huella })
}

// recordar writes down that an entity signed with a key, the first time; whoever was first with it, it is there once. A key
// that comes from an address becomes the entity's own here.
func (s *Servicio) recordar(ctx context.Context, e Entidad, k auth.PublicKey) (Entidad, error) {
	for n := 1; ; n++ {
		huella, now := k.Huella(), milisegundos(s.Clock())
		if e.vio(huella) {
			return e, nil
		}
		if len(e.Vistas) == maxVistas {
			return e, fault.New(fault.NotAllowed, "La entidad ya firmó con 100 llaves, que es el máximo: firme con una de ellas.")
		}
		e.Vistas = append(slices.Clone(e.Vistas), LlaveVista{k.ID, huella, k.JSON(), now})
		e.Version, e.ModificadaEn = e.Version+1, now
		err := s.guardar(ctx, e, e.vista(k.ID, huella), k)
		if err == nil || n == maxIntentos || !errors.Is(err, fault.Conflict) {
			return e, err
		}
		if e, err = s.Store.Entidad(ctx, e.EntidadID); err != nil {
			return e, err
		}
	}
}

// Recordar is recordar for a signature that was found good before keys were remembered.
func (s *Servicio) Recordar(ctx context.Context, entidadID string, f Firma) error {
	k, err := auth.ParsePublicKey([]byte(f.JWK))
	if err != nil {
		return fault.Wrap(fault.Internal, err) // it was checked when it signed
	}
	e, err := s.Store.Entidad(ctx, entidadID)
	if err == nil {
		_, err = s.recordar(ctx, e, k)
	}
	return err
}

// Publicas are the entities that sign or signed here, with every key of theirs, for whoever verifies without this server.
// sella is when the first key of the logs began; zero if nothing is sealed.
func (s *Servicio) Publicas(ctx context.Context, sella time.Time) (all []verificable.Entidad, err error) {
	for c := (Consulta{Limite: 101}); ; {
		es, err := s.Store.Entidades(ctx, c)
		if err != nil {
			return nil, err
		}
		for _, e := range es {
			if e.Es(RolEmisor) || len(e.Vistas) > 0 {
				all = append(all, e.publica(sella))
			}
		}
		if len(es) < c.Limite {
			return all, nil
		}
		c.Desde = es[len(es)-1].EntidadID
	}
}

// emisionDesde is since when whatever the entity signed has a sealed fact. Each delivery here has one, so it is always for
// an entity that came after the first key: before that key, files left without the fact.
func (e Entidad) emisionDesde(sella time.Time) *time.Time {
	siempre := time.Unix(0, 0).UTC()
	switch {
	case sella.IsZero():
		return nil
	case e.RegistradaEn.Before(sella):
		return &sella
	}
	return &siempre
}

func (e Entidad) publica(sella time.Time) verificable.Entidad {
	p := verificable.Entidad{EntidadID: e.EntidadID, Nombre: e.Nombre, Llaves: []verificable.LlaveEmisora{}, EmisionDesde: e.emisionDesde(sella)}
	registradas, _ := auth.ParseKeySet([]byte(e.Llaves)) // none, if an address has them
	vistas := slices.Clone(e.Vistas)
	for _, k := range registradas {
		if !e.vio(k.Huella()) {
			vistas = append(vistas, LlaveVista{Llave: k.ID, Huella: k.Huella(), JWK: k.JSON()})
		}
	}
	for _, v := range vistas {
		l := verificable.LlaveEmisora{JWK: json.RawMessage(v.JWK), Huella: v.Huella}
		if desde := e.Revocada(v.Llave); !desde.IsZero() {
			l.RevocadaDesde = &desde
		}
		p.Llaves = append(p.Llaves, l)
	}
	return p
}

// vista is the event of the first use of a key.
func (e Entidad) vista(llave, huella string) auditoria.Evento {
	return auditoria.Evento{
		Tipo: auditoria.LlaveVista, Recurso: auditoria.Recurso{Tipo: "entidad", ID: e.EntidadID}, OperadorID: auditoria.SinOperador,
		Datos: map[string]string{"entidadId": e.EntidadID, "llave": llave, "huella": huella},
	}
}
