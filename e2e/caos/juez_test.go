package caos_test

import (
	"fmt"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// sano is a carpeta in which one document was deleted, one deletion taken back and
// one document left alone; and a file uploaded.
func sano() (*juez, map[string]*borrado, []carga) {
	doc := func(id string) documento {
		return documento{Carpeta: "c", ID: id, Estado: procesado, Objeto: "c/" + id + "/f", Hash: id}
	}
	foto := func(ids ...string) fotografia {
		f := fotografia{map[string]datosCarpeta{"c": {"op", len(ids)}}, map[string]documento{}, map[string][]string{}, map[string]saga{}}
		for _, id := range ids {
			f.Documentos[id], f.Versiones["c/"+id+"/f"] = doc(id), []string{"v"}
		}
		return f
	}
	j := &juez{antes: foto("ido", "vuelto", "quieto"), despues: foto("vuelto", "quieto", "nuevo"), muertas: map[string]int{}}
	for id, estado := range map[string]string{"ido": completada, "vuelto": cancelada} {
		j.despues.Sagas["s-"+id] = saga{ID: "s-" + id, Carpeta: "c", Documento: id, Estado: estado, Secuencia: 2, Historia: []string{"1 x", "2 y"}, Termino: time.Now()}
	}
	return j, map[string]*borrado{
		"ido":    {Pedido: Pedido{Documento: "ido"}, eventos: []string{"s-ido"}},
		"vuelto": {Pedido: Pedido{Documento: "vuelto", Cancela: time.Second}, eventos: []string{"s-vuelto"}, cancelado: true},
	}, []carga{{"c", "nuevo", "nuevo", true}}
}

// TestJuez: the judge is content with what is right, and sees every wrong.
func TestJuez(t *testing.T) {
	if j, b, k := sano(); true {
		if j.tiendas(b, k); len(j.faltas) > 0 {
			t.Errorf("nothing is wrong: %v", j.faltas)
		}
	}
	cambiarSaga := func(j *juez, id string, f func(*saga)) {
		s := j.despues.Sagas[id]
		f(&s)
		j.despues.Sagas[id] = s
	}
	for nombre, danar := range map[string]func(j *juez, b map[string]*borrado){
		"a file is left":     func(j *juez, _ map[string]*borrado) { j.despues.Versiones["c/ido/f"] = []string{"v"} },
		"a marker is left":   func(j *juez, _ map[string]*borrado) { j.despues.Versiones["c/ido/f"] = []string{"v-"} },
		"metadata are left":  func(j *juez, _ map[string]*borrado) { j.despues.Documentos["ido"] = j.antes.Documentos["ido"] },
		"a file is lost":     func(j *juez, _ map[string]*borrado) { delete(j.despues.Versiones, "c/quieto/f") },
		"a document is lost": func(j *juez, _ map[string]*borrado) { delete(j.despues.Documentos, "quieto") },
		"a lost upload":      func(j *juez, _ map[string]*borrado) { delete(j.despues.Documentos, "nuevo") },
		"a version more":     func(j *juez, _ map[string]*borrado) { j.despues.Versiones["c/vuelto/f"] = []string{"v", "w"} },
		"another version":    func(j *juez, _ map[string]*borrado) { j.despues.Versiones["c/vuelto/f"] = []string{"w"} },
		"the counter":        func(j *juez, _ map[string]*borrado) { j.despues.Carpetas["c"] = datosCarpeta{"op", 4} },
		"taken back and gone": func(j *juez, _ map[string]*borrado) {
			delete(j.despues.Documentos, "vuelto")
			delete(j.despues.Versiones, "c/vuelto/f")
		},
		"still under way": func(j *juez, _ map[string]*borrado) { cambiarSaga(j, "s-ido", func(s *saga) { s.Estado = "INICIADA" }) },
		"still due":       func(j *juez, _ map[string]*borrado) { cambiarSaga(j, "s-ido", func(s *saga) { s.Pendiente = true }) },
		"failed":          func(j *juez, _ map[string]*borrado) { cambiarSaga(j, "s-ido", func(s *saga) { s.Estado = "FALLIDA" }) },
		"a gap in the history": func(j *juez, _ map[string]*borrado) {
			cambiarSaga(j, "s-ido", func(s *saga) { s.Historia = []string{"1 x", "3 y"} })
		},
		"a history too short": func(j *juez, _ map[string]*borrado) {
			cambiarSaga(j, "s-ido", func(s *saga) { s.Historia = []string{"1 x"} })
		},
		"deleted twice": func(j *juez, _ map[string]*borrado) {
			s := j.despues.Sagas["s-ido"]
			s.ID = "s-2"
			j.despues.Sagas["s-2"] = s
		},
		"nobody asked for it":          func(_ *juez, b map[string]*borrado) { delete(b, "ido") },
		"an accepted deletion is lost": func(_ *juez, b map[string]*borrado) { b["ido"].eventos = []string{"s-otra"} },
		"two deletions of one wish":    func(_ *juez, b map[string]*borrado) { b["ido"].eventos = append(b["ido"].eventos, "s-vuelto") },
		"a cancellation is lost":       func(_ *juez, b map[string]*borrado) { b["ido"].cancelado = true },
		"not deleted":                  func(_ *juez, b map[string]*borrado) { b["vuelto"].Cancela = 0 },
		"too late and not deleted":     func(_ *juez, b map[string]*borrado) { b["vuelto"].cancelado, b["vuelto"].tarde = false, true },
	} {
		j, b, k := sano()
		danar(j, b)
		if j.tiendas(b, k); len(j.faltas) == 0 {
			t.Errorf("not seen: %s", nombre)
		}
	}
}

// TestJuezDeMuertas: a dead letter needs a passing reason and a deletion.
func TestJuezDeMuertas(t *testing.T) {
	for i, c := range []struct {
		cola, saga, motivo string
		bien               bool
	}{
		{"minio.cleanup.dlq", "s-ido", "UNAVAILABLE", true},
		{"minio.cleanup.dlq", "s-ido", "INTERNAL", false},
		{"minio.cleanup.dlq", "s-ido", "", false},
		{"minio.cleanup.dlq", "s-otra", "UNAVAILABLE", false},
		{noRuteados, "s-ido", "UNAVAILABLE", false},
	} {
		j, _, _ := sano()
		j.muerta(c.cola, amqp.Delivery{CorrelationId: c.saga, Headers: amqp.Table{"x-motivo": c.motivo}})
		if bien := len(j.faltas) == 0; bien != c.bien || fmt.Sprint(j.muertas) == "map[]" {
			t.Errorf("case %d: %v, %v", i, j.faltas, j.muertas)
		}
	}
}
