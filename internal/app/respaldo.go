package app

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
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// backupKeyFile is the secret that names the pieces of encrypted backups, in the data folder.
const backupKeyFile = "respaldo.key"

// backup is the command respaldo.
func backup(ctx context.Context, c config.Command, out, errw io.Writer) error {
	if c.Backup.Ritmo > 0 {
		respaldo.Yield()
	}
	lines := json.NewEncoder(out)
	if c.Backup.Verificar {
		return respaldo.Verify(ctx, c.Backup.En, c.Backup.Respaldo, c.Backup.Identity, func(f respaldo.Finding) error { return lines.Encode(f) })
	}
	dir := c.Config.DataDir
	if err := errors.Join(respaldo.Whole(dir), apart(dir, c.Backup.En)); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, boltstore.FileName)); err != nil {
		return fmt.Errorf("there is no database in %s: %w; name the server's data folder with CARPETA_DATA_DIR", dir, err)
	}
	if err := (toldFolder{dir, time.Now}).tell(ctx, auditoria.DeRespaldo(c.Backup.Para != "")); err != nil {
		return fmt.Errorf("the trail cannot be told, so no backup is made: %w", err)
	}
	s, err := respaldo.Run(ctx, respaldo.Config{
		DataDir: dir, Vault: c.Backup.En, Source: source{dir, time.Now}, DBName: boltstore.FileName, Trees: trees(), Schema: boltstore.Schema,
		Omit: []string{carpetaObjetos, accessFile}, To: c.Backup.Para, Rate: c.Backup.Ritmo, Keep: c.Backup.Keep,
		NameKey: func() ([]byte, error) { return auth.SecretKey(filepath.Join(dir, backupKeyFile)) },
		Program: Version(), Clock: time.Now, Log: NewLog(c.Config, errw),
	})
	if err != nil {
		return err
	}
	return lines.Encode(s)
}

// apart refuses a folder of backups in the data folder: each would hold the ones before.
func apart(data, vault string) error {
	d, errD := filepath.Abs(data)
	v, errV := filepath.Abs(vault)
	if err := errors.Join(errD, errV); err != nil {
		return err
	}
	if rel, err := filepath.Rel(d, v); err == nil && filepath.IsLocal(rel) {
		return config.BadArgument("--en: %s is in the data folder %s; name a folder outside of it, best on another disk", vault, data)
	}
	return nil
}

// restore is the command restaurar.
func restore(ctx context.Context, c config.Command, out io.Writer) error {
	r, err := respaldo.Restore(ctx, respaldo.RestoreConfig{
		Vault: c.Restore.De, ID: c.Restore.Respaldo, Identity: c.Restore.Identity, DataDir: c.Config.DataDir, Schema: boltstore.Schema,
		Dirs: []string{path.Join(carpetaObjetos, diskblob.Current), path.Join(carpetaObjetos, diskblob.Partial)},
	})
	if err != nil {
		return err
	}
	if err := (toldFolder{c.Config.DataDir, time.Now}).tell(ctx, auditoria.DeRestauracion(r.ID, r.Taken)); err != nil {
		return fmt.Errorf("the data are restored, and the trail could not be told of it: %w", err)
	}
	return json.NewEncoder(out).Encode(r)
}

// source is a data folder: its server gives the cut if it runs; otherwise nothing changes anyway.
type source struct {
	dir   string
	clock func() time.Time
}

// Cut implements respaldo.Source.
func (s source) Cut(ctx context.Context) (*respaldo.Cut, error) {
	db, err := boltstore.OpenSnapshot(s.dir)
	if errors.Is(err, boltstore.ErrInUse) {
		return s.ask(ctx)
	}
	if err != nil {
		return nil, err
	}
	h, objects, err := headerOf(db, s.clock())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	h.Held, h.Frozen = respaldo.Place{}, nil
	r, w := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, err := db.WriteTo(w)
		_ = w.CloseWithError(err) // never fails
	}()
	return &respaldo.Cut{Header: h, Files: objects, DB: r, Alive: func() error { return nil }, Close: func() error {
		err := r.Close()
		<-written
		return errors.Join(err, db.Close())
	}}, nil
}

// ask asks the server that has the folder.
func (s source) ask(ctx context.Context) (*respaldo.Cut, error) {
	var a access
	text, err := os.ReadFile(filepath.Join(s.dir, accessFile))
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w (%s), and it is no server that gives backups: wait until its command has ended, or the server has started", boltstore.ErrInUse, s.dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", accessFile, err)
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
	cut, err := readCut(res)
	if err != nil {
		return nil, errors.Join(err, res.Body.Close())
	}
	return cut, nil
}

// maxRefusal bounds what is shown of an answer.
const maxRefusal = 4 << 10

func readCut(res *http.Response) (*respaldo.Cut, error) {
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusal))
		return nil, fmt.Errorf("the server gives no data: %s", strings.TrimSpace(string(text)))
	}
	body, cut := bufio.NewReaderSize(res.Body, 64<<10), &respaldo.Cut{}
	line, err := body.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &cut.Header)
	}
	if err != nil {
		return nil, fmt.Errorf("the server broke off: %w", err)
	}
	if cut.Format != respaldo.CutFormat {
		return nil, fmt.Errorf("the server gives its data in format %d, this program knows %d: back up with the server's own version of carpeta", cut.Format, respaldo.CutFormat)
	}
	for range cut.Objects {
		line, err := body.ReadString('\n')
		if err != nil || len(line) < 4 || !fs.ValidPath(line[2:len(line)-1]) {
			return nil, errors.Join(errors.New("the server broke off in the names of the files"), err)
		}
		cut.Files = append(cut.Files, respaldo.Object{Path: line[2 : len(line)-1], Must: line[0] == '!'})
	}
	l := &lease{body: body}
	cut.DB = &watched{io.LimitReader(body, cut.Size), cut.Size, l}
	cut.Alive, cut.Close = l.alive, res.Body.Close
	return cut, nil
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
