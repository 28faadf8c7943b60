package attack

import (
	"context"
	"errors"
	"fmt"
)

// Prepare gives each citizen a deletion that waits for an hour, and the names of the
// documents that may be deleted.
func Prepare(ctx context.Context, t *Target) error {
	p, err := newParty(*t)
	if err != nil {
		return err
	}
	defer p.over.CloseIdleConnections()
	for i := range t.Citizens {
		if err := p.prepare(ctx, &t.Citizens[i]); err != nil {
			return err
		}
	}
	return nil
}

const ownDocuments = `query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { id certificado } } } }`

func (p *party) prepare(ctx context.Context, c *Citizen) error {
	var list struct {
		Carpeta struct {
			Documentos struct {
				Nodes []struct {
					ID          string
					Certificado bool
				}
			}
		}
	}
	if err := p.ask(ctx, c.Token, operation(ownDocuments, map[string]any{"c": c.CarpetaID}), &list); err != nil {
		return err
	}
	for _, d := range list.Carpeta.Documentos.Nodes {
		if !d.Certificado {
			c.Documentos = append(c.Documentos, d.ID)
		}
	}
	if len(c.Documentos) == 0 {
		return errors.New("attack: nothing to delete")
	}
	evento, err := p.remove(ctx, *c, c.Documentos[0], 3600)
	if err == nil && evento == "" {
		err = fmt.Errorf("attack: %s was not deleted", c.Documentos[0])
	}
	c.Evento, c.Documentos = evento, c.Documentos[1:]
	return err
}

// remove deletes a document after so many seconds.
func (p *party) remove(ctx context.Context, c Citizen, documento string, ventana int) (evento string, err error) {
	var data struct {
		DeleteDocumento struct{ Eliminacion struct{ EventoID string } }
	}
	err = p.ask(ctx, c.Token, operation(`mutation($d: ID!, $v: Int!) { deleteDocumento(input: {documentoId: $d, ventana: $v}) { eliminacion { eventoId } } }`,
		map[string]any{"d": documento, "v": ventana}), &data)
	return data.DeleteDocumento.Eliminacion.EventoID, err
}
