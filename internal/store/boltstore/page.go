package boltstore

import (
	"bytes"
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A walk is bounded as DynamoDB would bound it: 1 MB a call, by the size that the
// entry has there, where attribute names and both keys count.
const (
	bytesPerRead = 1 << 20
	bytesOfNames = 150
	rowsPerLook  = 256 // how often a long walk looks whether it is still wanted
)

// Listar implements documento.Store.
func (s *Store) Listar(ctx context.Context, c documento.Consulta) ([]documento.Fila, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	p := pageWalk{s: s, ctx: ctx, c: c, filas: make([]documento.Fila, 0, c.Limite)}
	err := s.view(ctx, "Listar", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(orderBuckets[c.Campo]), prefixOf(c.CarpetaID), c.Desde, c.Descendente, p.visit)
	})
	if err != nil {
		return nil, err
	}
	return p.filas, nil
}

// pageWalk fills up while the walk goes on.
type pageWalk struct {
	s     *Store
	ctx   context.Context
	c     documento.Consulta
	filas []documento.Fila

	visited, read, reads int
}

func (p *pageWalk) visit(k, v []byte) (more bool, err error) {
	if err := p.pay(len(k) + len(v)); err != nil {
		return false, err
	}
	id := k[bytes.LastIndexByte(k, '#')+1:]
	l := openValue(v)
	f := viewRow(&l, documento.Clave{CarpetaID: p.c.CarpetaID, DocumentoID: viewText(id)})
	if l.err == nil && p.c.Filtro.Incluye(f) {
		p.filas = append(p.filas, ownRow(f))
	}
	return len(p.filas) < p.c.Limite, l.err
}

// pay counts an entry, and begins another read when 1 MB is full.
func (p *pageWalk) pay(n int) error {
	p.visited++
	if p.visited%rowsPerLook == 0 && p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	p.read += n + bytesOfNames
	if p.read <= p.s.perRead {
		return nil
	}
	p.read = 0
	if p.reads++; p.reads >= documento.MaxReads {
		return fault.New(fault.QueryTooComplex, "El filtro deja muy pocos documentos de una carpeta demasiado grande; pida otro orden o quite el filtro.")
	}
	p.s.observe("Listar", 0)
	return nil
}
