package boltstore

import (
	"bytes"
	"context"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
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
	p := pageWalk{s: s, ctx: ctx, c: c, criba: c.Filtro.Criba(), filters: !c.Filtro.Vacio(), filas: make([]documento.Fila, 0, c.Limite)}
	err := s.view(ctx, "Listar", func(tx *bolt.Tx) error { return p.run(tx.Bucket(orderBuckets[c.Campo])) })
	documento.FilasEnVano(ctx, p.visited-len(p.filas))
	if err != nil {
		return nil, err
	}
	if p.stopped != "" {
		return p.filas, documento.Sigue(p.stopped)
	}
	return p.filas, nil
}

// pageWalk fills up while the walk goes on.
type pageWalk struct {
	s     *Store
	ctx   context.Context
	c     documento.Consulta
	criba *documento.Criba
	filas []documento.Fila

	filters bool
	in      documento.Intervalo // the part of the order that is walked
	last    []byte              // the key that was looked at
	stopped string              // where the walk ended before it was full

	visited, read, reads int
}

// run walks the parts of the order in which rows can pass.
func (p *pageWalk) run(b *bolt.Bucket) error {
	pre := prefixOf(p.c.CarpetaID)
	for _, p.in = range p.c.Partes() {
		after, left := p.in.Resto(p.c.Despues(), p.c.Descendente)
		if !left || len(p.filas) == p.c.Limite || p.stopped != "" {
			continue
		}
		if err := p.walk(b, pre, after); err != nil {
			return err
		}
	}
	return nil
}

// walk walks a part after a key of it, or from its beginning.
func (p *pageWalk) walk(b *bolt.Bucket, pre []byte, after string) error {
	switch {
	case after != "":
		return walk(b, pre, after, p.c.Descendente, p.visit)
	case p.c.Descendente:
		return walk(b, pre, p.in.Hasta, true, p.visit) // which is no row's key
	default:
		return walkFrom(b, pre, p.in.Desde, p.visit)
	}
}

func (p *pageWalk) visit(k, v []byte) (more bool, err error) {
	if !p.in.Contiene(viewText(k)) {
		return false, nil
	}
	if p.visited%rowsPerLook == 0 && p.ctx.Err() != nil {
		return false, p.ctx.Err()
	}
	if !p.pay(len(k) + len(v)) {
		p.stopped = string(p.last)
		return false, nil
	}
	p.last = k
	return p.take(viewText(k[bytes.LastIndexByte(k, '#')+1:]), v)
}

// take puts a row into the page if it passes. A filter looks at the row as it lies in the file: one that is left out costs
// no memory.
func (p *pageWalk) take(documentoID string, v []byte) (more bool, err error) {
	n := len(p.filas)
	p.filas = append(p.filas, documento.Fila{CarpetaID: p.c.CarpetaID, DocumentoID: documentoID})
	f := &p.filas[n]
	if p.filters {
		if err := viewRow(f, v); err != nil || !p.criba.Incluye(*f) {
			p.filas = p.filas[:n]
			return true, err
		}
	}
	f.DocumentoID = strings.Clone(documentoID)
	return n+1 < p.c.Limite, viewRow(f, bytes.Clone(v))
}

// pay counts an entry, and begins another read when 1 MB is full; false if the work of a page
// is done.
func (p *pageWalk) pay(n int) bool {
	if p.visited == documento.MaxFilas {
		return false
	}
	if p.read += n + bytesOfNames; p.read > p.s.perRead {
		p.read = 0
		if p.reads++; p.reads == documento.MaxLlamadas {
			return false
		}
		p.s.observe("Listar", 0)
	}
	p.visited++
	return true
}
