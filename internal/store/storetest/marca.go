package storetest

import (
	"fmt"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

var casosMarca = []caso{
	{"marca/escribe solo quien la leyó", "", marcaCercada},
	{"marca/muchos a la vez: uno gana", "", marcaALaVez},
}

func marcaCercada(t *testing.T, b *banco) {
	m, err := b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	comparar(t, "mark that was never written", m, reconciliacion.Marca{Nombre: "prueba"})
	m.Dueno, m.Hasta, m.Datos = "uno", b.reloj.Ahora(), []byte(`{"a":1}`)
	uno, err := b.EscribirMarca(b.ctx, m)
	exigir(t, err)
	if uno.Token != 1 {
		t.Fatalf("token %d", uno.Token)
	}
	_, err = b.EscribirMarca(b.ctx, m) // on what was read before
	exigirCodigo(t, err, fault.Conflict)
	hay, err := b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	comparar(t, "mark", hay, uno)
	otro := uno
	otro.Dueno = "otro"
	otro, err = b.EscribirMarca(b.ctx, otro)
	exigir(t, err)
	_, err = b.EscribirMarca(b.ctx, uno) // fenced off
	exigirCodigo(t, err, fault.Conflict)
	hay, err = b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	comparar(t, "mark", hay, otro)
	exigirVacio(t, b)
}

func marcaALaVez(t *testing.T, b *banco) {
	m, err := b.LeerMarca(b.ctx, "prueba")
	exigir(t, err)
	exigirUnGanador(t, aLaVez(8, func(i int) error {
		mia := m
		mia.Dueno = fmt.Sprint(i)
		_, err := b.EscribirMarca(b.ctx, mia)
		return err
	}))
}
