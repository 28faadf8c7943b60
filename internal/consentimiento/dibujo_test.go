package consentimiento

import (
	"os"
	"regexp"
	"slices"
	"testing"
	"time"
)

// TestTheDrawingsAreTheStates: each state that a request or an authorisation can have is drawn, and each arrow is one that
// something that happens to it, or its date, makes.
func TestTheDrawingsAreTheStates(t *testing.T) {
	page, err := os.ReadFile("../../docs/consentimiento.md")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	var requests []Solicitud // with one requirement or two answered, refused, withdrawn
	for _, given := range []int{0, 1, 2} {
		r := Solicitud{Requisitos: []Pedido{{Requisito: "A"}, {Requisito: "B"}}, Hasta: now.Add(time.Hour)}
		for i := range given {
			r.Requisitos[i].Respuesta = Entregado
		}
		requests = append(requests, r)
	}
	want := []string{"[*]>" + string(requests[0].Estado(now))}
	add := func(from, to string) {
		if arrow := from + ">" + to; from != to && !slices.Contains(want, arrow) {
			want = append(want, arrow)
		}
	}
	for i, r := range requests {
		if !r.Abierta(now) {
			continue
		}
		from := string(r.Estado(now))
		for _, next := range requests[i:] {
			add(from, string(next.Estado(now)))
		}
		add(from, string(r.Estado(r.Hasta)))
		refused, withdrawn := r, r
		refused.RechazadaEn, withdrawn.RetiradaEn = now, now
		add(from, string(refused.Estado(now)))
		add(from, string(withdrawn.Estado(now)))
	}
	drawn(t, string(page), "solicitud", want)

	a := Autorizacion{Hasta: now.Add(time.Hour)}
	ended := a
	ended.TerminadaEn = now
	from := string(a.Estado(now))
	drawn(t, string(page), "autorizacion", []string{"[*]>" + from, from + ">" + string(ended.Estado(now)), from + ">" + string(a.Estado(a.Hasta))})
}

func drawn(t *testing.T, page, name string, want []string) {
	t.Helper()
	block := regexp.MustCompile("(?s)<!-- estados " + name + " -->\n```mermaid\n(.*?)```").FindString(page)
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^  (\S+) --> (\S+)$`).FindAllStringSubmatch(block, -1) {
		got = append(got, m[1]+">"+m[2])
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the drawing of %s has %v, the code %v", name, got, want)
	}
}
