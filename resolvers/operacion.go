package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// valor is what an optional argument says, or nothing.
func valor[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func (r *Resolver) porQueNoAvanza(ctx context.Context, quien auth.Principal, id string) (*eliminacion.Bloqueo, error) {
	uuid, err := eventoID(id)
	if err != nil {
		return nil, err
	}
	b, err := r.Operacion.PorQueNoAvanza(ctx, quien, uuid)
	return &b, err
}

func filtroEliminaciones(f *model.FiltroEliminaciones) operacion.Filtro {
	if f == nil {
		return operacion.Filtro{}
	}
	return operacion.Filtro{
		Estados: f.Estados, Paso: valor(f.Paso), Causa: valor(f.Causa), MasAntiguaQue: valor(f.MasAntiguaQue), Certificados: f.Certificados,
	}
}

func filtroMensajes(f *model.FiltroMensajesMuertos) operacion.FiltroMensajes {
	if f == nil {
		return operacion.FiltroMensajes{}
	}
	return operacion.FiltroMensajes{Cola: valor(f.Cola), Motivo: valor(f.Motivo), MasAntiguoQue: valor(f.MasAntiguoQue)}
}

func reencolado(in model.ReencolarMensajesInput) operacion.Reencolado {
	return operacion.Reencolado{
		Cola: in.Cola, IDs: in.Ids, Motivo: valor(in.Motivo), Maximo: int(in.Maximo), Simular: in.Simular, PorSegundo: int(in.PorSegundo),
	}
}

func resultadoDe(r operacion.Resultado, errs []model.ErrorDeUsuario) *model.ReencolarMensajesPayload {
	p := &model.ReencolarMensajesPayload{
		Simulado: r.Simulado, Lotes: r.Lotes, Reencolados: int32(r.Reencolados), Restantes: int32(r.Restantes), DetenidoPor: r.DetenidoPor(), Errores: errs,
	}
	if p.Lotes == nil {
		p.Lotes = []operacion.Lote{}
	}
	if r.Detalle != "" {
		p.Detalle = &r.Detalle
	}
	return p
}

func mensajeNoEncontrado(codigo, mensaje string) model.ErrorDeUsuario {
	return model.MensajeNoEncontrado{Codigo: codigo, Mensaje: mensaje}
}
