package auditoria_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

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
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world/remote"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

// everyStore is all ports of a store.
type everyStore interface {
	carpeta.Store
	documento.Store
	documento.Sembrador
	eliminacion.Store
	entidad.Store
	tipo.Store
	tramite.Store
	entrega.Store
	codigo.Store
	consentimiento.Store
	auditoria.Store
	auditoria.StoreEmbargos
	reconciliacion.Metadatos
	reconciliacion.Reparaciones
	marca.Store
}

type everyObject interface {
	documento.Objetos
	documento.Inventario
}

// fragile erases nothing while it is broken.
type fragile struct {
	documento.Objetos
	broken atomic.Bool
}

func (f *fragile) Borrar(ctx context.Context, name string) (int, error) {
	if f.broken.Load() {
		return 0, fault.Plain(fault.Unavailable)
	}
	return f.Objetos.Borrar(ctx, name)
}

func (f *fragile) BorrarVarios(ctx context.Context, os []documento.VersionObjeto) []documento.Borrado {
	return world.EraseEach(ctx, os, f.Borrar)
}

// chronicle is a life that has every kind of event in it.
type chronicle struct {
	*world.Process
	t       *testing.T
	store   everyStore
	objetos *fragile
	mq      broker.Broker
	ahead   atomic.Int64 // of the clock
	reads   *auditoria.Lecturas
	carpeta carpeta.Carpeta
	owner   auth.Principal
	clerk   auth.Principal
}

func (k *chronicle) now() time.Time { return time.Now().Add(time.Duration(k.ahead.Load())).UTC() }

func (k *chronicle) must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

// TestEveryKindIsWritten: no kind is declared that nothing writes, in either store.
func TestEveryKindIsWritten(t *testing.T) {
	t.Run("embedded", func(t *testing.T) {
		k := &chronicle{t: t}
		store, objetos := world.Open(t, world.Config{Clock: k.now, BaseURL: func() string { return "http://127.0.0.1" }})
		k.tell(store, objetos)
	})
	t.Run("distributed", func(t *testing.T) {
		k := &chronicle{t: t}
		stores := remote.Open(t, "clases", dynamostore.Config{Clock: k.now})
		k.tell(stores.Tables, stores.Bucket)
	})
}

// tell lives the life, and reads what the store has of it.
func (k *chronicle) tell(store everyStore, objetos everyObject) {
	k.store, k.objetos = store, &fragile{Objetos: objetos}
	cfg := world.Config{Clock: k.now, Retry: broker.RetryPolicy{MaxAttempts: 1}}
	k.mq = world.Broker(k.t, cfg)
	k.Process = world.NewProcess(k.t, cfg, world.Ports{Store: store, Objetos: k.objetos, Broker: k.mq})
	k.reads = &auditoria.Lecturas{Rastro: store, Escribano: auditoria.Escribano{Clock: k.now}, Metrics: unmetered{}}
	k.Documentos.Auditoria, k.Eliminaciones.Auditoria, k.Entregas.Auditoria = k.reads, k.reads, k.reads
	k.clerk = auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}
	c, err := k.Carpetas.AbrirPara(k.t.Context(), "op-1", "ana")
	k.must(err)
	k.carpeta, k.owner = c.Carpeta, world.Owner(c.Carpeta)

	k.uploads()
	k.registry()
	k.deletions()
	k.deadLetters()
	k.repairs(objetos)
	k.faces()
	k.orders()

	var missing []auditoria.Tipo
	for _, tipo := range auditoria.Tipos {
		n := 0
		for _, operador := range []string{"op-1", auditoria.SinOperador} {
			es, err := store.Eventos(k.t.Context(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operador, Tipo: tipo}, Limite: 100})
			k.must(err)
			n += len(es)
		}
		if n == 0 {
			missing = append(missing, tipo)
		}
	}
	if missing != nil {
		k.t.Errorf("nothing writes %q", missing)
	}
}

// orders: something is hidden from the owner, and shown again.
func (k *chronicle) orders() {
	guarda := auditoria.Guarda{CarpetaID: k.carpeta.CarpetaID, CiudadanoID: k.carpeta.CiudadanoID, OperadorID: k.carpeta.OperadorID}
	s := &auditoria.Embargador{
		Rastro: k.store, Lecturas: k.reads, Escribano: auditoria.Escribano{Clock: k.now}, Clock: k.now,
		Guarda: func(context.Context, string) (auditoria.Guarda, error) { return guarda, nil },
	}
	o, err := s.Ordenar(k.t.Context(), auditora, auditoria.Mandato{
		CarpetaID: guarda.CarpetaID, Motivo: "m", BaseLegal: "b", Hasta: k.now().Add(time.Hour), Oficina: &auditoria.Oficina{Rol: "auditor"},
	})
	k.must(err)
	_, err = s.Levantar(k.t.Context(), auditora, guarda.CarpetaID, o.EmbargoID, "m")
	k.must(err)
}

type unmetered struct{}

func (unmetered) LecturasAnotadas(int)           {}
func (unmetered) LecturasNegadas(int)            {}
func (unmetered) Muestreado(auditoria.Tipo, int) {}
func (unmetered) MuestreoFallido()               {}

// announce announces an upload.
func (k *chronicle) announce(content string) documento.Documento {
	k.t.Helper()
	d, _, err := k.Documentos.IniciarCarga(k.t.Context(), k.owner, k.carpeta.CarpetaID, anUpload(content))
	k.must(err)
	return d
}

// document is one with its file.
func (k *chronicle) document(content string) documento.Documento {
	k.t.Helper()
	d := k.announce(content)
	k.must(k.objetos.Guardar(k.t.Context(), d.Objeto(), strings.NewReader(content)))
	d, err := k.Documentos.ConfirmarCarga(k.t.Context(), k.owner, d.Clave())
	k.must(err)
	return d
}

func (k *chronicle) uploads() {
	d := k.document("%PDF-1.7 uno")
	title := "Otro"
	_, err := k.Documentos.Corregir(k.t.Context(), k.owner, d.Clave(), documento.Correccion{Version: 1, Titulo: &title})
	k.must(err)
	for _, link := range k.Documentos.Enlaces(k.t.Context(), k.owner, []documento.Enlace{{Documento: &d}, {Documento: &d, Vista: true}}) {
		k.must(link.Err)
	}
	uses := documento.Salidas{Carpetas: k.store, Lecturas: k.reads, Repetidas: &auditoria.Muestreo{}}
	k.must(uses.Anotar(k.t.Context(), documento.Salida{Clave: d.Clave(), Firma: "f", Solicitud: "s"}))
	_, err = k.Documentos.CancelarCarga(k.t.Context(), k.owner, k.announce("dos").Clave())
	k.must(err)
	k.announce("tres")
	k.ahead.Add(int64(documento.VigenciaSinConfirmar + time.Hour))
	n, err := k.Documentos.BarrerVencidas(context.Background())
	k.must(err)
	if n == 0 {
		k.t.Error("no upload expired")
	}
}

// deliver takes a delivery, which may stand for another.
func (k *chronicle) deliver(uni world.Signer, content, replaces string) entrega.Entrega {
	p := entrega.Pedido{CiudadanoID: "ana", Nuevo: anUpload(content), Declarado: &entrega.Declarado{
		FechaEmision: "2020-05-03", Nombre: "Ana Ruiz", Sal: strings.Repeat("A", 22), ReemplazaA: replaces,
	}}
	e, _, err := k.Entregas.Entregar(k.t.Context(), uni.Principal(), uni.Declare(k.t, p, k.now()))
	k.must(err)
	d, err := k.store.Documento(k.t.Context(), e.Clave())
	k.must(err)
	k.must(k.objetos.Guardar(k.t.Context(), d.Objeto(), strings.NewReader(content)))
	e, err = k.Entregas.Confirmar(k.t.Context(), uni.Principal(), e.EntregaID)
	k.must(err)
	return e
}

// consent: an entity asks again and again, the citizen answers and refuses, the entity looks, and the citizen ends it.
func (k *chronicle) consent(procedure string, of documento.Clave) {
	ctx, s := k.t.Context(), k.Consentimiento
	bank := auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Entidad}, EntidadID: "banco", Permisos: auth.ValidPermisos}
	ask := func(number string) consentimiento.Solicitud {
		r, err := s.Pedir(ctx, bank, consentimiento.NuevaSolicitud{CiudadanoID: "ana", Tramite: procedure, NumeroInterno: number})
		k.must(err)
		return r
	}
	r := ask("1")
	k.ahead.Add(int64(25 * time.Hour))
	r, err := s.Recordar(ctx, bank, r.Nombre())
	k.must(err)
	answered, err := s.Responder(ctx, k.owner, consentimiento.Contestacion{
		Nombre: r.Nombre(), Version: r.Version, Dias: 30, Lengua: "es", Respuestas: []consentimiento.RespuestaA{{Requisito: "DIPLOMA", DocumentoID: of.DocumentoID}},
	})
	k.must(err)
	received := consentimiento.NombreRecibido{NombreAutorizacion: answered.Autorizacion.Nombre(), DocumentoID: of.DocumentoID}
	seen, err := s.Abrir(ctx, bank, received)
	k.must(err)
	file, err := s.Archivo(ctx, seen.Pase)
	k.must(err)
	k.must(file.Anotar(ctx))
	_, err = s.Terminar(ctx, k.owner, answered.Autorizacion.Nombre())
	k.must(err)
	if _, err = s.Abrir(ctx, bank, received); fault.CodeOf(err) != fault.AutorizacionOver {
		k.t.Errorf("a look after the end: %v", err)
	}
	stop := world.Run(k.t, s.Negadas.Run)
	world.WaitFor(k.t, "the refused look in the trail", func() bool {
		es, err := k.store.Eventos(ctx, auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: "op-1", Tipo: auditoria.AutorizacionNegada}, Limite: 1})
		return err == nil && len(es) == 1
	})
	stop()
	_, err = s.PedirBorrado(ctx, k.owner, answered.Autorizacion.Nombre())
	k.must(err)
	_, err = s.Retirar(ctx, bank, ask("2").Nombre())
	k.must(err)
	last := ask("3").Nombre()
	_, err = s.Denunciar(ctx, k.owner, last)
	k.must(err)
	_, err = s.Silenciar(ctx, k.owner, "banco", false)
	k.must(err)
	_, err = s.Rechazar(ctx, k.owner, last)
	k.must(err)
}

// procedure registers a procedure, and ends it.
func (k *chronicle) procedure(diploma documento.Clave) {
	_, err := k.Entidades.Registrar(k.t.Context(), world.Administrador(), entidad.Alta{EntidadID: "banco", Nombre: "El banco", Roles: []entidad.Rol{entidad.RolReceptor}, NIT: "900123456-8"})
	k.must(err)
	text := tipo.Texto{Es: "Crédito", En: "Credit"}
	v, err := k.Tramites.Registrar(k.t.Context(), world.Administrador(), tramite.Tramite{
		Codigo: "CREDITO", Nombre: text, Finalidad: text, BaseLegal: text, PlazoMaximoDias: 90, Entidades: []string{"banco"},
		Requisitos: []tramite.Requisito{{Codigo: "DIPLOMA", Nombre: text, Tipos: []string{"DIPLOMA"}}},
	})
	k.must(err)
	k.consent(v.Codigo, diploma)
	_, err = k.Tramites.Terminar(k.t.Context(), world.Administrador(), v.Codigo)
	k.must(err)
}

// registry registers an entity, takes a delivery of it, and revokes a key of it.
func (k *chronicle) registry() {
	uni := world.NewSigner(k.t, "uni", "k1")
	_, err := k.Entidades.Registrar(k.t.Context(), world.Administrador(), entidad.Alta{EntidadID: "uni", Nombre: "La uni", Llaves: uni.JWKS(k.t)})
	k.must(err)
	_, err = k.Tipos.Registrar(k.t.Context(), world.Administrador(), tipo.DelPrograma()[0])
	k.must(err)
	e := k.deliver(uni, "%PDF-1.7 diploma", "")
	k.procedure(e.Clave())
	c, err := k.Codigos.Crear(k.t.Context(), k.owner, codigo.Pedido{Clave: e.Clave(), Alcance: codigo.Datos})
	k.must(err)
	_, err = k.Codigos.Usar(k.t.Context(), k.Codigos.Llaves.De(c), "")
	k.must(err)
	_, err = k.Codigos.Terminar(k.t.Context(), k.owner, c.Nombre())
	k.must(err)
	second := k.deliver(uni, "%PDF-1.7 diploma corregido", e.EntregaID)
	_, err = k.Entregas.Revocar(k.t.Context(), uni.Principal(), uni.Revoke(k.t, second.EntregaID, "Error en el nombre", k.now()))
	k.must(err)
	request, err := k.Eliminaciones.SolicitarAprobacion(k.t.Context(), k.owner, eliminacion.Pedido{Clave: e.Clave(), Motivo: "ya no"})
	k.must(err)
	_, err = k.Eliminaciones.Aprobar(k.t.Context(), k.clerk, request.EventoID, "")
	k.must(err)
	_, err = k.Entidades.Revocar(k.t.Context(), world.Administrador(), "uni", "k1", k.now())
	k.must(err)
}

// deletions are one that is taken back, one that fails and is tried again, and those who look at it.
func (k *chronicle) deletions() {
	ctx, d := k.t.Context(), k.document("cuatro")
	e, err := k.Eliminaciones.Solicitar(ctx, k.owner, eliminacion.Pedido{Clave: d.Clave(), Ventana: time.Minute})
	k.must(err)
	_, err = k.Eliminaciones.Cancelar(ctx, k.owner, e.EventoID)
	k.must(err)
	e, err = k.Eliminaciones.Solicitar(ctx, k.owner, eliminacion.Pedido{Clave: d.Clave()})
	k.must(err)
	k.Eliminaciones.Papeles = role.Set{role.ObjectEraser} // the next step is another process's
	k.must(world.Deliver(ctx, k.Eliminaciones, eliminacion.Mensaje(e, broker.MinioCleanup, k.now()), k.Dispatcher.Enviar))
	k.Eliminaciones.Papeles = role.All
	e, err = k.Eliminaciones.Eliminacion(ctx, e.EventoID)
	k.must(err)
	k.must(k.Eliminaciones.Avanzar(ctx, []eliminacion.EnMano{{Eliminacion: e, Rendida: true}})[0].Err)
	e, err = k.Eliminaciones.Reintentar(ctx, k.clerk, e.EventoID)
	k.must(err)
	k.must(world.Deliver(ctx, k.Eliminaciones, eliminacion.Mensaje(e, broker.MetadataCleanup, k.now()), k.Dispatcher.Enviar))
	e, err = k.Eliminaciones.Ver(ctx, k.clerk, e.EventoID)
	k.must(err)
	k.must(k.Eliminaciones.AnotarLista(ctx, k.clerk, []eliminacion.Eliminacion{e}))
}

// deadLetters has a message die, and sends it again.
func (k *chronicle) deadLetters() {
	k.objetos.broken.Store(true)
	stop := world.Run(k.t, append(k.Consumers(), k.Dispatcher.Run)...)
	_, err := k.Eliminaciones.Solicitar(k.t.Context(), k.owner, eliminacion.Pedido{Clave: k.document("cinco").Clave()})
	k.must(err)
	queue := broker.DeadLetterQueues()[slices.IndexFunc(broker.DeadLetterQueues(), func(q string) bool { return strings.Contains(q, "minio") })]
	world.WaitFor(k.t, "a dead letter", func() bool {
		page, err := k.Operacion.MensajesMuertos(k.t.Context(), k.clerk, "", operacion.FiltroMensajes{Cola: queue}, relay.Args{})
		k.must(err)
		return page.Total > 0
	})
	stop()
	k.objetos.broken.Store(false)
	k.Operacion.Plazos.Lote = 0 // nobody executes them
	_, err = k.Operacion.Reencolar(k.t.Context(), k.clerk, operacion.Reencolado{Cola: queue, Maximo: 10, PorSegundo: 100})
	k.must(err)
}

// repairs mends a counter that is off.
func (k *chronicle) repairs(objetos everyObject) {
	c := carpeta.Carpeta{CarpetaID: world.NewID(), CiudadanoID: "eva", OperadorID: "op-1", Tipo: "PERSONAL", TotalDocumentos: 5}
	k.must(k.store.Sembrar(k.t.Context(), c, nil, world.Hecho()))
	r := &reconciliacion.Reconciliador{
		Metadatos: k.store, Reparaciones: k.store, Marcas: k.store, Objetos: objetos, Cargas: k.Documentos, Plazos: reconciliacion.PlazosNormales, Clock: k.now, NewID: world.NewID,
		Log: slog.New(slog.DiscardHandler), Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }, Escribano: auditoria.Escribano{Clock: k.now},
	}
	_, err := r.Recorrer(k.t.Context(), reconciliacion.Recorrido{CarpetaID: c.CarpetaID, Ritmo: 1000, Hallado: func(h reconciliacion.Hallazgo) error {
		_, err := r.Reparar(k.t.Context(), h)
		return err
	}}, reconciliacion.Resumen{})
	k.must(err)
}

// faces are those who come, who are refused, and who read the trail.
func (k *chronicle) faces() {
	refusals := &auditoria.Muestreo{Rastro: k.store, Escribano: k.reads.Escribano, Ventana: time.Hour, Max: 1, Metrics: unmetered{}}
	s := auditoria.NewSesiones(auditoria.ConfigSesiones{
		Lecturas: k.reads, Rastro: k.store, Rechazos: refusals,
		CarpetaDe: func(ctx context.Context, id string) (string, string, error) {
			c, err := k.store.CarpetaDeCiudadano(ctx, id)
			return c.CarpetaID, c.OperadorID, err
		},
	})
	k.must(s.Iniciada(k.t.Context(), with("token", k.owner)))
	s.Rechazado(k.t.Context(), "token", auth.CauseExpired)
	s.Negada(k.owner, fault.NotFound)
	ctx, cancel := context.WithCancel(k.t.Context())
	cancel()
	k.must(refusals.Run(ctx))
	k.must(k.reads.Anotar(k.t.Context(), auditoria.DeRevocacion(auditoria.Revocado, auth.Revocation{Subject: "ana", Before: k.now()})))
	k.must(k.reads.Anotar(k.t.Context(), auditoria.DeRespaldo()))
	k.must(k.reads.Anotar(k.t.Context(), auditoria.DeRestauracion("000001-20261123T030000Z", k.now())))

	codec, err := relay.NewCodec(relay.Key{ID: "k", Secret: bytes.Repeat([]byte{2}, 32)})
	k.must(err)
	trail := &auditoria.Consultas{Rastro: k.store, Cursores: codec, Lecturas: k.reads, Clock: k.now, Log: slog.New(slog.DiscardHandler)}
	_, err = trail.Listar(k.t.Context(), k.clerk, auditoria.Pedido{}, auditoria.Tramo{Limite: 10})
	k.must(err)
	k.must(trail.Exportar(k.t.Context(), k.clerk, auditoria.Pedido{}, auditoria.Tramo{Todo: true}, func(auditoria.Corrida) error { return nil }))
}
