package revocaciones

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
)

const markName = "revocaciones"

// List keeps revocations in marks: parts, and a head
// that names them. There are two sets of parts. A change writes the set that is not in
// use, and then the head, which makes it the one in use: nobody ever reads half a change.
// A look reads the head alone, one small item.
type List struct {
	marcas marca.Store
	clock  func() time.Time
	head   marca.Marca        // that was read
	known  map[partKey][]byte // the parts that it names
}

// parts is the content of the head.
type parts struct {
	Set    int     `json:"set"`
	Tokens []int64 `json:"tokens"` // of its parts
}

// New makes the List of a store.
func New(marcas marca.Store, clock func() time.Time) *List {
	return &List{marcas: marcas, clock: clock}
}

type partKey struct {
	name  string
	token int64
}

func partsOf(m marca.Marca) (p parts, err error) {
	if len(m.Datos) > 0 {
		err = json.Unmarshal(m.Datos, &p)
	}
	return p, err
}

func partName(set, i int) string { return fmt.Sprint(markName, ".", set, ".", i) }

// Changed implements auth.RevocationSource.
func (s *List) Changed(ctx context.Context) (bool, error) {
	head, err := s.marcas.LeerMarca(ctx, markName)
	return err == nil && head.Token != s.head.Token, err
}

// Read implements auth.RevocationSource.
func (s *List) Read(ctx context.Context, add func(auth.Revocation) error) error {
	head, err := s.marcas.LeerMarca(ctx, markName)
	if err != nil {
		return err
	}
	h, err := partsOf(head)
	if err != nil {
		return err
	}
	known := make(map[partKey][]byte, len(h.Tokens))
	for i, token := range h.Tokens {
		k := partKey{partName(h.Set, i), token}
		if known[k], err = s.part(ctx, k); err != nil {
			return err
		}
		if err := undivide(known[k], add); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
	}
	s.head, s.known = head, known
	return nil
}

func (s *List) part(ctx context.Context, k partKey) ([]byte, error) {
	if text, ok := s.known[k]; ok {
		return text, nil
	}
	m, err := s.marcas.LeerMarca(ctx, k.name)
	if err == nil && m.Token != k.token {
		err = errors.New("the revocations are being changed")
	}
	return m.Datos, err
}

// A change is one at a time: it holds the head for changeLease, and ends before that.
const (
	changeLease  = time.Minute
	changeWithin = 30 * time.Second
)

// Change implements auth.RevocationList.
func (s *List) Change(ctx context.Context, change func([]auth.Revocation) ([]auth.Revocation, error)) error {
	ctx, cancel := context.WithTimeout(ctx, changeWithin)
	defer cancel()
	if err := s.hold(ctx); err != nil {
		return err
	}
	err := s.changeHeld(ctx, change)
	if err != nil {
		s.head.Hasta = time.Time{}
		_, _ = s.marcas.EscribirMarca(context.WithoutCancel(ctx), s.head) // the lease ends by itself too
	}
	return err
}

// hold takes the lease, and reads what is there.
func (s *List) hold(ctx context.Context) error {
	head, err := s.marcas.LeerMarca(ctx, markName)
	if err != nil {
		return err
	}
	if s.clock().Before(head.Hasta) {
		return errBeingChanged
	}
	head.Dueno, head.Hasta = "revocar", s.clock().Add(changeLease)
	if s.head, err = s.marcas.EscribirMarca(ctx, head); fault.CodeOf(err) == fault.Conflict {
		return errBeingChanged
	}
	return err
}

var errBeingChanged = errors.New("somebody else is changing the revocations: try again in a minute")

func (s *List) changeHeld(ctx context.Context, change func([]auth.Revocation) ([]auth.Revocation, error)) error {
	var all []auth.Revocation
	if err := s.Read(ctx, func(r auth.Revocation) error { all = append(all, r); return nil }); err != nil {
		return err
	}
	all, err := change(all)
	if err != nil {
		return err
	}
	texts, err := divide(all)
	if err != nil {
		return err
	}
	old, err := partsOf(s.head)
	if err != nil {
		return err
	}
	h := parts{Set: 1 - old.Set, Tokens: make([]int64, len(texts))}
	for i, text := range texts {
		if h.Tokens[i], err = s.write(ctx, partName(h.Set, i), text); err != nil {
			return err
		}
	}
	head := s.head
	head.Hasta = time.Time{}
	if head.Datos, err = json.Marshal(h); err == nil {
		_, err = s.marcas.EscribirMarca(ctx, head)
	}
	return err
}

// write puts a text in the place of an older one.
func (s *List) write(ctx context.Context, name string, text []byte) (int64, error) {
	m, err := s.marcas.LeerMarca(ctx, name)
	if err != nil || bytes.Equal(m.Datos, text) {
		return m.Token, err
	}
	m.Datos = text
	m, err = s.marcas.EscribirMarca(ctx, m)
	return m.Token, err
}
