package consola

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/cliente"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// Consola asks one server as one person. Results go to Out, progress to Err.
type Consola struct {
	Cliente  *cliente.Cliente
	Operador string // whose; empty for the caller's own
	JSON     bool
	Out, Err io.Writer
	Ahora    func() time.Time
}

// Plazo bounds one exchange with the server.
const Plazo = 30 * time.Second

// Ejecutar does what a command asks for.
func (c *Consola) Ejecutar(ctx context.Context, k config.Comando) error {
	switch k.Nombre {
	case config.CmdSagasList:
		return c.sagas(ctx, k.Sagas.List)
	case config.CmdSagasWhy:
		return c.porque(ctx, k.Sagas.Why.EventoID)
	case config.CmdSagasRetry:
		return c.reintentar(ctx, k.Sagas.Retry.EventoID)
	case config.CmdDLQList:
		return c.mensajes(ctx, k.DLQ.List)
	default:
		return c.reencolar(ctx, k.DLQ.Redrive)
	}
}

// Operaciones are all that the commands send, for a server that runs trusted
// documents only.
func Operaciones() []string {
	return []string{consultaSagas, consultaPorQue, mutacionReintentar, consultaMensajes, mutacionReencolar}
}

// errorDeUsuario is what a payload says was wrong.
type errorDeUsuario struct {
	Codigo, Mensaje string
	Campos          []struct{ Campo, Mensaje string }
}

const camposError = `errores { codigo mensaje ... on EntradaInvalida { campos { campo mensaje } } }`

func primero(es []errorDeUsuario) error {
	if len(es) == 0 {
		return nil
	}
	e := &cliente.Error{Codigo: es[0].Codigo, Mensaje: es[0].Mensaje}
	for _, campo := range es[0].Campos {
		e.Recuperacion += fmt.Sprintf("%s: %s.", campo.Campo, campo.Mensaje)
	}
	return e
}

// pagina is a page of any connection.
type pagina[T any] struct {
	Nodes    []T
	PageInfo struct {
		HasNextPage bool
		EndCursor   *string
	}
	Total      int
	Incompleta bool
}

const maxPagina = 100

// todas pages through a connection, under the alias r, until there are enough.
func todas[T any](ctx context.Context, c *cliente.Cliente, query string, v map[string]any, limite int) (ts []T, ultima pagina[T], err error) {
	for len(ts) < limite {
		v["first"] = min(limite-len(ts), maxPagina)
		var data struct{ R pagina[T] }
		if err := c.Pedir(ctx, query, v, &data); err != nil {
			return nil, ultima, err
		}
		ultima = data.R
		if ts = append(ts, ultima.Nodes...); !ultima.PageInfo.HasNextPage {
			break
		}
		v["after"] = ultima.PageInfo.EndCursor
	}
	return ts, ultima, nil
}

// mostrar writes a result as JSON, or as a table.
func (c *Consola) mostrar(v any, titulos string, filas [][]string) error {
	if c.JSON {
		e := json.NewEncoder(c.Out)
		e.SetIndent("", "  ")
		return e.Encode(v)
	}
	w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	if titulos != "" {
		fmt.Fprintln(w, strings.ReplaceAll(titulos, " ", "\t"))
	}
	for _, f := range filas {
		fmt.Fprintln(w, strings.Join(f, "\t"))
	}
	return w.Flush()
}

// opcional leaves empty arguments out of a filter.
func opcional(filtro map[string]any, nombre, valor string) {
	if valor != "" {
		filtro[nombre] = valor
	}
}

// edad is how long ago something was, in the two largest places that say something.
func (c *Consola) edad(desde *time.Time) string {
	if desde == nil {
		return "-"
	}
	d := max(0, c.Ahora().Sub(*desde))
	switch {
	case d < time.Minute:
		d = d.Truncate(time.Second)
	case d < 48*time.Hour:
		d = d.Truncate(time.Minute)
		if d >= time.Hour {
			return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
		}
	default:
		d = d.Truncate(24 * time.Hour)
	}
	return duracion.Texto(d)
}

func momento(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05Z")
}

func oGuion(s *string) string {
	if s == nil || *s == "" {
		return "-"
	}
	return *s
}
