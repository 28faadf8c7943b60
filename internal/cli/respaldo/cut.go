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

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// cut is a data folder as it was at one moment.
type cut struct {
	datafolder.Header
	writeDB func(w io.Writer) (int64, error) // comes first
	lease   io.Reader                        // the connection, behind the database; nil if no server holds the cut
	close   func() error
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
	return &cut{Header: datafolder.Header{Taken: j.Clock()}, writeDB: db.WriteTo, close: db.Close}, nil
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
	body := bufio.NewReaderSize(res.Body, 64<<10)
	c := &cut{lease: body, close: res.Body.Close}
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
	c.writeDB = func(w io.Writer) (int64, error) {
		n, err := io.CopyN(w, body, c.Size)
		if n < c.Size {
			err = fmt.Errorf("the server broke off after %d of %d bytes: run the backup again: %w", n, c.Size, err)
		}
		return n, err
	}
	return c, nil
}

// watch ends the context that it gives when the server lets go: what is read from then on may be of later.
func (c *cut) watch(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if c.lease != nil {
		go func() {
			_, err := c.lease.Read(make([]byte, 1))
			cancel(fmt.Errorf("the server let go of the data before the backup was whole: run it again (%w)", err))
		}()
	}
	return ctx, cancel
}
