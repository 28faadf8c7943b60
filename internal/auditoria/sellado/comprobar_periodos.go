package sellado

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// PasadoDistinto says that a log does not begin with what it was at the end of a period.
const PasadoDistinto TipoHallazgo = "PASADO_DISTINTO"

// ComprobarPeriodos reads the whole small log, and compares each operador's log of today with what
// it was said to be. Who rewrites a log with its own key is found here.
func (s *Sellador) ComprobarPeriodos(ctx context.Context, hallado func(Hallazgo) error) (Comprobado, error) {
	c := &comprobacion{s: s, operadorID: Periodos, now: s.cfg.Clock(), hallado: hallado}
	c.r = Comprobado{Origen: s.cfg.Llaves.Origen(Periodos)}
	l, err := s.Lector(Periodos)
	if err != nil {
		return c.r, err
	}
	if c.log, err = c.registro(ctx); err != nil {
		var damage *sello.Damage
		if errors.As(err, &damage) {
			return c.r, c.halla(RegistroMal, "", nil, err.Error())
		}
		return c.r, err
	}
	c.lector, c.entradas = l, entradasDe(l, c.log.Size)
	if err := c.retroceso(ctx); err != nil {
		return c.r, err
	}
	p := pasados{c: c}
	if err := p.conocer(ctx); err != nil {
		return c.r, err
	}
	for n := range c.log.Size {
		if err := p.entrada(ctx, n); err != nil {
			return c.r, err
		}
	}
	c.r.Sellados = c.log.Size
	return c.r, nil
}

// pasados compares statements with the logs of today.
type pasados struct {
	c       *comprobacion
	de      map[string]string // operadorId by the name of its log
	ultimos map[string]verify.Checkpoint
}

func (p *pasados) conocer(ctx context.Context) error {
	p.de, p.ultimos = map[string]string{}, map[string]verify.Checkpoint{}
	ids, err := p.c.s.cfg.Operadores(ctx)
	for _, id := range append(ids, auditoria.SinOperador) {
		p.de[p.c.s.cfg.Llaves.Origen(id)] = id
	}
	return err
}

// entrada looks at one statement, unless the one before it of that log said the same.
func (p *pasados) entrada(ctx context.Context, n int64) error {
	texto, err := p.c.entradas.numero(ctx, n)
	if err != nil {
		return err
	}
	dicho, err := p.leer(texto)
	if err != nil {
		return p.c.halla(PasadoDistinto, "", &n, err.Error())
	}
	if p.ultimos[dicho.Origin] == dicho.Checkpoint {
		return nil
	}
	p.ultimos[dicho.Origin] = dicho.Checkpoint
	id, hay := p.de[dicho.Origin]
	if !hay {
		return nil // its trail has no event any more
	}
	p.c.r.Comparados++
	if err := p.c.s.crecio(ctx, id, dicho.Checkpoint); err != nil {
		var damage *sello.Damage
		if !errors.As(err, &damage) {
			return err
		}
		return p.c.halla(PasadoDistinto, "", &n, err.Error())
	}
	return nil
}

func (p *pasados) leer(texto []byte) (verify.Signed, error) {
	d, err := verify.ParseStatement(texto)
	if err != nil {
		return verify.Signed{}, err
	}
	origen, err := verify.OriginOf(d.Checkpoint)
	if err != nil {
		return verify.Signed{}, err
	}
	k, err := p.c.s.cfg.Llaves.anillo(origen)
	if err != nil {
		return verify.Signed{}, err
	}
	return verify.Open(d.Checkpoint, k.Public())
}
