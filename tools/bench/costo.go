package main

import (
	"context"
	"fmt"
	"time"
)

const (
	paginasCosto  = 200
	borradasCosto = 100
)

// Selections of a page of 20, each with more than the one before.
const (
	soloID     = `id`
	filaToda   = `id documentoId titulo tipoDocumento estadoDocumento tamanoBytes fechaRecepcion certificado esDescargable`
	conDetalle = filaToda + ` contextoDocumento hashDocumento fechaUltimaModificacion urlDescarga`
)

// medirCosto counts what DynamoDB is asked and paid for, by a counting proxy
// before it, and compares it with what the server says of itself in /metrics.
func medirCosto(ctx context.Context, b *banco) error {
	i, err := b.instalar(ctx, distributed)
	if err != nil {
		return err
	}
	lineas, _, err := i.sembrar(ctx, 1, 400, "--archivos")
	if err != nil {
		return err
	}
	c, err := nuevoContador(i.dynamodb)
	if err != nil {
		return err
	}
	defer c.cerrar()
	s, err := i.con("CARPETA_DYNAMODB_ENDPOINT="+c.srv.URL, "CARPETA_SWEEP_INTERVAL=1m").arrancar(ctx)
	if err != nil {
		return err
	}
	defer s.parar() //nolint:errcheck // the figures are taken
	token, err := b.emisor.token(lineas[0].CiudadanoID)
	if err != nil {
		return err
	}
	m := medidorCosto{b.informe, s, c, token, lineas[0].CarpetaID}
	if err := m.paginas(ctx); err != nil {
		return err
	}
	return m.eliminaciones(ctx)
}

// deFondo is what the sweeper reads at its own pace, whatever is asked.
var deFondo = []string{"Operadores", "Vencidas"}

type medidorCosto struct {
	informe   *informe
	servidor  *servidor
	contador  *contador
	token     string
	carpetaID string
}

// costo is what one thing cost, on average.
type costo struct {
	llamadas, unidades map[string]float64 // as the server counts, by port method
	escrito            escrito            // as the proxy counts
}

func (m medidorCosto) paginas(ctx context.Context) error {
	base, err := m.pagina(ctx, soloID)
	if err != nil {
		return err
	}
	fila, err := m.pagina(ctx, filaToda)
	if err != nil {
		return err
	}
	detalle, err := m.pagina(ctx, conDetalle)
	if err != nil {
		return err
	}
	mas := func(c costo) float64 { return (suma(c.llamadas) - suma(base.llamadas)) / paginasCosto }
	listar, rcu := base.llamadas["Listar"]/paginasCosto, fila.unidades["Listar"]/paginasCosto
	m.informe.anotar("page of 20, store calls for the rows", "1", si(listar == 1), "%.3g (whole request: %s; the carpeta is read to know its owner)", listar, porCada(base.llamadas, paginasCosto))
	m.informe.anotar("page of 20, capacity on the list index", "≤ 1 RCU", si(rcu > 0 && rcu <= 1), "%.3g RCU", rcu)
	m.informe.anotar("page of 20, further calls for every row field", "0", si(mas(fila) == 0), "%+.3g", mas(fila))
	m.informe.anotar("page of 20, further calls for detail fields", "1, batched", si(mas(detalle) == 1), "%+.3g (%s)", mas(detalle), porCada(detalle.llamadas, paginasCosto))
	return nil
}

// pagina asks for the same page many times, after one that fills caches.
func (m medidorCosto) pagina(ctx context.Context, campos string) (costo, error) {
	cl := m.servidor.cliente(1)
	defer cl.cerrar()
	consulta := fmt.Sprintf(`query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { edges { cursor node { %s } } pageInfo { hasNextPage endCursor } } } }`, campos)
	pedido := cuerpo(consulta, map[string]any{"c": m.carpetaID})
	return m.contar(ctx, func(n int) error {
		for range n {
			if _, _, err := cl.crudo(ctx, m.token, pedido); err != nil {
				return err
			}
		}
		return nil
	}, paginasCosto, func(context.Context) error { return nil })
}

// contar does something once, and then n times under observation.
func (m medidorCosto) contar(ctx context.Context, hacer func(n int) error, n int, esperar func(context.Context) error) (c costo, err error) {
	if err := hacer(1); err != nil {
		return c, err
	}
	if err := esperar(ctx); err != nil {
		return c, err
	}
	antes, err := m.servidor.metricas(ctx)
	if err != nil {
		return c, err
	}
	m.contador.tomar()
	if err := hacer(n); err != nil {
		return c, err
	}
	if err := esperar(ctx); err != nil {
		return c, err
	}
	c.escrito = m.contador.tomar()
	despues, err := m.servidor.metricas(ctx)
	d := despues.menos(antes)
	c.llamadas, c.unidades = d.porOperacion(llamadasAlStore), d.porOperacion(unidadesDelStore)
	for _, fondo := range deFondo {
		delete(c.llamadas, fondo)
		delete(c.unidades, fondo)
	}
	return c, err
}

func (m medidorCosto) eliminaciones(ctx context.Context) error {
	cl := m.servidor.cliente(4)
	defer cl.cerrar()
	ds, err := cl.borrables(ctx, m.token, m.carpetaID)
	if err != nil {
		return err
	}
	if len(ds) <= borradasCosto {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	inicio, err := m.servidor.metricas(ctx)
	if err != nil {
		return err
	}
	hechas := 0
	c, err := m.contar(ctx, func(n int) error {
		for range n {
			if err := cl.borrar(ctx, ds[hechas]); err != nil {
				return err
			}
			hechas++
		}
		return nil
	}, borradasCosto, func(ctx context.Context) error {
		_, err := m.servidor.hasta(ctx, time.Minute, 20*time.Millisecond, func(x metricas) bool {
			return x[completadas]-inicio[completadas] >= float64(hechas)
		})
		return err
	})
	if err != nil {
		return err
	}
	m.informarEliminaciones(c)
	return nil
}

func (m medidorCosto) informarEliminaciones(c costo) {
	const n = borradasCosto
	items, wcu := c.escrito.items/n, c.escrito.tablas/n
	m.informe.anotar("deletion, items written", "≤ 6", si(items > 0 && items <= 6), "%.3g", items)
	lecturas := suma(c.unidades) - c.escrito.tablas - c.escrito.indices
	m.informe.anotar("deletion, write capacity", "≤ 12 WCU + indexes", si(wcu > 0 && wcu <= 12), "%.3g WCU + %.3g of indexes", wcu, c.escrito.indices/n)
	m.informe.anotar("deletion, store calls", "", sinTope, "%s; %.3g RCU", porCada(c.llamadas, n), lecturas/n)
}
