package e2e_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestDividingAnIndex: the command begins a change beside a server, goes on with the same one, and refuses what cannot
// be with a sentence that says what to do. The server goes on.
func TestDividingAnIndex(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	s := house.Start(t)
	const operador = "operador-uno"
	house.MustRun(t, "abrir", "--operador", operador, "--ciudadano", "ana")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--operador", operador, "--partes", "0"}, 2, "go together"},
		{[]string{"--operador", operador, "--partes", "65"}, 2, "give a number from 1 to 64"},
		{[]string{"--operador", operador, "--partes=-1"}, 2, "give a number from 1 to 64"},
		{[]string{"--partes", "4"}, 2, "go together"},
		{[]string{"--operador", "nadie", "--partes", "4"}, 1, "revise el nombre"},
	} {
		r := house.Run(t, append([]string{"particiones"}, c.args...)...)
		says(t, "particiones", r, c.code, r.Err, c.says)
	}
	same(t, "nothing is divided", "", house.MustRun(t, "particiones"))

	type line struct {
		Operador, Sigue string
		Partes, Antes   int
	}
	read := func(text string) (l line) {
		must(t, json.Unmarshal([]byte(text), &l))
		return l
	}
	begun := read(house.MustRun(t, "particiones", "--operador", operador, "--partes", "8"))
	same(t, "from", 1, begun.Antes)
	same(t, "to", 8, begun.Partes)
	again := read(house.MustRun(t, "particiones", "--operador", operador, "--partes", "8"))
	same(t, "the same again", begun, again)
	same(t, "what is divided", begun, read(house.MustRun(t, "particiones")))
	r := house.Run(t, "particiones", "--operador", operador, "--partes", "2")
	says(t, "another change", r, 1, r.Err, "--partes 8")

	type division struct {
		Partes, Antes                 int
		EscribeDesde, TerminableDesde time.Time
	}
	shown := serverkit.Do[alias[struct {
		Operadores []struct {
			OperadorID string
			Division   division
		}
	}]](t, s.Client(t, "eva", "auditor"), `query($o: ID!) { r: reparto(operadorId: $o) { operadores { operadorId division { partes antes escribeDesde terminableDesde } } } }`,
		obj{"o": operador}).R.Operadores
	if len(shown) != 1 || shown[0].Division.Partes != 8 || shown[0].Division.Antes != 1 ||
		!shown[0].Division.EscribeDesde.After(time.Now()) || !shown[0].Division.TerminableDesde.After(shown[0].Division.EscribeDesde) {
		t.Errorf("who is on call is shown %+v", shown)
	}

	status, body := s.Admin(t, "/readyz?verbose")
	if status != 200 {
		t.Errorf("the server does not serve on divided indexes: %s", body)
	}
}

var wholeChanges = flag.Bool("whole-changes", false, "divide an index while deletions run to the change's end, and back: half an hour")

// TestDividingWhileDeletionsRun: two processes execute deletions, directly and by the queues, while the index of their
// operador is divided. Each deletion ends. With -whole-changes the change comes to its end, and so does the way back.
func TestDividingWhileDeletionsRun(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	documents := "100"
	if *wholeChanges {
		documents = "4000"
	}
	d := &dividing{t: t, house: house, mine: house.Seed(t, "--carpetas", "1", "--documentos", documents)[0]}
	for i, way := range serverkit.Ways {
		d.clients[i] = house.By(way).Start(t).Client(t, d.mine.CiudadanoID, "ciudadano")
	}
	c := d.clients[0]
	d.operador = serverkit.Do[struct{ Carpeta struct{ OperadorID string } }](t, c, `query($id: ID!) { carpeta(id: $id) { operadorId } }`, obj{"id": d.mine.CarpetaID}).Carpeta.OperadorID
	d.free = deletable(allFilas(t, c, d.mine.CarpetaID))
	for _, parts := range []int{4, 1} {
		d.change(parts)
		if !*wholeChanges {
			break
		}
	}
	for _, id := range d.events {
		untilEstado(t, c, id, "COMPLETADA", soon)
	}
	t.Logf("%d deletions", len(d.events))
}

// dividing are two processes at work.
type dividing struct {
	t        *testing.T
	house    *serverkit.House
	mine     serverkit.Seeded
	operador string
	clients  [2]serverkit.Client // of each process
	free     []string            // documents
	events   []string
}

// change begins a change, and deletes until it is over, or for a while.
func (d *dividing) change(parts int) {
	d.t.Helper()
	d.delete(5)
	for d.divide(parts) {
		d.delete(20)
		if !*wholeChanges {
			return
		}
		time.Sleep(10 * time.Second) // the documents are not without number
	}
	d.delete(20)
}

// divide asks for so many parts, and reports whether the change is still under way.
func (d *dividing) divide(parts int) bool {
	d.t.Helper()
	var line struct{ Partes, Antes int }
	must(d.t, json.Unmarshal([]byte(d.house.MustRun(d.t, "particiones", "--operador", d.operador, "--partes", fmt.Sprint(parts))), &line))
	same(d.t, "parts", parts, line.Partes)
	return line.Antes != 0
}

// delete deletes so many documents, every other one through each process, some at once and some after a moment.
func (d *dividing) delete(n int) {
	d.t.Helper()
	for i := range n {
		d.events = append(d.events, deleteDocumento(d.t, d.clients[i%2], d.free[0], i%3).EventoID)
		d.free = d.free[1:]
	}
}
