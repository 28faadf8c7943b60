package eliminacion

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// datosPaso is what messages and texts say of a step, whatever its situation.
type datosPaso struct {
	orden   string // routing key of the command that does it
	exito   string // routing key that tells a coordinator of its success; empty of its own steps
	objeto  string // Spanish, for the citizen: what it erases
	almacen string // where from
	resto   string // Spanish, for an operador: what is left if it fails after the erasure of the file
}

// Texts of more than one step.
const registro, almacenMetadatos = "El registro del documento", "El almacén de metadatos"

// datosPasos has a row for each step before the end.
var datosPasos = map[Paso]datosPaso{
	Aprobacion:      {broker.DeletionRequested, "", registro, almacenMetadatos, ""},
	Espera:          {broker.DeletionRequested, "", registro, almacenMetadatos, ""},
	MinioCleanup:    {broker.MinioCleanup, broker.MinioCleanupSuccess, "El archivo", "El almacén de archivos", ""},
	MetadataCleanup: {broker.MetadataCleanup, broker.MetadataCleanupSuccess, registro, almacenMetadatos, "los metadatos"},
}

// ordenDelPaso is the command that does a step. A step without a row, of a later version, is left to the processes that
// work on the last queue.
func ordenDelPaso(p Paso) string { return cmp.Or(datosPasos[p].orden, broker.MetadataCleanup) }

// exitoAntesDe is the message that tells of the success of the step before; empty if none does.
func exitoAntesDe(p Paso) string { return datosPasos[Pasos[max(slices.Index(Pasos, p)-1, 0)]].exito }

// sinArchivo reports whether a step comes after the erasure of the file.
func (p Paso) sinArchivo() bool { return slices.Index(Pasos, p) > slices.Index(Pasos, MinioCleanup) }

// paso is what is done to deletions in one situation, and by whom.
type paso struct {
	papel    role.Role          // of the processes that may do it
	servicio auditoria.Servicio // as which the trail knows them
	// hacer does the step for deletions of one carpeta, and returns what happened to each: in the same order, and
	// without a suceso where it is not time yet.
	hacer func(x *Ejecutor, ctx context.Context, de []EnMano) []hecho
}

// pasos has a step for each situation in which something can be done without a person. A situation that is not here
// waits for one, or is the end.
var pasos = map[situacion]paso{
	enAprobacion: {role.Coordinator, auditoria.Coordinador, vencer(AprobacionVencida)},
	enEspera:     {role.Coordinator, auditoria.Coordinador, vencer(VentanaVencida)},
	enMinio:      {role.ObjectEraser, auditoria.BorradorObjetos, (*Ejecutor).borrar},
	compensando:  {role.ObjectEraser, auditoria.BorradorObjetos, (*Ejecutor).compensar},
	enMetadata:   {role.MetadataEraser, auditoria.BorradorMetadata, (*Ejecutor).liberar},
}

// seUnen are the sucesos that may be stored together with the next one: nobody can take them back. All others are
// decisions, and are stored before anything is done because of them.
var seUnen = map[Suceso]bool{ObjetoBorrado: true, MetadatosLibres: true}

// Papel is the role that does the next step of a deletion; false if none can.
func (e Eliminacion) Papel() (role.Role, bool) {
	p, hay := pasos[e.situacion()]
	return p.papel, hay
}

// puedeSeguir reports whether this process may do the next step of a deletion.
func (x *Ejecutor) puedeSeguir(e Eliminacion) bool {
	papel, hay := e.Papel()
	return hay && x.puede(papel)
}

// vencer lets the time run out that people had; the transition looks whether it did.
func vencer(s Suceso) func(*Ejecutor, context.Context, []EnMano) []hecho {
	return func(_ *Ejecutor, _ context.Context, de []EnMano) []hecho {
		hs := make([]hecho, len(de))
		for i, d := range de {
			hs[i] = hecho{suceso: s, sinCola: d.Orden == ""}
		}
		return hs
	}
}

// borrar erases every version of the files. Its time counts from before the oldest knowledge of a deletion: an eraser
// that stood still in between may not act on it any more.
func (x *Ejecutor) borrar(ctx context.Context, de []EnMano) []hecho {
	desde, objetos := de[0].Leida, make([]documento.VersionObjeto, len(de))
	for i, d := range de {
		objetos[i] = documento.VersionObjeto{Nombre: d.StoragePath, Version: d.VersionArchivo}
		if d.Leida.Before(desde) {
			desde = d.Leida
		}
	}
	ctx, cancel := context.WithTimeout(ctx, x.restante(desde))
	defer cancel()
	hs := make([]hecho, len(de))
	for i, b := range x.Objetos.BorrarVarios(ctx, objetos) {
		if hs[i] = (hecho{suceso: ObjetoBorrado}); b.Err != nil {
			hs[i] = x.fallo(de[i], b.Err)
		}
		hs[i].Versiones = b.Versiones
	}
	return hs
}

// restante is for how long a step may go on that acts on knowledge of a moment.
func (x *Ejecutor) restante(desde time.Time) time.Duration {
	return x.Plazos.PasoMaximo - x.Clock().Sub(desde)
}

// compensar gives a document back only if its file can be read for certain: not
// before the erasures that were begun must have taken effect. If the file is gone
// after all, the deletion goes forward.
func (x *Ejecutor) compensar(ctx context.Context, de []EnMano) []hecho {
	hs := make([]hecho, len(de))
	for i, d := range de {
		if x.now().Before(d.compensaDesde().Add(x.Plazos.Reposo)) {
			continue // the item is due when it is time
		}
		ctx, cancel := context.WithTimeout(ctx, x.restante(d.Leida))
		existe, err := x.Objetos.Existe(ctx, d.StoragePath)
		cancel()
		switch {
		case err != nil:
			hs[i] = x.intento(d, err)
		case existe:
			hs[i].suceso = ObjetoIntacto
		default:
			hs[i].suceso = ObjetoBorrado
		}
	}
	return hs
}

// liberar lets the metadata go: document, counter and saga change in the write that stores it.
func (x *Ejecutor) liberar(_ context.Context, de []EnMano) []hecho {
	hs := make([]hecho, len(de))
	for i := range hs {
		hs[i].suceso = MetadatosLibres
	}
	return hs
}

// fallo is a failed execution: transient, and it will be tried again; or for good.
func (x *Ejecutor) fallo(d EnMano, err error) hecho {
	h := x.intento(d, err)
	if !fault.Transient(err) {
		h.suceso = PasoFallido
	}
	return h
}

// intento is a failed execution that will be tried again after a pause, whatever it failed of: by the broker, if a
// message asked for this very step, and otherwise by whoever finds it due in the store.
func (x *Ejecutor) intento(d EnMano, err error) hecho {
	codigo, vez := fault.CodeOf(err), 1
	if d.esSuOrden() {
		vez = d.Vez
	}
	f := Falla{Paso: d.Paso, Codigo: string(codigo), Mensaje: mensajeDe(d.Paso, codigo), Intento: vez, En: x.now()}
	return hecho{suceso: IntentoFallido, Detalle: Detalle{Falla: f}, sinCola: !d.esSuOrden(), err: err}
}

// mensajeDe is the text for the citizen. It promises another try exactly if the
// failure is transient.
func mensajeDe(p Paso, c fault.Code) string {
	que, almacen := datosPasos[p].objeto, datosPasos[p].almacen
	switch {
	case !fault.Transient(fault.New(c, "")):
		return almacen + " no permite borrar este documento."
	case c == fault.Conflict:
		return que + " cambió mientras se borraba; se intentará de nuevo."
	case c == fault.Internal:
		return almacen + " falló; se intentará de nuevo."
	default:
		return almacen + " no respondió; se intentará de nuevo."
	}
}
