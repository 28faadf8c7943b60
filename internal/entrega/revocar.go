package entrega

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Revocacion is a delivery that its entity takes back.
type Revocacion struct {
	EntregaID string
	Motivo    string
	Firma     string // a compact, detached JWS over verificable.Revocacion
}

const maxMotivo = 500

// Revocar takes back a delivery of the caller's entity, also when the citizen erased the document: copies of it live. The
// same again changes nothing; another reason is refused.
func (s *Servicio) Revocar(ctx context.Context, quien auth.Principal, r Revocacion) (Entrega, error) {
	if err := auth.MayEntregar(quien); err != nil {
		return Entrega{}, err
	}
	e, err := s.ver(ctx, quien, r.EntregaID)
	if err != nil {
		return Entrega{}, err
	}
	if !esFirmable(r.Motivo, 1, maxMotivo) {
		return Entrega{}, fault.New(fault.BadUserInput, "Revise el motivo.").
			WithCampo("motivo", "De 1 a 500 caracteres, sin caracteres de control ni de dirección, sin espacios alrededor y en la forma NFC de Unicode: así se firma.")
	}
	if !e.RevocadaEn.IsZero() {
		return e.otraVez(r.Motivo)
	}
	if err := s.gastar(quien.EntidadID); err != nil {
		return Entrega{}, err
	}
	contenido := verificable.Revocacion{EntregaID: r.EntregaID, Motivo: r.Motivo}.Bytes()
	_, firma, err := s.Entidades.Comprobar(ctx, quien.EntidadID, r.Firma, contenido)
	if err != nil {
		return Entrega{}, err
	}
	return s.revocar(auditoria.ConAutor(ctx, quien, ""), e.Nombre(), r.Motivo, firma)
}

// otraVez answers who takes back what is taken back.
func (e Entrega) otraVez(motivo string) (Entrega, error) {
	if e.Motivo != motivo {
		return Entrega{}, fault.Plain(fault.EntregaRevocada)
	}
	return e, nil
}

// revocar writes that a delivery was taken back, or finds that somebody else did.
func (s *Servicio) revocar(ctx context.Context, n Nombre, motivo string, firma entidad.Firma) (Entrega, error) {
	for range maxIntentos {
		c, err := s.correccion(ctx, n)
		switch {
		case err != nil:
			return Entrega{}, err
		case !c.Visto.RevocadaEn.IsZero():
			return c.Visto.otraVez(motivo)
		case !c.Visto.CanceladaEn.IsZero():
			return Entrega{}, fault.Plain(fault.EntregaCancelada)
		case c.Visto.Estado(s.Clock()) == Vencida:
			return Entrega{}, fault.Plain(fault.EntregaVencida)
		case c.Visto.EntregadaEn.IsZero():
			return Entrega{}, fault.Plain(fault.EntregaPendiente)
		}
		now := documento.Milisegundos(s.Clock())
		c.Entrega.ModificadaEn, c.Entrega.RevocadaEn, c.Entrega.Motivo, c.Entrega.FirmaRevocacion = now, now, motivo, firma
		if c.ConDocumento() {
			c.Documento = c.Documento.AlRevocar(motivo, now)
		}
		h, err := s.hecho(ctx, auditoria.EntregaRevocada, c)
		if err == nil {
			err = s.Store.CorregirEntrega(ctx, c, h)
		}
		if err == nil {
			s.avisar(c)
		}
		if !errors.Is(err, fault.Conflict) {
			return c.Entrega, err
		}
	}
	return Entrega{}, fault.Plain(fault.Conflict)
}

// correccion reads what is to be corrected: a delivery, and its document if it is there.
func (s *Servicio) correccion(ctx context.Context, n Nombre) (c Correccion, err error) {
	if c.Visto, err = s.Store.Entrega(ctx, n); err != nil {
		return c, auth.Hidden(err)
	}
	c.Entrega = c.Visto
	if c.Visto.EntregadaEn.IsZero() {
		return c, nil
	}
	c.DocumentoVisto, err = s.Documentos.Store.Documento(ctx, c.Visto.Clave())
	if errors.Is(err, fault.NotFound) {
		return c, nil
	}
	c.Documento = c.DocumentoVisto
	return c, err
}

func (s *Servicio) avisar(c Correccion) {
	if c.ConDocumento() {
		s.Documentos.AvisarCambio(c.Documento)
	}
}

// hecho is the event of a correction, in the trail of who keeps the carpeta now; nobody's, if there is none.
func (s *Servicio) hecho(ctx context.Context, t auditoria.Tipo, c Correccion) (auditoria.Evento, error) {
	en, err := s.Carpetas.Carpeta(ctx, c.Entrega.CarpetaID)
	if errors.Is(err, fault.NotFound) {
		en, err = carpeta.Carpeta{}, nil
	}
	h := auditoria.Evento{
		Tipo: t, Recurso: auditoria.Recurso{Tipo: RecursoEntrega, ID: c.Entrega.EntregaID},
		OperadorID: en.OperadorID, CarpetaID: c.Entrega.CarpetaID, DocumentoID: c.Entrega.EntregaID,
		Datos: map[string]string{"entidad": c.Entrega.EntidadID},
	}
	if c.Entrega.ReemplazadaPor != "" {
		h.Datos["reemplazadaPor"] = c.Entrega.ReemplazadaPor
	}
	if t == auditoria.EntregaRevocada && c.Entrega.Motivo == "" {
		h.Datos["porLlave"] = c.Entrega.Firma.Llave
	}
	return s.Escribano.Levantar(ctx, h), err
}
