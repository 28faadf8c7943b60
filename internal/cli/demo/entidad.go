package demo

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

const entidadID = "universidad-demo"

// KeyFile is the private key of the demo's entity, in the data folder.
const KeyFile = entidadID + ".jwk"

// Deliver registers the demo's entity with its key, which delivers its papers and takes one back, unless it did before.
// The server must listen: an upload is signed for its address.
func (d *Demo) Deliver(ctx context.Context) error {
	before, err := d.Entregas.Store.EntregasDe(ctx, entrega.Consulta{EntidadID: entidadID, Limite: 1})
	if err != nil {
		return err
	}
	llave, isNew, err := d.llave()
	if err != nil || len(before) > 0 && !isNew {
		return err
	}
	signer, err := semilla.NewSigner(ctx, d.Entidades, entidad.Emisor{EntidadID: entidadID, Nombre: "Universidad de Antioquia"}, llave)
	if err != nil || len(before) > 0 {
		return err
	}
	program := auth.Principal{Sub: subOf(auth.Entidad), Roles: []auth.Role{auth.Entidad}, EntidadID: entidadID}
	g, at := errgroup.WithContext(ctx) // at once, so that they share the syncs of the disk: a demo starts quickly
	for _, p := range papeles {
		g.Go(func() error { return d.deliver(at, program, signer, p, "") })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	// A look of somebody else, so that the citizen finds one in their activity.
	program.Finalidad = auth.Finalidad{Proposito: "Comprobar la entrega del diploma", BaseLegal: "Ley 1581 de 2012"}
	_, err = d.Entregas.Lista(ctx, program, entrega.PageRequest{})
	return err
}

// deliver delivers a paper as a program of the entity does, with what became of it since.
func (d *Demo) deliver(ctx context.Context, program auth.Principal, signer *semilla.Signer, of papel, reemplazaA string) error {
	file, p := d.pedido(of, reemplazaA)
	var err error
	if p.Firma, err = signer.Sign(d.Clock(), p.Contenido()); err != nil {
		return err
	}
	e, _, err := d.Entregas.Entregar(ctx, program, p)
	if err != nil {
		return err
	}
	o := documento.Objeto{
		Nombre: documento.NombreObjeto(e.Clave()), Hash: p.Nuevo.Hash, TamanoBytes: p.Nuevo.TamanoBytes, TipoContenido: p.Nuevo.TipoContenido,
	}
	if err := d.Objetos.Guardar(ctx, o, bytes.NewReader(file)); err != nil {
		return err
	}
	if _, err := d.Entregas.Confirmar(ctx, program, e.EntregaID); err != nil {
		return err
	}
	if of.nuevo != nil {
		return d.deliver(ctx, program, signer, *of.nuevo, e.EntregaID)
	}
	if of.motivo == "" {
		return nil
	}
	r := entrega.Revocacion{EntregaID: e.EntregaID, Motivo: of.motivo}
	if r.Firma, err = signer.Sign(d.Clock(), verificable.Revocacion{EntregaID: r.EntregaID, Motivo: r.Motivo}.Bytes()); err != nil {
		return err
	}
	_, err = d.Entregas.Revocar(ctx, program, r)
	return err
}

// llave is the private key of the demo's entity: whoever tries the console signs with its file, as an entity does.
func (d *Demo) llave() (llave jose.JSONWebKey, isNew bool, err error) {
	content, err := auth.SecretFile(d.Llave, func() ([]byte, error) {
		isNew = true
		fresh, err := semilla.NewKey()
		if err != nil {
			return nil, err
		}
		return json.Marshal(fresh)
	})
	if err == nil {
		err = json.Unmarshal(content, &llave)
	}
	return llave, isNew, err
}
