package datafolder

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// AccessFile tells who may read the data folder, and nobody else, how to ask its server for a cut. Of each
// run of the server there is another one.
const AccessFile = "servidor.json"

const (
	cutStalled = time.Minute    // a backup that takes no byte for so long is given up
	cutLongest = 24 * time.Hour // what is erased meanwhile stays on the disk
)

// CutFormat is the format of a cut, as a server gives it.
const CutFormat = 2

// Access is the content of AccessFile.
type Access struct {
	URL string `json:"url"` // of the admin address
	Key string `json:"clave"`
}

// Header is what the server says first of a cut, as one line of JSON. The database follows. As long as the connection
// lasts, the server keeps the files that it erases, and links to what changes.
type Header struct {
	Format int       `json:"formato"` // of what follows: CutFormat
	Taken  time.Time `json:"tomado"`
	Size   int64     `json:"base"` // bytes of the database
}

// CutsConfig says what Cuts gives.
type CutsConfig struct {
	Dir    string
	Cutter *Cutter
	Before func(context.Context) error // what commands noted is told to the trail that the backup takes
	Clock  func() time.Time
	Log    *slog.Logger
}

// Cuts gives a backup the data: a header and the database; and it holds the files until the connection ends. The
// connection is the lease: a backup that is killed holds nothing.
type Cuts struct {
	cfg  CutsConfig
	key  string
	turn sync.Mutex
	end  context.Context
	stop context.CancelFunc
}

// NewCuts makes Cuts for one run of a server.
func NewCuts(cfg CutsConfig) *Cuts {
	end, stop := context.WithCancel(context.Background())
	return &Cuts{cfg: cfg, key: rand.Text(), end: end, stop: stop}
}

// Drain ends the backup under way: the server stops.
func (c *Cuts) Drain(context.Context) error {
	c.stop()
	return nil
}

// Offer writes how to reach this server, at its admin address; withdraw takes it back.
func (c *Cuts) Offer(admin string) (withdraw func()) {
	path := filepath.Join(c.cfg.Dir, AccessFile)
	text, err := json.Marshal(Access{URL: admin, Key: c.key})
	if err == nil {
		err = file.Replace(path, text)
	}
	if err != nil {
		c.cfg.Log.Warn("no backup can be made while this server runs", "error", err)
	}
	return func() { _ = os.Remove(path) }
}

func (c *Cuts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
		c.cfg.Log.Warn("a backup got no cut", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError) // has no effect once the cut is under way
	}
}

func (c *Cuts) serve(ctx context.Context, w http.ResponseWriter) (err error) {
	if err := c.cfg.Before(ctx); err != nil {
		return fmt.Errorf("what commands did cannot be told to the trail: %w", err)
	}
	t, err := c.cfg.Cutter.cut()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.letGo()) }()
	out := &patient{w: w, rc: http.NewResponseController(w), clock: c.cfg.Clock, ctx: ctx}
	_ = out.rc.SetReadDeadline(time.Time{}) // the listener's is for requests that come slowly
	err = json.NewEncoder(out).Encode(Header{Format: CutFormat, Taken: c.cfg.Clock(), Size: t.db.Size()})
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
