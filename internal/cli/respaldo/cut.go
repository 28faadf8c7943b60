package respaldo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// cut is a data folder as it was at one moment.
type cut struct {
	datafolder.Header
	writeDB func(w io.Writer) (int64, error) // is called before anything else is read
	held    bool                             // a server keeps erased files, and links to files that change
	rest    io.Reader                        // the end of its answer: the server let go
	close   func() error
}

// cut comes from the running server. Without one nothing changes, and no server can start meanwhile.
func (j *job) cut(ctx context.Context) (*cut, error) {
	db, err := boltstore.OpenSnapshot(j.Dir)
	if errors.Is(err, boltstore.ErrInUse) {
		return j.ask(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &cut{Header: datafolder.Header{Taken: j.Clock()}, writeDB: db.WriteTo, close: db.Close}, nil
}

func (j *job) ask(ctx context.Context) (*cut, error) {
	var a datafolder.Access
	text, err := os.ReadFile(filepath.Join(j.Dir, datafolder.AccessFile))
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if err != nil {
		return nil, fmt.Errorf("%w (%s), and it is no server that gives backups: wait until its command has ended, or the server has started (%w)", boltstore.ErrInUse, j.Dir, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL+site.CutPath, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+a.Key)
	transport := &http.Transport{DisableKeepAlives: true, DisableCompression: true} // no proxy: it is this machine
	res, err := transport.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("asking the server for its data: %w; is it just starting or stopping? Run the backup again", err)
	}
	body := bufio.NewReader(res.Body)
	line, err := body.ReadBytes('\n')
	c := &cut{held: true, rest: body, close: res.Body.Close}
	switch {
	case res.StatusCode != http.StatusOK:
		err = fmt.Errorf("the server gives no data: %s", strings.TrimSpace(string(line)))
	case err == nil:
		err = json.Unmarshal(line, &c.Header)
	}
	if err != nil {
		return nil, errors.Join(err, res.Body.Close())
	}
	c.writeDB = func(w io.Writer) (int64, error) {
		n, err := io.CopyN(w, body, c.Size)
		if n < c.Size {
			err = fmt.Errorf("the server broke off after %d of %d bytes: run the backup again: %w", n, c.Size, err)
		}
		return n, err
	}
	return c, nil
}

// watch ends the context when the server lets go: files that are read from then on may be of a later moment.
func (c *cut) watch(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if c.held {
		go func() {
			_, err := c.rest.Read(make([]byte, 1))
			cancel(fmt.Errorf("the server let go of the data before the backup was whole: run it again (%w)", err))
		}()
	}
	return ctx, cancel
}
