package consola

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// follower follows the trail by its cursor, so it shows each event once.
type follower struct {
	c     *Consola
	v     map[string]any
	last  string          // the moment of the last event, for a cursor that expired
	shown map[string]bool // the events of that moment
}

const (
	pauseToFollow = 2 * time.Second
	pageOfTail    = 500
)

// follow shows new events until the context ends.
func (c *Consola) follow(ctx context.Context, t config.AuditoriaTail) error {
	s := &follower{c: c, shown: map[string]bool{}, v: map[string]any{"filtro": c.filtroDe(t.Rastro), "orden": "ASC", "first": pageOfTail}}
	d, err := duracion.Parse(t.Desde)
	if t.Desde == "" || err == nil { // a relative beginning must not move while it is followed
		s.v["filtro"].(map[string]any)["desde"] = c.Clock().Add(-d).UTC().Format(time.RFC3339Nano)
	}
	fmt.Fprintln(c.Err, "se muestran eventos nuevos; con varios procesos, 30 s después de que pasan (Ctrl-C termina)")
	for ctx.Err() == nil {
		more, err := s.page(ctx)
		if err != nil && !s.passes(ctx, err) {
			return withWords(err)
		}
		if !more {
			_ = service.Pause(ctx, pauseToFollow) // fails at the end of ctx only
		}
	}
	return nil
}

// passes reports whether a failure is no reason to end: it is worth another try, or the person ended it.
func (s *follower) passes(ctx context.Context, err error) bool {
	if ctx.Err() == nil && passes(err) {
		fmt.Fprintln(s.c.Err, "se intenta de nuevo:", err)
	}
	return ctx.Err() != nil || passes(err)
}

// page shows new events; more: there are more already.
func (s *follower) page(ctx context.Context) (more bool, err error) {
	var data struct{ R client.Page[nodo] }
	if err := s.c.Client.Do(ctx, queryRastro, s.v, &data); err != nil {
		if e := (*client.Error)(nil); errors.As(err, &e) && e.Code == "EXPIRED_CURSOR_TOKEN" {
			delete(s.v, "after") // no event came for a day
			if s.last != "" {
				s.v["filtro"].(map[string]any)["desde"] = s.last
			}
			return true, nil
		}
		return false, err
	}
	for _, n := range data.R.Nodes {
		id, momento := n.at("eventoId"), n.at("momento")
		if s.shown[id] {
			continue
		}
		if err := s.c.line(n); err != nil {
			return false, err
		}
		if momento != s.last {
			clear(s.shown)
		}
		s.last, s.shown[id] = momento, true
	}
	if end := data.R.PageInfo.EndCursor; end != nil {
		s.v["after"] = *end
	}
	return data.R.PageInfo.HasNextPage, nil
}

// line shows an event as it comes: a line of JSON, or of a table.
func (c *Consola) line(n nodo) error {
	if c.JSON {
		return json.NewEncoder(c.Out).Encode(n)
	}
	_, err := fmt.Fprintln(c.Out, strings.Join(filaRastro(n), "  "))
	return err
}
