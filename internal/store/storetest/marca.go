package storetest

import (
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
)

var casesMarca = []testCase{
	{"marca/only its reader may write it", "", marcaFenced},
	{"marca/many at the same time: one wins", "", marcaAtTheSameTime},
}

func marcaFenced(t *testing.T, b *world) {
	m, err := b.LeerMarca(b.ctx, "prueba")
	require(t, err)
	requireSame(t, "mark that was never written", m, marca.Marca{Nombre: "prueba"})
	m.Dueno, m.Hasta, m.Datos = "uno", b.clock.Now(), []byte(`{"a":1}`)
	one, err := b.EscribirMarca(b.ctx, m)
	require(t, err)
	if one.Token != 1 {
		t.Fatalf("token %d", one.Token)
	}
	_, err = b.EscribirMarca(b.ctx, m) // on the earlier reading
	requireCode(t, err, fault.Conflict)
	got, err := b.LeerMarca(b.ctx, "prueba")
	require(t, err)
	requireSame(t, "mark", got, one)
	other := one
	other.Dueno = "otro"
	other, err = b.EscribirMarca(b.ctx, other)
	require(t, err)
	_, err = b.EscribirMarca(b.ctx, one) // fenced off
	requireCode(t, err, fault.Conflict)
	got, err = b.LeerMarca(b.ctx, "prueba")
	require(t, err)
	requireSame(t, "mark", got, other)
	requireEmpty(t, b)
}

func marcaAtTheSameTime(t *testing.T, b *world) {
	m, err := b.LeerMarca(b.ctx, "prueba")
	require(t, err)
	requireOneWinner(t, atTheSameTime(8, func(i int) error {
		mine := m
		mine.Dueno = fmt.Sprint(i)
		_, err := b.EscribirMarca(b.ctx, mine)
		return err
	}))
}
