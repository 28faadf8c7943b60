package sello_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// planted are wrong sealers: each lacks one mechanism.
var planted = map[string]func(*process, *sello.Sealer){
	"no bundle":                   order(sello.Swap, sello.Upload, sello.Publish, sello.Mark),
	"the fence before the bundle": order(sello.Swap, sello.Stage, sello.Upload, sello.Publish, sello.Mark, sello.Drop),
	"tiles before the fence":      order(sello.Stage, sello.Upload, sello.Swap, sello.Publish, sello.Mark, sello.Drop),
	"published before the fence":  order(sello.Stage, sello.Publish, sello.Swap, sello.Upload, sello.Mark, sello.Drop),
	"published before its tiles":  order(sello.Stage, sello.Swap, sello.Publish, sello.Upload, sello.Mark, sello.Drop),
	"told before the fence":       order(sello.Stage, sello.Mark, sello.Swap, sello.Upload, sello.Publish, sello.Drop),
	"told before published":       order(sello.Stage, sello.Swap, sello.Upload, sello.Mark, sello.Publish, sello.Drop),
	"dropped before told":         order(sello.Stage, sello.Swap, sello.Upload, sello.Publish, sello.Drop, sello.Mark),
	"dropped before published":    order(sello.Stage, sello.Swap, sello.Upload, sello.Drop, sello.Publish, sello.Mark),
	"dropped before tiles":        order(sello.Stage, sello.Swap, sello.Drop, sello.Upload, sello.Publish, sello.Mark),
	"a fence that does not compare": func(p *process, _ *sello.Sealer) {
		p.Objects = blind{p.Objects}
	},
	"a source that forgets a number": func(p *process, _ *sello.Sealer) {
		p.source = deaf{p.source}
	},
}

func order(steps ...sello.Step) func(*process, *sello.Sealer) {
	return func(_ *process, s *sello.Sealer) { s.SetOrder(steps...) }
}

// blind swaps whatever is there.
type blind struct{ sello.Objects }

func (b blind) Swap(ctx context.Context, key, version string, data []byte) error {
	if !strings.HasSuffix(key, "fence") {
		return b.Objects.Swap(ctx, key, version, data)
	}
	for {
		_, now, _ := b.Load(ctx, key)
		if err := b.Objects.Swap(ctx, key, now, data); !errors.Is(err, fault.Conflict) {
			return err
		}
	}
}

// deaf forgets the last of the numbers that it is told.
type deaf struct{ sello.Source }

func (d deaf) Sealed(ctx context.Context, first int64, ids []string) error {
	return d.Source.Sealed(ctx, first, ids[:len(ids)-1])
}

// Each of them is found, and not by luck: within a number of schedules that a run has.
func TestPlantedBugsAreFound(t *testing.T) {
	base := newWorld(t, 250)
	for name, plant := range planted {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(100) {
				if err := race(t.Context(), base.copy(), seed, plant); err != nil {
					t.Logf("seed %d: %v", seed, err)
					return
				}
			}
			t.Error("100 schedules, and it was not found")
		})
	}
}
