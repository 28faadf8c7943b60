package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	archivedDays   = 120 // of each operador, from long ago
	archivedEvents = 20  // a day
	archiveKills   = 10
)

// TestArchivingIsKilledAnywhere: the server is killed again and again while it archives days of long ago. In the end
// every event is in the archive once, and lists and exports of that time have every event once, in order.
func TestArchivingIsKilledAnywhere(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_RATE_PER_SECOND=0")
	house.Seed(t, "--carpetas=1", "--documentos=1")
	begin := time.Now().UTC().AddDate(0, 0, -archivedDays-380)
	operadores := []string{"op-1", "op-2"}
	want := happenedLongAgo(t, house.Dir, begin, operadores)
	folder := filepath.Join(house.Dir, "auditoria")
	days := len(operadores) * archivedDays

	s := house.Start(t)
	inTheMiddle := 0
	for range archiveKills {
		n := awaitDays(t, folder, min(days, archived(t, folder)+1+rand.IntN(days/archiveKills)))
		s.Kill(t)
		if n < days {
			inTheMiddle++
		}
		s.Restart(t)
	}
	awaitDays(t, folder, days)
	if inTheMiddle == 0 {
		t.Error("it was never killed in the middle")
	}
	since := begin.AddDate(0, 0, -1).Format(time.RFC3339)
	for _, op := range operadores {
		token := house.Token(t, "ana", "operador", op, time.Hour)
		if diff := cmp.Diff(want[op], editsExported(t, s.URL, token, since)); diff != "" {
			t.Errorf("an export of %s, -want +got:\n%s", op, diff)
		}
		if diff := cmp.Diff(want[op], editsListed(t, serverkit.Client{URL: s.URL, Token: token}, since)); diff != "" {
			t.Errorf("pages of %s, -want +got:\n%s", op, diff)
		}
	}
	s.Stop(t)
	times := inTheArchive(t, folder)
	for _, ids := range want {
		for _, id := range ids {
			if times[id] != 1 {
				t.Errorf("event %s is in the archive %d times", id, times[id])
			}
		}
	}
}

// happenedLongAgo writes the events into the store that the server will find; their ids, in order.
func happenedLongAgo(t *testing.T, dir string, begin time.Time, operadores []string) map[string][]string {
	t.Helper()
	now := begin
	clock := func() time.Time { return now }
	store, err := boltstore.Open(boltstore.Config{Dir: dir, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string][]string{}
	writer := auditoria.Escribano{Clock: clock}
	for range archivedDays {
		var es []auditoria.Evento
		for range archivedEvents {
			now = now.Add(time.Minute)
			for _, op := range operadores {
				e := writer.Levantar(t.Context(), auditoria.Evento{Tipo: auditoria.DocumentoEditado, OperadorID: op})
				es, ids[op] = append(es, e), append(ids[op], e.EventoID)
			}
		}
		if err := store.Anotar(t.Context(), es...); err != nil {
			t.Fatal(err)
		}
		now = now.Add(24*time.Hour - archivedEvents*time.Minute)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return ids
}

var dayList = regexp.MustCompile(`/[0-9]{4}/[0-9]{2}/[0-9]{2}\.json$`)

// archived counts the days that are in the archive.
func archived(t *testing.T, folder string) (days int) {
	eachObject(t, folder, func(path string) {
		if dayList.MatchString(path) {
			days++
		}
	})
	return days
}

// eachObject walks the archive. A server may be at work there: what goes meanwhile is left out.
func eachObject(t *testing.T, folder string, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// awaitDays waits until so many days are archived, and says how many are.
func awaitDays(t *testing.T, folder string, days int) (n int) {
	t.Helper()
	for end := time.Now().Add(recovery); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if n = archived(t, folder); n >= days {
			return n
		}
	}
	t.Fatalf("%d days are archived, want %d", n, days)
	return n
}

// inTheArchive counts how often each event is there.
func inTheArchive(t *testing.T, folder string) map[string]int {
	t.Helper()
	times := map[string]int{}
	eachObject(t, folder, func(path string) {
		if !strings.HasSuffix(path, ".jsonl.zst") {
			return
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		text, err := zstd.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		defer text.Close()
		for _, id := range idsOf(t, text, "eventoId") {
			times[id]++
		}
	})
	return times
}

// idsOf are the ids of lines of JSON.
func idsOf(t *testing.T, lines io.Reader, name string) (ids []string) {
	t.Helper()
	for s := bufio.NewScanner(lines); s.Scan(); {
		var e map[string]any
		if err := json.Unmarshal(s.Bytes(), &e); err != nil {
			t.Fatal(err, s.Text())
		}
		ids = append(ids, fmt.Sprint(e[name]))
	}
	return ids
}

func editsExported(t *testing.T, server, token, since string) []string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server+"/api/v1/audit/events?event_type=documento.editado&since="+url.QueryEscape(since), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Accept", "application/jsonl")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return idsOf(t, resp.Body, "event_id")
}

func editsListed(t *testing.T, c serverkit.Client, since string) (ids []string) {
	t.Helper()
	type page struct {
		EventosAuditoria struct {
			Nodes    []struct{ EventoID string }
			PageInfo struct {
				HasNextPage bool
				EndCursor   *string
			}
		}
	}
	for vars := (map[string]any{"d": since}); ; {
		p := serverkit.Do[page](t, c, `query($d: Instante, $after: String) { eventosAuditoria(filtro: {desde: $d, tipo: DOCUMENTO_EDITADO}, orden: ASC, first: 500, after: $after) {
			nodes { eventoId } pageInfo { hasNextPage endCursor } } }`, vars).EventosAuditoria
		for _, n := range p.Nodes {
			ids = append(ids, n.EventoID)
		}
		if !p.PageInfo.HasNextPage {
			return ids
		}
		vars["after"] = *p.PageInfo.EndCursor
	}
}
