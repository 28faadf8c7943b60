package storetest

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// What changes state writes its event in the same transaction.
var casesTold = []testCase{
	{"told/every write has its event, a refused one none", "", toldWrites},
	{"told/no write is left out", "", toldByEveryMethod},
	{"told/of an effect that was done before", "", toldThoughDone},
	{"told/an upload changes in silence", "", untold},
	{"lost answer/the event of a save", LostAnswer, lostToldSave},
	{"lost answer/the event of a change of an upload", LostAnswer, lostToldChange},
}

// attempt is a write in three forms. Each of them is given an event of its own.
type attempt struct {
	refused func(h auditoria.Evento) error // a condition does not hold
	code    fault.Code
	write   func(h auditoria.Evento) error
	again   func(h auditoria.Evento) error // the same once more, which changes nothing; nil if it would
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

func (b *world) requireNoEvento(t testing.TB, what string, h auditoria.Evento) {
	t.Helper()
	if _, err := b.Evento(b.ctx, h.OperadorID, h.EventoID); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("%s: its event is there (%v)", what, err)
	}
}

// toldByEveryMethod: a method that takes an event stands in the table.
func toldByEveryMethod(t *testing.T, b *world) {
	port, one := reflect.TypeFor[Store](), reflect.TypeFor[auditoria.Evento]()
	var methods []string
	for i := range port.NumMethod() {
		m := port.Method(i)
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
		taken, other, c := b.emptyCarpeta(t), newCarpeta(), newCarpeta()
		other.CarpetaID = taken.CarpetaID
		open := func(c carpeta.Carpeta) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { _, err := b.AbrirCarpeta(b.ctx, c, h); return err }
		}
		second := c
		second.CarpetaID = newID()
		return attempt{open(other), fault.Conflict, open(c), open(second)}
	},
	"Sembrar": func(t *testing.T, b *world) attempt {
		other, c := newCarpeta(), newCarpeta()
		other.CiudadanoID = b.emptyCarpeta(t).CiudadanoID
		seed := func(c carpeta.Carpeta) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.Sembrar(b.ctx, c, nil, h) }
		}
		return attempt{seed(other), fault.Conflict, seed(c), nil}
	},
	"CorregirTotal": func(t *testing.T, b *world) attempt {
		c := b.emptyCarpeta(t)
		stale := c
		stale.Version = 9
		correct := func(c carpeta.Carpeta) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.CorregirTotal(b.ctx, c, 7, 0, h) }
		}
		return attempt{correct(stale), fault.Conflict, correct(c), correct(c)}
	},
	"CrearCodigo": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		taken := b.makeCodigo(t, ds[0])
		make := func(c codigo.Codigo) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.CrearCodigo(b.ctx, c, b.placesWith(t, c), h) }
		}
		c := b.newCodigo(ds[0])
		return attempt{make(taken), "", make(c), make(c)}
	},
	"UsarCodigo": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		use := func(c codigo.Codigo) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.UsarCodigo(b.ctx, c, "", b.clock.Now(), h) }
		}
		return attempt{use(b.newCodigo(ds[0])), fault.NotFound, use(b.makeCodigo(t, ds[0])), nil}
	},
	"TerminarCodigo": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		end := func(c codigo.Codigo) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				_, err := b.TerminarCodigo(b.ctx, c.Nombre(), b.clock.Now(), h)
				return err
			}
		}
		c := b.makeCodigo(t, ds[0])
		return attempt{end(b.newCodigo(ds[0])), fault.NotFound, end(c), end(c)}
	},
	"CorregirUso": func(t *testing.T, b *world) attempt {
		c := b.emptyCarpeta(t)
		stale := c
		stale.Uso.Bytes = 9
		correct := func(c carpeta.Carpeta) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.CorregirUso(b.ctx, c, carpeta.Uso{Bytes: 5}, h) }
		}
		return attempt{correct(stale), fault.Conflict, correct(c), correct(c)}
	},
	"CrearCarga": func(t *testing.T, b *world) attempt {
		d := b.newCarga(b.emptyCarpeta(t), 1)
		create := func(q carpeta.Cuota) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.CrearCarga(b.ctx, d, q, h) }
		}
		return attempt{create(carpeta.Cuota{}), fault.QuotaExceeded, create(carpeta.SinCuota), create(carpeta.SinCuota)}
	},
	"ConfirmarCarga": func(t *testing.T, b *world) attempt {
		_, d := b.newWithCarga(t)
		confirm := func(more int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				d := d
				d.TamanoBytes += more
				_, err := b.ConfirmarCarga(b.ctx, d, d, h)
				return err
			}
		}
		return attempt{confirm(1), fault.Conflict, confirm(0), confirm(0)}
	},
	"CambiarCarga": func(t *testing.T, b *world) attempt {
		_, d := b.newWithCarga(t)
		change := func(earlier time.Duration) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				seen, next := d, d
				seen.ExpiraEn, next.ExpiraEn = seen.ExpiraEn.Add(-earlier), next.ExpiraEn.Add(time.Hour)
				_, err := b.CambiarCarga(b.ctx, seen, next, &h)
				return err
			}
		}
		return attempt{change(time.Minute), fault.Conflict, change(0), change(0)}
	},
	"Corregir": func(t *testing.T, b *world) attempt {
		_, ds := b.seed(t, 1)
		correct := func(version int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				seen := ds[0]
				seen.Correcciones = version - 1
				return b.Corregir(b.ctx, seen, b.corrected(seen, "otro título", seen.Tipo, ""), h)
			}
		}
		return attempt{correct(2), fault.Conflict, correct(1), correct(1)}
	},
	"OlvidarCarga": func(t *testing.T, b *world) attempt {
		_, d := b.newWithCarga(t)
		b.clock.advance(2 * time.Hour)
		forget := func(earlier time.Duration) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				seen := d
				seen.ExpiraEn = seen.ExpiraEn.Add(-earlier)
				return b.OlvidarCarga(b.ctx, seen, &h)
			}
		}
		return attempt{forget(time.Minute), fault.Conflict, forget(0), forget(0)}
	},
	"GuardarEntidad": func(_ *testing.T, b *world) attempt {
		e := b.newEntidad("entidad-" + newID()[:8])
		save := func(version int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				e := e
				e.Version = version
				return b.GuardarEntidad(b.ctx, e, h)
			}
		}
		return attempt{save(3), fault.Conflict, save(1), save(1)}
	},
	"GuardarTipo": func(_ *testing.T, b *world) attempt {
		k := b.newTipo("T" + strings.ToUpper(newID()[:8]))
		save := func(version int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				k := k
				k.Version = version
				return b.GuardarTipo(b.ctx, k, h)
			}
		}
		return attempt{save(3), fault.Conflict, save(1), save(1)}
	},
	"GuardarEmbargos": func(_ *testing.T, b *world) attempt {
		es := b.newEmbargos()
		save := func(version int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				es := es
				es.Version = version
				return b.GuardarEmbargos(b.ctx, es, h)
			}
		}
		return attempt{save(3), fault.Conflict, save(1), save(1)}
	},
	"CrearEntrega": func(t *testing.T, b *world) attempt {
		e, d := b.newEntrega(b.emptyCarpeta(t), "universidad", 1)
		again := d
		again.DocumentoID = newID()
		create := func(id string, q carpeta.Cuota) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				e, d := e, d
				e.EntregaID, d.DocumentoID = id, id
				_, err := b.CrearEntrega(b.ctx, e, d, q, h)
				return err
			}
		}
		return attempt{create(d.DocumentoID, carpeta.Cuota{}), fault.QuotaExceeded, create(d.DocumentoID, carpeta.SinCuota), create(newID(), carpeta.SinCuota)}
	},
	"ConfirmarEntrega": func(t *testing.T, b *world) attempt {
		e, d := b.announce(t, b.emptyCarpeta(t), "universidad", 1)
		e.EntregadaEn, e.ExpiraEn = b.clock.Now(), entrega.Entrega{}.ExpiraEn
		confirm := func(more int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				d := d
				d.TamanoBytes += more
				_, err := b.ConfirmarEntrega(b.ctx, entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, h)
				return err
			}
		}
		return attempt{confirm(1), fault.Conflict, confirm(0), confirm(0)}
	},
	"CorregirEntrega": func(t *testing.T, b *world) attempt {
		e, d := b.deliver(t, b.emptyCarpeta(t), "universidad", 1)
		take := func(earlier time.Duration) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				c := b.revocation(e, d)
				c.DocumentoVisto.FechaUltimaModificacion = d.FechaUltimaModificacion.Add(-earlier)
				return b.CorregirEntrega(b.ctx, c, h)
			}
		}
		return attempt{take(time.Minute), fault.Conflict, take(0), take(0)}
	},
	"Iniciar": func(t *testing.T, b *world) attempt {
		c, ds := b.seed(t, 1)
		e := b.newSaga(c, ds[0])
		start := func(p eliminacion.Paso) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				e := e
				e.Paso = p
				return b.Iniciar(b.ctx, e, h)
			}
		}
		return attempt{start(eliminacion.Aprobacion), fault.Conflict, start(e.Paso), start(e.Paso)}
	},
	"Guardar": func(t *testing.T, b *world) attempt {
		_, _, e := b.started(t, 1)
		save := func(from int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				e := e
				e.Secuencia = from
				n := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
				return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}, h)
			}
		}
		return attempt{save(e.Secuencia + 1), fault.Conflict, save(e.Secuencia), save(e.Secuencia)}
	},
	"Adoptar": func(t *testing.T, b *world) attempt {
		c, ds, old := b.started(t, 1)
		e := b.newReparacion(c, ds[0])
		adopt := func(previous string) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.Adoptar(b.ctx, e, previous, h) }
		}
		return attempt{adopt(newID()), fault.Conflict, adopt(old.EventoID), adopt(old.EventoID)}
	},
	"IniciarHuerfana": func(t *testing.T, b *world) attempt {
		c, ds := b.seed(t, 1)
		there, e := b.newReparacion(c, ds[0]), b.newReparacion(c, b.newDocumento(c, 7))
		start := func(e eliminacion.Eliminacion) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error { return b.IniciarHuerfana(b.ctx, e, h) }
		}
		return attempt{start(there), fault.Conflict, start(e), start(e)}
	},
	"Reprogramar": func(t *testing.T, b *world) attempt {
		_, _, e := b.started(t, 1)
		move := func(leases int64) func(auditoria.Evento) error {
			return func(h auditoria.Evento) error {
				p := e.Pendiente()
				p.Arriendos += leases
				return b.Reprogramar(b.ctx, p, b.clock.Now().Add(time.Hour), h)
			}
		}
		return attempt{move(1), fault.Conflict, move(0), nil}
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
	_, err := b.CambiarCarga(b.ctx, d, next, nil)
	require(t, err)
	b.clock.advance(time.Hour)
	require(t, b.OlvidarCarga(b.ctx, next, nil))
	b.requireUsage(t, c, carpeta.Uso{})
}

func lostToldSave(t *testing.T, b *world) {
	_, _, e := b.started(t, 1)
	first, second := b.newEvento("hechos"), b.newEvento("hechos")
	n := nextState(e, eliminacion.Iniciada, eliminacion.MetadataCleanup, b.clock.Now())
	b.lose(t, func() error { return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}, first) })
	requireCode(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n}, second), fault.Conflict)
	b.requireEvento(t, first)
	b.requireNoEvento(t, "the repetition", second)
}

func lostToldChange(t *testing.T, b *world) {
	_, d := b.newWithCarga(t)
	first, second := b.newEvento("hechos"), b.newEvento("hechos")
	next := d
	next.ExpiraEn = next.ExpiraEn.Add(time.Hour)
	b.lose(t, func() error { _, err := b.CambiarCarga(b.ctx, d, next, &first); return err })
	_, err := b.CambiarCarga(b.ctx, d, next, &second)
	requireCode(t, err, fault.Conflict)
	b.requireEvento(t, first)
	b.requireNoEvento(t, "the repetition", second)
}
