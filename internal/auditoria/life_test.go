package auditoria_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// life is the embedded system, and the trail of what happens in it.
type life struct {
	*world.World
	t     *testing.T
	clock atomic.Int64
	told  map[string]bool // ids
}

func newLife(t *testing.T) *life {
	l := &life{t: t, told: map[string]bool{}}
	l.clock.Store(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC).UnixNano())
	l.World = world.New(t, world.Config{Clock: l.now, BaseURL: func() string { return "http://127.0.0.1" }})
	l.Carpetas.Apertura.PrimerIngreso = "op1"
	return l
}

func (l *life) now() time.Time { return time.Unix(0, l.clock.Load()).UTC() }

func (l *life) passes(d time.Duration) { l.clock.Add(int64(d)) }

func (l *life) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// tells requires that the trail of an operador has grown by these events: kind, part of the program, who, and what for. What
// happened within one millisecond has no order.
func (l *life) tells(operadorID string, want ...string) (es []auditoria.Evento) {
	l.t.Helper()
	all, err := l.Store.Eventos(context.Background(), auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operadorID}, Limite: 1000})
	l.must(err)
	all = slices.DeleteFunc(all, func(e auditoria.Evento) bool { return l.told[e.EventoID] })
	var got []string
	for _, e := range all {
		l.told[e.EventoID] = true
		got = append(got, strings.TrimSpace(fmt.Sprint(e.Tipo, " ", e.Servicio, " ", e.Actor.Tipo, " ", e.Actor.ID, " ", e.Proposito)))
	}
	left := slices.Clone(got)
	for _, w := range want {
		n := slices.Index(left, w)
		if n < 0 || all[n].Momento.After(all[0].Momento) {
			break
		}
		es = append(es, all[n])
		all, left = slices.Delete(all, n, n+1), slices.Delete(left, n, n+1)
	}
	if len(es) != len(want) || len(all) > 0 {
		l.t.Fatalf("the trail of %s has grown by\n     %q\nwant %q", operadorID, got, want)
	}
	return es
}

func (l *life) upload(c carpeta.Carpeta, content string) documento.Documento {
	l.t.Helper()
	d, _, err := l.Documentos.IniciarCarga(l.t.Context(), world.Owner(c), c.CarpetaID, anUpload(content))
	l.must(err)
	l.must(l.Objetos.Guardar(l.t.Context(), d.Objeto(), strings.NewReader(content)))
	d, err = l.Documentos.ConfirmarCarga(l.t.Context(), world.Owner(c), d.Clave())
	l.must(err)
	return d
}

func anUpload(content string) documento.Nuevo {
	return documento.Nuevo{
		Titulo: "Diploma de Zoraida", Tipo: documento.Diploma, NombreArchivo: "zoraida.pdf", TipoContenido: "application/pdf",
		TamanoBytes: int64(len(content)), Hash: world.Hash([]byte(content)),
	}
}

// erased does the steps of a deletion, as the workers would.
func (l *life) erased(e eliminacion.Eliminacion) {
	l.t.Helper()
	for _, q := range broker.Queues[1:] { // the first is the coordinator's
		l.must(world.Deliver(context.Background(), l.Eliminaciones, eliminacion.Mensaje(e, q.Keys[0], l.now()), l.Dispatcher.Enviar))
	}
}

// TestACarpetasLifeIsTold: each thing that happens to a carpeta is told once, with who did it and what for.
func TestACarpetasLifeIsTold(t *testing.T) {
	l := newLife(t)
	zoraida := auth.Principal{Sub: "zoraida", Roles: []auth.Role{auth.Ciudadano}}
	clerk := auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op1", Finalidad: auth.Finalidad{Proposito: "afiliación", BaseLegal: "Ley 1"}}

	c, err := l.Carpetas.Mia(t.Context(), zoraida)
	l.must(err)
	_, err = l.Carpetas.Mia(t.Context(), zoraida) // is there already
	l.must(err)
	l.tells("op1", "carpeta.abierta api ciudadano zoraida")
	for range 2 {
		_, err = l.Carpetas.Abrir(t.Context(), clerk, "luis")
		l.must(err)
	}
	if e := l.tells("op1", "carpeta.abierta api operador oto afiliación")[0]; e.EnNombreDe != "luis" || e.BaseLegal != "Ley 1" || e.Actor.OperadorID != "op1" {
		t.Errorf("opened by an operador: %+v", e)
	}
	_, err = l.Carpetas.AbrirPara(auditoria.Como(t.Context(), auditoria.Consola), "op1", "eva")
	l.must(err)
	l.tells("op1", "carpeta.abierta consola servicio consola")

	d := l.upload(c, "uno")
	for _, e := range l.tells("op1", "carga.anunciada api ciudadano zoraida", "carga.confirmada api ciudadano zoraida") {
		if e.CarpetaID != c.CarpetaID || e.DocumentoID != d.DocumentoID || e.Datos["sha256"] != d.Hash {
			t.Errorf("an upload: %+v", e)
		}
	}
	_, err = l.Documentos.ConfirmarCarga(t.Context(), zoraida, d.Clave()) // is confirmed
	l.must(err)
	l.tells("op1")

	other := "Diploma de la otra"
	_, err = l.Documentos.Corregir(t.Context(), zoraida, d.Clave(), documento.Correccion{Version: 1, Titulo: &other})
	l.must(err)
	if e := l.tells("op1", "documento.editado api ciudadano zoraida")[0]; e.Datos["campos"] != "titulo" || e.Datos["version"] != "2" {
		t.Errorf("a correction: %+v", e.Datos)
	}

	e, err := l.Eliminaciones.Solicitar(t.Context(), zoraida, eliminacion.Pedido{Clave: d.Clave(), Ventana: time.Minute})
	l.must(err)
	for range 2 {
		_, err = l.Eliminaciones.Cancelar(t.Context(), zoraida, e.EventoID)
		l.must(err)
	}
	l.tells("op1", "eliminacion.solicitada api ciudadano zoraida", "eliminacion.cancelada api ciudadano zoraida")
	e, err = l.Eliminaciones.Solicitar(t.Context(), zoraida, eliminacion.Pedido{Clave: d.Clave()})
	l.must(err)
	l.erased(e)
	l.erased(e) // everything is delivered twice
	for _, h := range l.tells("op1", "eliminacion.solicitada api ciudadano zoraida", "eliminacion.paso borrador-objetos servicio borrador-objetos",
		"eliminacion.completada borrador-metadatos servicio borrador-metadatos") {
		if h.CorrelacionID != e.EventoID {
			t.Errorf("an event of a deletion correlates with %s", h.CorrelacionID)
		}
		for k, v := range h.Datos {
			if k == "tipoDocumento" { // the kind is told, and no word of the title
				continue
			}
			if strings.Contains(strings.ToLower(v), "zoraida") || strings.Contains(strings.ToLower(v), "diploma") {
				t.Errorf("%s says %q", k, v)
			}
		}
	}
}

// TestUploadsThatEndAreToldOnce: an upload is cancelled or expires, never both.
func TestUploadsThatEndAreToldOnce(t *testing.T) {
	l := newLife(t)
	zoraida := auth.Principal{Sub: "zoraida", Roles: []auth.Role{auth.Ciudadano}}
	c, err := l.Carpetas.Mia(t.Context(), zoraida)
	l.must(err)
	l.tells("op1", "carpeta.abierta api ciudadano zoraida")
	announce := func(content string) documento.Documento {
		d, _, err := l.Documentos.IniciarCarga(t.Context(), zoraida, c.CarpetaID, anUpload(content))
		l.must(err)
		return d
	}
	d := announce("uno")
	l.passes(time.Millisecond)
	announce("uno") // the same again renews it
	if es := l.tells("op1", "carga.anunciada api ciudadano zoraida", "carga.anunciada api ciudadano zoraida"); es[0].Datos["renovada"] != "" || es[1].Datos["renovada"] != "true" {
		t.Errorf("announced and renewed: %v, %v", es[0].Datos, es[1].Datos)
	}
	for range 2 {
		_, err = l.Documentos.CancelarCarga(t.Context(), zoraida, d.Clave())
		l.must(err)
	}
	l.tells("op1", "carga.cancelada api ciudadano zoraida")

	announce("dos")
	left := announce("tres")
	l.tells("op1", "carga.anunciada api ciudadano zoraida", "carga.anunciada api ciudadano zoraida")
	// Of a process that was killed within a cancellation, an expired upload is left.
	cancelled := l.cutShort(c, left)
	l.passes(documento.VigenciaSinConfirmar + time.Hour)
	n, err := l.Documentos.BarrerVencidas(context.Background())
	l.must(err)
	if n != 2 {
		t.Fatalf("%d uploads were swept, want 2", n)
	}
	es := l.tells("op1", "carga.cancelada api ciudadano zoraida", "carga.vencida barrendero servicio barrendero")
	if es[0].DocumentoID != cancelled.DocumentoID || es[1].DocumentoID == cancelled.DocumentoID {
		t.Errorf("cancelled %s, and expired %s", es[0].DocumentoID, es[1].DocumentoID)
	}
}

// cutShort cancels an upload in a process that ends before the file and the row are gone.
func (l *life) cutShort(c carpeta.Carpeta, d documento.Documento) documento.Documento {
	l.t.Helper()
	objetos := l.Documentos.Objetos
	l.Documentos.Objetos = broken{objetos}
	defer func() { l.Documentos.Objetos = objetos }()
	if _, err := l.Documentos.CancelarCarga(l.t.Context(), world.Owner(c), d.Clave()); err == nil {
		l.t.Fatal("the cancellation went to its end")
	}
	return d
}

type broken struct{ documento.Objetos }

func (broken) AnularCarga(context.Context, string) error { return context.DeadlineExceeded }

// TestEntitiesAreTold: what happens to the registry is in nobody's trail, a delivery in that of the carpeta's operador.
func TestEntitiesAreTold(t *testing.T) {
	l := newLife(t)
	uni := world.NewSigner(t, "uni", "k1")
	before := strings.TrimSuffix(world.NewSigner(t, "uni", "k0").JWKS(t), "]}")
	for range 2 {
		l.passes(time.Millisecond)
		_, err := l.Entidades.Registrar(t.Context(), world.Administrador(), entidad.Alta{EntidadID: "uni", Nombre: "La uni", Llaves: before + "," + strings.TrimPrefix(uni.JWKS(t), `{"keys":[`)})
		l.must(err)
	}
	l.passes(time.Millisecond)
	_, err := l.Entidades.Revocar(t.Context(), world.Administrador(), "uni", "k0", l.now())
	l.must(err)
	es := l.tells(auditoria.SinOperador, "entidad.cambiada api administrador hugo", "entidad.cambiada api administrador hugo", "llave.cambiada api administrador hugo")
	if es[1].Datos["version"] != "2" || es[2].Datos["llave"] != "k0" {
		t.Errorf("the registry: %v, %v", es[1].Datos, es[2].Datos)
	}

	c, _ := world.Carpeta(t, l.Store, "op1", 0, nil)
	for range 2 {
		n := anUpload("diploma")
		e, carga, err := l.Entregas.Entregar(t.Context(), uni.Principal(), entrega.Pedido{
			CiudadanoID: c.CiudadanoID, Nuevo: n, Firma: uni.Sign(t, entrega.Contenido(c.CiudadanoID, n), l.now())})
		l.must(err)
		if carga == nil {
			continue
		}
		d, err := l.Store.Documento(t.Context(), e.Clave())
		l.must(err)
		l.must(l.Objetos.Guardar(t.Context(), d.Objeto(), strings.NewReader("diploma")))
		_, err = l.Entregas.Confirmar(t.Context(), uni.Principal(), e.EntregaID)
		l.must(err)
	}
	es = l.tells("op1", "carga.anunciada api entidad programa de uni", "emision api servicio api", "documento.entregado api entidad programa de uni")
	if es[2].Actor.EntidadID != "uni" || es[2].CarpetaID != c.CarpetaID {
		t.Errorf("a delivery: %+v", es[2])
	}
}
