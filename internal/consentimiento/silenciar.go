package consentimiento

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Silenciar makes the caller hear nothing of an entity any more, or hear it again. Its open requests are not shown, and end by
// their date as any other; the entity does not learn of it. Repeating it changes nothing.
func (s *Servicio) Silenciar(ctx context.Context, quien auth.Principal, entidadID string, silenciada bool) (Silenciadas, error) {
	return s.silenciar(ctx, quien, entidadID, silenciada, auditoria.EntidadSilenciada, nil)
}

// Denunciar reports the entity of a request to the administrador, who reads a number and never who, and silences the entity.
func (s *Servicio) Denunciar(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Silenciadas, error) {
	if err := auth.MayReadCarpeta(quien, n.CiudadanoID); err != nil {
		return Silenciadas{}, err
	}
	r, err := s.Store.Solicitud(ctx, n)
	if err != nil {
		return Silenciadas{}, auth.Hidden(err)
	}
	d := &Denuncia{EntidadID: r.EntidadID, Tramite: r.Tramite, Dia: s.Documentos.Dia(s.Clock()), Cuantas: 1}
	return s.silenciar(ctx, quien, r.EntidadID, true, auditoria.EntidadDenunciada, d)
}

func (s *Servicio) silenciar(ctx context.Context, quien auth.Principal, entidadID string, silenciada bool, t auditoria.Tipo, d *Denuncia) (Silenciadas, error) {
	de, err := s.Documentos.Carpetas.Mia(ctx, quien)
	if err != nil {
		return Silenciadas{}, err
	}
	h := auditoria.Evento{
		Tipo: t, Recurso: auditoria.Recurso{Tipo: recursoEntidad, ID: entidadID}, CarpetaID: de.CarpetaID, OperadorID: de.OperadorID,
		Datos: map[string]string{datoSilenciada: strconv.FormatBool(silenciada)},
	}
	h = s.Escribano.Levantar(auditoria.ConAutor(ctx, quien, de.CiudadanoID), h)
	for range maxIntentos {
		x, err := s.Store.Silenciadas(ctx, de.CiudadanoID)
		if err != nil || x.Tiene(entidadID) == silenciada {
			return x, err // a second report of an entity that is silenced counts no more
		}
		if x, err = s.con(ctx, x, entidadID, silenciada); err != nil {
			return x, err
		}
		if err = s.Store.GuardarSilenciadas(ctx, x, d, h); !errors.Is(err, fault.Conflict) {
			return x, err
		}
	}
	return Silenciadas{}, fault.Plain(fault.Conflict)
}

// con are the next silenced entities, with one more or one less.
func (s *Servicio) con(ctx context.Context, x Silenciadas, entidadID string, silenciada bool) (Silenciadas, error) {
	x.Version++
	x.Entidades = slices.DeleteFunc(slices.Clone(x.Entidades), func(e Silenciada) bool { return e.EntidadID == entidadID })
	if !silenciada {
		return x, nil
	}
	if len(x.Entidades) >= maxSilenciadas {
		return x, fault.Plain(fault.TooManySilenciadas)
	}
	e, err := s.Entidades.Entidad(ctx, entidadID)
	if err != nil {
		return x, auth.Hidden(err)
	}
	x.Entidades = append(x.Entidades, Silenciada{EntidadID: e.EntidadID, Nombre: e.Nombre, NIT: e.NIT, Desde: documento.Milisegundos(s.Clock())})
	return x, nil
}

// EntidadesSilenciadas are those of the owner of a carpeta.
func (s *Servicio) EntidadesSilenciadas(ctx context.Context, quien auth.Principal, carpetaID string) ([]Silenciada, error) {
	de, err := s.deSuDueno(ctx, quien, carpetaID)
	if err != nil {
		return nil, err
	}
	x, err := s.Store.Silenciadas(ctx, de.CiudadanoID)
	return append([]Silenciada{}, x.Entidades...), err // empty, and not null
}

// Denuncias are the reports of an entity, for administradores.
func (s *Servicio) Denuncias(ctx context.Context, quien auth.Principal, entidadID string) ([]Denuncia, error) {
	if err := auth.MayManageEntidades(quien); err != nil {
		return nil, err
	}
	return s.Store.Denuncias(ctx, entidadID, maxDenuncias)
}

// maxDenuncias is how many rows of reports are read: a row for each procedure and day.
const maxDenuncias = 366
