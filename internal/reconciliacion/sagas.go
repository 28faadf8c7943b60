package reconciliacion

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// visto is a saga as it was looked at.
type visto struct {
	e   eliminacion.Eliminacion
	hay bool
}

// igual reports whether nothing happened to it.
func (v visto) igual(w visto) bool {
	return v.hay == w.hay && v.e.Secuencia == w.e.Secuencia && v.e.Arriendos == w.e.Arriendos && v.e.NoAntesDe.Equal(w.e.NoAntesDe)
}

// juzgarBloqueados reads the sagas that lock documents, and suspects those that
// will not move by themselves.
func (k *comparacion) juzgarBloqueados(ctx context.Context) error {
	if len(k.bloqueados) == 0 {
		return nil
	}
	if err := k.turno(ctx); err != nil {
		return err
	}
	ids := make([]string, len(k.bloqueados))
	for i, d := range k.bloqueados {
		ids[i] = d.EliminacionID
	}
	es, err := k.Metadatos.Eliminaciones(ctx, ids)
	if err != nil {
		return err
	}
	hay := make(map[string]eliminacion.Eliminacion, len(es))
	for _, e := range es {
		hay[e.EventoID] = e
	}
	for _, d := range k.bloqueados {
		e, existe := hay[d.EliminacionID]
		if v := (visto{e, existe}); k.motivo(v) != "" {
			k.sospechas = append(k.sospechas, sospecha{tipo: SagaSinProgreso, carpeta: k.v, existe: k.existe, documento: d, saga: v})
		}
	}
	k.bloqueados = k.bloqueados[:0]
	return nil
}

// motivo is why a saga that locks a document will not move; empty if it will.
func (c *corrida) motivo(v visto) Motivo {
	switch {
	case !v.hay:
		return SagaAusente
	case v.e.FallidaSinArchivo():
		return EsperaReintentar
	case v.e.Estado.Terminal():
		return SagaTerminada
	case v.e.NoAntesDe.IsZero():
		return SinFecha
	case c.Clock().Sub(v.e.NoAntesDe) > c.Plazos.Atraso:
		return Vencida
	}
	return ""
}

// confirmarSaga reads the saga and then the document: a saga changes together with
// its lock, so a lock that is seen after the saga's end will stay.
func (c *corrida) confirmarSaga(ctx context.Context, s sospecha) error {
	v, err := c.releerSaga(ctx, s.documento.EliminacionID)
	if err != nil || !v.igual(s.saga) {
		return err
	}
	motivo := c.motivo(v)
	d, hay, err := c.releer(ctx, s.documento.Clave())
	if err != nil || motivo == "" || !hay || d.Estado != documento.Eliminando || d.EliminacionID != s.documento.EliminacionID {
		return err
	}
	s.documento = d
	if motivo != Vencida {
		return c.hallarSaga(s, motivo)
	}
	primera, err := c.esPrimera(ctx, v.e)
	if err == nil && primera {
		c.quietas = append(c.quietas, s)
	}
	return err
}

func (c *corrida) releerSaga(ctx context.Context, id string) (visto, error) {
	if err := c.turno(ctx); err != nil {
		return visto{}, err
	}
	e, err := c.Metadatos.Eliminacion(ctx, id)
	if errors.Is(err, fault.NotFound) {
		return visto{}, nil
	}
	return visto{e, err == nil}, err
}

// esPrimera reports whether nothing of the same operador is due before e. A command that waits
// behind others is a backlog, not a saga without progress.
func (c *corrida) esPrimera(ctx context.Context, e eliminacion.Eliminacion) (bool, error) {
	if err := c.turno(ctx); err != nil {
		return false, err
	}
	ps, err := c.Metadatos.Vencidas(ctx, e.OperadorID, c.Clock(), 1)
	return err == nil && (len(ps) == 0 || ps[0].EventoID == e.EventoID || ps[0].NoAntesDe.After(e.NoAntesDe)), err
}

// vigilar looks a third time at commands that nobody takes, after a longer pause.
func (c *corrida) vigilar(ctx context.Context) error {
	if len(c.quietas) == 0 {
		return nil
	}
	if err := c.Pause(ctx, c.Plazos.Reposo); err != nil {
		return err
	}
	for _, s := range c.quietas {
		v, err := c.releerSaga(ctx, s.documento.EliminacionID)
		if err != nil {
			return err
		}
		if !v.igual(s.saga) {
			continue
		}
		primera, err := c.esPrimera(ctx, v.e)
		if err != nil {
			return err
		}
		if primera {
			if err := c.hallarSaga(s, Vencida); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *corrida) hallarSaga(s sospecha, m Motivo) error {
	h := Hallazgo{Tipo: SagaSinProgreso, Motivo: m, carpeta: s.carpeta, documento: s.documento, saga: s.saga.e}
	switch {
	case m == EsperaReintentar:
		h.Tipo, h.NoReparable = FallidaBloqueada, "an operador decides: reintentarEliminacion"
	case s.documento.Certificado && m != SinFecha && m != Vencida:
		h.NoReparable = "the document is certified: its deletion needs an approval"
	}
	return c.hallar(h.completo())
}
