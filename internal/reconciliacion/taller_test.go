package reconciliacion_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world/remote"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

type objetosReales interface {
	documento.Objetos
	documento.Inventario
}

// almacen is every port of the stores that a test needs.
type almacen interface {
	carpeta.Store
	documento.Store
	eliminacion.Store
	documento.Sembrador
	reconciliacion.Metadatos
	reconciliacion.Reparaciones
	marca.Store
	entidad.Store
	tipo.Store
	tramite.Store
	entrega.Store
	codigo.Store
	consentimiento.Store
	auditoria.StoreEmbargos
	entrega.Sembrador
	auditoria.Store
}

// taller is a house on real adapters, with the use cases on them, the saga's
// messages delivered at once, and a clock that can be moved.
type taller struct {
	t         testing.TB
	almacen   almacen
	objetos   objetosReales
	ocultar   func(nombre string) // a delete marker; nil where there are none
	delante   atomic.Int64
	borrados  *eliminacion.Servicio
	subidas   *documento.Servicio
	r         *reconciliacion.Reconciliador
	carpeta   carpeta.Carpeta
	dueno     auth.Principal
	enCamino  sync.WaitGroup
	detenido  atomic.Bool // messages are lost
	capacidad atomic.Int64
	llamadas  atomic.Int64
}

func (w *taller) now() time.Time { return time.Now().Add(time.Duration(w.delante.Load())).UTC() }

func (w *taller) observar(_ string, unidades float64) {
	w.llamadas.Add(1)
	w.capacidad.Add(int64(unidades * 10))
}

// enAmbos runs a story on both profiles' adapters.
func enAmbos(t *testing.T, historia func(t *testing.T, w *taller)) {
	t.Run("embedded", func(t *testing.T) { historia(t, embebido(t)) })
	t.Run("distributed", func(t *testing.T) { historia(t, distribuido(t)) })
}

func embebido(t testing.TB) *taller {
	t.Helper()
	w := &taller{t: t}
	store, disco := world.Open(t, world.Config{Clock: w.now, Observe: w.observar})
	return w.armar(store, disco)
}

func distribuido(t testing.TB) *taller {
	t.Helper()
	w := &taller{t: t}
	stores := remote.Open(t, "reconciliar", dynamostore.Config{Clock: w.now, Observe: w.observar})
	conexion := stores.S3
	_, host, _ := strings.Cut(conexion.Endpoint, "://")
	crudo, err := minio.New(host, &minio.Options{Creds: credentials.NewStaticV4(conexion.AccessKey, conexion.SecretKey, ""), Region: "us-east-1"})
	exigir(t, err)
	w.ocultar = func(objeto string) {
		exigir(t, crudo.RemoveObject(t.Context(), stores.Name, objeto, minio.RemoveObjectOptions{}))
	}
	return w.armar(stores.Tables, stores.Bucket)
}

func (w *taller) armar(almacen almacen, objetos objetosReales) *taller {
	w.t.Helper()
	w.almacen, w.objetos = almacen, objetos
	p := world.NewProcess(w.t, world.Config{Clock: w.now}, world.Ports{Store: almacen, Objetos: objetos, Broker: world.Broker(w.t, world.Config{})})
	w.borrados, w.subidas = p.Eliminaciones, p.Documentos
	w.borrados.Cola, w.subidas.Limites.CargaVence = w, 15*time.Minute
	w.r = &reconciliacion.Reconciliador{
		Metadatos: almacen, Reparaciones: almacen, Marcas: almacen, Objetos: objetos, Cargas: p.Documentos, Plazos: reconciliacion.PlazosNormales, Clock: w.now, NewID: world.NewID, Log: slog.New(slog.DiscardHandler),
		Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	w.carpeta = w.nuevaCarpeta("op-a")
	w.dueno = world.Owner(w.carpeta)
	return w
}

func (w *taller) nuevaCarpeta(operador string) carpeta.Carpeta {
	w.t.Helper()
	c := carpeta.Carpeta{CarpetaID: uuid.NewString(), CiudadanoID: uuid.NewString(), OperadorID: operador, Tipo: "PERSONAL"}
	_, err := w.almacen.AbrirCarpeta(w.t.Context(), c, world.Hecho())
	exigir(w.t, err)
	return c
}

// The house is the saga's dispatcher: a message is delivered at once, again if its
// handler failed, or lost while the house is detenido.
func (w *taller) Plazo(eliminacion.Eliminacion) time.Time { return w.now().Add(time.Minute) }
func (w *taller) Seguir(f eliminacion.Fin)                { world.Sent(f, w.now(), w.Enviar) }

func (w *taller) Enviar(m broker.Message) {
	if w.detenido.Load() {
		return
	}
	w.enCamino.Go(func() {
		for range 5 {
			if world.Deliver(context.Background(), w.borrados, m, w.Enviar) == nil {
				return
			}
		}
	})
}

// barrer carries out everything that is due or will be, as the sweeper does.
func (w *taller) barrer() {
	w.t.Helper()
	ctx := w.t.Context()
	for range 20 {
		n := 0
		ops, err := w.almacen.Operadores(ctx)
		exigir(w.t, err)
		for _, op := range ops {
			ps, err := w.almacen.Vencidas(ctx, op, w.now(), 100)
			exigir(w.t, err)
			for _, p := range ps {
				e, err := w.almacen.Arrendar(ctx, p, eliminacion.Arriendo{Hasta: w.now().Add(time.Minute)})
				exigir(w.t, err)
				w.Enviar(eliminacion.Mensaje(e, eliminacion.Orden(e), w.now()))
				n++
			}
		}
		w.enCamino.Wait()
		if n == 0 {
			return
		}
		w.adelantar(10 * time.Minute) // whatever waits for a moment is due now
	}
	w.t.Fatal("something is due for ever")
}

func (w *taller) adelantar(d time.Duration) { w.delante.Add(int64(d)) }

// subir uploads one document.
func (w *taller) subir() documento.Documento {
	w.t.Helper()
	d, err := w.intentarSubir(w.dueno, w.carpeta.CarpetaID)
	exigir(w.t, err)
	return d
}

func (w *taller) intentarSubir(quien auth.Principal, carpetaID string) (documento.Documento, error) {
	contenido := []byte(world.NewID())
	return w.subidas.Importar(context.Background(), quien, carpetaID, documento.Nuevo{
		Titulo: "Acta", Tipo: documento.Otro, NombreArchivo: "a.txt", TipoContenido: "text/plain",
		TamanoBytes: int64(len(contenido)), Hash: world.Hash(contenido),
	}, bytes.NewReader(contenido))
}

// guardar stores a file under a name, of any owner.
func (w *taller) guardar(nombre string) {
	w.t.Helper()
	contenido := []byte("de nadie")
	o := documento.Objeto{Nombre: nombre, Hash: world.Hash(contenido), TamanoBytes: int64(len(contenido)), TipoContenido: "text/plain"}
	exigir(w.t, w.objetos.Guardar(w.t.Context(), o, bytes.NewReader(contenido)))
}

// borrar asks for a deletion; unless the house is detenido it comes to its end.
func (w *taller) borrar(d documento.Documento) eliminacion.Eliminacion {
	w.t.Helper()
	e, err := w.borrados.Solicitar(w.t.Context(), w.dueno, eliminacion.Pedido{Clave: d.Clave()})
	exigir(w.t, err)
	w.enCamino.Wait()
	return e
}

// atascar asks for a deletion whose messages are all lost.
func (w *taller) atascar(d documento.Documento) eliminacion.Eliminacion {
	w.t.Helper()
	w.detenido.Store(true)
	defer w.detenido.Store(false)
	return w.borrar(d)
}

// recorrer is a whole run; it returns the findings, as "TIPO MOTIVO documentoId".
func (w *taller) recorrer(o reconciliacion.Encargo) ([]reconciliacion.Hallazgo, []reconciliacion.Reparacion, reconciliacion.Resumen, error) {
	var hs []reconciliacion.Hallazgo
	var rs []reconciliacion.Reparacion
	o.Dueno = "prueba"
	if o.MaxReparadas == 0 {
		o.MaxReparadas = 100
	}
	o.HallazgoLinea = func(h reconciliacion.Hallazgo) error { hs = append(hs, h); return nil }
	o.Reparada = func(p reconciliacion.Reparacion) error { rs = append(rs, p); return nil }
	resumen, _, err := w.r.Consola(w.t.Context(), o)
	return hs, rs, resumen, err
}

func (w *taller) exigirLimpio() {
	w.t.Helper()
	hs, _, r, err := w.recorrer(reconciliacion.Encargo{})
	exigir(w.t, err)
	got := []int64{int64(len(hs)), r.Inconsistencias(), r.SinDecidir}
	if diff := cmp.Diff([]int64{0, 0, 0}, got); diff != "" {
		w.t.Fatalf("not clean: findings, inconsistencies, undecided (-want +got):\n%s%+v", diff, hs)
	}
}

// exigirUno wants exactly one finding.
func (w *taller) exigirUno(t reconciliacion.Tipo, m reconciliacion.Motivo) reconciliacion.Hallazgo {
	w.t.Helper()
	hs, _, _, err := w.recorrer(reconciliacion.Encargo{})
	exigir(w.t, err)
	type found struct {
		Tipo   reconciliacion.Tipo
		Motivo reconciliacion.Motivo
	}
	var got []found
	for _, h := range hs {
		got = append(got, found{h.Tipo, h.Motivo})
	}
	if diff := cmp.Diff([]found{{t, m}}, got); diff != "" {
		w.t.Fatalf("findings (-want +got):\n%s", diff)
	}
	return hs[0]
}

// reparar repairs everything, lets the sagas run, and wants nothing left.
func (w *taller) reparar(accion reconciliacion.Accion) {
	w.t.Helper()
	before := w.contadas()
	_, rs, r, err := w.recorrer(reconciliacion.Encargo{Reparar: true})
	exigir(w.t, err)
	switch told := w.contadas() - before; {
	case accion == reconciliacion.Corregido && told == 2: // the total, and the usage
	case told != 1:
		w.t.Fatalf("the trail tells %d times of a repair", told)
	}
	var got []reconciliacion.Accion
	for _, p := range rs {
		got = append(got, p.Accion)
	}
	if diff := cmp.Diff([]reconciliacion.Accion{accion}, got); diff != "" {
		w.t.Fatalf("repairs (-want +got):\n%s", diff)
	}
	if n := r.Inconsistencias(); n != 0 {
		w.t.Fatalf("%d findings were not repaired", n)
	}
	w.barrer()
	w.exigirLimpio()
}

// contadas is how often the trail tells of a repair.
func (w *taller) contadas() (n int) {
	w.t.Helper()
	ops, err := w.almacen.OperadoresConEventos(w.t.Context())
	exigir(w.t, err)
	for _, o := range ops {
		for _, kind := range []auditoria.Tipo{auditoria.ReconciliacionReparada, auditoria.CargaVencida} {
			es, err := w.almacen.Eventos(w.t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: o, Tipo: kind}, Limite: 1000})
			exigir(w.t, err)
			for _, e := range es {
				if kind == auditoria.ReconciliacionReparada && (e.Servicio != auditoria.Reconciliador || e.Datos["diferencia"] == "") {
					w.t.Errorf("a repair: %+v", e)
				}
			}
			n += len(es)
		}
	}
	return n
}

func (w *taller) total() int64 {
	w.t.Helper()
	c, err := w.almacen.Carpeta(w.t.Context(), w.carpeta.CarpetaID)
	exigir(w.t, err)
	return c.TotalDocumentos
}

func exigir(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}
