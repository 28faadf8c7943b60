package storetest

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casosLlamadas = []caso{
	{"llamadas/una por página y una por lote", "", llamadasUna},
	{"llamadas/la página 40 cuesta lo que la primera", "", llamadasPagina},
}

// exigirUnaLlamada wants an operation to be one call of the backend; it returns its capacity.
func (b *banco) exigirUnaLlamada(t testing.TB, op string, llamada func() error) float64 {
	t.Helper()
	b.obs.tomar()
	exigir(t, llamada())
	llamadas, capacidad := b.obs.tomar()
	comparar(t, "calls", llamadas, map[string]int{op: 1})
	return capacidad
}

func llamadasUna(t *testing.T, b *banco) {
	c, ds, e := b.iniciada(t, 100)
	una := func(op string, f func() error) { t.Helper(); b.exigirUnaLlamada(t, op, f) }
	una("Carpeta", func() error { _, err := b.Carpeta(b.ctx, c.CarpetaID); return err })
	una("Carpetas", func() error { _, err := b.Carpetas(b.ctx, []string{c.CarpetaID, nuevoID()}); return err })
	una("Documento", func() error { _, err := b.Documento(b.ctx, ds[3].Clave()); return err })
	una("Documentos", func() error { _, err := b.Documentos(b.ctx, claves(ds)); return err })
	una("Eliminacion", func() error { _, err := b.Eliminacion(b.ctx, e.EventoID); return err })
	una("Eliminaciones", func() error { _, err := b.Eliminaciones(b.ctx, []string{e.EventoID, nuevoID()}); return err })
	una("ClavesDeOperador", func() error {
		_, err := b.ClavesDeOperador(b.ctx, eliminacion.ConsultaOperador{OperadorID: c.OperadorID, Estado: eliminacion.Iniciada, Antes: "2", Limite: 100})
		return err
	})
	una("Vencidas", func() error { _, err := b.Vencidas(b.ctx, c.OperadorID, b.reloj.Ahora(), 10); return err })
	una("Iniciar", func() error { return b.Iniciar(b.ctx, b.nuevaSaga(c, ds[1])) })
	una("Guardar", func() error {
		n := siguiente(e, eliminacion.Completada, eliminacion.Completed, b.reloj.Ahora())
		return b.Guardar(b.ctx, eliminacion.Guardado{Nueva: n, Efecto: eliminacion.BorrarMetadato})
	})
}

// llamadasPagina holds the budget of a page: 1 call, at most 1 RCU, at any depth.
func llamadasPagina(t *testing.T, b *banco) {
	c, _ := b.sembrar(t, 1000)
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 21}
			for pagina := range 40 {
				var fs []documento.Fila
				capacidad := b.exigirUnaLlamada(t, "Listar", func() (err error) { fs, err = b.Listar(b.ctx, q); return err })
				if len(fs) != q.Limite || capacidad > 1 {
					t.Fatalf("%s desc=%t page %d: %d rows for %.1f units, want %d for at most 1", campo, desc, pagina, len(fs), capacidad, q.Limite)
				}
				q.Desde = fs[len(fs)-1].ClaveOrden(campo)
			}
		}
	}
}
