package storetest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var casesEntregaCorregida = []testCase{
	{"entrega/taken back", "", entregaRevoked},
	{"entrega/taken back after it was erased, or while it is", "", entregaRevokedErased},
	{"entrega/taken back while a deletion locks it", "", entregaRevokedLocked},
	{"entrega/a status list counts, and is marked", "", listCounts},
	{"entrega/replaced by another", "", entregaReplaced},
	{"entrega/replaced by one of two", "", entregaReplacedOnce},
}

// revocation is a delivery as its entity takes it back.
func (b *world) revocation(e entrega.Entrega, d documento.Documento) entrega.Correccion {
	c := entrega.Correccion{Visto: e, Entrega: e, DocumentoVisto: d, Documento: d}
	c.Entrega.ModificadaEn, c.Entrega.RevocadaEn, c.Entrega.Motivo = b.clock.Now(), b.clock.Now(), "El título no corresponde."
	c.Entrega.FirmaRevocacion = entidad.Firma{JWS: "e30..BBBB", Llave: "k2", Algoritmo: "ES256", JWK: `{"kty":"EC"}`, FirmadaEn: b.clock.Now()}
	if c.ConDocumento() {
		c.Documento = d.AlRevocar(c.Entrega.Motivo, b.clock.Now())
	}
	return c
}

// replacement is a delivery for which another one stands.
func (b *world) replacement(e entrega.Entrega, d documento.Documento, by string) *entrega.Reemplazo {
	r := entrega.Reemplazo{Correccion: entrega.Correccion{Visto: e, Entrega: e, DocumentoVisto: d, Documento: d}, Hecho: b.newEvento(newOperador())}
	r.Entrega.ReemplazadaPor, r.Entrega.ModificadaEn = by, b.clock.Now()
	if r.ConDocumento() {
		r.Documento = d.AlReemplazar(by, b.clock.Now())
	}
	return &r
}

// requireCorrected wants a correction stored, in the lists too, and its news.
func (b *world) requireCorrected(t *testing.T, c entrega.Correccion) {
	t.Helper()
	b.requireEntrega(t, c.Entrega)
	b.requireDocumento(t, c.Documento)
	ns, err := b.Novedades(b.ctx, documento.ConsultaNovedades{CarpetaID: c.Documento.CarpetaID, Desde: c.Documento.FechaUltimaModificacion, Limite: 5})
	require(t, err)
	requireSame(t, "news", ns, []documento.Novedad{c.Documento.Cambiada()})
}

func entregaRevoked(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.deliver(t, c, "universidad", 1)
	stale := b.revocation(e, d)
	stale.DocumentoVisto.FechaUltimaModificacion = d.FechaUltimaModificacion.Add(-time.Millisecond)
	requireCode(t, b.CorregirEntrega(b.ctx, stale, Hecho()), fault.Conflict)
	b.requireEntrega(t, e)
	b.requireDocumento(t, d)

	done := b.revocation(e, d)
	require(t, b.CorregirEntrega(b.ctx, done, Hecho()))
	b.requireCorrected(t, done)
	for _, campo := range []documento.CampoOrden{documento.PorTitulo, documento.PorFechaRecepcion, documento.PorTipo, documento.PorTamano} {
		b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 5}, []documento.Fila{done.Documento.Fila})
	}
	b.requireTotal(t, c, 1, 1)
	again := b.revocation(e, d)
	again.Entrega.Motivo = "Otro motivo"
	requireCode(t, b.CorregirEntrega(b.ctx, again, Hecho()), fault.Conflict)
	b.requireCorrected(t, done)
	unconfirmed, _ := b.announce(t, c, "universidad", 2)
	requireCode(t, b.CorregirEntrega(b.ctx, b.revocation(unconfirmed, documento.Documento{}), Hecho()), fault.Conflict)
	b.requireEntrega(t, unconfirmed)
}

func entregaRevokedErased(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.deliver(t, c, "universidad", 1)
	b.erase(t, c, d)
	requireCode(t, b.CorregirEntrega(b.ctx, b.revocation(e, d), Hecho()), fault.Conflict) // the document was there when it was read
	erased, err := b.Entrega(b.ctx, e.Nombre())
	require(t, err)
	done := b.revocation(erased, documento.Documento{})
	require(t, b.CorregirEntrega(b.ctx, done, Hecho()))
	b.requireEntrega(t, done.Entrega)
	requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)

	e, d = b.deliver(t, c, "universidad", 2)
	first := b.revocation(e, d)
	require(t, b.CorregirEntrega(b.ctx, first, Hecho()))
	b.erase(t, c, first.Documento)
	first.Entrega.EliminadaEn, first.Entrega.Firma = b.clock.Now(), entidad.Firma{}
	b.requireEntrega(t, forgotten(first.Entrega))
}

// entregaRevokedLocked: what its deletion wrote stays, and gives back what was taken back meanwhile.
func entregaRevokedLocked(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.deliver(t, c, "universidad", 1)
	require(t, b.Iniciar(b.ctx, b.newPorAprobar(c, d), Hecho()))
	locked, err := b.Documento(b.ctx, d.Clave())
	require(t, err)
	requireSame(t, "state", locked.Estado, documento.Eliminando)
	requireCode(t, b.CorregirEntrega(b.ctx, b.revocation(e, d), Hecho()), fault.Conflict)
	done := b.revocation(e, locked)
	require(t, b.CorregirEntrega(b.ctx, done, Hecho()))
	b.requireCorrected(t, done)
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5}, []documento.Fila{done.Documento.Fila})
}

func (b *world) confirmReplacing(t *testing.T, c carpeta.Carpeta, n int) (e entrega.Entrega, d documento.Documento, confirm func(r *entrega.Reemplazo) error) {
	t.Helper()
	e, d = b.announce(t, c, "universidad", n)
	e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
	return e, d, func(r *entrega.Reemplazo) error {
		_, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d, Reemplaza: r}, Hecho())
		return err
	}
}

func entregaReplaced(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	old, oldDoc := b.deliver(t, c, "universidad", 1)
	e, d, confirm := b.confirmReplacing(t, c, 2)
	r := b.replacement(old, oldDoc, e.EntregaID)
	require(t, confirm(r))
	b.requireEvento(t, r.Hecho)
	b.requireCorrected(t, r.Correccion)
	b.requireEntrega(t, e)
	d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
	b.requireDocumento(t, d)
	b.requireTotal(t, c, 2, 2)

	b.erase(t, c, d)
	gone, err := b.Entrega(b.ctx, e.Nombre())
	require(t, err)
	third, _, confirm := b.confirmReplacing(t, c, 3)
	r = b.replacement(gone, documento.Documento{}, third.EntregaID)
	require(t, confirm(r))
	b.requireEntrega(t, r.Entrega)
}

// entregaReplacedOnce: of two that stand for the same one, the second is not delivered.
func entregaReplacedOnce(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	old, oldDoc := b.deliver(t, c, "universidad", 1)
	first, _, confirm := b.confirmReplacing(t, c, 2)
	require(t, confirm(b.replacement(old, oldDoc, first.EntregaID)))
	second, pending, confirm := b.confirmReplacing(t, c, 3)
	r := b.replacement(old, oldDoc, second.EntregaID)
	err := confirm(r)
	requireCode(t, err, fault.Conflict)
	if !errors.As(err, new(entrega.Corregida)) {
		t.Errorf("%v does not say that it is the other delivery", err)
	}
	b.requireNoEvento(t, "the refused one", r.Hecho)
	b.requireDocumento(t, pending)
	b.requireTotal(t, c, 2, 2)
}

// listCounts: a list is made once, and tells which of its deliveries were taken back.
func listCounts(t *testing.T, b *world) {
	number := int64(rand.N(1 << 30))
	_, _, err := b.ListaDeEstado(b.ctx, number)
	requireCode(t, err, fault.NotFound)
	for n := range int64(3) {
		l, err := b.ContarEnLista(b.ctx, number, bytes.Repeat([]byte{byte(n + 1)}, 32))
		require(t, err)
		requireSame(t, "the list", l, entrega.Lista{Numero: number, Llave: bytes.Repeat([]byte{1}, 32), Dadas: n + 1})
	}
	c := b.emptyCarpeta(t)
	for n, index := range []int64{1<<20 - 1, 7} {
		e, d := b.newEntrega(c, "universidad", n)
		e.Posicion = entrega.Posicion{Lista: number, Indice: index}
		require(t, errOf(b.CrearEntrega(b.ctx, e, d, carpeta.SinCuota, Hecho())))
		e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
		d, err = b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho())
		require(t, err)
		stale := b.revocation(e, d)
		stale.DocumentoVisto.FechaUltimaModificacion = time.Time{}
		requireCode(t, b.CorregirEntrega(b.ctx, stale, Hecho()), fault.Conflict)
		require(t, b.CorregirEntrega(b.ctx, b.revocation(e, d), Hecho()))
	}
	l, marked, err := b.ListaDeEstado(b.ctx, number)
	require(t, err)
	requireSame(t, "given out", l.Dadas, int64(3))
	requireSame(t, "marked", marked, []int64{7, 1<<20 - 1})
}
