package consola_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/cli/consola"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// cutting serves an export of seven events in three runs, and cuts it in the second one, once.
func cutting(lines []string) http.Handler {
	cut := false
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := 0
		if c := r.URL.Query().Get("cursor"); c != "" {
			_, _ = fmt.Sscanf(c, "c%d", &from)
		}
		for i, line := range lines[from:] {
			if from+i == 4 && !cut {
				cut = true
				panic(http.ErrAbortHandler)
			}
			_, _ = fmt.Fprint(w, line)
			_ = http.NewResponseController(w).Flush()
		}
	})
}

// An export that is cut goes on behind its last cursor: nothing is missing, and nothing is there twice.
func TestExportGoesOnAfterACut(t *testing.T) {
	var lines []string
	for i, cursor := range []string{"", "", "c3", "", "", "c6", "c7"} {
		lines = append(lines, fmt.Sprintf("{\"event_id\":\"e%d\",\"cursor\":\"%s\"}\n", i, cursor))
	}
	srv := httptest.NewServer(cutting(lines))
	defer srv.Close()
	var out, errw bytes.Buffer
	c := consola.Consola{Client: client.New(srv.URL, "t", time.Minute), Out: &out, Err: &errw, Clock: time.Now}
	err := c.Run(t.Context(), config.Command{Name: config.CmdAuditoriaExport})
	if err != nil || out.String() != strings.Join(lines, "") || !strings.Contains(errw.String(), "7 eventos; para seguir: --cursor c7") {
		t.Errorf("%v\n%s\n%s", err, out.String(), errw.String())
	}
}

// growing is a trail that has one event more at each request, and whose cursors expire once.
type growing struct {
	asked   int
	expired bool
	filters []string
}

func (g *growing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var p struct {
		Variables struct {
			After  string
			Filtro map[string]string
		}
	}
	_ = json.NewDecoder(r.Body).Decode(&p)
	g.asked++
	g.filters = append(g.filters, p.Variables.Filtro["desde"])
	if g.asked == 3 && !g.expired {
		g.expired = true
		_, _ = fmt.Fprint(w, `{"errors":[{"message":"El cursor venció.","extensions":{"code":"EXPIRED_CURSOR_TOKEN"}}]}`)
		return
	}
	from := 0
	_, _ = fmt.Sscanf(p.Variables.After, "c%d", &from)
	var nodes []string
	for i := from; i < g.asked; i++ {
		if at := fmt.Sprintf("2026-03-01T12:00:0%d.000Z", i); at[:19] >= p.Variables.Filtro["desde"][:19] {
			nodes = append(nodes, fmt.Sprintf(`{"eventoId":"e%d","momento":%q,"recurso":{},"actor":{}}`, i, at))
		}
	}
	_, _ = fmt.Fprintf(w, `{"data":{"r":{"nodes":[%s],"pageInfo":{"hasNextPage":%v,"endCursor":"c%d"}}}}`, strings.Join(nodes, ","), g.asked < 6, g.asked)
}

// stopping ends the command after so many lines.
type stopping struct {
	bytes.Buffer

	lines int
	stop  context.CancelFunc
}

func (s *stopping) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if strings.Count(s.String(), "\n") >= s.lines {
		s.stop()
	}
	return n, err
}

// A tail shows each event once, also where its cursor expired.
func TestTailShowsEachEventOnce(t *testing.T) {
	g := &growing{}
	srv := httptest.NewServer(g)
	defer srv.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	out := &stopping{lines: 6, stop: stop}
	c := consola.Consola{Client: client.New(srv.URL, "t", time.Minute), JSON: true, Out: out, Err: &bytes.Buffer{}, Clock: func() time.Time { return noon }}
	err := c.Run(ctx, config.Command{Name: config.CmdAuditoriaTail, Auditoria: config.Auditoria{Tail: config.AuditoriaTail{Rastro: config.Rastro{RastroS3: config.RastroS3{Desde: "1h"}}}}})
	if err != nil || !errors.Is(ctx.Err(), context.Canceled) {
		t.Fatal(err, ctx.Err())
	}
	var ids []string
	for line := range strings.Lines(out.String()) {
		var e struct{ EventoID string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.EventoID)
	}
	if got := strings.Join(ids, " "); got != "e0 e1 e2 e3 e4 e5" {
		t.Error(got)
	}
	if g.filters[0] != "2026-03-01T11:00:00Z" || g.filters[1] != g.filters[0] {
		t.Errorf("the filter moves under the cursor: %v", g.filters)
	}
}
