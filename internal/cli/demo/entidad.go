package demo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/semilla"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
)

const entidadID = "universidad-demo"

// KeyFile is the private key of the demo's entity, in the data folder.
const KeyFile = entidadID + ".jwk"

// Deliver registers the demo's entity with its key and delivers its diploma, unless it did before. The server must
// listen: an upload is signed for its address.
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
	file, p := diploma(d.carpeta, d.Clock())
	if p.Firma, err = signer.Sign(d.Clock(), entrega.Contenido(p.CiudadanoID, p.Nuevo)); err != nil {
		return err
	}
	program := auth.Principal{Sub: subOf(auth.Entidad), Roles: []auth.Role{auth.Entidad}, EntidadID: entidadID}
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
	if _, err = d.Entregas.Confirmar(ctx, program, e.EntregaID); err != nil {
		return err
	}
	// A look of somebody else, so that the citizen finds one in their activity.
	program.Finalidad = auth.Finalidad{Proposito: "Comprobar la entrega del diploma", BaseLegal: "Ley 1581 de 2012"}
	_, err = d.Entregas.Lista(ctx, program, entrega.PageRequest{})
	return err
}

// llave is the private key of the demo's entity: whoever tries the console signs with its file, as an entity does. A
// folder of before has none yet.
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

// diploma is a file of a day, and what asks for its delivery; the signature is still to come.
func diploma(c carpeta.Carpeta, at time.Time) ([]byte, entrega.Pedido) {
	n := documento.Nuevo{
		Titulo: "Diploma de grado", Tipo: documento.Diploma, Contexto: "Educación superior",
		NombreArchivo: "diploma.pdf", TipoContenido: "application/pdf",
	}
	file := semilla.Content(documento.Documento{Fila: documento.Fila{CarpetaID: c.CarpetaID, Titulo: n.Titulo, Tipo: n.Tipo, Contexto: n.Contexto, FechaRecepcion: at}})
	sum := sha256.Sum256(file)
	n.Hash, n.TamanoBytes = hex.EncodeToString(sum[:]), int64(len(file))
	return file, entrega.Pedido{CiudadanoID: c.CiudadanoID, Nuevo: n}
}
