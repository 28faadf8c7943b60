package main

import (
	"context"
	"hash/maphash"
	"math/rand/v2"
	"sync"
)

// People of the load. The citizen of S-0002 has 50 to 200 documents; a few have a thousand times as many.
const (
	smallCarpetas = 200
	smallEach     = 100
	ofLarge       = 4  // one visit in so many goes to a large carpeta
	poolEach      = 40 // documents of a small carpeta that may be deleted in the beginning
	poolOf        = 10 // of a large one: one in so many, from its beginning to its end
	keptEach      = 20 // documents of a small carpeta that are downloaded
	inVain        = 20 // one search in so many is for a word that no document has
)

// large says how many carpetas there are of each part of the largest.
var large = []struct{ carpetas, part int }{{6, 100}, {3, 10}, {1, 1}}

// person is a citizen with a carpeta, and what the load knows of it.
type person struct {
	line

	token string
	stays map[uint64]bool // documents that nobody deletes; of walked carpetas only
	kept  []string        // global ids of documents with files that stay

	mu        sync.Mutex
	deletable []deletable
	heard     *hearer // nil: nobody follows
}

// take takes a document that may be deleted, the oldest first.
func (p *person) take() (d deletable, has bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.deletable) == 0 {
		return d, false
	}
	d, p.deletable = p.deletable[0], p.deletable[1:]
	return d, true
}

// give adds one.
func (p *person) give(d deletable) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deletable = append(p.deletable, d)
}

// crowd is everybody.
type crowd struct{ small, large []*person }

// anybody is a person by chance.
func (c *crowd) anybody(r *rand.Rand) *person {
	if r.IntN(ofLarge) == 0 {
		return c.large[r.IntN(len(c.large))]
	}
	return c.smallOne(r)
}

func (c *crowd) smallOne(r *rand.Rand) *person { return c.small[r.IntN(len(c.small))] }

// settle fills the stores.
func (i *installation) settle(ctx context.Context, largest int) (*crowd, error) {
	c := &crowd{}
	lines, _, err := i.sembrar(ctx, smallCarpetas, smallEach, "--archivos")
	if err != nil {
		return nil, err
	}
	if c.small, err = i.people(lines); err != nil {
		return nil, err
	}
	for _, size := range large {
		lines, _, err := i.sembrar(ctx, size.carpetas, max(largest/size.part, smallEach))
		if err != nil {
			return nil, err
		}
		more, err := i.people(lines)
		if err != nil {
			return nil, err
		}
		c.large = append(c.large, more...)
	}
	return c, nil
}

func (i *installation) people(lines []line) (ps []*person, err error) {
	for _, l := range lines {
		p := &person{line: l}
		if p.token, err = i.bench.emisor.token(l.CiudadanoID); err != nil {
			return nil, err
		}
		ps = append(ps, p)
	}
	return ps, nil
}

var idSeed = maphash.MakeSeed()

// mark is an id in eight bytes: a walk remembers 100,000 of them.
func mark(id string) uint64 { return maphash.String(idSeed, id) }

// know lists a person's documents: which may be deleted, and which stay.
func (p *person) know(ctx context.Context, c *client, walked bool) error {
	if walked {
		p.stays = map[uint64]bool{}
	}
	seen := 0
	for after, more := "", true; more; {
		page, err := c.page(ctx, p.token, p.CarpetaID, 100, after)
		if err != nil {
			return err
		}
		for _, n := range page.Nodes {
			seen++
			switch {
			case !n.Certificado && (walked && seen%poolOf == 0 || !walked && len(p.deletable) < poolEach):
				p.deletable = append(p.deletable, deletable{n.ID, n.DocumentoID, p.token})
			case walked:
				p.stays[mark(n.DocumentoID)] = true
			case len(p.kept) < keptEach:
				p.kept = append(p.kept, n.ID)
			}
		}
		after, more = page.PageInfo.EndCursor, page.PageInfo.HasNextPage
	}
	return nil
}
