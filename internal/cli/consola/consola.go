package consola

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// Consola asks one server as one person. Results go to Out, progress to Err.
type Consola struct {
	Client   *client.Client
	Operador string // whose; empty for the caller's own
	JSON     bool
	Out, Err io.Writer
	Clock    func() time.Time
}

// Timeout bounds one exchange with the server.
const Timeout = 30 * time.Second

// Run carries out a command.
func (c *Consola) Run(ctx context.Context, k config.Command) error {
	switch k.Name {
	case config.CmdSagasList:
		return c.sagas(ctx, k.Sagas.List)
	case config.CmdSagasWhy:
		return c.porque(ctx, k.Sagas.Why.EventoID)
	case config.CmdSagasRetry:
		return c.change(ctx, mutationReintentar, map[string]any{"id": k.Sagas.Retry.EventoID})
	case config.CmdSagasApprove:
		v := map[string]any{"id": k.Sagas.Approve.EventoID}
		optional(v, "comentario", k.Sagas.Approve.Comentario)
		return c.change(ctx, mutationAprobar, v)
	case config.CmdSagasReject:
		return c.change(ctx, mutationRechazar, map[string]any{"id": k.Sagas.Reject.EventoID, "comentario": k.Sagas.Reject.Comentario})
	case config.CmdAuditoriaList:
		return c.rastro(ctx, k.Auditoria.List)
	case config.CmdAuditoriaTail:
		return c.follow(ctx, k.Auditoria.Tail)
	case config.CmdAuditoriaExport:
		return c.exportar(ctx, k.Auditoria.Export)
	case config.CmdEmbargoList:
		return c.embargos(ctx, k.Embargo.List.Carpeta)
	case config.CmdEmbargoNew:
		return c.ordenar(ctx, k.Embargo.New)
	case config.CmdEmbargoLift:
		return c.levantar(ctx, k.Embargo.Lift)
	case config.CmdDLQList:
		return c.mensajes(ctx, k.DLQ.List)
	default:
		return c.reencolar(ctx, k.DLQ.Redrive)
	}
}

// Operaciones are all that the commands send, for a server that runs trusted
// documents only.
func Operaciones() []string {
	return []string{querySagas, queryWhy, mutationReintentar, mutationAprobar, mutationRechazar, queryMensajes, mutationReencolar, queryRastro, queryEmbargos, mutationEmbargar, mutationLevantar}
}

// userError is an error in a payload.
type userError struct {
	Codigo, Mensaje string
	Campos          []struct{ Campo, Mensaje string }
}

const (
	camposError = `errores { ... on ErrorDeUsuario { codigo mensaje } }`
	camposInput = `errores { ... on ErrorDeUsuario { codigo mensaje } ... on EntradaInvalida { campos { campo mensaje } } }`
)

func first(es []userError) error {
	if len(es) == 0 {
		return nil
	}
	e := &client.Error{Code: es[0].Codigo, Mensaje: es[0].Mensaje}
	for _, campo := range es[0].Campos {
		e.Recuperacion += fmt.Sprintf("%s: %s.", campo.Campo, campo.Mensaje)
	}
	return e
}

// page is a page of any connection.
type page[T any] struct {
	Nodes    []T
	PageInfo struct {
		HasNextPage bool
		EndCursor   *string
	}
	Total    int
	SinMirar int
}

const maxPage = 100

// all pages through a connection, under the alias r, until there are enough.
func all[T any](ctx context.Context, c *client.Client, query string, v map[string]any, limit int) (ts []T, last page[T], err error) {
	for len(ts) < limit {
		v["first"] = min(limit-len(ts), maxPage)
		var data struct{ R page[T] }
		if err := c.Do(ctx, query, v, &data); err != nil {
			return nil, last, err
		}
		last = data.R
		if ts = append(ts, last.Nodes...); !last.PageInfo.HasNextPage {
			break
		}
		v["after"] = last.PageInfo.EndCursor
	}
	return ts, last, nil
}

// show writes a result as JSON, or as a table.
func (c *Consola) show(v any, titulos string, filas [][]string) error {
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

// withWords says where to find the values of a filter that the server does not know.
func withWords(err error) error {
	if e := (*client.Error)(nil); errors.As(err, &e) && e.Code == "GRAPHQL_VALIDATION_FAILED" {
		e.Recuperacion = "see the command's --help for the values of its flags"
	}
	return err
}

// optional leaves empty arguments out of a filter.
func optional(filtro map[string]any, name, value string) {
	if value != "" {
		filtro[name] = value
	}
}

// age is how long ago something was, in the two largest places that say something.
func (c *Consola) age(since *time.Time) string {
	if since == nil {
		return "-"
	}
	d := max(0, c.Clock().Sub(*since))
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
	return duracion.Format(d)
}

func moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05Z")
}

func orDash(s *string) string {
	if s == nil || *s == "" {
		return "-"
	}
	return *s
}
