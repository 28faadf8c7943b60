package respaldo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// cut is a data folder as it was at one moment.
type cut struct {
	datafolder.Header
	held  bool         // by a server
	db    io.Reader    // read it first and whole
	alive func() error // says why the cut holds no more, if so: what was read since may be of later
	close func() error
}

// cut: the server gives it, if it runs. Otherwise nothing changes anyway, and no server can start meanwhile.
func (j *job) cut(ctx context.Context) (*cut, error) {
	db, err := boltstore.OpenSnapshot(j.Dir)
	if errors.Is(err, boltstore.ErrInUse) {
		return j.ask(ctx)
	}
	if err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, err := db.WriteTo(w)
		_ = w.CloseWithError(err) // never fails
	}()
	return &cut{Header: datafolder.Header{Taken: j.Clock(), Size: db.Size()}, db: r, alive: always, close: func() error {
		err := r.Close()
		<-written
		return errors.Join(err, db.Close())
	}}, nil
}

func (j *job) ask(ctx context.Context) (*cut, error) {
	var a datafolder.Access
	text, err := os.ReadFile(filepath.Join(j.Dir, datafolder.AccessFile))
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w (%s), and it is no server that gives backups: wait until its command has ended, or the server has started", boltstore.ErrInUse, j.Dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", datafolder.AccessFile, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL+site.CutPath, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+a.Key)
	transport := &http.Transport{DisableKeepAlives: true, DisableCompression: true} // no proxy: it is this machine
	res, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return nil, fmt.Errorf("asking the server for its data: %w; is it just starting or stopping? Run the backup again", err)
	}
	c, err := readCut(res)
	if err != nil {
		return nil, errors.Join(err, res.Body.Close())
	}
	return c, nil
}

// maxRefusal bounds what is shown of an answer.
const maxRefusal = 4 << 10

func readCut(res *http.Response) (*cut, error) {
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusal))
		return nil, fmt.Errorf("the server gives no data: %s", strings.TrimSpace(string(text)))
	}
	body, c := bufio.NewReaderSize(res.Body, 64<<10), &cut{held: true}
	line, err := body.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &c.Header)
	}
	if err != nil {
		return nil, fmt.Errorf("the server broke off: %w", err)
	}
	if c.Format != datafolder.CutFormat {
		return nil, fmt.Errorf("the server gives its data in format %d, this program knows %d: the running server is of another version; restart it, and back up again", c.Format, datafolder.CutFormat)
	}
	l := &lease{body: body}
	c.db = &watched{io.LimitReader(body, c.Size), c.Size, l}
	c.alive, c.close = l.alive, res.Body.Close
	return c, nil
}

// lease is the connection behind the database: the server never ends it by itself, unless it lets go.
type lease struct {
	body io.Reader
	lost atomic.Pointer[error]
}

func (l *lease) alive() error {
	if err := l.lost.Load(); err != nil {
		return *err
	}
	return nil
}

func (l *lease) watch() {
	_, err := l.body.Read(make([]byte, 1))
	if err == nil {
		err = errors.New("it sent more than it said")
	}
	l.lost.Store(&err)
}

// watched begins to watch the connection at the end of the database.
type watched struct {
	from io.Reader
	left int64
	l    *lease
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	if w.left -= int64(n); w.left == 0 && n > 0 {
		go w.l.watch()
	}
	return n, err
}
