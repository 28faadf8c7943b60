package sellado

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Hallazgo is a difference between the stored trail and its sealed log.
type Hallazgo struct {
	Tipo       TipoHallazgo `json:"hallazgo"`
	OperadorID string       `json:"operadorId"`
	EventoID   string       `json:"eventoId,omitempty"`
	Numero     *int64       `json:"numero,omitempty"`
	Detalle    string       `json:"detalle,omitempty"`
}

// TipoHallazgo is the kind of a difference.
type TipoHallazgo string

// The kinds.
const (
	Cambiado    TipoHallazgo = "CAMBIADO"     // the event in the store is not the one that was sealed
	Falta       TipoHallazgo = "FALTA"        // a sealed event is gone before the end of its retention
	Insertado   TipoHallazgo = "INSERTADO"    // an event in the store is in no seal, and came too late to get one
	ActaFalsa   TipoHallazgo = "ACTA_FALSA"   // the records of seals do not say what the log says
	RegistroMal TipoHallazgo = "REGISTRO_MAL" // the log itself is damaged

	// PasadoDistinto: the log does not begin with what a kept checkpoint says.
	PasadoDistinto TipoHallazgo = "PASADO_DISTINTO"

	// Repetido: the event was sealed before, under a smaller number. Each number proves the same event, so nothing was
	// changed, and this is no difference.
	Repetido TipoHallazgo = "REPETIDO"
	// Tarde: the event came into the store more than Tardanza after its time, so it was sealed behind later ones. A write
	// that was held back does so, and a server whose clock is wrong. This is no difference either.
	Tarde TipoHallazgo = "TARDE"
)

// Comprobado is the result for one log.
type Comprobado struct {
	OperadorID string `json:"operadorId"`
	Origen     string `json:"origen"`
	Sellados   int64  `json:"sellados"`
	Comparados int64  `json:"comparados"` // sealed events that the store still has
	Archivados int64  `json:"archivados"` // sealed events that the archive has, and the store no more
	Vencidos   int64  `json:"vencidos"`   // sealed events whose retention may be over, where there is no archive
	EnEspera   int64  `json:"enEspera"`   // events that wait for their seal
	Repetidos  int64  `json:"repetidos"`  // sealed events that have a smaller number too: not among Hallazgos
	Tardios    int64  `json:"tardios"`    // sealed events that came late: not among Hallazgos either
	Hallazgos  int64  `json:"hallazgos"`
}

// Comprobar reads the whole log of an operador and its whole stored trail, and compares them
// event for event. It changes nothing.
func (s *Sellador) Comprobar(ctx context.Context, operadorID string, hallado func(Hallazgo) error) (Comprobado, error) {
	c := &comprobacion{s: s, operadorID: operadorID, now: s.cfg.Clock(), hallado: hallado}
	c.vistos = ventana{actas: s.cfg.Actas, operadorID: operadorID, ids: map[string]bool{}}
	c.r = Comprobado{OperadorID: operadorID, Origen: s.cfg.Llaves.Origen(operadorID)}
	if s.cfg.Archivo != nil {
		c.archivo = s.cfg.Archivo()
	}
	err := c.todo(ctx)
	return c.r, err
}

type comprobacion struct {
	s          *Sellador
	operadorID string
	now        time.Time
	hallado    func(Hallazgo) error
	r          Comprobado

	log      verify.Signed
	lector   sello.Reader
	entradas entradas
	previas  previas
	vistos   ventana
	archivo  func(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)
	pasado   time.Time // the sealer has passed it
}

func (c *comprobacion) todo(ctx context.Context) error {
	l, err := c.s.Lector(c.operadorID)
	if err != nil {
		return err
	}
	if c.pasado, err = c.s.pasado(ctx, c.operadorID); err != nil {
		return err
	}
	// The checkpoint first: what is sealed meanwhile is not looked at.
	if c.log, err = c.registro(ctx); err != nil {
		var damage *sello.Damage
		if errors.As(err, &damage) {
			return c.halla(RegistroMal, "", nil, err.Error())
		}
		return err
	}
	c.lector, c.entradas = l, entradasDe(l, c.log.Size)
	if err := c.retroceso(ctx); err != nil {
		return err
	}
	if err := c.sellados(ctx); err != nil {
		return err
	}
	return c.almacenados(ctx)
}

// registro reads the log; one that was never begun is empty.
func (c *comprobacion) registro(ctx context.Context) (verify.Signed, error) {
	as, err := c.s.cfg.Actas.UltimasActas(ctx, c.operadorID, time.Time{}, 1)
	if err != nil {
		return verify.Signed{}, err
	}
	l, _ := c.s.Lector(c.operadorID)
	if _, err := l.Checkpoint(ctx); errors.Is(err, fault.NotFound) && len(as) == 0 {
		return verify.Signed{}, nil
	}
	return c.s.Revisar(ctx, c.operadorID)
}

// retroceso: an acta is written after its seal is published, so a log that ends before one is an older copy of itself.
// What was sealed since the log was read is no such thing.
func (c *comprobacion) retroceso(ctx context.Context) error {
	as, err := c.s.cfg.Actas.UltimasActas(ctx, c.operadorID, time.Time{}, 1)
	if err != nil || len(as) == 0 || as[0].Siguiente() <= c.log.Size {
		return err
	}
	hoy, err := c.lector.Checkpoint(ctx)
	if n := as[0].Siguiente(); err == nil && n > hoy.Size {
		return c.halla(RegistroMal, "", &n, "the log was rolled back: it has "+itoa(hoy.Size)+" entries, and the records of its seals say more")
	}
	return err
}

func (c *comprobacion) halla(t TipoHallazgo, eventoID string, n *int64, detalle string) error {
	c.r.Hallazgos++
	return c.hallado(Hallazgo{Tipo: t, OperadorID: c.operadorID, EventoID: eventoID, Numero: n, Detalle: detalle})
}

// sellados walks the log: each number has an event, and the store has it as it was sealed.
func (c *comprobacion) sellados(ctx context.Context) error {
	desde, n := time.Time{}, int64(0)
	for {
		as, err := c.s.cfg.Actas.ActasDesde(ctx, c.operadorID, desde, n, 16)
		if err != nil {
			return err
		}
		for _, a := range as {
			if a.Primera >= c.log.Size {
				return c.completo(ctx, desde, n)
			}
			if a.Primera != n {
				return c.halla(ActaFalsa, "", &n, "the next acta begins at "+itoa(a.Primera))
			}
			if err := c.acta(ctx, a, desde); err != nil {
				return err
			}
			desde, n = a.Hasta, a.Siguiente()
		}
		if len(as) < 16 {
			return c.completo(ctx, desde, n)
		}
	}
}

// completo looks whether the actas tell of the whole log. The newest may be missing: a seal is published before its
// acta is written, and whoever seals next writes what a process that ended in between has not.
func (c *comprobacion) completo(ctx context.Context, desde time.Time, n int64) error {
	if n != c.log.Size {
		a, err := c.ultima(ctx, desde, n)
		if err != nil {
			return err
		}
		if err := c.acta(ctx, a, desde); err != nil {
			return err
		}
		for _, id := range a.Eventos {
			c.vistos.ids[id] = true
		}
		n += int64(len(a.Eventos))
	}
	c.r.Sellados = n
	if n != c.log.Size {
		return c.halla(ActaFalsa, "", &n, "the log has "+itoa(c.log.Size)+" entries")
	}
	return nil
}

// ultima is what the acta from this number on will say, or says by now; empty if nothing tells it.
func (c *comprobacion) ultima(ctx context.Context, desde time.Time, n int64) (Acta, error) {
	first, ids, err := c.lector.Unfinished(ctx, c.log.Checkpoint)
	if err != nil || len(ids) > 0 && first == n {
		return Acta{Primera: first, Eventos: ids}, err
	}
	as, err := c.s.cfg.Actas.ActasDesde(ctx, c.operadorID, desde, n, 1)
	if err != nil || len(as) == 0 || as[0].Primera != n {
		return Acta{}, err
	}
	return as[0], nil
}

// acta looks at the events of an acta; antes is what was sealed before it.
func (c *comprobacion) acta(ctx context.Context, a Acta, antes time.Time) error {
	defer c.previas.poner(a)
	for i, id := range a.Eventos {
		n := a.Primera + int64(i)
		if err := c.repetido(id, n); err != nil {
			return err
		}
		if err := c.tarde(id, n, antes); err != nil {
			return err
		}
		entrada, err := c.entradas.numero(ctx, n)
		if err != nil {
			return err
		}
		if err := c.evento(ctx, id, n, entrada); err != nil {
			return err
		}
	}
	return nil
}

// repetido tells of an event that has a smaller number too.
func (c *comprobacion) repetido(id string, n int64) error {
	previo, hay := c.previas.numeros[id]
	if !hay {
		return nil
	}
	c.r.Repetidos++
	return c.hallado(Hallazgo{
		Tipo: Repetido, OperadorID: c.operadorID, EventoID: id, Numero: &n, Detalle: "it has number " + itoa(previo) + " too; both prove the same event",
	})
}

// tarde tells of an event that was sealed behind those that came a while after it.
func (c *comprobacion) tarde(id string, n int64, antes time.Time) error {
	t, ok := auditoria.MomentoDeID(id)
	if !ok || !t.Before(antes.Add(-Tardanza)) {
		return nil
	}
	c.r.Tardios++
	return c.hallado(Hallazgo{
		Tipo: Tarde, OperadorID: c.operadorID, EventoID: id, Numero: &n, Detalle: "it is of " + t.UTC().Format(formatoMomento) + ", and was sealed behind events of " + antes.UTC().Format(formatoMomento),
	})
}

func (c *comprobacion) evento(ctx context.Context, id string, n int64, sellada []byte) error {
	e, err := c.s.cfg.Eventos.Evento(ctx, c.operadorID, id)
	cuenta := &c.r.Comparados
	if t, ok := auditoria.MomentoDeID(id); errors.Is(err, fault.NotFound) && ok && c.now.Sub(t) >= auditoria.RetencionMinima {
		if c.archivo == nil {
			c.r.Vencidos++
			return nil
		}
		cuenta = &c.r.Archivados
		e, err = c.archivo(ctx, c.operadorID, id)
	}
	if errors.Is(err, fault.NotFound) {
		return c.halla(Falta, id, &n, "")
	}
	if err != nil {
		return err
	}
	*cuenta++
	if !bytes.Equal(entrada(e), sellada) {
		return c.halla(Cambiado, id, &n, "")
	}
	return nil
}

// almacenados walks the store: each event that is old enough has a number.
func (c *comprobacion) almacenados(ctx context.Context) error {
	espera := c.now.Add(-2*c.s.cfg.Cada - Tardanza)
	for clave := ""; ; {
		es, err := c.s.cfg.Eventos.EventosDesde(ctx, c.operadorID, clave, pagina)
		if err != nil {
			return err
		}
		for _, e := range es {
			if err := c.almacenado(ctx, e, espera); err != nil {
				return err
			}
		}
		if len(es) < pagina {
			return nil
		}
		clave = es[len(es)-1].ClaveOrden()
	}
}

func (c *comprobacion) almacenado(ctx context.Context, e auditoria.Evento, espera time.Time) error {
	sellado, err := c.vistos.sellado(ctx, e)
	switch {
	case err != nil || sellado:
		return err
	case e.Momento.After(espera), e.Momento.After(c.pasado): // where nobody seals, as in a folder that was put back, it waits long
		c.r.EnEspera++
		return nil
	}
	return c.halla(Insertado, e.EventoID, nil, "")
}

// pasado is a moment that the sealer of an operador has passed: what came before it has its seal, or gets none.
func (s *Sellador) pasado(ctx context.Context, operadorID string) (time.Time, error) {
	m, err := s.cfg.Marcas.LeerMarca(ctx, nombreMarca(operadorID))
	if err != nil {
		return time.Time{}, err
	}
	a, err := avanceDe(m)
	if err != nil {
		return time.Time{}, err
	}
	as, err := s.cfg.Actas.UltimasActas(ctx, operadorID, time.Time{}, 1)
	pasado := s.cfg.Clock().Add(-atras)
	if len(as) > 0 {
		pasado = as[0].Hasta
	}
	if a.Frontera.After(pasado) {
		pasado = a.Frontera
	}
	if !a.Repasado.IsZero() && a.Repasado.Before(pasado) { // it looks at what is later once more
		pasado = a.Repasado
	}
	return pasado, err
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
