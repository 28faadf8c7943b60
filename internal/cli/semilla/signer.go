package semilla

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
)

// consola is who registers made-up entities: a person at the command line.
var consola = auth.Principal{Sub: "consola", Roles: []auth.Role{auth.Administrador}}

// Signer is a registered entity, with a key that signs for it.
type Signer struct {
	llave jose.JSONWebKey
	firma entidad.Firma // what every signature of the key has in common
}

// NewKey makes the private key of an entity.
func NewKey() (jose.JSONWebKey, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return jose.JSONWebKey{}, err
	}
	return jose.JSONWebKey{Key: private, KeyID: hex.EncodeToString(public[:8]), Algorithm: string(jose.EdDSA), Use: "sig"}, nil
}

// NewSigner registers an entity with its key. A first signature is checked as that of a delivery is.
func NewSigner(ctx context.Context, entidades *entidad.Servicio, e entidad.Emisor, llave jose.JSONWebKey) (*Signer, error) {
	s := &Signer{llave: llave}
	jwks, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{s.llave.Public()}})
	if err != nil {
		return nil, err
	}
	if _, err := entidades.Registrar(ctx, consola, entidad.Alta{EntidadID: e.EntidadID, Nombre: e.Nombre, Llaves: string(jwks)}); err != nil {
		return nil, err
	}
	jws, err := s.Sign(entidades.Clock(), jwks)
	if err == nil {
		_, s.firma, err = entidades.Comprobar(ctx, e.EntidadID, jws, jwks)
	}
	return s, err
}

// Sign makes the signature as docs/api.md says: a compact, detached JWS.
func (s *Signer) Sign(at time.Time, content []byte) (string, error) {
	options := (&jose.SignerOptions{}).WithHeader("kid", s.llave.KeyID).WithHeader("iat", at.Unix())
	by, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: s.llave.Key}, options)
	if err != nil {
		return "", err
	}
	signed, err := by.Sign(content)
	if err != nil {
		return "", err
	}
	return signed.DetachedCompactSerialize()
}

// signers sign for the entities of a seed, each of which is registered when it first certifies something.
type signers struct {
	entidades *entidad.Servicio
	of        map[string]*Signer // by entidadId
}

// registeredAtOnce share the syncs of the disk: one after the other they took longer than all the rest of a carpeta.
const registeredAtOnce = 32

// registrar registers whoever certifies one of the documents, and is not registered yet.
func (ss signers) registrar(ctx context.Context, ds []documento.Documento) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(registeredAtOnce)
	for _, d := range ds {
		if !d.EsEntregado() || ss.of[d.EmisorID] != nil {
			continue
		}
		of := new(Signer)
		ss.of[d.EmisorID] = of
		g.Go(func() error {
			llave, err := NewKey() // it is nowhere else: nobody signs with it once the seed is done
			if err != nil {
				return err
			}
			s, err := NewSigner(ctx, ss.entidades, d.Emisor(), llave)
			if err == nil {
				*of = *s
			}
			return err
		})
	}
	return g.Wait()
}

// sembradas are the deliveries of a carpeta, signed: of each document that is certified.
func (ss signers) sembradas(ctx context.Context, c carpeta.Carpeta, ds []documento.Documento) ([]entrega.Sembrada, error) {
	if err := ss.registrar(ctx, ds); err != nil {
		return nil, err
	}
	var es []entrega.Sembrada
	for _, d := range ds {
		if !d.EsEntregado() {
			continue
		}
		firma, err := ss.of[d.EmisorID].signature(c, d)
		if err != nil {
			return nil, err
		}
		es = append(es, entrega.Sembrada{Documento: d, Entrega: entrega.Entrega{
			EntidadID: d.EmisorID, EntregaID: d.DocumentoID, CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID,
			Firma: firma, AnunciadaEn: d.FechaRecepcion, EntregadaEn: d.FechaRecepcion, ModificadaEn: d.FechaRecepcion,
		}})
	}
	return es, nil
}

func (s *Signer) signature(c carpeta.Carpeta, d documento.Documento) (entidad.Firma, error) {
	content := entrega.Contenido(c.CiudadanoID, documento.Nuevo{Titulo: d.Titulo, Tipo: d.Tipo, Hash: d.Hash})
	jws, err := s.Sign(d.FechaEmision, content)
	firma := s.firma
	firma.JWS, firma.FirmadaEn = jws, d.FechaEmision
	return firma, err
}
