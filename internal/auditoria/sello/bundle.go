package sello

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// bundle is all that a seal writes behind the fence, so that anybody can write it.
type bundle struct {
	First   int64    `json:"first"`
	IDs     []string `json:"ids"`
	Objects []object `json:"objects"`
}

type object struct {
	Path string `json:"path"`
	Data []byte `json:"data"`
}

// format writes the bundle behind its own hash: its bytes go to places that can never be
// mended, so they are not taken on trust.
func (b *bundle) format() []byte {
	body, _ := json.Marshal(b) // strings, numbers and bytes
	sum := sha256.Sum256(body)
	return append([]byte(hex.EncodeToString(sum[:])+"\n"), body...)
}

func parseBundle(text []byte) (*bundle, error) {
	sum, body, _ := bytes.Cut(text, []byte("\n"))
	if want := sha256.Sum256(body); string(sum) != hex.EncodeToString(want[:]) {
		return nil, errors.New("its hash differs")
	}
	b := &bundle{}
	if err := json.Unmarshal(body, b); err != nil {
		return nil, err
	}
	if !bytes.Equal(b.format(), text) {
		return nil, errors.New("not in its one form")
	}
	return b, nil
}

// stagingPath names the bundle by the tree it leads to: two processes that seal the same
// entries write the same bytes to the same place.
func (s *Sealer) stagingPath(c verify.Checkpoint) string { return s.path(stagingName(c)) }

func stagingName(c verify.Checkpoint) string {
	return fmt.Sprintf("staging/%d-%s", c.Size, hex.EncodeToString(c.Root[:]))
}

// staged is the bundle that led to this checkpoint; nil if nothing is left to do.
func (s *Sealer) staged(ctx context.Context, c verify.Checkpoint) (*bundle, error) {
	return staged(ctx, s.cfg.Objects, s.stagingPath(c), c)
}

// Unfinished tells of the seal that led to this checkpoint, if its process ended before the source heard the numbers:
// the first number, and the ids. The next seal finishes it.
func (r Reader) Unfinished(ctx context.Context, c verify.Checkpoint) (first int64, ids []string, err error) {
	b, err := staged(ctx, r.Objects, r.Prefix+stagingName(c), c)
	if err != nil || b == nil {
		return 0, nil, err
	}
	return b.First, b.IDs, nil
}

func staged(ctx context.Context, from Objects, path string, c verify.Checkpoint) (*bundle, error) {
	text, err := from.Get(ctx, path)
	if errors.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := parseBundle(text)
	if err != nil {
		return nil, refuse("bundle of %d entries: %v", c.Size, err)
	}
	if b.First+int64(len(b.IDs)) != c.Size {
		return nil, refuse("bundle of %d entries: it leads to %d", c.Size, b.First+int64(len(b.IDs)))
	}
	return b, nil
}
