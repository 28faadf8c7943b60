package eliminacion

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Suceso is something that happened to a saga.
type Suceso string

// The sucesos.
const (
	VentanaVencida   Suceso = "VENTANA_VENCIDA"  // the undo window is over
	ObjetoBorrado    Suceso = "OBJETO_BORRADO"   // no version of the file is left: the pivot
	ObjetoIntacto    Suceso = "OBJETO_INTACTO"   // compensation read the file
	MetadatosLibres  Suceso = "METADATOS_LIBRES" // the metadata may go now
	IntentoFallido   Suceso = "INTENTO_FALLIDO"  // a transient failure of the step
	PasoFallido      Suceso = "PASO_FALLIDO"     // a permanent failure of the step
	SinProgreso      Suceso = "SIN_PROGRESO"     // ten confirmed deliveries led to no progress
	SucesoCancelar   Suceso = "CANCELAR"         // a person takes the deletion back (`cancelarEliminacion`)
	SucesoBorrarYa   Suceso = "BORRAR_YA"        // a person ends the undo window (`borrarYa`)
	SucesoReintentar Suceso = "REINTENTAR"       // an operador tries again (`reintentarEliminacion`)

	SucesoAprobar     Suceso = "APROBAR"            // an operador agrees to the deletion of a certified document (`aprobarEliminacion`)
	SucesoRechazar    Suceso = "RECHAZAR"           // an operador does not agree (`rechazarEliminacion`)
	AprobacionVencida Suceso = "APROBACION_VENCIDA" // nobody decided in time
)

// Sucesos are all of them.
var Sucesos = []Suceso{
	VentanaVencida, ObjetoBorrado, ObjetoIntacto, MetadatosLibres, IntentoFallido, PasoFallido, SinProgreso, SucesoCancelar, SucesoBorrarYa, SucesoReintentar,
	SucesoAprobar, SucesoRechazar, AprobacionVencida,
}

// Detalle is the data of a Suceso.
type Detalle struct {
	Now              time.Time
	Falla            Falla     // for the failures
	ProximoReintento time.Time // for IntentoFallido, if the message comes back
	Quien            string    // subject of the person that decides about a PedidoDeAprobacion
	Comentario       string    // and their comment
	Versiones        int       // of the file, that an execution erased
}

// Resultado is the consequence of a Suceso for a saga.
type Resultado struct {
	Nueva  Eliminacion
	Cambia bool // Nueva must be stored; otherwise the saga stays as it is
	Efecto Efecto
}

// situacion is a state and a step: a row of the table.
type situacion struct {
	estado EstadoSaga
	paso   Paso
}

func (e Eliminacion) situacion() situacion { return situacion{e.Estado, e.Paso} }

// FallidaSinArchivo reports whether a saga failed in a step after the erasure of the file. Its document stays locked until
// somebody tries it again, and it does not expire.
func (e Eliminacion) FallidaSinArchivo() bool { return e.situacion().fallidaSinArchivo() }

func (s situacion) fallidaSinArchivo() bool {
	return s.estado == Fallida && s.paso.sinArchivo()
}

// regla decides one cell of the table.
type regla func(e Eliminacion, d Detalle) (Resultado, error)

var (
	enAprobacion  = situacion{Iniciada, Aprobacion}
	enEspera      = situacion{Iniciada, Espera}
	enMinio       = situacion{Iniciada, MinioCleanup}
	enMetadata    = situacion{Iniciada, MetadataCleanup}
	compensando   = situacion{Compensando, MinioCleanup}
	canceladaYa   = situacion{Cancelada, Espera}
	sinAprobacion = situacion{Cancelada, Aprobacion}
	fallidaMeta   = situacion{Fallida, MetadataCleanup}
)

// tabla holds every cell in which something happens. All others: nothing, and
// for the requests of people (cancelar, reintentar, aprobar, rechazar): a refusal.
var tabla = map[situacion]map[Suceso]regla{
	enAprobacion: reglasAprobacion,
	enEspera: {
		VentanaVencida: siVencio(pasarA(Iniciada, MinioCleanup, SinEfecto)),
		SucesoCancelar: terminarEn(Cancelada, Espera, Desbloquear),
		SucesoBorrarYa: pasarA(Iniciada, MinioCleanup, SinEfecto),
		PasoFallido:    terminarEn(Fallida, Espera, Desbloquear),
		SinProgreso:    terminarEn(Fallida, Espera, Desbloquear),
	},
	enMinio: {
		ObjetoBorrado:  pasarA(Iniciada, MetadataCleanup, SinEfecto),
		IntentoFallido: contarIntento,
		PasoFallido:    pasarA(Compensando, MinioCleanup, SinEfecto),
		SinProgreso:    pasarA(Compensando, MinioCleanup, SinEfecto),
	},
	compensando: {
		ObjetoBorrado:  pasarA(Iniciada, MetadataCleanup, SinEfecto),
		ObjetoIntacto:  terminarEn(Fallida, MinioCleanup, Desbloquear),
		IntentoFallido: contarIntento,
	},
	enMetadata: {
		MetadatosLibres: terminarEn(Completada, Completed, BorrarMetadato),
		IntentoFallido:  contarIntento,
		PasoFallido:     terminarEn(Fallida, MetadataCleanup, SinEfecto),
		SinProgreso:     terminarEn(Fallida, MetadataCleanup, SinEfecto),
	},
	canceladaYa:   {SucesoCancelar: nada},
	sinAprobacion: {SucesoCancelar: retirarDeNuevo},
	fallidaMeta:   {SucesoReintentar: pasarA(Iniciada, MetadataCleanup, SinEfecto)},
}

// Transicion is the whole behaviour of the saga: pure, forward only. A failure of
// a step that was left meanwhile means nothing to the next one.
func Transicion(e Eliminacion, s Suceso, d Detalle) (Resultado, error) {
	if d.Falla.Codigo != "" && d.Falla.Paso != e.Paso {
		return Resultado{Nueva: e}, nil
	}
	if r, ok := tabla[e.situacion()][s]; ok {
		e.VersionesBorradas += d.Versiones
		return r(e, d)
	}
	switch s {
	case SucesoCancelar:
		return Resultado{Nueva: e}, fault.Plain(fault.VentanaClosed)
	case SucesoBorrarYa:
		return Resultado{Nueva: e}, siNoVolvio(e)
	case SucesoReintentar:
		return Resultado{Nueva: e}, noReintentable(e)
	case SucesoAprobar, SucesoRechazar:
		return yaNoEspera(e, s, d)
	}
	return Resultado{Nueva: e}, nil
}

func noReintentable(e Eliminacion) error {
	if e.Estado == Fallida {
		return fault.Plain(fault.DocumentoIntact)
	}
	return fault.Plain(fault.EliminacionNotFailed)
}

// siNoVolvio answers a person that wants a document erased now: the window of its deletion is over already, unless the
// document is back, or there never was one.
func siNoVolvio(e Eliminacion) error {
	if e.Paso == Aprobacion || e.Estado == Cancelada || e.Estado == Fallida && !e.FallidaSinArchivo() {
		return fault.Plain(fault.NotInPapelera)
	}
	return nil
}

// nada: it happened before, so asking for it again is no mistake.
func nada(e Eliminacion, _ Detalle) (Resultado, error) {
	return Resultado{Nueva: e}, nil
}

// siVencio guards against a message that came before the undo window ended. It was due on the clock of whoever sent it,
// which may be ahead.
func siVencio(r regla) regla {
	return func(e Eliminacion, d Detalle) (Resultado, error) {
		if d.Now.Add(desvio).Before(e.VentanaHasta) {
			return Resultado{Nueva: e}, nil
		}
		return r(e, d)
	}
}

func pasarA(estado EstadoSaga, paso Paso, ef Efecto) regla {
	return func(e Eliminacion, d Detalle) (Resultado, error) {
		n := e
		if d.Falla.Codigo != "" {
			n = conFalla(n, d.Falla)
		}
		n.Estado, n.Paso, n.Intento, n.ProximoReintento = estado, paso, 0, time.Time{}
		n.CompletadaEn, n.ExpiraEn = time.Time{}, time.Time{}
		return Resultado{Nueva: siguiente(n, d.Now), Cambia: true, Efecto: ef}, nil
	}
}

func terminarEn(estado EstadoSaga, paso Paso, ef Efecto) regla {
	return func(e Eliminacion, d Detalle) (Resultado, error) {
		r, err := pasarA(estado, paso, ef)(e, d)
		r.Nueva.CompletadaEn = d.Now
		r.Nueva.ExpiraEn = expiracion(estado, paso, d.Now)
		return r, err
	}
}

// expiracion keeps a saga that still locks its document until somebody retries it.
func expiracion(estado EstadoSaga, paso Paso, now time.Time) time.Time {
	if (situacion{estado, paso}).fallidaSinArchivo() {
		return time.Time{}
	}
	return now.Add(Retencion)
}

func contarIntento(e Eliminacion, d Detalle) (Resultado, error) {
	n := conFalla(e, d.Falla)
	n.Intento++
	n.ProximoReintento = d.ProximoReintento
	return Resultado{Nueva: siguiente(n, d.Now), Cambia: true}, nil
}

// maxFallas and maxHistoria bound the item, whatever an outage does.
const (
	maxFallas   = 20
	maxHistoria = 60
)

func conFalla(e Eliminacion, f Falla) Eliminacion {
	e.Errores = append(e.Errores[:len(e.Errores):len(e.Errores)], f)
	e.Errores = e.Errores[max(0, len(e.Errores)-maxFallas):]
	return e
}

// siguiente numbers the new state and writes it into the history.
func siguiente(e Eliminacion, now time.Time) Eliminacion {
	e.Secuencia++
	c := Cambio{Secuencia: e.Secuencia, Estado: e.Estado, Paso: e.Paso, Intento: e.Intento, En: now}
	e.Historia = append(e.Historia[:len(e.Historia):len(e.Historia)], c)
	e.Historia = e.Historia[max(0, len(e.Historia)-maxHistoria):]
	return e
}
