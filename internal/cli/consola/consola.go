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
		return c.change(ctx, mutationReintentar, map[string]any{"eventoId": k.Sagas.Retry.EventoID}, titulosSaga, c.filaSaga)
	case config.CmdSagasApprove:
		input := map[string]any{"eventoId": k.Sagas.Approve.EventoID}
		optional(input, "comentario", k.Sagas.Approve.Comentario)
		return c.change(ctx, mutationAprobar, input, titulosSaga, c.filaSaga)
	case config.CmdSagasReject:
		input := map[string]any{"eventoId": k.Sagas.Reject.EventoID, "comentario": k.Sagas.Reject.Comentario}
		return c.change(ctx, mutationRechazar, input, titulosSaga, c.filaSaga)
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
		l := k.Embargo.Lift
		return c.change(ctx, mutationLevantar, map[string]any{"carpetaId": l.Carpeta, "embargoId": l.ID, "motivo": l.Motivo}, titulosEmbargo, filaEmbargo)
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

// nodo is an object of an answer. As JSON it is shown as it came.
type nodo struct {
	json.RawMessage
	fields map[string]any
}

func (n *nodo) UnmarshalJSON(text []byte) error {
	n.RawMessage = append(n.RawMessage[:0], text...)
	return json.Unmarshal(text, &n.fields)
}

// at is the text of a field, such as progreso.intento; "-" of one that is null or empty.
func (n nodo) at(path string) string {
	var v any = n.fields
	for name := range strings.SplitSeq(path, ".") {
		fields, _ := v.(map[string]any)
		v = fields[name]
	}
	if v == nil || v == "" {
		return "-"
	}
	return fmt.Sprint(v)
}

// age is how long ago a field was, in the two largest places that say something.
func (c *Consola) age(n nodo, path string) string {
	since, err := time.Parse(time.RFC3339, n.at(path))
	if err != nil {
		return "-"
	}
	d := max(0, c.Clock().Sub(since))
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

// moment is a field that is a time.
func (n nodo) moment(path string) string {
	t, err := time.Parse(time.RFC3339, n.at(path))
	if err != nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05Z")
}

// list pages through a connection, and shows what it has.
func (c *Consola) list(ctx context.Context, query string, v map[string]any, limit int, titulos string, fila func(nodo) []string) error {
	ns, last, err := client.All[nodo](ctx, c.Client, query, v, limit)
	if err != nil {
		return withWords(err)
	}
	if last.PageInfo.HasNextPage {
		fmt.Fprintf(c.Err, "hay más: solo se muestran %d (--limite)\n", len(ns))
	}
	if last.SinMirar > 0 {
		fmt.Fprintf(c.Err, "detrás hay %d más, de quien sea: de cada cola se ven los 10000 más antiguos, y los demás cuando esos se reencolan\n", last.SinMirar)
	}
	return c.showAll(ns, titulos, fila)
}

// change does something to one thing, and shows it.
func (c *Consola) change(ctx context.Context, mutation string, input map[string]any, titulos string, fila func(nodo) []string) error {
	var done struct{ Hecho nodo }
	if err := c.Client.Change(ctx, mutation, input, &done); err != nil {
		return err
	}
	return c.showAll([]nodo{done.Hecho}, titulos, fila)
}

func (c *Consola) showAll(ns []nodo, titulos string, fila func(nodo) []string) error {
	filas := [][]string{strings.Split(titulos, " ")}
	for _, n := range ns {
		filas = append(filas, fila(n))
	}
	return c.show(ns, filas)
}

// show writes a result as JSON, or as a table.
func (c *Consola) show(v any, filas [][]string) error {
	if c.JSON {
		e := json.NewEncoder(c.Out)
		e.SetIndent("", "  ")
		return e.Encode(v)
	}
	w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
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
