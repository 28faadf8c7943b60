package app

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// accessFile tells who may read the data folder, and nobody else, how to ask its server for a cut. Of each
// run of the server there is another one.
const accessFile = "servidor.json"

const (
	cutStalled = time.Minute    // a backup that takes no byte for so long is given up
	cutLongest = 24 * time.Hour // what is erased meanwhile stays on the disk
)

// cuts gives a backup the data: a header and the database; and it holds the files until the connection ends. The connection is the lease: a backup that is killed holds nothing.
type cuts struct {
	a    *App
	key  string
	turn sync.Mutex
	end  context.Context
	stop context.CancelFunc
}

func newCuts(a *App) *cuts {
	end, stop := context.WithCancel(context.Background())
	return &cuts{a: a, key: rand.Text(), end: end, stop: stop}
}

// drain ends the backup under way: the server stops.
func (c *cuts) drain(context.Context) error {
	c.stop()
	return nil
}

// offerCuts writes how to reach this server; withdraw takes it back.
func (a *App) offerCuts() (withdraw func()) {
	if a.cuts == nil {
		return func() {}
	}
	path := filepath.Join(a.cfg.DataDir, accessFile)
	text, err := json.Marshal(respaldo.Access{URL: a.http.admin.URL(), Key: a.cuts.key})
	if err == nil {
		err = file.Replace(path, text)
	}
	if err != nil {
		a.log.Warn("no backup can be made while this server runs", "error", err)
	}
	return func() { _ = os.Remove(path) }
}

func (c *cuts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(key), []byte(c.key)) != 1 {
		http.Error(w, "this server has another data folder, or was started anew: run the backup again", http.StatusForbidden)
		return
	}
	if !c.turn.TryLock() {
		http.Error(w, "another backup is being made of this data folder: wait for its end", http.StatusConflict)
		return
	}
	defer c.turn.Unlock()
	ctx, cancel := context.WithTimeout(r.Context(), cutLongest)
	defer cancel()
	defer context.AfterFunc(c.end, cancel)()
	if err := c.serve(ctx, w); err != nil {
		c.a.log.Warn("a backup got no cut", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError) // has no effect once the cut is under way
	}
}

func (c *cuts) serve(ctx context.Context, w http.ResponseWriter) (err error) {
	if err := c.a.tellNotes(ctx); err != nil {
		return fmt.Errorf("what commands did cannot be told to the trail: %w", err)
	}
	t, err := c.a.p.cutter.cut()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.letGo()) }()
	out := &patient{w: w, rc: http.NewResponseController(w), clock: c.a.clock, ctx: ctx}
	_ = out.rc.SetReadDeadline(time.Time{}) // the listener's is for requests that come slowly
	err = json.NewEncoder(out).Encode(respaldo.Header{Format: respaldo.CutFormat, Taken: c.a.clock(), Size: t.db.Size()})
	if err == nil {
		_, err = t.db.WriteTo(out)
	}
	if err := errors.Join(err, out.rc.Flush(), t.closeDB()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// patient gives each write its time: a backup that reads slowly on purpose is no dead one.
type patient struct {
	w     http.ResponseWriter
	rc    *http.ResponseController
	clock func() time.Time
	ctx   context.Context
}

func (p *patient) Write(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	_ = p.rc.SetWriteDeadline(p.clock().Add(cutStalled))
	return p.w.Write(b)
}
