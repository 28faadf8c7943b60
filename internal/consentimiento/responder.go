package consentimiento

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Contestacion is what a citizen answers to a request.
type Contestacion struct {
	Nombre              NombreSolicitud
	Version             int64 // of the request as it was read
	Respuestas          []RespuestaA
	Dias                int64 // of the authorisation, from now
	ConCopiaVerificable bool
	Lengua              string // of the purpose that the citizen read, as fault has it
}

// RespuestaA is the answer to one requirement: a document, or that it is not given.
type RespuestaA struct {
	Requisito   string
	DocumentoID string
	NoEntrega   bool // then DocumentoID is empty
}

// Contestada is a request after an answer, and the authorisation that the answer made.
type Contestada struct {
	Solicitud    Solicitud
	Autorizacion *Autorizacion // nil if no document was given
}

// Responder answers a request for the citizen who is asked. Without any document, it is refused.
func (s *Servicio) Responder(ctx context.Context, quien auth.Principal, c Contestacion) (Contestada, error) {
	for range maxIntentos {
		r, de, err := s.preguntada(ctx, quien, c.Nombre)
		if err != nil {
			return Contestada{}, err
		}
		if r.Version != c.Version {
			return Contestada{}, fault.Plain(fault.SolicitudCambiada)
		}
		resp, err := s.responder(ctx, quien, r, de, c)
		if !errors.Is(err, fault.Conflict) {
			return resp, err
		}
	}
	return Contestada{}, fault.Plain(fault.Conflict)
}

// preguntada reads an open request for the citizen who is asked.
func (s *Servicio) preguntada(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Solicitud, carpeta.Carpeta, error) {
	r, err := s.delCiudadano(ctx, quien, n)
	if err != nil {
		return r, carpeta.Carpeta{}, err
	}
	if !r.Abierta(s.Clock()) {
		return r, carpeta.Carpeta{}, fault.Plain(fault.SolicitudCerrada)
	}
	de, err := s.Carpetas.CarpetaDeCiudadano(ctx, r.CiudadanoID)
	if errors.Is(err, fault.NotFound) {
		err = fault.Plain(fault.SinCarpeta)
	}
	return r, de, err
}

// delCiudadano reads a request for the citizen who is asked. One of an entity that they silenced is not there.
func (s *Servicio) delCiudadano(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Solicitud, error) {
	if err := auth.MayReadCarpeta(quien, n.CiudadanoID); err != nil {
		return Solicitud{}, err
	}
	if !relay.IsUUID(n.SolicitudID) {
		return Solicitud{}, auth.NotFound()
	}
	r, err := s.Store.Solicitud(ctx, n)
	if err != nil {
		return Solicitud{}, auth.Hidden(err)
	}
	x, err := s.Store.Silenciadas(ctx, n.CiudadanoID)
	if err == nil && x.Tiene(r.EntidadID) && r.Abierta(s.Clock()) {
		err = auth.NotFound()
	}
	return r, err
}

// responder checks an answer and writes it.
func (s *Servicio) responder(ctx context.Context, quien auth.Principal, r Solicitud, de carpeta.Carpeta, c Contestacion) (Contestada, error) {
	if _, err := s.receptor(ctx, r.EntidadID); err != nil {
		return Contestada{}, err
	}
	if _, err := s.Tramites.Vigente(ctx, r.Tramite, r.EntidadID); err != nil {
		return Contestada{}, err
	}
	t, err := s.Tramites.De(ctx, r.Tramite, r.TramiteVersion)
	if err != nil {
		return Contestada{}, err
	}
	vistos, err := s.revisar(ctx, r, t, de.CarpetaID, c)
	if err != nil {
		return Contestada{}, err
	}
	now := documento.Milisegundos(s.Clock())
	siguiente := r.siguiente(now)
	a := Autorizacion{
		CarpetaID: de.CarpetaID, AutorizacionID: s.NewID(), CiudadanoID: r.CiudadanoID, OperadorID: de.OperadorID, SolicitudID: r.SolicitudID,
		EntidadID: r.EntidadID, EntidadNombre: r.EntidadNombre, NIT: r.NIT, Tramite: r.Tramite, TramiteVersion: r.TramiteVersion, NumeroInterno: r.NumeroInterno,
		ConCopiaVerificable: c.ConCopiaVerificable, DesdeEn: now, Hasta: now.AddDate(0, 0, int(c.Dias)), ModificadaEn: now,
	}
	for _, x := range c.Respuestas {
		i := slices.IndexFunc(siguiente.Requisitos, func(p Pedido) bool { return p.Requisito == x.Requisito })
		p := &siguiente.Requisitos[i]
		p.Respuesta = NoEntregado
		if !x.NoEntrega {
			p.Respuesta, p.CarpetaID, p.AutorizacionID, p.DocumentoID = Entregado, a.CarpetaID, a.AutorizacionID, x.DocumentoID
			a.Documentos = append(a.Documentos, Autorizado{DocumentoID: x.DocumentoID, Requisito: x.Requisito, Hash: vistos[len(a.Documentos)].Hash})
		}
	}
	return s.guardar(ctx, quien, de, siguiente, a, vistos, t, c.Lengua)
}

// guardar writes an answer: with documents an authorisation, without any a refusal.
func (s *Servicio) guardar(
	ctx context.Context, quien auth.Principal, de carpeta.Carpeta, r Solicitud, a Autorizacion, vistos []documento.Documento, t tramite.Tramite, lengua string,
) (Contestada, error) {
	ctx = auditoria.ConAutor(ctx, quien, r.CiudadanoID)
	if len(a.Documentos) == 0 {
		r.RechazadaEn = r.ModificadaEn
		h := s.Escribano.Levantar(ctx, r.hecho(auditoria.SolicitudRechazada, de.CarpetaID, de.OperadorID))
		err := s.Store.CambiarSolicitud(ctx, r, nil, h)
		if err == nil {
			s.avisar(de.CarpetaID, r.SolicitudID, NovedadSolicitud, r.ModificadaEn)
		}
		return Contestada{Solicitud: r}, err
	}
	var q *Abiertas
	if r.Estado(r.ModificadaEn) == Completa {
		lugares, err := s.Store.Abiertas(ctx, r.EntidadID, r.CiudadanoID)
		if err != nil {
			return Contestada{}, err
		}
		lugares = lugares.sin(r.SolicitudID)
		q = &lugares
	}
	h := s.Escribano.Levantar(ctx, a.otorgamiento(t, lengua, de.OperadorID))
	a.EventoID = h.EventoID
	if err := s.Store.Responder(ctx, r, q, a, vistos, h); err != nil {
		return Contestada{}, err
	}
	s.avisar(de.CarpetaID, a.AutorizacionID, NovedadAutorizacion, a.ModificadaEn)
	s.avisar(de.CarpetaID, r.SolicitudID, NovedadSolicitud, r.ModificadaEn)
	return Contestada{Solicitud: r, Autorizacion: &a}, nil
}

// revisar reads the documents of an answer, in its order, or says what is wrong with it.
func (s *Servicio) revisar(ctx context.Context, r Solicitud, t tramite.Tramite, carpetaID string, c Contestacion) (vistos []documento.Documento, err error) {
	mal := fault.New(fault.BadUserInput, "Revise sus respuestas.")
	dichos, dados := map[string]bool{}, map[string]bool{}
	for i, x := range c.Respuestas {
		campo := fmt.Sprintf("respuestas[%d].requisito", i)
		n := slices.IndexFunc(r.Requisitos, func(p Pedido) bool { return p.Requisito == x.Requisito })
		switch {
		case n < 0:
			mal = mal.WithCampo(campo, "La solicitud no tiene este requisito.")
			continue
		case dichos[x.Requisito]:
			mal = mal.WithCampo(campo, "Responda cada requisito una sola vez.")
		case r.Requisitos[n].Respuesta == Entregado:
			mal = mal.WithCampo(campo, "Ya entregó un documento para este requisito.")
		}
		dichos[x.Requisito] = true
		if x.NoEntrega {
			continue
		}
		campo = fmt.Sprintf("respuestas[%d].documentoId", i)
		if dados[x.DocumentoID] {
			mal = mal.WithCampo(campo, "Entregue cada documento una sola vez.")
		}
		dados[x.DocumentoID] = true
		d, err := s.suyo(ctx, documento.Clave{CarpetaID: carpetaID, DocumentoID: x.DocumentoID})
		if err != nil {
			return nil, err
		}
		mal = entregable(mal, campo, d, requisitoDe(t, x.Requisito))
		vistos = append(vistos, d)
	}
	mal = faltantes(mal, r, dichos)
	if len(vistos) > 0 && (c.Dias < 1 || c.Dias > t.PlazoMaximoDias) {
		mal = mal.WithCampo("dias", fmt.Sprintf("De 1 a %d días: es lo más que permite el trámite.", t.PlazoMaximoDias))
	}
	if len(vistos) == 0 && r.Estado(s.Clock()) == Parcial {
		mal = mal.WithCampo("respuestas", "Entregue al menos un documento, o rechace lo que falta.")
	}
	if len(mal.Campos) > 0 {
		return nil, mal
	}
	return vistos, nil
}

// faltantes adds to a refusal that requirements have no answer: a first answer has one for each.
func faltantes(mal *fault.Error, r Solicitud, dichos map[string]bool) *fault.Error {
	for _, p := range r.Requisitos {
		if p.Respuesta == SinRespuesta && !dichos[p.Requisito] {
			return mal.WithCampo("respuestas", fmt.Sprintf("Falta la respuesta al requisito %s: un documento, o que no lo entrega.", p.Requisito))
		}
	}
	return mal
}

func requisitoDe(t tramite.Tramite, codigo string) tramite.Requisito {
	i := slices.IndexFunc(t.Requisitos, func(q tramite.Requisito) bool { return q.Codigo == codigo })
	if i < 0 {
		return tramite.Requisito{}
	}
	return t.Requisitos[i]
}

// suyo reads a document of the citizen; the zero one if there is none.
func (s *Servicio) suyo(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	if !relay.IsUUID(k.DocumentoID) {
		return documento.Documento{}, nil
	}
	d, err := s.Documentos.Store.Documento(ctx, k)
	return d, conocido(err)
}

// entregable adds to a refusal why a document cannot be given for a requirement. What is not the citizen's is not there.
func entregable(mal *fault.Error, campo string, d documento.Documento, q tramite.Requisito) *fault.Error {
	switch {
	case d.DocumentoID == "":
		return mal.WithCampo(campo, "No hay un documento así en su carpeta.")
	case d.Estado != documento.Procesado:
		return mal.WithCampo(campo, "Este documento no está disponible: se está cargando o eliminando, o está en la papelera.")
	case !slices.Contains(q.Tipos, string(d.Tipo)):
		return mal.WithCampo(campo, "Este documento es de otro tipo que el que se pide.")
	case q.Certificado && !d.EsEntregado():
		return mal.WithCampo(campo, "Se pide un documento certificado por una entidad, y este no lo está.")
	case d.Juridico != "":
		return mal.WithCampo(campo, "Este documento fue revocado o reemplazado por quien lo expidió.")
	}
	return mal
}

// Rechazar closes a request without giving anything more. Repeating it changes nothing.
func (s *Servicio) Rechazar(ctx context.Context, quien auth.Principal, n NombreSolicitud) (Solicitud, error) {
	for range maxIntentos {
		r, err := s.delCiudadano(ctx, quien, n)
		if err != nil || r.Estado(s.Clock()) == Rechazada {
			return r, err
		}
		if !r.Abierta(s.Clock()) {
			return r, fault.Plain(fault.SolicitudCerrada)
		}
		de, err := s.dueno(ctx, r.CiudadanoID)
		if err != nil {
			return r, err
		}
		r = r.siguiente(s.Clock())
		r.RechazadaEn = r.ModificadaEn
		h := s.Escribano.Levantar(auditoria.ConAutor(ctx, quien, r.CiudadanoID), r.hecho(auditoria.SolicitudRechazada, de.CarpetaID, de.OperadorID))
		err = s.Store.CambiarSolicitud(ctx, r, nil, h)
		if err == nil {
			s.avisar(de.CarpetaID, r.SolicitudID, NovedadSolicitud, r.ModificadaEn)
		}
		if !errors.Is(err, fault.Conflict) {
			return r, err
		}
	}
	return Solicitud{}, fault.Plain(fault.Conflict)
}
