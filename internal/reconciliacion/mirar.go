package reconciliacion

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// confirmar is the second look.
func (c *corrida) confirmar(ctx context.Context, s sospecha) error {
	switch s.tipo {
	case ObjetoSinMetadatos:
		return c.confirmarObjeto(ctx, s)
	case MetadatosSinObjeto:
		return c.confirmarMetadatos(ctx, s)
	default:
		return c.confirmarSaga(ctx, s)
	}
}

// releer reads a document strongly; false if it is absent, or expired.
func (c *corrida) releer(ctx context.Context, k documento.Clave) (documento.Documento, bool, error) {
	if err := c.turno(ctx); err != nil {
		return documento.Documento{}, false, err
	}
	d, err := c.Metadatos.Documento(ctx, k)
	if errors.Is(err, fault.NotFound) {
		return d, false, nil
	}
	return d, err == nil, err
}

func (c *corrida) rastrear(ctx context.Context, d documento.Documento) (documento.Rastro, error) {
	if err := c.turno(ctx); err != nil {
		return documento.Rastro{}, err
	}
	return c.Objetos.Rastro(ctx, d.StoragePath)
}

// confirmarObjeto reads the document first: a document is written before its file
// and removed after it, so a file that is seen after its document was absent will
// have none. Only a seed writes files first, into a folder that has no carpeta yet.
func (c *corrida) confirmarObjeto(ctx context.Context, s sospecha) error {
	_, hay, err := c.releer(ctx, s.documento.Clave())
	if err != nil || hay {
		return err
	}
	g, err := c.rastrear(ctx, s.documento)
	vencida := s.documento.Estado == documento.Cargando
	if err != nil || !g.ConDatos && !vencida {
		return err
	}
	if vencida {
		return c.confirmarVencida(ctx, s, g)
	}
	if !s.existe && c.Clock().Sub(g.Modificado) < c.Plazos.Gracia {
		return nil
	}
	h := Hallazgo{Tipo: ObjetoSinMetadatos, Motivo: SinDocumento, carpeta: s.carpeta, documento: s.documento, objeto: g}
	return c.hallar(h.completo())
}

// confirmarVencida looks at the row itself, which Documento leaves out: the sweep may have taken it away meanwhile.
func (c *corrida) confirmarVencida(ctx context.Context, s sospecha, g documento.Rastro) error {
	if err := c.turno(ctx); err != nil {
		return err
	}
	t := documento.Tramo{CarpetaID: s.documento.CarpetaID, Desde: before(s.documento.DocumentoID), Limite: 1, Firme: true}
	p, err := c.Metadatos.DocumentosDeCarpeta(ctx, t)
	if err != nil || len(p.Documentos) == 0 || p.Documentos[0].DocumentoID != s.documento.DocumentoID {
		return err
	}
	s.documento = p.Documentos[0]
	if s.documento.Estado != documento.Cargando || !s.documento.Expirado(c.Clock().Add(-c.Plazos.Gracia)) {
		return nil
	}
	h := Hallazgo{Tipo: ObjetoSinMetadatos, Motivo: CargaVencida, carpeta: s.carpeta, documento: s.documento, objeto: g}
	return c.hallar(h.completo())
}

// before is a key right before an id: a walk after it begins with the id.
func before(id string) string {
	last := len(id) - 1
	return id[:last] + string(id[last]-1) + "~"
}

// confirmarMetadatos looks at the file first: it goes only while its document is
// locked, and a lock is given up only over a file that was seen.
func (c *corrida) confirmarMetadatos(ctx context.Context, s sospecha) error {
	g, err := c.rastrear(ctx, s.documento)
	if err != nil || g.Vigente {
		return err
	}
	d, hay, err := c.releer(ctx, s.documento.Clave())
	if err != nil || !hay || d.Estado != documento.Procesado {
		return err
	}
	h := Hallazgo{Tipo: MetadatosSinObjeto, Motivo: SinArchivo, carpeta: s.carpeta, documento: d, objeto: g}
	switch {
	case g.ConDatos:
		h.Motivo, h.NoReparable = SoloAnteriores, "an older version of the file has data: restore it by removing the delete marker"
	case d.Certificado:
		h.NoReparable = "the document is certified: its deletion needs an approval"
	case !s.existe:
		h.NoReparable = "the document has no carpeta"
	}
	return c.hallar(h.completo())
}

// completo fills what every finding tells.
func (h Hallazgo) completo() Hallazgo {
	h.CarpetaID, h.DocumentoID = h.carpeta.CarpetaID, h.documento.DocumentoID
	h.OperadorID, h.EventoID = h.carpeta.OperadorID, h.saga.EventoID
	if h.EventoID == "" {
		h.EventoID = h.documento.EliminacionID
	}
	return h
}
