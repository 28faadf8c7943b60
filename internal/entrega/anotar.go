package entrega

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// RecursoEntrega is the kind of a delivery in the trail.
const RecursoEntrega = "entrega"

// anotar writes down that an entity looks at its deliveries, which are in the carpetas of others.
func (s *Servicio) anotar(ctx context.Context, quien auth.Principal, tipo auditoria.Tipo, es []Entrega) error {
	leidas := make([]auditoria.Leido, len(es))
	for i, e := range es {
		leidas[i] = auditoria.Leido{
			Tipo: tipo, Recurso: auditoria.Recurso{Tipo: RecursoEntrega, ID: e.EntregaID}, CarpetaID: e.CarpetaID, DocumentoID: e.EntregaID,
		}
	}
	return s.anotarLeidos(ctx, quien, leidas)
}

// anotarVerificacion writes down what somebody else than the owner learned of a file.
func (s *Servicio) anotarVerificacion(ctx context.Context, quien auth.Principal, v Verificacion) error {
	return s.anotarLeidos(ctx, quien, []auditoria.Leido{{
		Tipo: auditoria.NodoLeido, Recurso: auditoria.Recurso{Tipo: documento.RecursoDocumento, ID: v.Clave.DocumentoID},
		CarpetaID: v.Clave.CarpetaID, DocumentoID: v.Clave.DocumentoID, Datos: map[string]string{"verificacion": string(v.Resultado)},
	}})
}

// anotarLeidos finds out whose they are. What was in a carpeta that is gone is in nobody's trail.
func (s *Servicio) anotarLeidos(ctx context.Context, quien auth.Principal, ls []auditoria.Leido) error {
	if s.Auditoria == nil || len(ls) == 0 {
		return nil
	}
	carpetaIDs := make([]string, len(ls))
	for i, l := range ls {
		carpetaIDs[i] = l.CarpetaID
	}
	duenos := carpeta.Duenos(ctx, s.Carpetas, carpetaIDs)
	for i := range ls {
		dueno, err := servido(duenos[ls[i].CarpetaID])
		if err != nil {
			return err
		}
		ls[i].OperadorID, ls[i].Dueno = dueno.OperadorID, dueno.CiudadanoID
	}
	return s.Auditoria.Ajenos(ctx, quien, ls...)
}

func servido(d batch.Result[carpeta.Dueno]) (carpeta.Dueno, error) {
	if fault.CodeOf(d.Err) == fault.NotFound {
		return carpeta.Dueno{}, nil
	}
	return d.Value, d.Err
}
