package chaos_test

import (
	"fmt"
	"slices"
	"strings"

	amqp "github.com/rabbitmq/amqp091-go"
)

// judge compares what was with what is, and with what people were told.
type judge struct {
	before, after snapshot
	faults        []string
	dead          map[string]int // dead letters by queue and reason
	reconciled    int            // inconsistencies that carpeta reconciliacion ejecutar finds
}

func (j *judge) wrong(format string, args ...any) {
	j.faults = append(j.faults, fmt.Sprintf(format, args...))
}

// check reads the stores and judges. Everything rests.
func (w *world) check(g *people) *judge {
	w.t.Helper()
	g.listeners.dismiss()
	j := &judge{before: w.before, after: w.look(), dead: map[string]int{}}
	j.judgeStores(g.deletions, g.uploads)
	if err := j.readDead(w.rabbit.URL()); err != nil {
		w.t.Errorf("dead letters: %v", err)
	}
	for i, f := range j.faults {
		if i == 20 {
			w.t.Errorf("and %d more", len(j.faults)-i)
			break
		}
		w.t.Error(f)
	}
	return j
}

// judgeStores judges what the stores hold.
func (j *judge) judgeStores(deletions map[string]*deletion, uploads []upload) {
	byDocumento := map[string][]saga{}
	for _, id := range keysOf(j.after.Sagas) {
		s := j.after.Sagas[id]
		j.judgeSaga(s)
		byDocumento[s.Documento] = append(byDocumento[s.Documento], s)
	}
	for _, id := range keysOf(j.before.Documentos) {
		j.judgeDocumento(j.before.Documentos[id], deletions[id], byDocumento[id])
	}
	j.judgeUploads(uploads)
	j.judgeCounts()
}

// judgeSaga: at an end, and a history without a gap that leads there.
func (j *judge) judgeSaga(s saga) {
	if s.Estado != completada && s.Estado != cancelada || s.Pendiente {
		j.wrong("deletion %s is %s, due: %v: %v", s.ID, s.Estado, s.Pendiente, s.Historia)
	}
	for i, line := range s.Historia {
		if n, _, _ := strings.Cut(line, " "); n != fmt.Sprint(i+1) {
			j.wrong("deletion %s: history has a gap: %v", s.ID, s.Historia)
			return
		}
	}
	if len(s.Historia) != s.Secuencia || s.Ended.IsZero() {
		j.wrong("deletion %s: secuencia %d, ended %v, history %v", s.ID, s.Secuencia, s.Ended, s.Historia)
	}
}

// judgeDocumento: gone whole by exactly one COMPLETADA that was asked for, or
// there as it was.
func (j *judge) judgeDocumento(before documento, b *deletion, sagas []saga) {
	completed := 0
	for _, s := range sagas {
		completed += one(s.Estado == completada)
	}
	d, there := j.after.Documentos[before.ID]
	versions := j.after.Versions[before.Objeto]
	switch {
	case b == nil && len(sagas) > 0:
		j.wrong("%s: a deletion that nobody asked for: %+v", before.ID, sagas)
	case completed > 1:
		j.wrong("%s was deleted %d times", before.ID, completed)
	case completed == 1 && (there || len(versions) > 0):
		j.wrong("%s is deleted, and there is metadata: %v, versions: %v", before.ID, there, versions)
	case completed == 0 && (!there || d != before || !slices.Equal(versions, j.before.Versions[before.Objeto])):
		j.wrong("%s was not deleted and is not as it was: %+v, versions %v; before %+v, versions %v", before.ID, d, versions, before, j.before.Versions[before.Objeto])
	}
	if b != nil {
		j.promise(b, completed, sagas)
	}
}

// promise compares the end with what was said to who asked.
func (j *judge) promise(b *deletion, completed int, sagas []saga) {
	for _, e := range b.eventos {
		if !slices.ContainsFunc(sagas, func(s saga) bool { return s.ID == e }) {
			j.wrong("%s: deletion %s was accepted and is not stored", b.Documento, e)
		}
	}
	if len(b.eventos) > 1 {
		j.wrong("%s: one wish, several deletions: %v", b.Documento, b.eventos)
	}
	switch {
	case b.cancelled && completed > 0 && !b.doubtful: // a request whose answer was lost may have come after the cancellation
		j.wrong("%s was taken back and is gone", b.Documento)
	case b.cancelled && !slices.ContainsFunc(sagas, func(s saga) bool { return s.ID == b.eventos[0] && s.Estado == cancelada }):
		j.wrong("%s: CANCELADA was told and is not stored", b.Documento)
	case b.Cancel == 0 && completed == 0:
		j.wrong("%s was to be deleted and is there: %+v", b.Documento, sagas)
	case b.late && completed == 0:
		j.wrong("%s: too late to take back, and not deleted: %+v", b.Documento, sagas)
	}
}

// judgeUploads: a confirmed upload is there, with its file.
func (j *judge) judgeUploads(uploads []upload) {
	for _, k := range uploads {
		d := j.after.Documentos[k.documento]
		if !k.confirmed {
			continue
		}
		if d.Estado != procesado {
			j.wrong("upload %s was confirmed and is %+v", k.documento, d)
		} else if d.Hash != k.hash {
			j.wrong("upload %s was confirmed with hash %s and is %+v", k.documento, k.hash, d)
		}
	}
}

// judgeCounts: no metadata without a file, no file without metadata, and the
// counter is right. An upload that was not confirmed may lack its file.
func (j *judge) judgeCounts() {
	f := j.after
	counts, objetos := map[string]int{}, map[string]bool{}
	for id, d := range f.Documentos {
		objetos[d.Objeto] = true
		if d.Estado == cargando {
			continue
		}
		counts[d.Carpeta]++
		if n := len(f.Versions[d.Objeto]); n != 1 || strings.HasSuffix(f.Versions[d.Objeto][0], "-") {
			j.wrong("%s is %s and its file has the versions %v", id, d.Estado, f.Versions[d.Objeto])
		}
	}
	for o, v := range f.Versions {
		if !objetos[o] {
			j.wrong("a file without metadata: %s, versions %v", o, v)
		}
	}
	for id, c := range f.Carpetas {
		if c.Total != counts[id] {
			j.wrong("carpeta %s counts %d documents and has %d", id, c.Total, counts[id])
		}
	}
}

// empty: nothing waits but dead letters.
func empty(queues map[string]int) bool {
	for c := range queues {
		if !strings.HasSuffix(c, ".dlq") {
			return false
		}
	}
	return true
}

// readDead empties the queues of dead letters and judges each.
func (j *judge) readDead(url string) error {
	conn, err := amqp.Dial(url)
	if err != nil {
		return err
	}
	defer conn.Close()
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	for _, queue := range []string{"documento.deletion.dlq", "minio.cleanup.dlq", "metadata.cleanup.dlq", unroutable} {
		for {
			d, found, err := ch.Get(queue, true)
			if err != nil {
				return err
			}
			if !found {
				break
			}
			j.judgeDead(queue, d)
		}
	}
	return nil
}

const unroutable = "documento.unroutable"

// judgeDead: a dead letter says why, the reason is one that passes, and the saga it
// belongs to is known, and so at its end without it. Nothing of ours is unroutable.
func (j *judge) judgeDead(queue string, d amqp.Delivery) {
	motivo, _ := d.Headers["x-motivo"].(string)
	j.dead[queue+" "+motivo]++
	_, known := j.after.Sagas[d.CorrelationId]
	if queue == unroutable || !known || motivo != "UNAVAILABLE" && motivo != "CONFLICT" {
		j.wrong("a dead letter that nothing explains: %s, reason %q, deletion known: %v, %s, headers %v", queue, motivo, known, d.MessageId, d.Headers)
	}
}
