package caos_test

import (
	"fmt"
	"slices"
	"strings"

	amqp "github.com/rabbitmq/amqp091-go"
)

// juez compares what was with what is, and with what people were told.
type juez struct {
	antes, despues fotografia
	faltas         []string
	muertas        map[string]int // dead letters by queue and reason
	reconcilia     int            // inconsistencies that carpeta reconcile finds
}

func (j *juez) mal(formato string, args ...any) {
	j.faltas = append(j.faltas, fmt.Sprintf(formato, args...))
}

// comprobar reads the stores and judges. Everything rests.
func (w *mundo) comprobar(g *gente) *juez {
	w.t.Helper()
	g.oyentes.despedir()
	j := &juez{antes: w.antes, despues: w.mirar(), muertas: map[string]int{}}
	j.tiendas(g.borrados, g.cargas)
	if err := j.leerMuertas(w.rabbit.URL()); err != nil {
		w.t.Errorf("dead letters: %v", err)
	}
	for i, f := range j.faltas {
		if i == 20 {
			w.t.Errorf("and %d more", len(j.faltas)-i)
			break
		}
		w.t.Error(f)
	}
	return j
}

// tiendas judges what the stores hold.
func (j *juez) tiendas(borrados map[string]*borrado, cargas []carga) {
	porDocumento := map[string][]saga{}
	for _, id := range claves(j.despues.Sagas) {
		s := j.despues.Sagas[id]
		j.saga(s)
		porDocumento[s.Documento] = append(porDocumento[s.Documento], s)
	}
	for _, id := range claves(j.antes.Documentos) {
		j.documento(j.antes.Documentos[id], borrados[id], porDocumento[id])
	}
	j.cargas(cargas)
	j.enteros()
}

// saga: at an end, and a history without a gap that leads there.
func (j *juez) saga(s saga) {
	if s.Estado != completada && s.Estado != cancelada || s.Pendiente {
		j.mal("deletion %s is %s, due: %v: %v", s.ID, s.Estado, s.Pendiente, s.Historia)
	}
	for i, linea := range s.Historia {
		if n, _, _ := strings.Cut(linea, " "); n != fmt.Sprint(i+1) {
			j.mal("deletion %s: history has a gap: %v", s.ID, s.Historia)
			return
		}
	}
	if len(s.Historia) != s.Secuencia || s.Termino.IsZero() {
		j.mal("deletion %s: secuencia %d, ended %v, history %v", s.ID, s.Secuencia, s.Termino, s.Historia)
	}
}

// documento: gone whole by exactly one COMPLETADA that was asked for, or
// there as it was.
func (j *juez) documento(antes documento, b *borrado, sagas []saga) {
	completas := 0
	for _, s := range sagas {
		completas += uno(s.Estado == completada)
	}
	d, esta := j.despues.Documentos[antes.ID]
	versiones := j.despues.Versiones[antes.Objeto]
	switch {
	case b == nil && len(sagas) > 0:
		j.mal("%s: a deletion that nobody asked for: %+v", antes.ID, sagas)
	case completas > 1:
		j.mal("%s was deleted %d times", antes.ID, completas)
	case completas == 1 && (esta || len(versiones) > 0):
		j.mal("%s is deleted, and there is metadata: %v, versions: %v", antes.ID, esta, versiones)
	case completas == 0 && (!esta || d != antes || !slices.Equal(versiones, j.antes.Versiones[antes.Objeto])):
		j.mal("%s was not deleted and is not as it was: %+v, versions %v; before %+v, versions %v", antes.ID, d, versiones, antes, j.antes.Versiones[antes.Objeto])
	}
	if b != nil {
		j.promesa(b, completas, sagas)
	}
}

// promesa compares the end with what was said to who asked.
func (j *juez) promesa(b *borrado, completas int, sagas []saga) {
	for _, e := range b.eventos {
		if !slices.ContainsFunc(sagas, func(s saga) bool { return s.ID == e }) {
			j.mal("%s: deletion %s was accepted and is not stored", b.Documento, e)
		}
	}
	if len(b.eventos) > 1 {
		j.mal("%s: one wish, several deletions: %v", b.Documento, b.eventos)
	}
	switch {
	case b.cancelado && completas > 0 && !b.dudoso: // a request whose answer was lost may have come after the cancellation
		j.mal("%s was taken back and is gone", b.Documento)
	case b.cancelado && !slices.ContainsFunc(sagas, func(s saga) bool { return s.ID == b.eventos[0] && s.Estado == cancelada }):
		j.mal("%s: CANCELADA was told and is not stored", b.Documento)
	case b.Cancela == 0 && completas == 0:
		j.mal("%s was to be deleted and is there: %+v", b.Documento, sagas)
	case b.tarde && completas == 0:
		j.mal("%s: too late to take back, and not deleted: %+v", b.Documento, sagas)
	}
}

// cargas: a confirmed upload is there, with its file.
func (j *juez) cargas(cargas []carga) {
	for _, k := range cargas {
		d := j.despues.Documentos[k.documento]
		if k.confirmada && (d.Estado != procesado || d.Hash != k.hash) {
			j.mal("upload %s was confirmed and is %+v", k.documento, d)
		}
	}
}

// enteros: no metadata without a file, no file without metadata, and the
// counter is right. An upload that was not confirmed may lack its file.
func (j *juez) enteros() {
	f := j.despues
	cuentas, objetos := map[string]int{}, map[string]bool{}
	for id, d := range f.Documentos {
		objetos[d.Objeto] = true
		if d.Estado == cargando {
			continue
		}
		cuentas[d.Carpeta]++
		if n := len(f.Versiones[d.Objeto]); n != 1 || strings.HasSuffix(f.Versiones[d.Objeto][0], "-") {
			j.mal("%s is %s and its file has the versions %v", id, d.Estado, f.Versiones[d.Objeto])
		}
	}
	for o, v := range f.Versiones {
		if !objetos[o] {
			j.mal("a file without metadata: %s, versions %v", o, v)
		}
	}
	for id, c := range f.Carpetas {
		if c.Total != cuentas[id] {
			j.mal("carpeta %s counts %d documents and has %d", id, c.Total, cuentas[id])
		}
	}
}

// vacias: nothing waits but dead letters.
func vacias(colas map[string]int) bool {
	for c := range colas {
		if !strings.HasSuffix(c, ".dlq") {
			return false
		}
	}
	return true
}

// leerMuertas empties the queues of dead letters and judges each.
func (j *juez) leerMuertas(url string) error {
	conn, err := amqp.Dial(url)
	if err != nil {
		return err
	}
	defer conn.Close()
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	for _, cola := range []string{"documento.deletion.dlq", "minio.cleanup.dlq", "metadata.cleanup.dlq", noRuteados} {
		for {
			d, hay, err := ch.Get(cola, true)
			if err != nil {
				return err
			}
			if !hay {
				break
			}
			j.muerta(cola, d)
		}
	}
	return nil
}

const noRuteados = "documento.unroutable"

// muerta: a dead letter says why, the reason is one that passes, and the saga it
// belongs to is known, and so at its end without it. Nothing of ours is unroutable.
func (j *juez) muerta(cola string, d amqp.Delivery) {
	motivo, _ := d.Headers["x-motivo"].(string)
	j.muertas[cola+" "+motivo]++
	_, hay := j.despues.Sagas[d.CorrelationId]
	if cola == noRuteados || !hay || motivo != "UNAVAILABLE" && motivo != "CONFLICT" {
		j.mal("a dead letter that nothing explains: %s, reason %q, deletion known: %v, %s, headers %v", cola, motivo, hay, d.MessageId, d.Headers)
	}
}
