package eliminacion

import (
	"cmp"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// hecho is something that happened to a deletion, and is to be stored.
type hecho struct {
	suceso Suceso
	Detalle
	servicio auditoria.Servicio // the part of the program that did it; empty: the one of the context
	sinCola  bool               // no queue repeats the step if it fails, or its process dies: it becomes due soon
	err      error              // why the step failed; nil if it did not
}

// Hecho is an event of the deletion as it stands. All of its events have its id in common, and each
// of its changes is one: the trail keeps the history when the saga has expired.
func (e Eliminacion) Hecho(t auditoria.Tipo) auditoria.Evento {
	h := auditoria.Evento{
		Tipo: t, Recurso: auditoria.Recurso{Tipo: "eliminacion", ID: e.EventoID}, CorrelacionID: e.EventoID,
		OperadorID: e.OperadorID, CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID,
		Datos: map[string]string{"secuencia": strconv.FormatInt(e.Secuencia, 10), "estado": string(e.Estado), "paso": string(e.Paso)},
	}
	if e.OperadorID == Reparador { // of no carpeta
		h.OperadorID = auditoria.SinOperador
	}
	return h
}

// hechoDe is the event of a change of the saga.
func hechoDe(antes, e Eliminacion, s Suceso) auditoria.Evento {
	h := e.Hecho(tipoDe(antes, e, s))
	h.Datos["suceso"] = string(s)
	if e.Intento > 0 {
		h.Datos["intento"] = strconv.Itoa(e.Intento)
	}
	switch {
	case h.Tipo == auditoria.EliminacionDecidida:
		h.Datos["decision"] = string(e.Aprobacion.Decision)
	case s == IntentoFallido, s == PasoFallido, s == SinProgreso, e.Estado == Fallida:
		h.Resultado, h.Datos["codigo"] = auditoria.Fracaso, e.ultimaFalla().Codigo
	}
	if h.Tipo == auditoria.EliminacionCompletada {
		e.constancia(h.Datos)
	}
	if e.FallidaSinArchivo() { // the document stays locked until a person acts
		h.Gravedad = auditoria.Critica
	}
	return h
}

// constancia is what the receipt of a deletion tells beside its event: what was erased, when it was asked
// for, by whom and with whose consent. It names nobody, and no title. Every version of the file is gone at
// the pivot, or the saga would not be past it.
func (e Eliminacion) constancia(datos map[string]string) {
	switch e.SolicitadaPor {
	case "":
	case Reparador:
		datos["solicitante"] = "servicio"
	default: // nobody but the owner may ask
		datos["solicitante"] = "ciudadano"
	}
	if s := e.Aprobacion; s != nil && s.Decision == Aprobada {
		datos["aprobacion"] = string(s.Decision)
	}
	if !e.SolicitadaEn.IsZero() {
		datos["solicitadaEn"] = e.SolicitadaEn.UTC().Format(time.RFC3339)
	}
	if e.VersionesBorradas > 0 { // nobody counted, if the process that erased died before it wrote
		datos["versiones"] = strconv.Itoa(e.VersionesBorradas)
	}
	if r := e.Recuerdo; r != nil {
		datos["tipoDocumento"] = string(r.Tipo)
		datos["bytes"] = strconv.FormatInt(r.TamanoBytes, 10)
		if r.Hash != "" {
			datos["sha256"] = r.Hash
		}
	}
}

func tipoDe(antes, e Eliminacion, s Suceso) auditoria.Tipo {
	switch {
	case antes.situacion() == enAprobacion:
		return auditoria.EliminacionDecidida
	case s == SucesoReintentar:
		return auditoria.EliminacionReintentada
	}
	return cmp.Or(map[EstadoSaga]auditoria.Tipo{
		Completada: auditoria.EliminacionCompletada, Fallida: auditoria.EliminacionFallida, Cancelada: auditoria.EliminacionCancelada,
	}[e.Estado], auditoria.EliminacionPaso)
}

func (e Eliminacion) ultimaFalla() (f Falla) {
	if n := len(e.Errores); n > 0 {
		f = e.Errores[n-1]
	}
	return f
}
