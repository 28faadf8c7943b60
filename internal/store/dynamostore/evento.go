package dynamostore

import (
	"context"
	"errors"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The trail of an operador is divided by day and by shard, because all of a day are written at the
// same end: one partition takes 1,000 writes a second. The number of shards cannot be changed, since
// the id of an event says where it is.
const shards = 4

// The partitions of the table EventosAuditoria that hold no events: the days of an operador that have
// any, and the set of operadores.
const (
	daysOf     = "#dias"
	trailOwner = "#operadores"
)

// Attributes of an event, besides particion, clave, and ids that other tables have too.
const (
	aService      = "servicio"
	aCorrelacion  = "correlacionId"
	aOutcome      = "resultado"
	aSeverity     = "gravedad"
	aResource     = "recurso"
	aResourceID   = "recursoId"
	aActor        = "actor"
	aActorTipo    = "actorTipo"
	aActorOper    = "actorOperador"
	aActorEntidad = "actorEntidad"
	aOnBehalf     = "enNombreDe"
	aPurpose      = "proposito"
	aLegalBasis   = "baseLegal"
	aDetails      = "datos"
	aSal          = "sal"
)

// hecho is the part of a transaction that writes an event: every transaction that changes state has
// it. Without a condition, it cannot fail for itself; of a transaction that is repeated it writes
// the same item.
func (s *Store) hecho(ctx context.Context, e auditoria.Evento) (types.TransactWriteItem, error) {
	if err := s.expect(ctx, e); err != nil {
		return types.TransactWriteItem{}, err
	}
	return types.TransactWriteItem{Put: &types.Put{TableName: s.table(tableEvento), Item: s.eventoItem(e)}}, nil
}

// eventParts is hecho for several.
func (s *Store) eventParts(ctx context.Context, es []auditoria.Evento) (parts []types.TransactWriteItem, err error) {
	for _, e := range es {
		p, err := s.hecho(ctx, e)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// Anotar implements auditoria.Store.
func (s *Store) Anotar(ctx context.Context, es ...auditoria.Evento) error {
	ctx = withOperation(ctx, "Anotar")
	items := make(map[string]item, len(es)) // the service refuses a key given twice
	for _, e := range es {
		if err := s.expect(ctx, e); err != nil {
			return err
		}
		items[e.EventoID] = s.eventoItem(e)
	}
	if err := s.noteAll(ctx, items); err != nil {
		return err
	}
	s.cfg.Written(len(items))
	return nil
}

// noteAll writes events by their ids: few of them beside those of others.
func (s *Store) noteAll(ctx context.Context, items map[string]item) error {
	if len(items) < maxWrites {
		return s.lots.put(ctx, items)
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(parallelWrites)
	for batch := range slices.Chunk(slices.Collect(maps.Values(items)), maxWrites) {
		g.Go(func() error { return s.writeBatch(ctx, s.db, tableEvento, batch) })
	}
	return g.Wait()
}

// expect registers the operador and the day of an event, once per process: a list looks at no day
// that is not registered.
func (s *Store) expect(ctx context.Context, e auditoria.Evento) error {
	if err := e.Validar(); err != nil {
		return err
	}
	owner := item{aPartition: text(trailOwner), aSort: text(trailOwner)}
	if err := s.registerIn(ctx, s.table(tableEvento), owner, e.OperadorID, &s.trails); err != nil {
		return err
	}
	day := e.Dia()
	if s.days.has(e.OperadorID, day) {
		return nil
	}
	i := item{aPartition: text(e.OperadorID + daysOf), aSort: text(day)}
	setExpiry(i, e.Momento.Add(s.cfg.Retenciones.Mayor()+24*time.Hour)) // a day of events of any kind
	err := s.repeat(ctx, func(ctx context.Context) error {
		_, err := s.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: s.table(tableEvento), Item: i})
		return err
	})
	if err == nil {
		s.days.add(e.OperadorID, day)
	}
	return classify(err)
}

// daysKnown are the latest days that this process registered, two for each operador: events of two
// days meet around midnight only.
type daysKnown struct{ ofOperador sync.Map }

func (d *daysKnown) has(operadorID, day string) bool {
	v, _ := d.ofOperador.Load(operadorID)
	known, _ := v.([2]string)
	return known[0] == day || known[1] == day
}

func (d *daysKnown) add(operadorID, day string) {
	v, _ := d.ofOperador.Load(operadorID)
	known, _ := v.([2]string)
	d.ofOperador.Store(operadorID, [2]string{day, known[0]})
}

// OperadoresConEventos implements auditoria.Store.
func (s *Store) OperadoresConEventos(ctx context.Context) ([]string, error) {
	owner := item{aPartition: text(trailOwner), aSort: text(trailOwner)}
	return s.readRegistry(withOperation(ctx, "OperadoresConEventos"), s.table(tableEvento), owner)
}

// Evento implements auditoria.Store: the id says the millisecond, so it says the key.
func (s *Store) Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error) {
	if _, ok := auditoria.MomentoDeID(eventoID); !ok || operadorID == "" {
		return auditoria.Evento{}, notFound()
	}
	sought := auditoria.Evento{OperadorID: operadorID, EventoID: eventoID}
	ctx = withOperation(ctx, "Evento")
	i, err := s.read(ctx, s.table(tableEvento), eventoAuditoriaKey(sought))
	if errors.Is(err, fault.NotFound) {
		i, err = s.movedEvento(ctx, sought)
	}
	if err != nil {
		return auditoria.Evento{}, err
	}
	e, err := eventoOf(i)
	if err == nil && s.cfg.Retenciones.Caducado(e, s.cfg.Clock()) {
		return auditoria.Evento{}, notFound()
	}
	return e, err
}

// eventoAuditoriaKey is by the moment inside the id, which is the event's own unless it came from another store.
func eventoAuditoriaKey(e auditoria.Evento) item {
	t, _ := auditoria.MomentoDeID(e.EventoID)
	return item{aPartition: text(partitionOf(e.OperadorID, t.Format(time.DateOnly), shardOf(e.EventoID))), aSort: text(auditoria.ClaveEn(t, e.EventoID))}
}

func partitionOf(operadorID, day string, shard int) string {
	return operadorID + "#" + day + "#" + strconv.Itoa(shard)
}

func shardOf(eventoID string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(eventoID))
	return int(h.Sum32() % shards)
}

func (s *Store) eventoItem(e auditoria.Evento) item {
	i := eventoAuditoriaKey(e)
	for name, v := range map[string]string{
		aTipo: string(e.Tipo), aService: string(e.Servicio), aCorrelacion: e.CorrelacionID, aOutcome: string(e.Resultado),
		aSeverity: string(e.Gravedad), aResource: e.Recurso.Tipo, aResourceID: e.Recurso.ID, aActorTipo: e.Actor.Tipo, aActor: e.Actor.ID,
		aActorOper: e.Actor.OperadorID, aActorEntidad: e.Actor.EntidadID, aOnBehalf: e.EnNombreDe, aPurpose: e.Proposito,
		aLegalBasis: e.BaseLegal, aCarpetaID: e.CarpetaID, aDocumentoID: e.DocumentoID,
	} {
		setText(i, name, v)
	}
	if len(e.Datos) > 0 {
		details := item{}
		for k, v := range e.Datos {
			details[k] = text(v)
		}
		i[aDetails] = &types.AttributeValueMemberM{Value: details}
	}
	if len(e.Sal) > 0 {
		i[aSal] = &types.AttributeValueMemberB{Value: e.Sal}
	}
	setExpiry(i, s.cfg.Retenciones.CaducaEn(e).Add(time.Second)) // the attribute has whole seconds
	return i
}

// eventoOf reads an event back; operador, id and moment are in the keys.
func eventoOf(i item) (auditoria.Evento, error) {
	l := &reader{item: i}
	e := auditoria.Evento{
		Tipo: auditoria.Tipo(l.text(aTipo)), Servicio: auditoria.Servicio(l.text(aService)), CorrelacionID: l.text(aCorrelacion),
		Resultado: auditoria.Resultado(l.text(aOutcome)), Gravedad: auditoria.Gravedad(l.text(aSeverity)),
		Recurso: auditoria.Recurso{Tipo: l.text(aResource), ID: l.text(aResourceID)},
		Actor:   auditoria.Actor{Tipo: l.text(aActorTipo), ID: l.text(aActor), OperadorID: l.text(aActorOper), EntidadID: l.text(aActorEntidad)},

		EnNombreDe: l.text(aOnBehalf), Proposito: l.text(aPurpose), BaseLegal: l.text(aLegalBasis),
		CarpetaID: l.text(aCarpetaID), DocumentoID: l.text(aDocumentoID),
	}
	e.OperadorID = beforeLast(beforeLast(l.text(aPartition)))
	e.EventoID = lastPart(l.text(aSort))
	var ok bool
	if e.Momento, ok = auditoria.MomentoDeID(e.EventoID); !ok {
		l.note(aSort, errors.New("no event has this key"))
	}
	if own := l.date(aMoment); !own.IsZero() {
		e.Momento = own
	}
	if key := l.text(aSort); key != e.ClaveOrden() {
		e.Orden = key
	}
	if details := l.nested(aDetails); len(details.item) > 0 {
		e.Datos = make(map[string]string, len(details.item))
		for k := range details.item {
			e.Datos[k] = details.text(k)
		}
		l.note(aDetails, details.err)
	}
	if b, ok := i[aSal].(*types.AttributeValueMemberB); ok {
		e.Sal = b.Value
	}
	return e, l.err
}

// beforeLast is the text before the last '#' of a key.
func beforeLast(key string) string { return key[:max(0, strings.LastIndexByte(key, '#'))] }
