package main

import (
	"context"
	"fmt"
	"time"
)

const (
	pocos    = 100
	muchos   = 100_000
	vueltas  = 800 // requests of each kind
	maxRazon = 1.10
	filas    = 20
	profunda = 500 // page
)

// medirPaginas compares a page of a small carpeta, the first of a huge one, and
// its 500th. The kinds take turns on one connection, so that whatever else
// happens on the machine happens to all of them.
func medirPaginas(ctx context.Context, b *banco) error {
	for _, perfil := range perfiles {
		if err := b.paginasDe(ctx, perfil); err != nil {
			return fmt.Errorf("%s: %w", perfil, err)
		}
	}
	return nil
}

func (b *banco) paginasDe(ctx context.Context, perfil string) error {
	i, err := b.instalar(ctx, perfil)
	if err != nil {
		return err
	}
	chica, _, err := i.sembrar(ctx, 1, pocos)
	if err != nil {
		return err
	}
	grande, duracion, err := i.sembrar(ctx, 1, muchos)
	if err != nil {
		return err
	}
	b.informe.anotar("seed of one carpeta of 100000, "+perfil, "", sinTope, "%.0f documents/s", muchos/duracion.Seconds())
	s, err := i.arrancar(ctx)
	if err != nil {
		return err
	}
	defer s.parar() //nolint:errcheck // the figures are taken
	cl := s.cliente(1)
	defer cl.cerrar()
	tipos, err := b.tiposDePagina(ctx, cl, chica[0], grande[0])
	if err != nil {
		return err
	}
	if err := cl.turnarse(ctx, tipos); err != nil {
		return err
	}
	for _, t := range tipos {
		b.informe.anotar("page latency, "+t.nombre+", "+perfil, "", sinTope, "%s", t.tiempos)
	}
	b.razon("page latency, 100000 / 100 documents, "+perfil, tipos[1], tipos[0])
	b.razon(fmt.Sprintf("page latency, page %d / first, %s", profunda, perfil), tipos[2], tipos[1])
	return nil
}

type tipoPagina struct {
	nombre, token string
	pedido        []byte
	tiempos       muestra
}

const consultaFila = `query($c: ID!, $after: String) { carpeta(id: $c) { documentos(first: 20, after: $after) {
	edges { cursor node { ` + filaToda + ` } } pageInfo { hasNextPage endCursor } } } }`

func (b *banco) tiposDePagina(ctx context.Context, cl *cliente, chica, grande linea) ([]*tipoPagina, error) {
	tokenChica, err := b.emisor.token(chica.CiudadanoID)
	if err != nil {
		return nil, err
	}
	tokenGrande, err := b.emisor.token(grande.CiudadanoID)
	if err != nil {
		return nil, err
	}
	after, err := cl.cursorTras(ctx, tokenGrande, grande.CarpetaID, (profunda-1)*filas)
	if err != nil {
		return nil, err
	}
	return []*tipoPagina{
		{nombre: "100 documents", token: tokenChica, pedido: cuerpo(consultaFila, map[string]any{"c": chica.CarpetaID})},
		{nombre: "100000 documents", token: tokenGrande, pedido: cuerpo(consultaFila, map[string]any{"c": grande.CarpetaID})},
		{nombre: fmt.Sprintf("page %d of 100000", profunda), token: tokenGrande, pedido: cuerpo(consultaFila, map[string]any{"c": grande.CarpetaID, "after": after})},
	}, nil
}

// cursorTras walks to the cursor of the n-th row; cursors hold for any page size.
func (c *cliente) cursorTras(ctx context.Context, token, carpetaID string, n int) (string, error) {
	after := ""
	for n > 0 {
		p, err := c.pagina(ctx, token, carpetaID, min(n, 100), after)
		if err != nil {
			return "", err
		}
		if n -= len(p.Nodes); !p.PageInfo.HasNextPage {
			return "", fmt.Errorf("the carpeta ended %d rows before the page wanted", n)
		}
		after = p.PageInfo.EndCursor
	}
	return after, nil
}

// turnarse sends one request of each kind in turn; the first rounds are not counted.
func (c *cliente) turnarse(ctx context.Context, tipos []*tipoPagina) error {
	const ensayo = 100
	for n := range ensayo + vueltas {
		for k := range tipos {
			t := tipos[(n+k)%len(tipos)] // nobody always comes after the same one
			_, d, err := c.crudo(ctx, t.token, t.pedido)
			if err != nil {
				return err
			}
			if n >= ensayo {
				t.tiempos = append(t.tiempos, d)
			}
		}
	}
	return nil
}

func (b *banco) razon(nombre string, a, de *tipoPagina) {
	medianas := cociente(a.tiempos.mediana(), de.tiempos.mediana())
	medias := cociente(a.tiempos.mediaRecortada(), de.tiempos.mediaRecortada())
	b.informe.anotar(nombre, "≤ 1.1", si(medianas <= maxRazon && medias <= maxRazon), "%.3f of medians, %.3f of trimmed means", medianas, medias)
}

func cociente(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }
