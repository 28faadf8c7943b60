package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesEliminacion = []testCase{
	{"eliminacion/a start remembers the document as it is", "", eliminacionRemembers},
	{"eliminacion/a start locks", "", eliminacionStart},
	{"eliminacion/a refused start writes nothing", "", eliminacionRefusals},
	{"eliminacion/absent", "", eliminacionAbsent},
	{"eliminacion/the whole saga is kept", "", eliminacionWhole},
	{"eliminacion/save with an old secuencia", "", eliminacionOldSecuencia},
	{"eliminacion/save two changes", "", eliminacionTwoChanges},
	{"eliminacion/several end together", "", eliminacionSeveral},
	{"eliminacion/by carpeta, page by page", "", eliminacionByCarpeta},
	{"eliminacion/by carpeta follows the changes", "", eliminacionByCarpetaChanges},
}

// started seeds a carpeta and starts the deletion of its first document.
func (b *world) started(t testing.TB, n int) (carpeta.Carpeta, []documento.Documento, eliminacion.Eliminacion) {
	t.Helper()
	c, ds := b.seed(t, n)
	e := b.newSaga(c, ds[0])
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	return c, ds, e
}

func (b *world) requireSaga(t testing.TB, want eliminacion.Eliminacion) {
	t.Helper()
	got, err := b.Eliminacion(b.ctx, want.EventoID)
	require(t, err)
	requireSame(t, "saga", got, want)
}

func (b *world) requireDocumento(t testing.TB, want documento.Documento) {
	t.Helper()
	got, err := b.Documento(b.ctx, want.Clave())
	require(t, err)
	requireSame(t, "document", got, want)
}

func eliminacionStart(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	b.requireSaga(t, e)
	locked := ds[0]
	locked.Estado, locked.EstadoPrevio, locked.EliminacionID = documento.Eliminando, documento.Procesado, e.EventoID
	locked.FechaUltimaModificacion = ds[0].Siguiente(b.clock.Now())
	b.requireDocumento(t, locked)
	b.requireDocumento(t, ds[1])
	b.requireTotal(t, c, 2, 2)
}

func eliminacionRefusals(t *testing.T, b *world) {
	c := newCarpeta()
	certificado, locked := b.newDocumento(c, 0), b.newDocumento(c, 1)
	certificado.Certificado = true
	b.seedIn(t, c, []documento.Documento{certificado, locked})
	carga, absent := b.newCarga(c, 2), b.newDocumento(c, 3)
	require(t, b.CrearCarga(b.ctx, carga, carpeta.SinCuota, Hecho()))
	first := b.newSaga(c, locked)
	require(t, b.Iniciar(b.ctx, first, Hecho()))
	before, err := b.Documento(b.ctx, locked.Clave())
	require(t, err)

	for name, d := range map[string]documento.Documento{"certificado": certificado, "locked": before, "cargando": carga, "absent": absent} {
		e := b.newSaga(c, d)
		requireCode(t, b.Iniciar(b.ctx, e, Hecho()), fault.Conflict)
		requireCode(t, errOf(b.Eliminacion(b.ctx, e.EventoID)), fault.NotFound)
		if name == "absent" {
			requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)
			continue
		}
		b.requireDocumento(t, d)
	}
	b.requireSaga(t, first)
	b.requireByCarpeta(t, eliminacion.ConsultaCarpeta{CarpetaID: c.CarpetaID, Limite: 10}, []eliminacion.Eliminacion{first})
}

func eliminacionAbsent(t *testing.T, b *world) {
	c, ds, _ := b.started(t, 2)
	requireCode(t, errOf(b.Eliminacion(b.ctx, newID())), fault.NotFound)
	never := nextState(b.newSaga(c, ds[1]), eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	err := b.Guardar(b.ctx, eliminacion.Guardado{Nueva: never, Efecto: eliminacion.BorrarMetadato}, Hecho())
	requireCode(t, err, fault.NotFound, fault.Conflict)
	requireCode(t, errOf(b.Eliminacion(b.ctx, never.EventoID)), fault.NotFound)
	b.requireDocumento(t, ds[1])
	b.requireTotal(t, c, 2, 2)
}

func eliminacionWhole(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	now := b.clock.Now()
	n := nextState(e, eliminacion.Compensando, eliminacion.MinioCleanup, now.Add(7*time.Millisecond))
	n.ArchivoDesde = now.Add(time.Minute)
	n.Intento, n.VentanaHasta, n.ProximoReintento = 2, now.Add(10*time.Second), now.Add(5*time.Second)
	n.Entregas, n.Arriendos = 3, 9
	for i := range 20 {
		n.Errores = append(n.Errores, eliminacion.Falla{
			Paso: eliminacion.MinioCleanup, Codigo: string(fault.Unavailable),
			Mensaje: "El almacén de archivos no responde. ñ", Intento: i, En: now.Add(time.Duration(i) * time.Millisecond),
		})
	}
	for len(n.Historia) < 60 {
		n.Historia = append(n.Historia, n.Historia[1])
	}
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}, Hecho()))
	b.requireSaga(t, n)
}

func eliminacionOldSecuencia(t *testing.T, b *world) {
	c, ds, e := b.started(t, 3)
	now := b.clock.Now()
	second := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, now)
	third := nextState(second, eliminacion.Completada, eliminacion.Completed, now)
	requireCode(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: third, Efecto: eliminacion.BorrarMetadato}, Hecho()), fault.Conflict) // too new
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second}, Hecho()))
	other := nextState(e, eliminacion.Cancelada, eliminacion.Espera, now)
	requireCode(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: other, Efecto: eliminacion.Desbloquear}, Hecho()), fault.Conflict) // too old
	requireCode(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: second}, Hecho()), fault.Conflict)                                 // the same again
	b.requireSaga(t, second)
	got, err := b.Documento(b.ctx, ds[0].Clave())
	require(t, err)
	if got.Estado != documento.Eliminando {
		t.Fatalf("document is %s after refused writes, want ELIMINANDO", got.Estado)
	}
	b.requireTotal(t, c, 3, 3)
}

// eliminacionTwoChanges: one write makes both, with both events, or neither.
func eliminacionTwoChanges(t *testing.T, b *world) {
	c, ds, e := b.started(t, 2)
	now := b.clock.Now()
	end := nextState(nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, now), eliminacion.Completada, eliminacion.Completed, now)
	pivot, last := b.newEvento(c.OperadorID), b.newEvento(c.OperadorID)
	g := eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato, Antes: []auditoria.Evento{pivot}}
	for name, wrong := range map[string]eliminacion.Guardado{
		"one change":    {Nueva: end, Efecto: eliminacion.BorrarMetadato},
		"three changes": {Nueva: end, Efecto: eliminacion.BorrarMetadato, Antes: []auditoria.Evento{pivot, Hecho()}},
	} {
		requireCode(t, b.Guardar(b.ctx, wrong, last), fault.Conflict)
		b.requireSaga(t, e)
		b.requireNoEvento(t, name, pivot)
		b.requireNoEvento(t, name, last)
	}
	b.requireTotal(t, c, 2, 2)

	require(t, b.Guardar(b.ctx, g, last))
	b.requireSaga(t, end)
	b.requireEvento(t, pivot)
	b.requireEvento(t, last)
	requireCode(t, errOf(b.Documento(b.ctx, ds[0].Clave())), fault.NotFound)
	b.requireTotal(t, c, 1, 3)
	g.Antes, last = []auditoria.Evento{b.newEvento(c.OperadorID)}, b.newEvento(c.OperadorID)
	requireCode(t, b.Guardar(b.ctx, g, last), fault.Conflict)
	b.requireNoEvento(t, "the same again", g.Antes[0])
	b.requireNoEvento(t, "the same again", last)
}

// eliminacionSeveral: several of a carpeta end in one write, or none of them.
func eliminacionSeveral(t *testing.T, b *world) {
	c, ds := b.seed(t, eliminacion.MaxCierres+2)
	var sagas []eliminacion.Eliminacion
	var cs []eliminacion.Cierre
	now := b.clock.Now()
	for _, d := range ds[:eliminacion.MaxCierres+1] {
		e := b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		end := nextState(nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, now), eliminacion.Completada, eliminacion.Completed, now)
		sagas = append(sagas, e)
		cs = append(cs, eliminacion.Cierre{
			Guardado: eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato, Antes: []auditoria.Evento{b.newEvento(c.OperadorID)}}, Hecho: b.newEvento(c.OperadorID),
		})
	}
	require(t, b.Guardar(b.ctx, cs[0].Guardado, cs[0].Hecho))
	before := int64(len(ds)) - 1

	requireCode(t, b.GuardarVarias(b.ctx, cs[:3]), fault.Conflict) // the first has ended before
	for _, change := range []func(e *eliminacion.Eliminacion){
		func(e *eliminacion.Eliminacion) { e.EventoID = newID() },                             // no such saga
		func(e *eliminacion.Eliminacion) { e.DocumentoID = ds[len(ds)-1].DocumentoID },        // it locks another document
		func(e *eliminacion.Eliminacion) { e.DocumentoID = b.newDocumento(c, 9).DocumentoID }, // which is not there
	} {
		wrong := cs[3]
		change(&wrong.Nueva)
		requireCode(t, b.GuardarVarias(b.ctx, []eliminacion.Cierre{cs[1], cs[2], wrong}), fault.Conflict, fault.NotFound)
	}
	for i, e := range sagas[1:] {
		b.requireSaga(t, e)
		b.requireNoEvento(t, "a group that was refused", cs[i+1].Hecho)
	}
	b.requireTotal(t, c, before, int64(len(ds))+1)

	require(t, b.GuardarVarias(b.ctx, cs[1:]))
	for i, x := range cs[1:] {
		b.requireSaga(t, x.Nueva)
		b.requireEvento(t, x.Antes[0])
		b.requireEvento(t, x.Hecho)
		requireCode(t, errOf(b.Documento(b.ctx, ds[i+1].Clave())), fault.NotFound)
	}
	b.requireTotal(t, c, before-eliminacion.MaxCierres, int64(len(ds))+1+eliminacion.MaxCierres)
	requireCode(t, b.GuardarVarias(b.ctx, cs[1:]), fault.Conflict)
	b.requireTotal(t, c, before-eliminacion.MaxCierres, int64(len(ds))+1+eliminacion.MaxCierres)
}

// eliminacionRemembers: what a saga remembers is what the document was when it was locked,
// and stays to the end. A saga that remembers nothing is a saga too.
func eliminacionRemembers(t *testing.T, b *world) {
	c, ds := b.seed(t, 3)
	for name, change := range map[string]func(*eliminacion.Recuerdo){
		"title": func(r *eliminacion.Recuerdo) { r.Titulo = "Otro" },
		"kind":  func(r *eliminacion.Recuerdo) { r.Tipo = "OTRA_COSA" },
	} {
		stale := b.newSaga(c, ds[0])
		change(stale.Recuerdo)
		if err := b.Iniciar(b.ctx, stale, Hecho()); !errors.Is(err, fault.Conflict) {
			t.Errorf("another %s is remembered: %v", name, err)
		}
	}
	b.requireDocumento(t, ds[0])

	e := b.newSaga(c, ds[0])
	e.Recuerdo.NombreArchivo, e.Recuerdo.Certificado = "año nuevo.pdf", true
	e.Recuerdo.EmisorID, e.Recuerdo.EmisorNombre = "registraduria", "Registraduría"
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	b.requireSaga(t, e)
	end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireSaga(t, end)

	unknown := b.newSaga(c, ds[1]) // a repair of a file without a document
	unknown.Recuerdo = nil
	require(t, b.Iniciar(b.ctx, unknown, Hecho()))
	b.requireSaga(t, unknown)
}
