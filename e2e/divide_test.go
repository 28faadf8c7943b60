package e2e_test

import (
	"encoding/json"
	"testing"

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

	status, body := s.Admin(t, "/readyz?verbose")
	if status != 200 {
		t.Errorf("the server does not serve on divided indexes: %s", body)
	}
}
