package sello

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Defaults of Config.
const (
	defaultBatch = 256
	defaultEvery = time.Minute
	defaultLimit = 1024
)

// Config says what is sealed, where, and when.
type Config struct {
	Prefix  string // the log's folder among Objects, with a slash at its end; empty: the root
	Objects Objects
	Fence   Fence // nil: Objects
	Source  Source
	Keys    *Keyring

	Batch int           // seal when so many wait: 256
	Every time.Duration // or when one has waited so long: 60 s
	Limit int           // at most so many in one seal: 1,024

	// Lease says whether this process is the one to seal; nil: always. It saves work. If two
	// have it, the fence lets one through.
	Lease func(context.Context) (bool, error)
	Clock func() time.Time // nil: time.Now
}

// Sealer seals one log. It is safe for concurrent use, and so are many of them on one log.
type Sealer struct {
	cfg   Config
	order []step
}

// New makes a Sealer; it does no I/O.
func New(cfg Config) *Sealer {
	if cfg.Fence == nil {
		cfg.Fence = cfg.Objects
	}
	if cfg.Batch <= 0 {
		cfg.Batch = defaultBatch
	}
	if cfg.Every <= 0 {
		cfg.Every = defaultEvery
	}
	if cfg.Limit <= 0 {
		cfg.Limit = defaultLimit
	}
	cfg.Limit = max(cfg.Limit, cfg.Batch)
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	return &Sealer{cfg: cfg, order: order}
}

// Create begins an empty log. On a log that is there it changes nothing. It is never done
// by the way: a log that is missing and begins again would be a fork.
func (s *Sealer) Create(ctx context.Context) error {
	_, _, err := s.cfg.Fence.Load(ctx, s.path(fencePath))
	if err == nil {
		_, err = s.load(ctx)
		return err
	}
	if !errors.Is(err, fault.NotFound) {
		return err
	}
	if err := s.nothingIsThere(ctx); err != nil {
		return err
	}
	signed, err := s.sign(emptyTree(s.cfg.Keys.origin), s.cfg.Clock())
	if err != nil {
		return err
	}
	if err := s.cfg.Fence.Swap(ctx, s.path(fencePath), "", signed); err != nil && !errors.Is(err, fault.Conflict) {
		return err
	}
	_, err = s.load(ctx)
	return err
}

// nothingIsThere refuses to begin a log whose fence alone is gone.
func (s *Sealer) nothingIsThere(ctx context.Context) error {
	_, _, err := s.cfg.Objects.Load(ctx, s.path(verify.CheckpointPath))
	if err == nil {
		return refuse("a checkpoint is published, and its fence is gone")
	}
	if !errors.Is(err, fault.NotFound) {
		return err
	}
	p, err := s.cfg.Source.Pending(ctx, 1)
	if err == nil && p.Sealed > 0 {
		err = refuse("%d entries were sealed, and their log is gone", p.Sealed)
	}
	return err
}

// Step finishes what an earlier seal left, and seals what waits, if it is due and this
// process has the lease. It says how many entries it sealed. fault.Conflict: another
// process was faster. Damage: the log is not what it was, and nothing is sealed any more.
func (s *Sealer) Step(ctx context.Context) (int, error) {
	if s.cfg.Lease != nil {
		if ok, err := s.cfg.Lease(ctx); err != nil || !ok {
			return 0, err
		}
	}
	if p, err := s.cfg.Source.Pending(ctx, s.cfg.Limit); err != nil || !s.due(p.Leaves) {
		return 0, err // a log at rest costs one read of its source
	}
	return s.seal(ctx)
}

// seal reads the head before it asks again what waits: what an unfinished seal holds waits
// no more when the head is loaded.
func (s *Sealer) seal(ctx context.Context) (int, error) {
	head, err := s.load(ctx)
	if err != nil {
		return 0, err
	}
	p, err := s.cfg.Source.Pending(ctx, s.cfg.Limit)
	if err != nil {
		return 0, err
	}
	if p.Sealed != head.Size {
		return 0, s.disagrees(ctx, head, p.Sealed)
	}
	if !s.due(p.Leaves) {
		return 0, nil
	}
	j, err := s.prepare(ctx, head, p.Leaves)
	if err != nil {
		return 0, err
	}
	return len(p.Leaves), j.run(ctx, s.order)
}

// due: enough wait, or one has waited long enough, or a receipt waits.
func (s *Sealer) due(leaves []Leaf) bool {
	now := s.cfg.Clock()
	for _, l := range leaves {
		if l.Urgent || now.Sub(l.Since) >= s.cfg.Every {
			return true
		}
	}
	return len(leaves) >= s.cfg.Batch
}

// disagrees: the source knows of more entries, or of fewer, than the fence says. If the
// fence moved meanwhile, somebody else seals; if not, one of the two is not what it was.
func (s *Sealer) disagrees(ctx context.Context, h head, sealed int64) error {
	now, err := s.load(ctx)
	if err != nil {
		return err
	}
	if now.version != h.version {
		return fault.Wrap(fault.Conflict, errors.New("another process seals this log"))
	}
	p, err := s.cfg.Source.Pending(ctx, 1)
	if err != nil {
		return err
	}
	if p.Sealed != sealed {
		return fault.Wrap(fault.Conflict, errors.New("another process seals this log"))
	}
	return refuse("the source was told of %d entries, the checkpoint has %d", sealed, h.Size)
}

func (s *Sealer) path(name string) string { return s.cfg.Prefix + name }

// sign signs, and looks whether others will accept it: a checkpoint behind the fence that
// nobody can verify would end the log.
func (s *Sealer) sign(c verify.Checkpoint, at time.Time) ([]byte, error) {
	msg, err := s.cfg.Keys.Sign(c, at)
	if err != nil {
		return nil, err
	}
	_, err = verify.Open(msg, s.cfg.Keys.Public())
	return msg, err
}
