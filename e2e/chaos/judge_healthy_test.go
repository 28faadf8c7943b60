package chaos_test

import (
	"fmt"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// healthy is a carpeta in which one document was deleted, one deletion taken back and
// one document left alone; and a file uploaded.
func healthy() (*judge, map[string]*deletion, []upload) {
	doc := func(id string) documento {
		return documento{Carpeta: "c", ID: id, Estado: procesado, Objeto: "c/" + id + "/f", Hash: id}
	}
	photo := func(ids ...string) snapshot {
		f := snapshot{map[string]carpetaData{"c": {"op", len(ids)}}, map[string]documento{}, map[string][]string{}, map[string]saga{}}
		for _, id := range ids {
			f.Documentos[id], f.Versions["c/"+id+"/f"] = doc(id), []string{"v"}
		}
		return f
	}
	j := &judge{before: photo("ido", "vuelto", "quieto"), after: photo("vuelto", "quieto", "nuevo"), dead: map[string]int{}}
	for id, estado := range map[string]string{"ido": completada, "vuelto": cancelada} {
		j.after.Sagas["s-"+id] = saga{ID: "s-" + id, Carpeta: "c", Documento: id, Estado: estado, Secuencia: 2, Historia: []string{"1 x", "2 y"}, Ended: time.Now()}
	}
	return j, map[string]*deletion{
		"ido":    {Wish: Wish{Documento: "ido"}, eventos: []string{"s-ido"}},
		"vuelto": {Wish: Wish{Documento: "vuelto", Cancel: time.Second}, eventos: []string{"s-vuelto"}, cancelled: true},
	}, []upload{{"c", "nuevo", "nuevo", true}}
}

// TestJudge: the judge accepts a right result, and sees every wrong.
func TestJudge(t *testing.T) {
	if j, b, k := healthy(); true {
		if j.judgeStores(b, k); len(j.faults) > 0 {
			t.Errorf("nothing is wrong: %v", j.faults)
		}
	}
	changeSaga := func(j *judge, id string, f func(*saga)) {
		s := j.after.Sagas[id]
		f(&s)
		j.after.Sagas[id] = s
	}
	for name, damage := range map[string]func(j *judge, b map[string]*deletion){
		"a file is left":     func(j *judge, _ map[string]*deletion) { j.after.Versions["c/ido/f"] = []string{"v"} },
		"a marker is left":   func(j *judge, _ map[string]*deletion) { j.after.Versions["c/ido/f"] = []string{"v-"} },
		"metadata are left":  func(j *judge, _ map[string]*deletion) { j.after.Documentos["ido"] = j.before.Documentos["ido"] },
		"a file is lost":     func(j *judge, _ map[string]*deletion) { delete(j.after.Versions, "c/quieto/f") },
		"a document is lost": func(j *judge, _ map[string]*deletion) { delete(j.after.Documentos, "quieto") },
		"a lost upload":      func(j *judge, _ map[string]*deletion) { delete(j.after.Documentos, "nuevo") },
		"a version more":     func(j *judge, _ map[string]*deletion) { j.after.Versions["c/vuelto/f"] = []string{"v", "w"} },
		"another version":    func(j *judge, _ map[string]*deletion) { j.after.Versions["c/vuelto/f"] = []string{"w"} },
		"the counter":        func(j *judge, _ map[string]*deletion) { j.after.Carpetas["c"] = carpetaData{"op", 4} },
		"taken back and gone": func(j *judge, _ map[string]*deletion) {
			delete(j.after.Documentos, "vuelto")
			delete(j.after.Versions, "c/vuelto/f")
		},
		"still under way": func(j *judge, _ map[string]*deletion) {
			changeSaga(j, "s-ido", func(s *saga) { s.Estado = "INICIADA" })
		},
		"still due": func(j *judge, _ map[string]*deletion) { changeSaga(j, "s-ido", func(s *saga) { s.Pendiente = true }) },
		"failed":    func(j *judge, _ map[string]*deletion) { changeSaga(j, "s-ido", func(s *saga) { s.Estado = "FALLIDA" }) },
		"a gap in the history": func(j *judge, _ map[string]*deletion) {
			changeSaga(j, "s-ido", func(s *saga) { s.Historia = []string{"1 x", "3 y"} })
		},
		"a history too short": func(j *judge, _ map[string]*deletion) {
			changeSaga(j, "s-ido", func(s *saga) { s.Historia = []string{"1 x"} })
		},
		"deleted twice": func(j *judge, _ map[string]*deletion) {
			s := j.after.Sagas["s-ido"]
			s.ID = "s-2"
			j.after.Sagas["s-2"] = s
		},
		"nobody asked for it":          func(_ *judge, b map[string]*deletion) { delete(b, "ido") },
		"an accepted deletion is lost": func(_ *judge, b map[string]*deletion) { b["ido"].eventos = []string{"s-otra"} },
		"two deletions of one wish":    func(_ *judge, b map[string]*deletion) { b["ido"].eventos = append(b["ido"].eventos, "s-vuelto") },
		"a cancellation is lost":       func(_ *judge, b map[string]*deletion) { b["ido"].cancelled = true },
		"not deleted":                  func(_ *judge, b map[string]*deletion) { b["vuelto"].Cancel = 0 },
		"too late and not deleted":     func(_ *judge, b map[string]*deletion) { b["vuelto"].cancelled, b["vuelto"].late = false, true },
	} {
		j, b, k := healthy()
		damage(j, b)
		if j.judgeStores(b, k); len(j.faults) == 0 {
			t.Errorf("not seen: %s", name)
		}
	}
}

// TestJudgeOfDeadLetters: a dead letter needs a passing reason and a deletion.
func TestJudgeOfDeadLetters(t *testing.T) {
	for i, c := range []struct {
		queue, saga, motivo string
		good                bool
	}{
		{"minio.cleanup.dlq", "s-ido", "UNAVAILABLE", true},
		{"minio.cleanup.dlq", "s-ido", "INTERNAL", false},
		{"minio.cleanup.dlq", "s-ido", "", false},
		{"minio.cleanup.dlq", "s-otra", "UNAVAILABLE", false},
		{unroutable, "s-ido", "UNAVAILABLE", false},
	} {
		j, _, _ := healthy()
		j.judgeDead(c.queue, amqp.Delivery{CorrelationId: c.saga, Headers: amqp.Table{"x-motivo": c.motivo}})
		if good := len(j.faults) == 0; good != c.good || fmt.Sprint(j.dead) == "map[]" {
			t.Errorf("case %d: %v, %v", i, j.faults, j.dead)
		}
	}
}
