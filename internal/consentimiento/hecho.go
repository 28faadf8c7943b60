package consentimiento

import (
	"strconv"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// The kinds of things in the trail.
const (
	recursoSolicitud    = "solicitud"
	recursoAutorizacion = "autorizacion"
	recursoEntidad      = "entidad"
)

// Names among the Datos of events. They are part of the format of a constancia (docs/consentimiento.md).
const (
	datoEntidad     = "entidad"
	datoNIT         = "nit"
	datoTramite     = "tramite"
	datoVersion     = "version"
	datoFinalidad   = "finalidadSha256" // of the text that the citizen read
	datoLengua      = "lengua"          // of that text
	datoDesde       = "desde"
	datoHasta       = "hasta"
	datoCopia       = "conCopiaVerificable"
	datoSolicitud   = "solicitud"
	datoNumero      = "numeroInterno"
	datoDocumentos  = "documentos" // requirement=documentoId=SHA-256, separated by blanks
	datoRequisito   = "requisito"
	datoMirada      = auditoria.Mirada
	datoConservar   = "conservacionDias"
	datoSilenciada  = "silenciada"
	datoOtorgamento = "otorgada" // eventoId of the event that gave it
)

// hecho is something that happened to a request. All that happens to it has its id as correlation.
func (s Solicitud) hecho(t auditoria.Tipo, carpetaID, operadorID string) auditoria.Evento {
	return auditoria.Evento{
		Tipo: t, Recurso: auditoria.Recurso{Tipo: recursoSolicitud, ID: s.SolicitudID}, CorrelacionID: s.SolicitudID,
		CarpetaID: carpetaID, OperadorID: operadorID,
		Datos: map[string]string{datoEntidad: s.EntidadID, datoNIT: s.NIT, datoTramite: s.Tramite, datoVersion: strconv.FormatInt(s.TramiteVersion, 10), datoNumero: s.NumeroInterno},
	}
}

// hecho is something that happened to an authorisation. All that happens to it, and each look, has its id as correlation.
func (a Autorizacion) hecho(t auditoria.Tipo, operadorID string) auditoria.Evento {
	return auditoria.Evento{
		Tipo: t, Recurso: auditoria.Recurso{Tipo: recursoAutorizacion, ID: a.AutorizacionID}, CorrelacionID: a.AutorizacionID,
		CarpetaID: a.CarpetaID, OperadorID: operadorID,
		Datos: map[string]string{datoEntidad: a.EntidadID, datoNIT: a.NIT, datoTramite: a.Tramite, datoVersion: strconv.FormatInt(a.TramiteVersion, 10)},
	}
}

// otorgamiento is the event of an authorisation, with what a constancia says of it.
func (a Autorizacion) otorgamiento(t tramite.Tramite, lengua, operadorID string) auditoria.Evento {
	h := a.hecho(auditoria.AutorizacionOtorgada, operadorID)
	var docs []string
	for _, d := range a.Documentos {
		docs = append(docs, d.Requisito+"="+d.DocumentoID+"="+d.Hash)
	}
	for dato, texto := range map[string]string{
		datoSolicitud: a.SolicitudID, datoNumero: a.NumeroInterno, datoLengua: lengua, datoFinalidad: t.ResumenFinalidad(lengua),
		datoDesde: a.DesdeEn.Format(formatoMomento), datoHasta: a.Hasta.Format(formatoMomento), datoCopia: strconv.FormatBool(a.ConCopiaVerificable),
		datoDocumentos: strings.Join(docs, " "), datoConservar: strconv.FormatInt(t.ConservacionDias, 10),
	} {
		h.Datos[dato] = texto
	}
	return h
}

// formatoMomento is that of moments in events: UTC, milliseconds.
const formatoMomento = "2006-01-02T15:04:05.000Z"

// The news of a carpeta that tell of consent. The documentoId of such news is the id of the request or the authorisation.
const (
	NovedadSolicitud    documento.TipoNovedad = "SOLICITUD"
	NovedadAutorizacion documento.TipoNovedad = "AUTORIZACION"
)
