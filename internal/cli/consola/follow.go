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
	last  time.Time       // the moment of the last event, for a cursor that expired
	shown map[string]bool // the events of that moment
}

const (
	pauseToFollow = 2 * time.Second
	pageOfTail    = 500
)

// follow shows new events until the context ends.
func (c *Consola) follow(ctx context.Context, t config.AuditoriaTail) error {
	s := &follower{c: c, shown: map[string]bool{}, v: map[string]any{"filtro": c.filtroDe(t.Rastro), "orden": "ASC", "first": pageOfTail}}
	if t.Desde == "" {
		s.since(c.Clock())
	} else {
		s.relative(t.Desde)
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

func (s *follower) since(t time.Time) {
	s.v["filtro"].(map[string]any)["desde"] = t.UTC().Format(time.RFC3339Nano)
}

// relative makes a relative beginning absolute: it must not move while it is followed.
func (s *follower) relative(text string) {
	if d, err := duracion.Parse(text); err == nil {
		s.since(s.c.Clock().Add(-d))
	}
}

// page shows what is new; more: there is more already.
func (s *follower) page(ctx context.Context) (more bool, err error) {
	var data struct{ R page[evento] }
	if err := s.c.Client.Do(ctx, queryRastro, s.v, &data); err != nil {
		if e := (*client.Error)(nil); errors.As(err, &e) && e.Code == "EXPIRED_CURSOR_TOKEN" {
			delete(s.v, "after") // nothing came for a day
			if !s.last.IsZero() {
				s.since(s.last)
			}
			return true, nil
		}
		return false, err
	}
	var fresh []evento
	for _, e := range data.R.Nodes {
		if !s.shown[e.EventoID] {
			fresh = append(fresh, e)
		}
	}
	if err := s.c.stream(fresh); err != nil {
		return false, err
	}
	s.remember(fresh)
	if end := data.R.PageInfo.EndCursor; end != nil {
		s.v["after"] = *end
	}
	return data.R.PageInfo.HasNextPage, nil
}

func (s *follower) remember(es []evento) {
	for _, e := range es {
		if !e.Momento.Equal(s.last) {
			clear(s.shown)
		}
		s.last, s.shown[e.EventoID] = e.Momento, true
	}
}

// stream shows events as they come: a line of JSON, or of a table, for each.
func (c *Consola) stream(es []evento) error {
	if !c.JSON {
		for _, f := range rowsOf(es) {
			if _, err := fmt.Fprintln(c.Out, strings.Join(f, "  ")); err != nil {
				return err
			}
		}
		return nil
	}
	lines := json.NewEncoder(c.Out)
	for _, e := range es {
		if err := lines.Encode(e); err != nil {
			return err
		}
	}
	return nil
}
