package sellado

import (
	"context"
	"errors"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// ComprobarGuardado compares a checkpoint that somebody kept elsewhere, of any of the logs, with that log of today. Stores
// and logs that were put back together agree with each other: only what was kept outside tells that they were longer.
// A proof is taken for its checkpoint. A text that no key of ours signed is refused.
func (s *Sellador) ComprobarGuardado(ctx context.Context, texto []byte, hallado func(Hallazgo) error) (Comprobado, error) {
	guardado, err := s.guardado(texto)
	if err != nil {
		return Comprobado{}, err
	}
	c := &comprobacion{s: s, hallado: hallado}
	c.r = Comprobado{Origen: guardado.Origin, Sellados: guardado.Size, Comparados: guardado.Size}
	if c.operadorID, err = s.deQuien(ctx, guardado.Origin); err == nil {
		c.r.OperadorID = c.operadorID
		err = s.crecio(ctx, c.operadorID, guardado.Checkpoint)
	}
	var damage *sello.Damage
	switch {
	case errors.Is(err, fault.NotFound):
		err = c.halla(PasadoDistinto, "", &guardado.Size, "the log "+guardado.Origin+" had "+itoa(guardado.Size)+" entries, and is not here")
	case errors.As(err, &damage):
		err = c.halla(PasadoDistinto, "", &guardado.Size, err.Error())
	}
	return c.r, err
}

// guardado reads a checkpoint, or the one in a proof.
func (s *Sellador) guardado(texto []byte) (verify.Signed, error) {
	if verify.IsProof(texto) {
		p, err := verify.ParseProof(texto)
		if err != nil {
			return verify.Signed{}, err
		}
		texto = p.Checkpoint
	}
	origen, err := verify.OriginOf(texto)
	if err != nil {
		return verify.Signed{}, fmt.Errorf("checkpoint: %w", err)
	}
	k, err := s.cfg.Llaves.anillo(origen)
	if err != nil {
		return verify.Signed{}, err
	}
	return verify.Open(texto, k.Public())
}

// deQuien is the operador whose log has a name; NOT_FOUND if there is none.
func (s *Sellador) deQuien(ctx context.Context, origen string) (string, error) {
	ids, err := s.cfg.Operadores(ctx)
	for _, id := range append(ids, auditoria.SinOperador) {
		if s.cfg.Llaves.Origen(id) == origen {
			return id, err
		}
	}
	return "", errors.Join(err, fault.Plain(fault.NotFound))
}

// crecio: what a log was is how it begins now.
func (s *Sellador) crecio(ctx context.Context, operadorID string, antes verify.Checkpoint) error {
	l, err := s.Lector(operadorID)
	if err != nil {
		return err
	}
	hoy, err := l.Checkpoint(ctx)
	if err != nil {
		return err
	}
	if antes.Size > hoy.Size {
		return sello.Broken("the log " + antes.Origin + " had " + itoa(antes.Size) + " entries, and has " + itoa(hoy.Size))
	}
	g, err := l.ProveGrowth(ctx, antes.Size, hoy)
	if err != nil {
		return err
	}
	if err := verify.Consistency(antes, hoy.Checkpoint, g.Hashes); err != nil {
		return sello.Broken(err.Error())
	}
	return nil
}
