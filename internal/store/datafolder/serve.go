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
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// AccessFile says how to ask the server of a data folder for a cut, to those who may read the folder. Each run of the
// server writes another one.
const AccessFile = "servidor.json"

// cutLongest bounds a backup: what is erased meanwhile stays on the disk.
const cutLongest = 24 * time.Hour

// Access is the content of AccessFile.
type Access struct {
	URL string `json:"url"` // of the admin address
	Key string `json:"clave"`
}

// Header is the first line of a cut. The database follows. As long as the connection lasts, the server keeps the files
// that it erases, and links to files that it replaces.
type Header struct {
	Taken time.Time `json:"tomado"`
	Size  int64     `json:"base"` // bytes of the database
}

// Hold has one part of the folder stay as it is from at, which it calls, until release.
type Hold func(at func() error) (release func() error, err error)

// CutsConfig says what Cuts gives.
type CutsConfig struct {
	Dir      string
	Snapshot func() (*boltstore.Snapshot, error)
	Parts    []Hold
	Before   func(context.Context) error // brings what commands noted into the trail that the backup takes
	Clock    func() time.Time
	Log      *slog.Logger
}

// Cuts gives a backup the data: a header and the database. It holds the files until the connection ends, so a backup
// that is killed holds nothing.
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
		return fmt.Errorf("the trail cannot take the notes of commands: %w", err)
	}
	db, taken, release, err := c.cut()
	defer func() { err = errors.Join(err, release()) }()
	if err != nil {
		return err
	}
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{}) // the listener's deadlines are for short requests and answers
	_ = rc.SetWriteDeadline(c.cfg.Clock().Add(cutLongest))
	defer context.AfterFunc(ctx, func() { _ = rc.SetWriteDeadline(time.Unix(1, 0)) })()
	err = json.NewEncoder(w).Encode(Header{Taken: taken, Size: db.Size()})
	if err == nil {
		_, err = db.WriteTo(w)
	}
	if err := errors.Join(err, rc.Flush(), db.Close()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// cut takes the data folder as a power cut in this moment would leave it. Seals, archives and erasures wait while the
// parts are linked. All parts stay as they are until release.
func (c *Cuts) cut() (db *boltstore.Snapshot, taken time.Time, release func() error, err error) {
	var releases []func() error
	take := func() (err error) {
		db, err = c.cfg.Snapshot()
		taken = c.cfg.Clock()
		return err
	}
	for _, hold := range c.cfg.Parts {
		at := take
		take = func() error {
			free, err := hold(at)
			if err == nil {
				releases = append(releases, free)
			}
			return err
		}
	}
	release = func() (err error) {
		for _, free := range releases {
			err = errors.Join(err, free())
		}
		return err
	}
	if err = take(); err != nil && db != nil { // a part failed behind it
		err = errors.Join(err, db.Close())
	}
	return db, taken, release, err
}
