package dynamostore

import (
	"context"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// A list of an operador's trail walks its days, and merges the shards of each. Days with few events
// are read together, twice as many each time, all shards at once.
const (
	maxDays       = 16 // read together
	parallelReads = 16
	daysPerCall   = 64 // of the list of days: as many as MaxLlamadas lets a page walk
)

// Eventos implements auditoria.Store.
func (s *Store) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	c = behindPlace(c)
	w := &trailWalk{s: s, c: c, now: s.cfg.Clock(), found: make([]auditoria.Evento, 0, c.Limite)}
	w.from, w.to = c.Claves(0)
	err := w.run(withOperation(ctx, "Eventos"))
	auditoria.EventosEnVano(ctx, w.vain)
	return w.found, err
}

// trailWalk fills up while calls go on.
type trailWalk struct {
	s        *Store
	c        auditoria.Consulta
	now      time.Time
	from, to string // all keys lie between them; "" is no bound
	found    []auditoria.Evento

	calls, looked, vain int
	hidden              int // of those looked at, from the reader
}

func (w *trailWalk) run(ctx context.Context) error {
	if w.to != "" && w.from >= w.to {
		return nil
	}
	switch {
	case w.c.CorrelacionID != "":
		return w.merge(ctx, []*trail{w.index(indexByCorrelacion, aCorrelacion, w.c.CorrelacionID)})
	case w.c.CarpetaID != "":
		return w.merge(ctx, []*trail{w.index(indexByCarpeta, aCarpetaID, w.c.CarpetaID)})
	}
	return w.runDays(ctx)
}

// runDays walks the days that have events, in growing groups.
func (w *trailWalk) runDays(ctx context.Context) error {
	size := 1
	var group []string
	for day, err := range w.days(ctx) {
		if err != nil {
			return err
		}
		if group = append(group, day); len(group) < size {
			continue
		}
		if err := w.mergeDays(ctx, group); err != nil || w.full() {
			return err
		}
		group, size = nil, min(2*size, maxDays)
	}
	if len(group) == 0 {
		return nil
	}
	return w.mergeDays(ctx, group)
}

func (w *trailWalk) mergeDays(ctx context.Context, days []string) error {
	var trails []*trail
	for _, day := range days {
		for shard := range shards {
			trails = append(trails, w.shard(day, shard))
		}
	}
	return w.merge(ctx, trails)
}

func (w *trailWalk) full() bool { return len(w.found) == w.c.Limite }

// less is the order of the walk.
func (w *trailWalk) less(a, b string) bool { return a != b && (a < b) != w.c.Descendente }

// trail is one run of events by key, read as far as was needed.
type trail struct {
	name, value string // of the partition
	indexName   *string
	at          string // everything up to here was read
	ended       bool
	calls       int
	hidden      bool               // something was, from the reader
	heads       []auditoria.Evento // read and not taken
}

func (w *trailWalk) index(index, name, value string) *trail {
	t := &trail{name: name, value: value, indexName: aws.String(index), at: w.from}
	if w.c.Descendente {
		t.at = w.to
	}
	return t
}

// shard is one shard of a day, of which nothing was read.
func (w *trailWalk) shard(day string, shard int) *trail {
	start, _ := time.Parse(time.DateOnly, day) // keys without a day are no days: see days
	t := &trail{name: aPartition, value: partitionOf(w.c.OperadorID, day, shard), at: max(w.from, auditoria.ClaveEn(start, ""))}
	if w.c.Descendente {
		t.at = auditoria.ClaveEn(start.AddDate(0, 0, 1), "")
		if w.to != "" {
			t.at = min(t.at, w.to)
		}
	}
	return t
}

// merge takes events in order until the page is full, or all trails are at their ends. An event may
// be taken once every other trail is known up to there.
func (w *trailWalk) merge(ctx context.Context, trails []*trail) error {
	behind := trails // at first all are read at once: most will be needed
	for {
		if err := w.advance(ctx, behind); err != nil {
			return err
		}
		for behind = nil; len(behind) == 0; {
			var first *trail
			first, behind = w.next(trails)
			if len(behind) > 0 {
				break
			}
			if first == nil {
				return nil
			}
			w.found = append(w.found, first.heads[0])
			first.heads = first.heads[1:]
			if w.full() {
				return nil
			}
		}
	}
}

// next is the trail with the first event, and those that may have an earlier one unread.
func (w *trailWalk) next(trails []*trail) (first *trail, behind []*trail) {
	for _, t := range trails {
		if len(t.heads) > 0 && (first == nil || w.less(t.heads[0].ClaveOrden(), first.heads[0].ClaveOrden())) {
			first = t
		}
	}
	for _, t := range trails {
		if !t.ended && len(t.heads) == 0 && (first == nil || w.less(t.at, first.heads[0].ClaveOrden())) {
			behind = append(behind, t)
		}
	}
	return first, behind
}

// advance reads on in several trails at once, or stops where all of them were read up to.
func (w *trailWalk) advance(ctx context.Context, behind []*trail) error {
	if w.calls+len(behind) > w.maxCalls() || w.left() <= 0 {
		return auditoria.Sigue(slices.MinFunc(behind, func(a, b *trail) int {
			if w.less(a.at, b.at) {
				return -1
			}
			return 1
		}).at)
	}
	outs := make([]*run[item], len(behind))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(parallelReads)
	for n, t := range behind {
		if in := w.query(t, len(behind)); in != nil {
			g.Go(func() error {
				out, err := w.s.query(gctx, in)
				outs[n] = &out
				return classify(err)
			})
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for n, t := range behind {
		if err := w.take(t, outs[n]); err != nil {
			return err
		}
	}
	return nil
}

// maxCalls is what a walk may ask the service: further, if it leaves something out for its reader.
func (w *trailWalk) maxCalls() int {
	if w.c.Vela() {
		return auditoria.HolguraOculta * auditoria.MaxLlamadas
	}
	return auditoria.MaxLlamadas
}

// left is how many events the walk may still look at.
func (w *trailWalk) left() int {
	return min(w.s.maxLooks-(w.looked-w.hidden), auditoria.HolguraOculta*w.s.maxLooks-w.looked)
}

// take enters what a call answered; nil is the answer of a trail without keys between the bounds.
func (w *trailWalk) take(t *trail, out *run[item]) error {
	if out == nil {
		t.ended = true
		return nil
	}
	w.calls, t.calls = w.calls+1, t.calls+1
	w.looked += out.scanned
	w.vain += out.scanned - len(out.rows)
	for _, i := range out.rows {
		e, err := eventoOf(i)
		if err != nil {
			return err
		}
		switch {
		case w.c.Oculta(e): // it costs nothing, see EventosEnVano
			w.hidden, t.hidden = w.hidden+1, true
		case w.c.Incluye(e) && !w.s.cfg.Retenciones.Caducado(e, w.now):
			t.heads = append(t.heads, e)
		default:
			w.vain++
		}
	}
	last, more := out.next[aSort].(*types.AttributeValueMemberS)
	if t.ended = !more; more {
		t.at = last.Value
	}
	return nil
}

// query reads on in a trail; nil if nothing can be left.
func (w *trailWalk) query(t *trail, together int) *dynamodb.QueryInput {
	from, to := w.from, w.to
	if w.c.Descendente {
		to = t.at
	} else {
		from = t.at
	}
	in := &dynamodb.QueryInput{
		TableName: w.s.table(tableEvento), IndexName: t.indexName, Limit: w.entries(t, together),
		KeyConditionExpression:    aws.String("#" + t.name + " = :p"),
		ExpressionAttributeNames:  names(t.name),
		ExpressionAttributeValues: item{":p": text(t.value)},
		ScanIndexForward:          aws.Bool(!w.c.Descendente),
	}
	applyTrailFilter(in, w.c.Filtro)
	if from == "" && to == "" {
		return in
	}
	first, last := from+" ", "~"
	if to != "" {
		last = justBefore(to)
	}
	if first > last {
		return nil
	}
	in.KeyConditionExpression = aws.String(*in.KeyConditionExpression + " AND #" + aSort + " BETWEEN :from AND :to")
	in.ExpressionAttributeNames["#"+aSort] = aSort
	in.ExpressionAttributeValues[":from"], in.ExpressionAttributeValues[":to"] = text(first), text(last)
	return in
}

// justBefore sorts behind every key that sorts before this one. Keys are digits, letters and "#-.".
func justBefore(key string) string { return key[:len(key)-1] + string(key[len(key)-1]-1) + "~" }

// entries is how many the next call for a trail looks at. Of several trails each has its part of the
// rest, and as much more as chance gives.
func (w *trailWalk) entries(t *trail, together int) *int32 {
	part := float64(w.c.Limite-len(w.found)) / float64(min(together, shards))
	entries := int(part)
	if together > 1 {
		entries = int(part + 2*math.Sqrt(part) + 2)
	}
	if filtered(w.c.Filtro) {
		entries *= initialFactor
	}
	if filtered(w.c.Filtro) || t.hidden {
		for n := t.calls; n > 0 && entries < maxEntries; n-- {
			entries *= growthFactor
		}
	}
	return aws.Int32(int32(max(1, min(entries, w.left()/together))))
}

// trailConditions are the conditions of a filter that the service looks at, which saves the way; whether
// an event passes is decided here.
func trailConditions(f auditoria.Filtro) map[string]string {
	return map[string]string{
		aTipo: string(f.Tipo), aService: string(f.Servicio), aOutcome: string(f.Resultado), aSeverity: string(f.Gravedad),
		aActor: f.Actor, aDocumentoID: f.DocumentoID,
	}
}

func filtered(f auditoria.Filtro) bool {
	for _, v := range trailConditions(f) {
		if v != "" {
			return true
		}
	}
	return f.CarpetaID != "" && f.CorrelacionID != ""
}

func applyTrailFilter(in *dynamodb.QueryInput, f auditoria.Filtro) {
	if f.Velo != nil {
		return // everything comes along: what is hidden has to be known to be left out of the price
	}
	var parts []string
	for name, v := range trailConditions(f) {
		if v == "" {
			continue
		}
		parts = append(parts, "#"+name+" = :"+name)
		in.ExpressionAttributeNames["#"+name], in.ExpressionAttributeValues[":"+name] = name, text(v)
	}
	if len(parts) == 0 {
		return
	}
	in.FilterExpression = aws.String(strings.Join(append([]string{"(" + strings.Join(parts, " AND ") + ")"}, hidden(in, f)...), " OR "))
}

// hidden are conditions of what may be kept from the reader. It comes along, whatever is asked for: it has to
// be known to be left out of the price.
func hidden(in *dynamodb.QueryInput, f auditoria.Filtro) (parts []string) {
	if f.OperadorID != "" && in.IndexName != nil {
		in.ExpressionAttributeNames["#"+aPartition], in.ExpressionAttributeValues[":owner"] = aPartition, text(f.OperadorID+"#")
		parts = append(parts, "NOT begins_with(#"+aPartition+", :owner)")
	}
	if f.Lector == "" {
		return parts
	}
	in.ExpressionAttributeNames["#"+aActorTipo], in.ExpressionAttributeNames["#"+aActorOper] = aActorTipo, aActorOper
	in.ExpressionAttributeValues[":lector"] = text(f.Lector)
	kinds := make([]string, len(auditoria.Personal))
	for n, kind := range auditoria.Personal {
		kinds[n] = ":personal" + strconv.Itoa(n)
		in.ExpressionAttributeValues[kinds[n]] = text(kind)
	}
	return append(parts, "(#"+aActorTipo+" IN ("+strings.Join(kinds, ", ")+") AND NOT #"+aActorOper+" = :lector)")
}

// days are those of the operador that have events and lie between the bounds, in walk order. One that
// is not registered costs nothing.
func (w *trailWalk) days(ctx context.Context) iter.Seq2[string, error] {
	in := &dynamodb.QueryInput{
		TableName: w.s.table(tableEvento), ConsistentRead: aws.Bool(true), ScanIndexForward: aws.Bool(!w.c.Descendente),
		KeyConditionExpression:   aws.String("#particion = :p AND #clave BETWEEN :from AND :to"),
		ExpressionAttributeNames: names(aPartition, aSort), Limit: aws.Int32(daysPerCall),
		ExpressionAttributeValues: item{
			":p": text(w.c.OperadorID + daysOf), ":from": text(dayOf(w.from, "0")), ":to": text(dayOf(w.to, "9")),
		},
	}
	return func(yield func(string, error) bool) {
		for {
			out, err := w.s.query(ctx, in)
			if err != nil {
				yield("", classify(err))
				return
			}
			for _, i := range out.rows {
				l := reader{item: i}
				if day := l.text(aSort); !yield(day, l.err) {
					return
				}
			}
			if in.ExclusiveStartKey = out.next; len(in.ExclusiveStartKey) == 0 {
				return
			}
		}
	}
}

// dayOf is the day of a key, as the list of days has it.
func dayOf(key, none string) string {
	t, err := auditoria.MomentoDeClave(key)
	if key == "" || err != nil {
		return none
	}
	return t.Format(time.DateOnly)
}
