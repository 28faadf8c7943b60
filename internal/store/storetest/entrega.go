package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

var casesEntrega = []testCase{
	{"entrega/announced and confirmed", "", entregaConfirmed},
	{"entrega/confirmed with further events, or with none", "", entregaTold},
	{"entrega/the same content again is the first", "", entregaAgain},
	{"entrega/one that was never confirmed is forgotten", "", entregaForgotten},
	{"entrega/announced again on a clock on which it ended", "", entregaAgainLate},
	{"entrega/cancelled, it makes the way free", "", entregaCancelled},
	{"entrega/cancelled as it was seen", "", entregaCancelledAsSeen},
	{"entrega/swept as the list of expired uploads tells it", "", entregaSwept},
	{"entrega/an erased document may come again", "", entregaErased},
	{"entrega/several are erased in one write", "", entregaErasedTogether},
	{"entrega/listed in both directions, each entity its own", "", entregaListed},
	{"entrega/listed by citizen, by change, and with a filter", "", entregaFiltered},
	{"entrega/a filter looks at so many", "", entregaFilterStops},
	{"entrega/found by its content", "", entregaByHash},
	{"entrega/it counts in the carpeta's usage, and is no pending upload of the citizen", "", entregaUso},
	{"entrega/seeded, it is as one that was delivered", "", entregaSeeded},
}

// newEntrega is what entregarDocumento writes.
func (b *world) newEntrega(c carpeta.Carpeta, entidadID string, n int) (entrega.Entrega, documento.Documento) {
	d := b.newCarga(c, n)
	now := b.clock.Now()
	d.Certificado, d.EmisorID, d.EmisorNombre, d.FechaEmision = true, entidadID, "Entidad "+entidadID, now.Add(-time.Hour)
	d.Numero, d.Vigencia = "A-17", "2026-05-03/2031-05-03"
	titular := verificable.Titular{CiudadanoID: c.CiudadanoID, Nombre: "Ana Ruiz", Sal: []byte("0123456789abcdef")}
	return entrega.Entrega{
		EntidadID: entidadID, EntregaID: d.DocumentoID, CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, AnunciadaEn: now, ModificadaEn: now,
		Declaracion: verificable.Declaracion{
			Version: 2, HashDocumento: d.Hash, TipoDocumento: string(d.Tipo), Titulo: d.Titulo, FechaEmision: "2026-05-03", Titular: titular.Sello(),
			Numero: d.Numero, Vigencia: d.Dias(), ReemplazaA: newID(),
		},
		Titular: titular, Llave: "k1",
		Posicion: entrega.Posicion{URI: "https://carpeta.example/estado/1", Lista: 1 + rand.Int64N(1<<40), Indice: int64(n) << 10},
		Firma:    entidad.Firma{JWS: "e30..AAAA", Llave: "k1", Algoritmo: "EdDSA", JWK: `{"kty":"OKP"}`, FirmadaEn: d.FechaEmision},
		ExpiraEn: now.Add(entrega.Retencion),
	}, d
}

// announce stores a new delivery.
func (b *world) announce(t testing.TB, c carpeta.Carpeta, entidadID string, n int) (entrega.Entrega, documento.Documento) {
	t.Helper()
	e, d := b.newEntrega(c, entidadID, n)
	got, err := b.CrearEntrega(b.ctx, e, d, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "new delivery", got, e)
	return e, d
}

// deliver stores one whose document is visible.
func (b *world) deliver(t testing.TB, c carpeta.Carpeta, entidadID string, n int) (entrega.Entrega, documento.Documento) {
	t.Helper()
	e, d := b.announce(t, c, entidadID, n)
	e.EntregadaEn, e.ModificadaEn, e.ExpiraEn = b.clock.Now(), b.clock.Now(), time.Time{}
	d, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho())
	require(t, err)
	return e, d
}

// entregaTold: the fact that a file proves is there if the delivery is, and the delivery names it.
func entregaTold(t *testing.T, b *world) {
	e, d := b.announce(t, b.emptyCarpeta(t), "universidad", 1)
	o := newOperador()
	hecho, otro := b.newEvento(o), b.newEvento(o)
	e.EntregadaEn, e.ExpiraEn, e.EmisionID = b.clock.Now(), time.Time{}, hecho.EventoID
	wrong := d
	wrong.TamanoBytes++
	_, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: wrong, Documento: wrong}, Hecho(), otro)
	requireCode(t, err, fault.Conflict)
	b.requireNoEvento(t, "refused", otro)
	_, err = b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho(), hecho)
	require(t, err)
	b.requireEvento(t, hecho)
	got, err := b.Entrega(b.ctx, e.Nombre())
	require(t, err)
	requireSame(t, "delivery", got, e)
}

func (b *world) emptyCarpeta(t testing.TB) carpeta.Carpeta {
	t.Helper()
	c := newCarpeta()
	b.open(t, c)
	return c
}

func (b *world) requireEntrega(t testing.TB, want entrega.Entrega) {
	t.Helper()
	got, err := b.Entrega(b.ctx, want.Nombre())
	require(t, err)
	requireSame(t, "delivery", got, want)
	all, err := b.Entregas(b.ctx, []entrega.Nombre{want.Nombre(), {EntidadID: want.EntidadID, EntregaID: newID()}})
	require(t, err)
	requireSame(t, "deliveries", all, []entrega.Entrega{want})
}

// entregaSeeded: a seed that died before its carpeta is written again.
func entregaSeeded(t *testing.T, b *world) {
	c := newCarpeta()
	e, d := b.newEntrega(c, "universidad", 1)
	e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
	d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
	for range 2 {
		require(t, b.SembrarEntregas(b.ctx, []entrega.Sembrada{{Entrega: e, Documento: d}}))
	}
	b.seedIn(t, c, []documento.Documento{d})
	b.requireEntrega(t, e)
	n, err := b.DocumentoDeHash(b.ctx, c.CarpetaID, d.Hash, "")
	require(t, err)
	requireSame(t, "found by its content", n, e.Nombre())
	again, other := b.newEntrega(c, "universidad", 2)
	other.Hash = d.Hash
	first, err := b.CrearEntrega(b.ctx, again, other, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "delivered again", first, e)
}

func entregaConfirmed(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.announce(t, c, "universidad", 1)
	b.requireEntrega(t, e)
	b.requireDocumento(t, d)
	b.requireTotal(t, c, 0, 0)
	e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
	want := d
	want.Estado, want.ExpiraEn = documento.Procesado, time.Time{}
	for range 2 { // the second changes nothing
		got, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho())
		require(t, err)
		requireSame(t, "document", got, want)
		b.requireEntrega(t, e)
		b.requireDocumento(t, want)
		b.requireTotal(t, c, 1, 1)
	}
	b.requireList(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Limite: 5}, []documento.Fila{want.Fila})
	b.clock.advance(1000 * time.Hour)
	b.requireEntrega(t, e)
}

func entregaAgain(t *testing.T, b *world) {
	c, other := b.emptyCarpeta(t), b.emptyCarpeta(t)
	e, d := b.announce(t, c, "universidad", 1)
	again, same := b.newEntrega(c, "universidad", 2)
	same.Hash = d.Hash
	got, err := b.CrearEntrega(b.ctx, again, same, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "the first", got, e)
	requireCode(t, errOf(b.Documento(b.ctx, same.Clave())), fault.NotFound)
	requireCode(t, errOf(b.Entrega(b.ctx, again.Nombre())), fault.NotFound)

	e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
	_, err = b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, Hecho())
	require(t, err)
	b.clock.advance(100 * time.Hour)
	got, err = b.CrearEntrega(b.ctx, again, same, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "the first, confirmed", got, e)

	for n, where := range []struct {
		c       carpeta.Carpeta
		entidad string
	}{{other, "universidad"}, {c, "uni"}, {c, "universidad-2"}} { // not the same citizen, not the same entity
		e, d2 := b.newEntrega(where.c, where.entidad, n)
		d2.Hash = d.Hash
		got, err := b.CrearEntrega(b.ctx, e, d2, carpeta.SinCuota, Hecho())
		require(t, err)
		requireSame(t, "another delivery", got, e)
	}
}

func entregaForgotten(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.announce(t, c, "universidad", 1)
	b.clock.advance(time.Hour) // as long as the upload of the suite lives
	confirmed := e
	confirmed.EntregadaEn, confirmed.ExpiraEn = b.clock.Now(), time.Time{}
	_, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: confirmed, Visto: d, Documento: d}, Hecho())
	requireCode(t, err, fault.NotFound)
	b.requireEntrega(t, e)
	b.requireTotal(t, c, 0, 0)

	next, same := b.newEntrega(c, "universidad", 2)
	same.Hash = d.Hash
	ended, err := b.CambiarCarga(b.ctx, d, d.AlCancelar(), hechoRef())
	require(t, err)
	got, err := b.CrearEntrega(b.ctx, next, same, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "a new one", got, next)
	require(t, b.OlvidarCarga(b.ctx, ended, nil)) // the sweep leaves the mark of the new one alone
	third, same2 := b.newEntrega(c, "universidad", 3)
	same2.Hash = d.Hash
	got, err = b.CrearEntrega(b.ctx, third, same2, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "still that one", got, next)
	b.clock.advance(entrega.Retencion - time.Hour)
	requireCode(t, errOf(b.Entrega(b.ctx, e.Nombre())), fault.NotFound)
	es, err := b.EntregasDe(b.ctx, entrega.Consulta{EntidadID: "universidad", Limite: 5})
	require(t, err)
	requireSame(t, "what is left", es, []entrega.Entrega{next})
}

// entregaAgainLate: an entity announces the same content again, and the first delivery has ended on that process's clock.
// On the clock of another process it has not: whoever writes first, one of the two becomes visible.
func entregaAgainLate(t *testing.T, b *world) {
	for _, confirmedFirst := range []bool{false, true} {
		c := b.emptyCarpeta(t)
		e, d := b.announce(t, c, "universidad", 1)
		confirmed := e
		confirmed.EntregadaEn, confirmed.ExpiraEn = b.clock.Now(), time.Time{}
		confirm := func() error {
			_, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: confirmed, Visto: d, Documento: d}, Hecho())
			return err
		}
		again, same := b.newEntrega(c, "universidad", 2)
		same.Hash = d.Hash
		announce := func() (entrega.Entrega, error) { return b.CrearEntrega(b.ctx, again, same, carpeta.SinCuota, Hecho()) }
		b.clock.advance(time.Hour + time.Second) // its end has passed
		_, err := announce()
		requireCode(t, err, fault.Conflict)
		var before documento.YaAnunciada
		if !errors.As(err, &before) {
			t.Fatalf("%v does not say which it is", err)
		}
		requireSame(t, "the first", before.Primera, d)
		requireCode(t, errOf(b.Documento(b.ctx, same.Clave())), fault.NotFound)
		b.requireEntrega(t, e)
		if confirmedFirst {
			b.clock.advance(-time.Minute) // another process
			require(t, confirm())
			b.clock.advance(time.Minute)
			requireCode(t, errOf(b.CambiarCarga(b.ctx, d, d.AlCancelar(), hechoRef())), fault.Conflict)
			got, err := announce()
			require(t, err)
			requireSame(t, "the first, confirmed", got, confirmed)
			b.requireTotal(t, c, 1, 1)
			continue
		}
		require(t, errOf(b.CambiarCarga(b.ctx, d, d.AlCancelar(), hechoRef())))
		got, err := announce()
		require(t, err)
		requireSame(t, "a new one", got, again)
		b.clock.advance(-time.Minute) // another process
		requireCode(t, confirm(), fault.NotFound)
		b.requireEntrega(t, e)
		b.requireEntrega(t, again)
		b.requireTotal(t, c, 0, 0)
		b.clock.advance(time.Minute)
	}
}

func cancelled(e entrega.Entrega, at time.Time) entrega.Entrega {
	e.CanceladaEn, e.ModificadaEn = at, at
	return e
}

// entregaCancelled: no clock finds it to confirm it, and the same content is announced anew, before and after what is left
// of it is removed.
func entregaCancelled(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.announce(t, c, "universidad", 1)
	b.clock.advance(time.Second)
	gone := cancelled(e, b.clock.Now())
	ended, err := b.CancelarEntrega(b.ctx, gone, d, Hecho())
	require(t, err)
	requireSame(t, "what is left", ended, d.AlCancelar())
	b.requireEntrega(t, gone)
	confirmed := e
	confirmed.EntregadaEn, confirmed.ExpiraEn = b.clock.Now(), time.Time{}
	requireCode(t, errOf(b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: confirmed, Visto: d, Documento: d}, Hecho())), fault.NotFound)
	next, same := b.newEntrega(c, "universidad", 2)
	same.Hash = d.Hash
	got, err := b.CrearEntrega(b.ctx, next, same, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "announced anew", got, next)
	require(t, b.OlvidarCarga(b.ctx, ended, nil))
	b.requireUsage(t, c, carpeta.Uso{Bytes: same.TamanoBytes, Documentos: 1})
	b.requireEntrega(t, gone)
	b.clock.advance(entrega.Retencion)
	requireCode(t, errOf(b.Entrega(b.ctx, e.Nombre())), fault.NotFound)
}

// entregaCancelledAsSeen: one that is being confirmed, that was confirmed, or that is gone, is not cancelled.
func entregaCancelledAsSeen(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	refused := func(e entrega.Entrega, seen documento.Documento, code fault.Code) {
		t.Helper()
		before, err := b.Entrega(b.ctx, e.Nombre())
		require(t, err)
		requireCode(t, errOf(b.CancelarEntrega(b.ctx, cancelled(e, b.clock.Now()), seen, Hecho())), code)
		b.requireEntrega(t, before)
	}
	e, d := b.announce(t, c, "universidad", 1)
	inParts := d
	inParts.Partes.ID = "otras"
	refused(e, inParts, fault.Conflict)
	reserved, err := b.ReservarCarga(b.ctx, d, b.clock.Now().Add(time.Minute))
	require(t, err)
	refused(e, d, fault.Conflict)
	copying := reserved // given back, while a copy of the file may still land
	copying.ReservadaHasta, copying.CopiaHasta = time.Time{}, reserved.ReservadaHasta
	copying, err = b.CambiarCarga(b.ctx, reserved, copying, nil)
	require(t, err)
	landed := copying
	landed.CopiaHasta = time.Time{}
	refused(e, landed, fault.Conflict)
	e, d = b.announce(t, c, "universidad", 2)
	confirmed := e
	confirmed.EntregadaEn, confirmed.ExpiraEn = b.clock.Now(), time.Time{}
	visible, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: confirmed, Visto: d, Documento: d}, Hecho())
	require(t, err)
	refused(e, d, fault.Conflict)
	refused(e, visible, fault.Conflict)
	e, d = b.announce(t, c, "universidad", 3)
	b.clock.advance(2 * time.Hour)
	require(t, b.OlvidarCarga(b.ctx, d, hechoRef()))
	refused(e, d, fault.NotFound)
}

// entregaSwept: the sweep has nothing but the list, and takes out what the announcement counted in.
func entregaSwept(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.announce(t, c, "universidad", 1)
	b.clock.advance(30 * time.Minute)
	pending := b.newCarga(c, 2)
	require(t, b.CrearCarga(b.ctx, pending, carpeta.SinCuota, Hecho()))
	b.clock.advance(30 * time.Minute)
	b.requireExpired(t, []string{d.DocumentoID})
	listed, err := b.CargasVencidas(b.ctx, b.clock.Now(), 10)
	require(t, err)
	require(t, b.OlvidarCarga(b.ctx, listed[0], hechoRef()))
	if uso := b.requireUso(t, c); uso.Pendientes != 1 {
		t.Errorf("%d uploads of the citizen are counted, want 1", uso.Pendientes)
	}
	again, same := b.newEntrega(c, "universidad", 3)
	same.Hash = d.Hash
	got, err := b.CrearEntrega(b.ctx, again, same, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "the same content again", got, again)
	b.requireEntrega(t, e) // the entity still sees what became of the first
}

// erase deletes a delivered document, as the saga does after an approval.
func (b *world) erase(t testing.TB, c carpeta.Carpeta, d documento.Documento) {
	t.Helper()
	e := b.newPorAprobar(c, d)
	require(t, b.Iniciar(b.ctx, e, Hecho()))
	approved := decidida(e, eliminacion.Aprobada, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: approved}, Hecho()))
	end := nextState(approved, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
	require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho()))
	b.requireSaga(t, end)
}

// eraseTogether is erase for several of one carpeta, each change of all of them in one write.
func (b *world) eraseTogether(t testing.TB, c carpeta.Carpeta, ds ...documento.Documento) {
	t.Helper()
	var approved, ended []eliminacion.Cierre
	for _, d := range ds {
		e := b.newPorAprobar(c, d)
		require(t, b.Iniciar(b.ctx, e, Hecho()))
		a := decidida(e, eliminacion.Aprobada, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
		end := nextState(a, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
		approved = append(approved, eliminacion.Cierre{Guardado: eliminacion.Guardado{Nueva: a}, Hecho: b.newEvento(c.OperadorID)})
		ended = append(ended, eliminacion.Cierre{
			Guardado: eliminacion.Guardado{Nueva: end, Efecto: eliminacion.BorrarMetadato}, Hecho: b.newEvento(c.OperadorID),
		})
	}
	for _, cs := range [][]eliminacion.Cierre{approved, ended} {
		require(t, b.GuardarVarias(b.ctx, cs))
		for _, x := range cs {
			b.requireSaga(t, x.Nueva)
			b.requireEvento(t, x.Hecho)
		}
	}
}

// entregaErasedTogether: what an entity sees of an erasure is the same if it was one of several.
func entregaErasedTogether(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	one, d := b.deliver(t, c, "universidad", 1)
	other, f := b.deliver(t, c, "universidad", 2)
	b.eraseTogether(t, c, d, f)
	b.requireTotal(t, c, 0, 4)
	for _, e := range []entrega.Entrega{one, other} {
		e.EliminadaEn, e.Firma = b.clock.Now(), entidad.Firma{}
		b.requireEntrega(t, forgotten(e))
	}
	next, same := b.newEntrega(c, "universidad", 3)
	same.Hash = f.Hash
	_, err := b.CrearEntrega(b.ctx, next, same, carpeta.SinCuota, Hecho())
	require(t, err) // the mark of the first one is gone
}

// forgotten is what is left of an erased delivery: of what its document says the days of validity, and nothing of whom it
// is about.
func forgotten(e entrega.Entrega) entrega.Entrega {
	e.ModificadaEn = e.EliminadaEn
	e.Declaracion, e.Titular = verificable.Declaracion{Vigencia: verificable.Vigencia{Desde: "2026-05-03", Hasta: "2031-05-03"}}, verificable.Titular{}
	return e
}

func entregaErased(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.deliver(t, c, "universidad", 1)
	b.erase(t, c, d)
	b.requireTotal(t, c, 0, 2)
	requireCode(t, errOf(b.Documento(b.ctx, d.Clave())), fault.NotFound)
	e.EliminadaEn, e.Firma = b.clock.Now(), entidad.Firma{}
	b.requireEntrega(t, forgotten(e))
	requireCode(t, errOf(b.DocumentoDeHash(b.ctx, c.CarpetaID, d.Hash, "universidad")), fault.NotFound)

	next, same := b.newEntrega(c, "universidad", 2)
	same.Hash = d.Hash
	got, err := b.CrearEntrega(b.ctx, next, same, carpeta.SinCuota, Hecho())
	require(t, err)
	requireSame(t, "delivered anew", got, next)
	b.requireEntrega(t, forgotten(e))
}

func entregaListed(t *testing.T, b *world) {
	c, want := b.emptyCarpeta(t), map[string][]entrega.Entrega{}
	for n := range 7 {
		for _, id := range []string{"universidad", "uni"} {
			e, _ := b.announce(t, c, id, n)
			want[id] = append(want[id], e)
		}
	}
	want["nadie"] = nil
	for id, all := range want {
		for _, desc := range []bool{false, true} {
			q := entrega.Consulta{EntidadID: id, Descendente: desc, Limite: 3}
			got, err := pages(q.Limite, func(e entrega.Entrega) string { return e.EntregaID }, func(after string) ([]entrega.Entrega, error) {
				q.Desde = after
				return b.EntregasDe(b.ctx, q)
			})
			require(t, err)
			requireSame(t, fmt.Sprintf("deliveries of %s, descending %t", id, desc), got, inDirection(all, desc))
		}
	}
}

// entregaFiltered: each write of a delivery gives it its place among the changes.
func entregaFiltered(t *testing.T, b *world) {
	c, other := b.emptyCarpeta(t), b.emptyCarpeta(t)
	b.deliver(t, c, "uni", 1)
	start := b.clock.Now()
	step := func() { b.clock.advance(time.Second) }
	step()
	erased, gone := b.deliver(t, c, "universidad", 2)
	revoked, taken := b.deliver(t, c, "universidad", 3)
	waits, _ := b.announce(t, c, "universidad", 4)
	cancels, ended := b.announce(t, other, "universidad", 5)
	step()
	since := b.clock.Now()
	correction := b.revocation(revoked, taken)
	require(t, b.CorregirEntrega(b.ctx, correction, Hecho()))
	revoked = correction.Entrega
	step()
	b.erase(t, c, gone)
	erased.EliminadaEn, erased.Firma = b.clock.Now(), entidad.Firma{}
	erased = forgotten(erased)
	step()
	cancels = cancelled(cancels, b.clock.Now())
	require(t, errOf(b.CancelarEntrega(b.ctx, cancels, ended, Hecho())))
	step()
	now, _ := b.announce(t, other, "universidad", 6)

	of := func(es ...entrega.Entrega) []entrega.Entrega { return es }
	for what, x := range map[string]struct {
		filter entrega.Filtro
		want   []entrega.Entrega
	}{
		"of a citizen":                 {entrega.Filtro{CiudadanoID: c.CiudadanoID}, of(erased, revoked, waits)},
		"of the other":                 {entrega.Filtro{CiudadanoID: other.CiudadanoID}, of(cancels, now)},
		"of nobody":                    {entrega.Filtro{CiudadanoID: "nadie"}, nil},
		"all changes":                  {entrega.Filtro{ModificadasDesde: start}, of(waits, revoked, erased, cancels, now)},
		"changes since":                {entrega.Filtro{ModificadasDesde: since}, of(revoked, erased, cancels, now)},
		"changes after them":           {entrega.Filtro{ModificadasDesde: since.Add(time.Hour)}, nil},
		"in a state":                   {entrega.Filtro{ModificadasDesde: start, Estado: entrega.Anunciada}, of(waits, now)},
		"with a number":                {entrega.Filtro{CiudadanoID: c.CiudadanoID, Numero: "A-17"}, of(revoked, waits)},
		"with a number and in a state": {entrega.Filtro{CiudadanoID: c.CiudadanoID, Numero: "A-17", Estado: entrega.Entregada}, of(revoked)},
		"with another number":          {entrega.Filtro{ModificadasDesde: start, Numero: "A-1"}, nil},
	} {
		for _, desc := range []bool{false, true} {
			q := entrega.Consulta{EntidadID: "universidad", Filtro: x.filter, Descendente: desc, Limite: 2}
			got, err := pages(q.Limite, q.Filtro.Clave, func(after string) ([]entrega.Entrega, error) {
				q.Desde = after
				return b.EntregasDe(b.ctx, q)
			})
			require(t, err)
			requireSame(t, fmt.Sprintf("%s, descending %t", what, desc), got, inDirection(x.want, desc))
		}
	}
	b.clock.advance(entrega.Retencion)
	es, err := b.EntregasDe(b.ctx, entrega.Consulta{EntidadID: "universidad", Filtro: entrega.Filtro{CiudadanoID: c.CiudadanoID}, Limite: 5})
	require(t, err)
	requireSame(t, "what is left", es, of(erased, revoked))
}

// entregaFilterStops: a page looks at so many, and the next one goes on.
func entregaFilterStops(t *testing.T, b *world) {
	c := newCarpeta()
	var all []entrega.Sembrada
	for n := range entrega.MaxLlamadas*100 + 20 {
		e, d := b.newEntrega(c, "universidad", n)
		e.EntregadaEn, e.ExpiraEn, e.Declaracion.Numero = b.clock.Now(), time.Time{}, "A-1"
		all = append(all, entrega.Sembrada{Entrega: e, Documento: d})
	}
	last := &all[len(all)-1]
	last.Entrega.Declaracion.Numero = "A-2"
	require(t, b.SembrarEntregas(b.ctx, all))
	q := entrega.Consulta{EntidadID: "universidad", Filtro: entrega.Filtro{CiudadanoID: c.CiudadanoID, Numero: "A-2"}, Limite: 3}
	es, err := b.EntregasDe(b.ctx, q)
	var on relay.Stopped
	if !errors.As(err, &on) || len(es) > 0 {
		t.Fatalf("%d deliveries, %v", len(es), err)
	}
	q.Desde = on.After
	es, err = b.EntregasDe(b.ctx, q)
	require(t, err)
	requireSame(t, "the rest", es, []entrega.Entrega{last.Entrega})
}

func entregaByHash(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	b.deliver(t, c, "universidad", 1)
	e, d := b.deliver(t, c, "notaria", 2)
	second, same := b.newEntrega(c, "uni", 3)
	same.Hash = d.Hash
	require(t, errOf(b.CrearEntrega(b.ctx, second, same, carpeta.SinCuota, Hecho())))
	for entidadID, want := range map[string]entrega.Nombre{"": e.Nombre(), "notaria": e.Nombre(), "uni": second.Nombre()} {
		got, err := b.DocumentoDeHash(b.ctx, c.CarpetaID, d.Hash, entidadID)
		require(t, err)
		requireSame(t, "by hash, of "+entidadID, got, want)
	}
	for _, absent := range [][3]string{{c.CarpetaID, d.Hash, "universidad"}, {c.CarpetaID, d.Hash, "un"}, {newID(), d.Hash, ""}, {c.CarpetaID, strings.Repeat("0", 64), ""}} {
		requireCode(t, errOf(b.DocumentoDeHash(b.ctx, absent[0], absent[1], absent[2])), fault.NotFound)
	}
}

func (b *world) requireUsage(t testing.TB, c carpeta.Carpeta, want carpeta.Uso) {
	t.Helper()
	got, err := b.Carpeta(b.ctx, c.CarpetaID)
	require(t, err)
	requireSame(t, "usage", got.Uso, want)
}

func entregaUso(t *testing.T, b *world) {
	c := b.emptyCarpeta(t)
	e, d := b.newEntrega(c, "universidad", 1)
	size := d.TamanoBytes
	for what, cuota := range map[string]carpeta.Cuota{
		"bytes": {Bytes: size - 1, Documentos: 9, Pendientes: 9}, "documents": {Bytes: size, Pendientes: 9},
	} {
		_, err := b.CrearEntrega(b.ctx, e, d, cuota, Hecho())
		if fault.CodeOf(err) != fault.QuotaExceeded {
			t.Errorf("no room for %s: %v", what, err)
		}
	}
	absent, nowhere := b.newEntrega(newCarpeta(), "universidad", 2)
	requireCode(t, errOf(b.CrearEntrega(b.ctx, absent, nowhere, carpeta.SinCuota, Hecho())), fault.NotFound)
	requireCode(t, errOf(b.Entrega(b.ctx, e.Nombre())), fault.NotFound)
	b.requireUsage(t, c, carpeta.Uso{})

	_, err := b.CrearEntrega(b.ctx, e, d, carpeta.Cuota{Bytes: size, Documentos: 1, Pendientes: 1}, Hecho())
	require(t, err)
	b.requireUsage(t, c, carpeta.Uso{Bytes: size, Documentos: 1})
	confirmed := e
	confirmed.EntregadaEn, confirmed.ExpiraEn = b.clock.Now(), time.Time{}
	d, err = b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: confirmed, Visto: d, Documento: d}, Hecho())
	require(t, err)
	b.requireUsage(t, c, carpeta.Uso{Bytes: size, Documentos: 1})
	_, forgotten := b.announce(t, c, "universidad", 3)
	b.clock.advance(2 * time.Hour)
	require(t, b.OlvidarCarga(b.ctx, forgotten, hechoRef()))
	b.requireUsage(t, c, carpeta.Uso{Bytes: size, Documentos: 1})
	requireCode(t, errOf(b.DocumentoDeHash(b.ctx, c.CarpetaID, forgotten.Hash, "")), fault.NotFound)
	b.erase(t, c, d)
	b.requireUsage(t, c, carpeta.Uso{})
}
