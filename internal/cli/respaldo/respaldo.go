package respaldo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Config says what is backed up, and where.
type Config struct {
	DataDir string
	Vault   string // the folder of backups; made if it is not there
	Source  Source
	DBName  string                 // of the database in the data folder: it comes from the cut
	Omit    []string               // of the files and folders directly in the data folder: no part of a backup
	Trees   []string               // folders that are backed up with everything in them, as of the cut
	To      string                 // recipient of age, or a file of them; "" does not encrypt
	Schema  int                    // the newest of the database that this program knows
	NameKey func() ([]byte, error) // secret of the data folder; asked for if it encrypts
	Rate    int                    // MiB that are read in a second at most, with rests; 0: as fast as it goes
	Keep    int                    // finished backups that stay, this one included; 0: all
	Program string
	Clock   func() time.Time
	Log     *slog.Logger
}

// Summary is what a backup did, as one line of JSON.
type Summary struct {
	ID       string `json:"respaldo"`
	Files    int    `json:"archivos"`
	Bytes    int64  `json:"bytes"`
	New      int    `json:"piezasNuevas"`
	NewBytes int64  `json:"bytesNuevos"` // as stored
	Missing  int    `json:"faltan"`      // documents that had no file before
	Removed  int    `json:"retirados"`   // earlier backups
	Millis   int64  `json:"duracionMs"`
}

var pieceName = regexp.MustCompile(`^[0-9a-f]{64}$`)

// job is one backup under way.
type job struct {
	Config
	v      *vault
	data   fs.FS // the data folder; its folders may be links to other disks
	cipher *cipher
	pace   *pace
	buffer []byte // for a piece
	before index
	last   string            // recipients of the backup before
	stored map[string]string // what is in the vault: path → SHA-256
	used   map[string]string // the same, of this backup
	shards map[string]bool   // folders with names that are not durable yet
	fresh  []string          // pieces that are written, and not durable yet
	bytes  int               // of these
	alive  func() error      // says why what is read counts no more
	start  time.Time
	m      manifest
	s      Summary
}

// Run makes a backup. What it wrote before an error is no backup, and saves the next one the work.
func Run(ctx context.Context, cfg Config) (s Summary, err error) {
	start := cfg.Clock()
	v, err := openOwnVault(cfg.Vault)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, v.close()) }()
	j := &job{Config: cfg, v: v, data: os.DirFS(cfg.DataDir), start: start, alive: func() error { return nil }, used: map[string]string{}, buffer: make([]byte, pieceOfFile), shards: map[string]bool{}, pace: paceOf(cfg.Rate, cfg.Clock)}
	if j.cipher, err = newCipher(cfg.To, cfg.NameKey); err != nil {
		return s, err
	}
	j.m.To = j.cipher.recipients()
	j.before, j.last = readIndex(cfg.DataDir, j.m.To)
	if j.stored, err = v.stored(); err != nil {
		return s, err
	}
	if err := j.copy(ctx); err != nil {
		return s, err
	}
	if err := j.finish(ctx); err != nil {
		return s, err
	}
	if j.s.Removed, err = v.prune(ctx, cfg.Keep); err != nil {
		return s, fmt.Errorf("the backup %s is whole, and those before it could not be removed: %w", j.s.ID, err)
	}
	j.s.Millis = cfg.Clock().Sub(start).Milliseconds()
	return j.s, nil
}

// copy stores the folder. The small files come before the cut: what they say (who is locked out) has then
// been told to the trail that is in it.
func (j *job) copy(ctx context.Context) error {
	if err := j.smallFiles(ctx); err != nil {
		return err
	}
	cut, err := j.Source.Cut(ctx)
	if err != nil {
		return err
	}
	if cut.Schema > j.Schema { // what else belongs to it, this program does not know
		return errors.Join(fmt.Errorf("the data are of a newer version: the database has schema %d, this program knows up to %d. No backup was made. Back up with the version of carpeta that wrote it, or a newer one",
			cut.Schema, j.Schema), cut.Close())
	}
	return errors.Join(j.copyCut(ctx, cut), cut.Close())
}

func (j *job) copyCut(ctx context.Context, cut *Cut) error {
	j.alive = func() error {
		if err := cut.Alive(); err != nil { // not wrapped: an io.EOF would pass for the end of a file
			return errors.New("the server let go of the data before the backup was whole: run it again: " + err.Error())
		}
		return nil
	}
	j.m.Format, j.m.Schema, j.m.Program, j.m.Taken = Format, cut.Schema, j.Program, cut.Taken
	f := file{Path: j.DBName, Modified: cut.Taken}
	if err := j.store(ctx, &f, io.LimitReader(cut.DB, cut.Size), pieceOfDB); err != nil {
		return fmt.Errorf("%s: %w", j.DBName, err)
	}
	if f.Size != cut.Size {
		return fmt.Errorf("%s: the server broke off after %d of %d bytes: run the backup again", j.DBName, f.Size, cut.Size)
	}
	for _, o := range cut.Files {
		if err := j.object(ctx, o, cut.Held); err != nil {
			return err
		}
	}
	for _, tree := range j.Trees {
		from := tree
		if i := slices.IndexFunc(cut.Frozen, func(p Place) bool { return p.Path == tree }); i >= 0 {
			from = cut.Frozen[i].Now
		}
		if err := j.tree(ctx, tree, from); err != nil {
			return err
		}
	}
	return j.alive()
}

// smallFiles are those directly in the data folder: keys, revocations, and the folder of notes.
func (j *job) smallFiles(ctx context.Context) error {
	entries, err := fs.ReadDir(j.data, ".")
	if err != nil {
		return fmt.Errorf("data folder %s: %w", j.DataDir, err)
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || name == j.DBName || strings.HasPrefix(name, IndexName) || slices.Contains(j.Omit, name) || j.inTrees(name) {
			continue
		}
		if err := j.tree(ctx, name, name); err != nil {
			return err
		}
	}
	return nil
}

// inTrees reports whether a folder is one of those that the cut decides about, or above one.
func (j *job) inTrees(name string) bool {
	return slices.ContainsFunc(j.Trees, func(t string) bool { return t == name || strings.HasPrefix(t, name+"/") })
}

// object stores the file of a document, from where it lies now.
func (j *job) object(ctx context.Context, o Object, held Place) error {
	err := j.one(ctx, o.Path, o.Path)
	if rest, ok := strings.CutPrefix(o.Path, held.Path+"/"); ok && errors.Is(err, fs.ErrNotExist) {
		err = j.one(ctx, o.Path, path.Join(held.Now, rest))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if o.Must {
		j.s.Missing++
		j.Log.Warn("a document has no file, and had none before: carpeta reconcile reports it", "ruta", o.Path)
	}
	return nil
}

// tree stores a folder with everything in it, or a file.
func (j *job) tree(ctx context.Context, as, from string) error {
	return fs.WalkDir(j.data, from, func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // nothing was ever there, or it is gone
			return nil
		case err != nil:
			return err
		case !e.Type().IsRegular():
			return nil
		}
		if err := j.one(ctx, as+strings.TrimPrefix(name, from), name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// one stores one file, unless the vault has it.
func (j *job) one(ctx context.Context, as, from string) error {
	if err := errors.Join(ctx.Err(), j.pace.rest(ctx)); err != nil {
		return err
	}
	f, err := j.data.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if known, ok := j.before.same(as, info); ok && j.reuse(known) {
		return nil
	}
	stored := file{Path: as, Modified: info.ModTime()}
	if err := j.store(ctx, &stored, f, pieceOfFile); err != nil {
		return fmt.Errorf("%s: %w", as, err)
	}
	return nil
}

// reuse takes a file that was read before, if the vault has all of it.
func (j *job) reuse(f file) bool {
	for _, p := range f.Pieces {
		if !j.holds(piecePath(p)) {
			return false
		}
	}
	for _, p := range f.Pieces {
		j.take(piecePath(p))
	}
	j.add(f)
	return true
}

// holds: that a finished backup names a piece is not enough, somebody may have removed it.
func (j *job) holds(piece string) bool {
	if _, ok := j.used[piece]; ok {
		return true
	}
	_, ok := j.stored[piece]
	return ok && j.v.has(piece)
}

// take notes a piece that the vault holds. One that this backup wrote itself has its SHA-256 already.
func (j *job) take(piece string) {
	if _, ok := j.used[piece]; !ok {
		j.used[piece] = j.stored[piece]
	}
}

func (j *job) add(f file) {
	j.m.Files = append(j.m.Files, f)
	j.s.Files++
	j.s.Bytes += f.Size
}

// store divides content into pieces, and writes those that are new.
func (j *job) store(ctx context.Context, f *file, content io.Reader, size int) error {
	whole, piece := sha256.New(), j.buffer[:size]
	content = paced{ctx, j.pace, j.alive, content}
	for {
		n, err := io.ReadFull(content, piece)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if n > 0 {
			if err := j.put(ctx, f, piece[:n]); err != nil {
				return err
			}
			whole.Write(piece[:n])
			f.Size += int64(n)
		}
		if n < size {
			break
		}
	}
	f.Sum = hex.EncodeToString(whole.Sum(nil))
	j.add(*f)
	return nil
}

func (j *job) put(ctx context.Context, f *file, content []byte) error {
	name := j.cipher.nameOf(content)
	f.Pieces = append(f.Pieces, name)
	where := piecePath(name)
	if j.holds(where) {
		j.take(where)
		return nil
	}
	sealed, err := j.cipher.seal(content)
	if err != nil {
		return err
	}
	if shard := path.Dir(where); !j.shards[shard] {
		if err := j.v.makeDir(shard); err != nil {
			return err
		}
		j.shards[shard] = true
	}
	if err := j.v.writeSoon(where, sealed); err != nil {
		return err
	}
	if j.used[where] = name; j.cipher != nil {
		j.used[where] = hexSum(sealed)
	}
	j.s.New++
	j.s.NewBytes += int64(len(sealed))
	j.fresh, j.bytes = append(j.fresh, where), j.bytes+len(sealed)
	if len(j.fresh) < settleFiles && j.bytes < settleBytes {
		return nil
	}
	return j.settle(ctx)
}

// Pieces are made durable some at a time: what the file system does for one, it does for those beside it too.
// More of them would be a burst that others wait for.
const (
	settleFiles = 64
	settleBytes = 8 << 20
)

func (j *job) settle(ctx context.Context) error {
	for _, piece := range j.fresh {
		if err := errors.Join(ctx.Err(), j.pace.rest(ctx)); err != nil {
			return err
		}
		if err := j.v.settle(piece); err != nil {
			return err
		}
	}
	j.fresh, j.bytes = nil, 0
	return nil
}

// finish writes what the backup holds, and last its list: once that is durable, so is all that it names.
func (j *job) finish(ctx context.Context) error {
	if err := j.settle(ctx); err != nil {
		return err
	}
	text, err := json.Marshal(j.m)
	if err != nil {
		return err
	}
	if j.s.ID, err = j.v.next(j.m.Taken); err != nil {
		return err
	}
	sealed, err := j.cipher.seal(text)
	if err != nil {
		return err
	}
	name := path.Join(dirBackups, j.s.ID+j.cipher.suffix())
	if err := j.v.write(name, sealed); err != nil {
		return err
	}
	j.shards[dirBackups] = true
	for dir := range j.shards {
		if err := errors.Join(ctx.Err(), j.pace.rest(ctx), syncDir(j.v.root, dir)); err != nil {
			return err
		}
	}
	var es []entry
	for _, p := range slices.Sorted(maps.Keys(j.used)) {
		es = append(es, entry{j.used[p], p})
	}
	list := formatList(append(es, entry{hexSum(sealed), name}))
	if !whole(list) {
		return errors.New("the list of the backup would not be one, so no backup was made: this is a defect of carpeta")
	}
	if err := errors.Join(j.v.write(path.Join(dirBackups, j.s.ID+listSuffix), list), syncDir(j.v.root, dirBackups)); err != nil {
		return err
	}
	if err := writeIndex(j.DataDir, j.last, j.m, j.start); err != nil {
		j.Log.Warn("the index of the backup could not be written; the next one reads every file again", "error", err)
	}
	return j.readBack(list)
}

// readBack looks whether the list is there as it was written.
func (j *job) readBack(list []byte) error {
	text, err := j.v.root.ReadFile(path.Join(dirBackups, j.s.ID+listSuffix))
	if err == nil && !bytes.Equal(text, list) {
		err = errList
	}
	return err
}
