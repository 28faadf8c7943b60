package entrega

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Resultado is what the comparison of a stored file with its signature found.
type Resultado string

// The results.
const (
	Valida          Resultado = "VALIDA"
	ArchivoCambiado Resultado = "ARCHIVO_CAMBIADO" // the stored bytes are not those that were signed
	ArchivoAusente  Resultado = "ARCHIVO_AUSENTE"  // there is no file
	FirmaInvalida   Resultado = "FIRMA_INVALIDA"   // the signature is not of this document
	LlaveRevocada   Resultado = "LLAVE_REVOCADA"   // the key was revoked before the document came
	EntidadAusente  Resultado = "ENTIDAD_AUSENTE"  // the entity is not registered any more
	Revocada        Resultado = "REVOCADA"         // as it was signed, and taken back since
	Reemplazada     Resultado = "REEMPLAZADA"      // as it was signed, and another stands for it
	SinFirma        Resultado = "SIN_FIRMA"        // nobody signed it
	AunSinEntregar  Resultado = "SIN_ENTREGAR"     // the entity has not confirmed it
)

// Verificacion says whether the stored bytes of a document are still those that were signed.
type Verificacion struct {
	Clave        documento.Clave
	Resultado    Resultado
	Emisor       entidad.Emisor
	Llave        string // kid
	Algoritmo    string
	FirmadaEn    time.Time
	RecibidaEn   time.Time
	HashFirmado  string
	HashGuardado string // of the bytes that are stored now
}

// EsValida reports whether everything is as it was signed.
func (v Verificacion) EsValida() bool { return v.Resultado == Valida }

// Pregunta names a document to verify: by its id, or by its content.
type Pregunta struct {
	Clave       documento.Clave // its CarpetaID is empty for a delivery of the caller's entity
	Hash        string          // SHA-256, hex
	CiudadanoID string          // with Hash, for an entidad: whose document
}

// Verificar compares the stored file of a document with its signature, for its owner and
// the entity that delivered it. NOT_FOUND for others.
func (s *Servicio) Verificar(ctx context.Context, quien auth.Principal, p Pregunta) (Verificacion, error) {
	k, err := s.encontrar(ctx, quien, p)
	if err != nil {
		return Verificacion{}, err
	}
	d, err := s.legible(ctx, quien, k)
	if err != nil {
		return Verificacion{}, err
	}
	v, err := s.verificar(ctx, k, d)
	if err != nil {
		return Verificacion{}, err
	}
	return v, s.anotarVerificacion(ctx, quien, v)
}

func (s *Servicio) verificar(ctx context.Context, k documento.Clave, d documento.Documento) (Verificacion, error) {
	v := Verificacion{Clave: k, Emisor: d.Emisor(), RecibidaEn: d.FechaRecepcion, HashFirmado: d.Hash}
	switch {
	case !d.EsEntregado():
		v.Resultado = SinFirma
		return v, nil
	case d.Estado == documento.Cargando:
		v.Resultado = AunSinEntregar
		return v, nil
	}
	return s.comparar(ctx, d, v)
}

// encontrar is the key of the document that is asked for.
func (s *Servicio) encontrar(ctx context.Context, quien auth.Principal, p Pregunta) (documento.Clave, error) {
	switch {
	case p.Hash != "":
		return s.porHash(ctx, quien, p)
	case p.Clave.CarpetaID == "" && quien.Has(auth.Entidad):
		e, err := s.ver(ctx, quien, p.Clave.DocumentoID)
		return e.Clave(), err
	case p.Clave.CarpetaID == "":
		c, err := s.Documentos.Carpetas.Mia(ctx, quien)
		return documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: p.Clave.DocumentoID}, err
	}
	return p.Clave, nil
}

func (s *Servicio) porHash(ctx context.Context, quien auth.Principal, p Pregunta) (documento.Clave, error) {
	ciudadanoID, entidadID := quien.Sub, ""
	if quien.Has(auth.Entidad) && p.CiudadanoID != "" {
		ciudadanoID, entidadID = p.CiudadanoID, quien.EntidadID
	}
	c, err := s.Carpetas.CarpetaDeCiudadano(ctx, ciudadanoID)
	if err == nil && entidadID == "" {
		err = auth.MayReadCarpeta(quien, c.CiudadanoID)
	}
	if err != nil {
		return documento.Clave{}, auth.Hidden(err)
	}
	n, err := s.Store.DocumentoDeHash(ctx, c.CarpetaID, strings.ToLower(p.Hash), entidadID)
	return documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: n.EntregaID}, auth.Hidden(err)
}

// legible reads a document for its owner, or for the entity that delivered it.
func (s *Servicio) legible(ctx context.Context, quien auth.Principal, k documento.Clave) (documento.Documento, error) {
	if !relay.IsUUID(k.CarpetaID) || !relay.IsUUID(k.DocumentoID) {
		return documento.Documento{}, auth.NotFound()
	}
	if !quien.Has(auth.Entidad) {
		return s.Documentos.Ver(ctx, quien, k)
	}
	d, err := s.Documentos.Ver(ctx, quien.Quiet(), k)
	if errors.Is(err, fault.NotFound) {
		return s.Documento(ctx, quien, k)
	}
	return d, err
}

func (s *Servicio) comparar(ctx context.Context, d documento.Documento, v Verificacion) (Verificacion, error) {
	e, err := s.Store.Entrega(ctx, Nombre{d.EmisorID, d.DocumentoID})
	if err != nil {
		return v, auth.Hidden(err)
	}
	v.Llave, v.Algoritmo, v.FirmadaEn = e.Firma.Llave, e.Firma.Algoritmo, e.Firma.FirmadaEn
	hallazgo, err := s.Entidades.Revisar(ctx, e.EntidadID, e.Firma, d.FechaRecepcion, firmado(e, d))
	if err != nil {
		return v, err
	}
	guardado, err := s.describir(ctx, d)
	switch {
	case errors.Is(err, fault.NotFound):
		v.Resultado = ArchivoAusente
		return v, nil
	case err != nil:
		return v, err
	}
	v.HashGuardado, v.Resultado = guardado.Hash, Resultado(hallazgo)
	switch {
	case guardado.Hash != d.Hash || guardado.TamanoBytes != d.TamanoBytes:
		v.Resultado = ArchivoCambiado
	case v.Resultado != Valida:
	case !e.RevocadaEn.IsZero():
		v.Resultado = Revocada
	case e.ReemplazadaPor != "":
		v.Resultado = Reemplazada
	}
	return v, nil
}

// describir asks the object store for the hash, which may have to read the file: carpetas take turns.
func (s *Servicio) describir(ctx context.Context, d documento.Documento) (documento.Objeto, error) {
	salir, err := s.Documentos.Turno(ctx, d.CarpetaID)
	if err != nil {
		return documento.Objeto{}, err
	}
	defer salir()
	return s.Documentos.Objetos.Describir(ctx, d.StoragePath)
}
