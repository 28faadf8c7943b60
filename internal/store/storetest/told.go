package storetest

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// What changes state writes its event in the same transaction.
var casesTold = []testCase{
	{"told/every write has its event, a refused one none", "", toldWrites},
	{"told/no write is left out", "", toldByEveryMethod},
	{"told/of an effect that was done before", "", toldThoughDone},
	{"told/an upload changes in silence", "", untold},
	{"lost answer/of every write", LostAnswer, lostAnswers},
}

// attempt is a write in three forms. Each of them is given an event of its own.
type attempt struct {
	code    fault.Code                     // of refused
	refused func(h auditoria.Evento) error // a condition does not hold
	write   func(h auditoria.Evento) error
	again   func(h auditoria.Evento) error // the same once more, which changes nothing; nil if it would
}

// attemptOf is a write that is refused with one value, and made with another.
func attemptOf[T any](code fault.Code, wrong, right T, write func(T, auditoria.Evento) error) attempt {
	with := func(v T) func(auditoria.Evento) error {
		return func(h auditoria.Evento) error { return write(v, h) }
	}
	return attempt{code, with(wrong), with(right), with(right)}
}

// countsAgain is an attempt whose repetition is another change.
func (a attempt) countsAgain() attempt {
	a.again = nil
	return a
}

func toldWrites(t *testing.T, b *world) {
	for name, prepare := range writesThatTell {
		o, a := newOperador(), prepare(t, b)
		refused, written, again := b.newEvento(o), b.newEvento(o), b.newEvento(o)
		if err := a.refused(refused); fault.CodeOf(err) != a.code {
			t.Errorf("%s: the refused write answers %v, want %s", name, err, a.code)
		}
		b.requireNoEvento(t, name+", refused", refused)
		if err := a.write(written); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		b.requireEvento(t, written)
		if a.again != nil {
			if err := a.again(again); err != nil && fault.CodeOf(err) != fault.Conflict {
				t.Errorf("%s: the same again answers %v", name, err)
			}
			b.requireNoEvento(t, name+", again", again)
		}
	}
}

// lostAnswers: the engine repeats a write whose answer was lost, and the repetition is recognised.
func lostAnswers(t *testing.T, b *world) {
	for name, prepare := range writesThatTell {
		a, h := prepare(t, b), b.newEvento(newOperador())
		b.LoseAnswer()
		if err := a.write(h); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		b.requireEvento(t, h)
		if a.again != nil {
			again := b.newEvento(h.OperadorID)
			_ = a.again(again)
			b.requireNoEvento(t, name+", again", again)
		}
	}
}

func (b *world) requireNoEvento(t testing.TB, what string, h auditoria.Evento) {
	t.Helper()
	if _, err := b.Evento(b.ctx, h.OperadorID, h.EventoID); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("%s: its event is there (%v)", what, err)
	}
}

// toldByEveryMethod: a method that takes an event stands in the table.
func toldByEveryMethod(t *testing.T, b *world) {
	store, one := reflect.TypeFor[*rules.Store](), reflect.TypeFor[auditoria.Evento]()
	var methods []string
	for i := range store.NumMethod() {
		m := store.Method(i)
		for n := range m.Type.NumIn() {
			if in := m.Type.In(n); in == one || in == reflect.PointerTo(one) {
				methods = append(methods, m.Name)
			}
		}
	}
	requireSame(t, "write methods", slices.Sorted(maps.Keys(writesThatTell)), methods)
}

var writesThatTell = map[string]func(t *testing.T, b *world) attempt{
	"AbrirCarpeta": func(t *testing.T, b *world) attempt {
		taken, c := newCarpeta(), newCarpeta()
		taken.CarpetaID = b.emptyCarpeta(t).CarpetaID
		a := attemptOf(fault.Conflict, taken, c, func(c carpeta.Carpeta, h auditoria.Evento) error { return errOf(b.AbrirCarpeta(b.ctx, c, h)) })
		c.CarpetaID = newID() // the same citizen, by another operador
		a.again = func(h auditoria.Evento) error { return errOf(b.AbrirCarpeta(b.ctx, c, h)) }
		return a
	},
	"Sembrar": func(t *testing.T, b *world) attempt {
		taken := newCarpeta()
		taken.CiudadanoID = b.emptyCarpeta(t).CiudadanoID
		return attemptOf(fault.Conflict, taken, newCarpeta(), func(c carpeta.Carpeta, h auditoria.Evento) error { return b.Sembrar(b.ctx, c, nil, h) })
	},
	"CorregirTotal": func(t *testing.T, b *world) attempt {
		c := b.emptyCarpeta(t)
		stale := c
		stale.Version = 9
		return attemptOf(fault.Conflict, stale, c, func(c carpeta.Carpeta, h auditoria.Evento) error { return b.CorregirTotal(b.ctx, c, 7, 0, h) })
	},
	"CrearCodigo": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		return attemptOf("", b.makeCodigo(t, ds[0]), b.newCodigo(ds[0]), func(c codigo.Codigo, h auditoria.Evento) error {
			return b.CrearCodigo(b.ctx, c, b.placesWith(t, c), h)
		})
	},
	"UsarCodigo": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		return attemptOf(fault.NotFound, b.newCodigo(ds[0]), b.makeCodigo(t, ds[0]), func(c codigo.Codigo, h auditoria.Evento) error {
			return b.UsarCodigo(b.ctx, c, "", b.clock.Now(), h)
		}).countsAgain()
	},
	"TerminarCodigo": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		return attemptOf(fault.NotFound, b.newCodigo(ds[0]), b.makeCodigo(t, ds[0]), func(c codigo.Codigo, h auditoria.Evento) error {
			return errOf(b.TerminarCodigo(b.ctx, c.Nombre(), b.clock.Now(), h))
		})
	},
	"CrearSolicitud": func(t *testing.T, b *world) attempt {
		taken := b.makeSolicitud(t, b.newSolicitud(newID(), "banco"))
		wrong := b.newSolicitud(newID(), "banco")
		wrong.NumeroInterno = taken.NumeroInterno
		return attemptOf(fault.Conflict, wrong, b.newSolicitud(newID(), "banco"), func(r consentimiento.Solicitud, h auditoria.Evento) error {
			return b.CrearSolicitud(b.ctx, r, b.lugaresWith(t, r), h)
		})
	},
	"CambiarSolicitud": func(t *testing.T, b *world) attempt {
		wrong := b.makeSolicitud(t, b.newSolicitud(newID(), "banco"))
		right := wrong
		wrong.Version, right.Version = 3, 2
		return attemptOf(fault.Conflict, wrong, right, func(r consentimiento.Solicitud, h auditoria.Evento) error {
			return b.CambiarSolicitud(b.ctx, r, nil, h)
		})
	},
	"Responder": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		wrong := b.makeSolicitud(t, b.newSolicitud(newID(), "banco"))
		right := wrong
		wrong.Version, right.Version = 3, 2
		a := b.newAutorizacion(right, ds...)
		return attemptOf(fault.Conflict, wrong, right, func(r consentimiento.Solicitud, h auditoria.Evento) error {
			return b.Responder(b.ctx, r, nil, a, ds, h)
		})
	},
	"TerminarAutorizacion": func(t *testing.T, b *world) attempt {
		return b.attemptToFinish(t, b.TerminarAutorizacion)
	},
	"PedirBorrado": func(t *testing.T, b *world) attempt {
		return b.attemptToFinish(t, b.PedirBorrado)
	},
	"Mirar": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		r, right := b.answer(t, newID(), "banco", ds[0])
		return attemptOf(fault.NotFound, b.newAutorizacion(r, ds[0]), right, func(a consentimiento.Autorizacion, h auditoria.Evento) error {
			return b.Mirar(b.ctx, a, ds[0], b.clock.Now(), h)
		}).countsAgain()
	},
	"GuardarSilenciadas": func(t *testing.T, b *world) attempt {
		right := consentimiento.Silenciadas{CiudadanoID: newID(), Version: 1}
		wrong := right
		wrong.Version = 2
		return attemptOf(fault.Conflict, wrong, right, func(x consentimiento.Silenciadas, h auditoria.Evento) error {
			return b.GuardarSilenciadas(b.ctx, x, nil, h)
		})
	},
	"CorregirUso": func(t *testing.T, b *world) attempt {
		c := b.emptyCarpeta(t)
		stale := c
		stale.Uso.Bytes = 9
		return attemptOf(fault.Conflict, stale, c, func(c carpeta.Carpeta, h auditoria.Evento) error {
			return b.CorregirUso(b.ctx, c, carpeta.Uso{Bytes: 5}, h)
		})
	},
	"CrearCarga": func(t *testing.T, b *world) attempt {
		d := b.newCarga(b.emptyCarpeta(t), 1)
		return attemptOf(fault.QuotaExceeded, carpeta.Cuota{}, carpeta.SinCuota, func(q carpeta.Cuota, h auditoria.Evento) error { return b.CrearCarga(b.ctx, d, q, h) })
	},
	"ConfirmarCarga": func(t *testing.T, b *world) attempt {
		_, d := b.newWithCarga(t)
		return attemptOf(fault.Conflict, int64(1), 0, func(more int64, h auditoria.Evento) error {
			d := d
			d.TamanoBytes += more
			return errOf(b.ConfirmarCarga(b.ctx, d, d, h))
		})
	},
	"CambiarCarga": func(t *testing.T, b *world) attempt {
		_, d := b.newWithCarga(t)
		return attemptOf(fault.Conflict, time.Minute, 0, func(earlier time.Duration, h auditoria.Evento) error {
			seen, next := d, d
			seen.ExpiraEn, next.ExpiraEn = seen.ExpiraEn.Add(-earlier), next.ExpiraEn.Add(time.Hour)
			return errOf(b.CambiarCarga(b.ctx, seen, next, &h))
		})
	},
	"Corregir": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		return attemptOf(fault.Conflict, int64(1), 0, func(corrections int64, h auditoria.Evento) error {
			seen := ds[0]
			seen.Correcciones = corrections
			return b.Corregir(b.ctx, seen, b.corrected(seen, "otro título", seen.Tipo, ""), h)
		})
	},
	"OlvidarCarga": func(t *testing.T, b *world) attempt {
		_, d := b.newWithCarga(t)
		b.clock.advance(2 * time.Hour)
		return attemptOf(fault.Conflict, time.Minute, 0, func(earlier time.Duration, h auditoria.Evento) error {
			seen := d
			seen.ExpiraEn = seen.ExpiraEn.Add(-earlier)
			return b.OlvidarCarga(b.ctx, seen, &h)
		})
	},
	"GuardarEntidad": func(_ *testing.T, b *world) attempt {
		e := b.newEntidad("entidad-" + newID()[:8])
		return attemptOf(fault.Conflict, int64(3), 1, func(version int64, h auditoria.Evento) error {
			e := e
			e.Version = version
			return b.GuardarEntidad(b.ctx, e, h)
		})
	},
	"GuardarTipo": func(_ *testing.T, b *world) attempt {
		k := b.newTipo("T" + strings.ToUpper(newID()[:8]))
		return attemptOf(fault.Conflict, int64(3), 1, func(version int64, h auditoria.Evento) error {
			k := k
			k.Version = version
			return b.GuardarTipo(b.ctx, k, h)
		})
	},
	"GuardarTramite": func(_ *testing.T, b *world) attempt {
		v := b.newTramite("T" + strings.ToUpper(newID()[:8]))
		return attemptOf(fault.Conflict, int64(3), 1, func(version int64, h auditoria.Evento) error {
			v := v
			v.Version = version
			return b.GuardarTramite(b.ctx, v, h)
		})
	},
	"GuardarEmbargos": func(_ *testing.T, b *world) attempt {
		es := b.newEmbargos()
		return attemptOf(fault.Conflict, int64(3), 1, func(version int64, h auditoria.Evento) error {
			es := es
			es.Version = version
			return b.GuardarEmbargos(b.ctx, es, h)
		})
	},
	"CrearEntrega": func(t *testing.T, b *world) attempt {
		c := b.emptyCarpeta(t)
		e, d := b.newEntrega(c, "universidad", 1)
		a := attemptOf(fault.QuotaExceeded, carpeta.Cuota{}, carpeta.SinCuota, func(q carpeta.Cuota, h auditoria.Evento) error {
			return errOf(b.CrearEntrega(b.ctx, e, d, q, h))
		})
		later, same := b.newEntrega(c, "universidad", 2)
		same.Hash = d.Hash
		a.again = func(h auditoria.Evento) error { return errOf(b.CrearEntrega(b.ctx, later, same, carpeta.SinCuota, h)) }
		return a
	},
	"ConfirmarEntrega": func(t *testing.T, b *world) attempt {
		e, d := b.announce(t, b.emptyCarpeta(t), "universidad", 1)
		e.EntregadaEn, e.ExpiraEn = b.clock.Now(), time.Time{}
		return attemptOf(fault.Conflict, int64(1), 0, func(more int64, h auditoria.Evento) error {
			d := d
			d.TamanoBytes += more
			return errOf(b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, h))
		})
	},
	"CancelarEntrega": func(t *testing.T, b *world) attempt {
		e, d := b.announce(t, b.emptyCarpeta(t), "universidad", 1)
		return attemptOf(fault.Conflict, time.Minute, 0, func(earlier time.Duration, h auditoria.Evento) error {
			seen := d
			seen.FechaUltimaModificacion = d.FechaUltimaModificacion.Add(-earlier)
			return errOf(b.CancelarEntrega(b.ctx, cancelled(e, b.clock.Now()), seen, h))
		})
	},
	"CorregirEntrega": func(t *testing.T, b *world) attempt {
		e, d := b.deliver(t, b.emptyCarpeta(t), "universidad", 1)
		return attemptOf(fault.Conflict, time.Minute, 0, func(earlier time.Duration, h auditoria.Evento) error {
			c := b.revocation(e, d)
			c.DocumentoVisto.FechaUltimaModificacion = d.FechaUltimaModificacion.Add(-earlier)
			return b.CorregirEntrega(b.ctx, c, h)
		})
	},
	"Iniciar": func(t *testing.T, b *world) attempt {
		c, ds := b.seed(t, 1)
		e := b.newSaga(c, ds[0])
		return attemptOf(fault.Conflict, eliminacion.Aprobacion, e.Paso, func(p eliminacion.Paso, h auditoria.Evento) error {
			e := e
			e.Paso = p
			return b.Iniciar(b.ctx, e, h)
		})
	},
	"Guardar": func(t *testing.T, b *world) attempt {
		_, _, e := b.started(t, 1)
		return attemptOf(fault.Conflict, int64(1), 0, func(ahead int64, h auditoria.Evento) error {
			e := e
			e.Secuencia += ahead
			return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())}, h)
		})
	},
	"Adoptar": func(t *testing.T, b *world) attempt {
		c, ds, old := b.started(t, 1)
		e := b.newReparacion(c, ds[0])
		return attemptOf(fault.Conflict, newID(), old.EventoID, func(previous string, h auditoria.Evento) error { return b.Adoptar(b.ctx, e, previous, h) })
	},
	"IniciarHuerfana": func(t *testing.T, b *world) attempt {
		c, ds := b.seed(t, 1)
		there, e := b.newReparacion(c, ds[0]), b.newReparacion(c, b.newDocumento(c, 7))
		return attemptOf(fault.Conflict, there, e, func(e eliminacion.Eliminacion, h auditoria.Evento) error { return b.IniciarHuerfana(b.ctx, e, h) })
	},
	"Reprogramar": func(t *testing.T, b *world) attempt {
		_, _, e := b.started(t, 1)
		return attemptOf(fault.Conflict, int64(1), 0, func(leases int64, h auditoria.Evento) error {
			p := e.Pendiente()
			p.Arriendos += leases
			return b.Reprogramar(b.ctx, p, b.clock.Now().Add(time.Hour), h)
		}).countsAgain()
	},
}

// toldThoughDone: the document is gone already, and the change of the saga is told of once.
func toldThoughDone(t *testing.T, b *world) {
	for _, effect := range []eliminacion.Efecto{eliminacion.Desbloquear, eliminacion.BorrarMetadato} {
		c, _ := b.seed(t, 0)
		e := b.newReparacion(c, b.newDocumento(c, 7))
		require(t, b.IniciarHuerfana(b.ctx, e, Hecho()))
		end := nextState(e, eliminacion.Completada, eliminacion.Completed, b.clock.Now())
		h := b.newEvento(newOperador())
		require(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: end, Efecto: effect}, h))
		b.requireEvento(t, h)
		b.requireSaga(t, end)
	}
}

// untold: how far a verification came, and what is left of a cancelled upload, is nobody's deed.
func untold(t *testing.T, b *world) {
	c, d := b.newWithCarga(t)
	next := d
	next.ExpiraEn = b.clock.Now().Add(time.Minute)
	require(t, errOf(b.CambiarCarga(b.ctx, d, next, nil)))
	b.clock.advance(time.Hour)
	require(t, b.OlvidarCarga(b.ctx, next, nil))
	b.requireUsage(t, c, carpeta.Uso{})
}

// attemptToFinish is a write of the end of an authorisation, which is refused of one that is not there.
func (b *world) attemptToFinish(
	t testing.TB, write func(context.Context, consentimiento.Autorizacion, auditoria.Evento) (consentimiento.Autorizacion, error),
) attempt {
	_, ds := b.seed(t, 1)
	r, right := b.answer(t, newID(), "banco", ds[0])
	wrong := b.newAutorizacion(r, ds[0])
	for _, a := range []*consentimiento.Autorizacion{&wrong, &right} {
		a.TerminadaEn, a.BorradoPedidoEn, a.FinID = b.clock.Now(), b.clock.Now(), newID()
	}
	return attemptOf(fault.NotFound, wrong, right, func(a consentimiento.Autorizacion, h auditoria.Evento) error { return errOf(write(b.ctx, a, h)) })
}
