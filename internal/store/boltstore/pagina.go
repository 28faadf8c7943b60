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
	bytesPorLectura = 1 << 20
	bytesDeNombres  = 150
	filasPorMirada  = 256 // how often a long walk looks whether it is still wanted
)

// Listar implements documento.Store.
func (s *Store) Listar(ctx context.Context, c documento.Consulta) ([]documento.Fila, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	p := pagina{s: s, ctx: ctx, c: c, filas: make([]documento.Fila, 0, c.Limite)}
	err := s.leer(ctx, "Listar", func(tx *bolt.Tx) error {
		return recorrer(tx.Bucket(cubetasOrden[c.Campo]), prefijo(c.CarpetaID), c.Desde, c.Descendente, p.visitar)
	})
	if err != nil {
		return nil, err
	}
	return p.filas, nil
}

// pagina fills up while the walk goes on.
type pagina struct {
	s     *Store
	ctx   context.Context
	c     documento.Consulta
	filas []documento.Fila

	visitadas, leidos, lecturas int
}

func (p *pagina) visitar(k, v []byte) (sigue bool, err error) {
	if err := p.pagar(len(k) + len(v)); err != nil {
		return false, err
	}
	id := k[bytes.LastIndexByte(k, '#')+1:]
	l := abrir(v)
	f := viewRow(&l, documento.Clave{CarpetaID: p.c.CarpetaID, DocumentoID: view(id)})
	if l.err == nil && p.c.Filtro.Incluye(f) {
		p.filas = append(p.filas, ownRow(f))
	}
	return len(p.filas) < p.c.Limite, l.err
}

// pagar counts an entry, and begins another read when 1 MB is full.
func (p *pagina) pagar(n int) error {
	p.visitadas++
	if p.visitadas%filasPorMirada == 0 && p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	p.leidos += n + bytesDeNombres
	if p.leidos <= p.s.porLectura {
		return nil
	}
	p.leidos = 0
	if p.lecturas++; p.lecturas >= documento.MaxLecturas {
		return fault.New(fault.QueryTooComplex, "El filtro deja muy pocos documentos de una carpeta demasiado grande; pida otro orden o quite el filtro.")
	}
	p.s.observar("Listar", 0)
	return nil
}
