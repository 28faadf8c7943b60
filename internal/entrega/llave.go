package entrega

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// The walk over what revoked keys signed: its pause, and how much it reads at once.
const (
	recorreCada   = 10 * time.Second
	marcaLlaves   = "llaves"
	plazoRecorrer = 2 * time.Minute
	porPagina     = 100
)

// Revocador takes back what keys signed that were revoked, until its context ends. One process at a time does it.
type Revocador struct {
	*Servicio
	Marcas marca.Store // nil: there is no other process
	Dueno  string
	Log    *slog.Logger
}

// Run looks every ten seconds whether a key was revoked.
func (r *Revocador) Run(ctx context.Context) error {
	for service.Pause(ctx, recorreCada) == nil {
		if err := r.Vuelta(ctx); err != nil && ctx.Err() == nil {
			r.Log.Warn("deliveries of a revoked key: the walk failed; it begins again at the next turn", "error", err)
		}
	}
	return nil
}

// Vuelta walks for each key that was revoked and not walked for.
func (r *Revocador) Vuelta(ctx context.Context) error {
	ctx = auditoria.Como(ctx, auditoria.Barrendero)
	var falla error
	for desde := ""; ; {
		if libre, err := r.arrendar(ctx); err != nil || !libre {
			return errors.Join(falla, err)
		}
		es, err := r.Entidades.Store.Entidades(ctx, entidad.Consulta{Desde: desde, Limite: porPagina})
		if err != nil {
			return errors.Join(falla, err)
		}
		for _, e := range es {
			desde = e.EntidadID
			falla = errors.Join(falla, r.recorrer(ctx, e))
		}
		if len(es) < porPagina {
			return falla
		}
	}
}

// arrendar takes or keeps the lease of the walk.
func (r *Revocador) arrendar(ctx context.Context) (bool, error) {
	if r.Marcas == nil {
		return true, nil
	}
	_, libre, err := marca.Arrendar(ctx, r.Marcas, marcaLlaves, r.Dueno, r.Clock(), plazoRecorrer)
	return libre, err
}

func (r *Revocador) recorrer(ctx context.Context, e entidad.Entidad) error {
	for _, rev := range e.Revocaciones {
		inicio := r.Clock()
		if !rev.PorRecorrer(inicio) {
			continue
		}
		n, err := r.revocarFirmadas(ctx, e.EntidadID, rev)
		if err == nil {
			err = r.Entidades.Recorrida(ctx, e.EntidadID, rev, inicio, n)
		}
		if err != nil {
			return err
		}
		r.Log.Info("deliveries of a revoked key taken back", "entidad", e.EntidadID, "llave", rev.Llave, "cuantas", n)
	}
	return nil
}

// revocarFirmadas takes back what a key signed that was received since its revocation counts. It is safe to begin again.
func (r *Revocador) revocarFirmadas(ctx context.Context, entidadID string, rev entidad.Revocacion) (n int, err error) {
	c := Consulta{EntidadID: entidadID, Desde: primeraDesde(rev.Desde), Limite: porPagina}
	for {
		if libre, err := r.arrendar(ctx); err != nil || !libre {
			return n, cmp.Or(err, error(fault.Plain(fault.Conflict)))
		}
		es, err := r.Store.EntregasDe(ctx, c)
		if err != nil {
			return n, err
		}
		for _, e := range es {
			c.Desde = e.EntregaID
			if !e.cae(rev) {
				continue
			}
			if _, err := r.revocar(ctx, e.Nombre(), "", entidad.Firma{}); err != nil && !errors.Is(err, fault.EntregaRevocada) {
				return n, err
			}
			n++
		}
		if len(es) < porPagina {
			return n, nil
		}
	}
}

// cae reports whether a delivery falls with a key. Our log counts, never the date that the signature has.
func (e Entrega) cae(rev entidad.Revocacion) bool {
	return cmp.Or(e.Llave, e.Firma.Llave) == rev.Llave && e.RevocadaEn.IsZero() && !e.EntregadaEn.IsZero() && !e.EntregadaEn.Before(rev.Desde)
}

// primeraDesde is an entregaId before those of all deliveries that were received at a moment or later: an id has the time
// of the announcement.
func primeraDesde(momento time.Time) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(max(momento.Add(-documento.VigenciaSinConfirmar-time.Hour).UnixMilli(), 0)))
	t := hex.EncodeToString(b[2:])
	return t[:8] + "-" + t[8:] + "-7000-8000-000000000000"
}
