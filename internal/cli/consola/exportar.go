package consola

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// exportacion is a copy of the trail that survives cuts: what came since the last cursor is held back, and
// comes again.
type exportacion struct {
	c      *Consola
	path   string
	values url.Values
	events int
}

// maxCuts in a row, without an event between them, end an export.
const maxCuts = 5

// exportar copies the trail to the output, the oldest first.
func (c *Consola) exportar(ctx context.Context, e config.AuditoriaExport) error {
	x := &exportacion{c: c, path: "/api/v1/audit/events", values: url.Values{}}
	if c.Operador != "" {
		x.path = "/api/v1/operadores/" + url.PathEscape(c.Operador) + "/audit/events"
	}
	for name, value := range map[string]string{
		"correlation_id": e.CorrelationID, "event_type": e.Tipo, "service": e.Servicio, "outcome": e.Outcome, "severity": e.Severity,
		"since": x.fixed(e.Desde), "until": x.fixed(e.Hasta), "cursor": e.Cursor,
	} {
		if value != "" {
			x.values.Set(name, value)
		}
	}
	err := x.run(ctx)
	if cursor := x.values.Get("cursor"); cursor != "" {
		fmt.Fprintf(c.Err, "%d eventos; para seguir: --cursor %s%s\n", x.events, cursor, x.beside())
	}
	return err
}

// fixed makes a relative time absolute: a cursor is good for the same filter only.
func (x *exportacion) fixed(text string) string {
	if d, err := duracion.Parse(text); err == nil {
		return x.c.Clock().Add(-d).UTC().Format(time.RFC3339)
	}
	return text
}

// beside are the times that belong to the cursor, if they were relative.
func (x *exportacion) beside() (flags string) {
	for flag, name := range map[string]string{" --desde ": "since", " --hasta ": "until"} {
		if v := x.values.Get(name); v != "" {
			flags += flag + v
		}
	}
	return flags
}

func (x *exportacion) run(ctx context.Context) error {
	for cuts := 0; ; {
		before := x.events
		err := x.stretch(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if !passes(err) {
			return err
		}
		if cuts++; x.events > before {
			cuts = 0
		}
		if cuts == maxCuts {
			return err
		}
		fmt.Fprintln(x.c.Err, "se sigue desde el último cursor:", err)
		_ = service.Pause(ctx, pauseToFollow) // fails at the end of ctx only
	}
}

// maxLine bounds an event.
const maxLine = 1 << 20

// stretch copies until the end, or a cut: events behind the last cursor are held back, and come again.
func (x *exportacion) stretch(ctx context.Context) error {
	body, err := x.c.Client.Get(ctx, x.path+"?"+x.values.Encode(), "application/jsonl")
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxLine)
	var held bytes.Buffer
	for n := 0; lines.Scan(); {
		var e struct{ Cursor string }
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return fmt.Errorf("not an event: %w", err)
		}
		held.Write(lines.Bytes()) // a part of the scanner's buffer, to which nothing may be appended
		held.WriteByte('\n')
		n++
		if e.Cursor == "" {
			continue
		}
		if _, err := held.WriteTo(x.c.Out); err != nil {
			return errors.Join(errWriting, err)
		}
		x.values.Set("cursor", e.Cursor)
		x.events, n = x.events+n, 0
	}
	return lines.Err()
}

// passes: the same request may succeed in a moment.
func passes(err error) bool {
	e := (*client.Error)(nil)
	if !errors.As(err, &e) {
		return !errors.Is(err, errWriting)
	}
	return e.Code == "UNAVAILABLE" || e.Code == "RATE_LIMITED" || e.Code == "INTERNAL"
}

var errWriting = errors.New("writing the export")
