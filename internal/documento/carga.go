package documento

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Carga holds everything for the upload of a file: send Metodo to URL with
// exactly these headers and the file as body.
type Carga struct {
	Metodo      string
	URL         string
	Encabezados []Encabezado
	ExpiraEn    time.Time
}

// Encabezado is an HTTP header that the client must send as it is.
type Encabezado struct{ Nombre, Valor string }

// Nuevo describes a document to be uploaded.
type Nuevo struct {
	Titulo        string
	Tipo          Tipo
	Contexto      string
	NombreArchivo string
	TipoContenido string
	TamanoBytes   int64
	Hash          string // SHA-256, hex
}

// IniciarCarga writes the document in state CARGANDO and signs its upload.
func (s *Servicio) IniciarCarga(ctx context.Context, quien auth.Principal, carpetaID string, n Nuevo) (Documento, Carga, error) {
	d, err := s.anunciar(ctx, quien, carpetaID, n)
	if err != nil {
		return Documento{}, Carga{}, err
	}
	carga, err := s.Objetos.PrepararCarga(ctx, d.Objeto(), s.Limites.CargaVence)
	return d, carga, err
}

// anunciar stores the document before its file.
func (s *Servicio) anunciar(ctx context.Context, quien auth.Principal, carpetaID string, n Nuevo) (Documento, error) {
	n = n.normalizado()
	if err := n.validar(s.Limites.MaxTamano); err != nil {
		return Documento{}, err
	}
	c, err := s.Carpetas.Ver(ctx, quien, carpetaID)
	if err != nil {
		return Documento{}, err
	}
	if err := auth.MayWriteCarpeta(quien, c.CiudadanoID); err != nil {
		return Documento{}, err
	}
	d := s.nuevo(c, n)
	return d, s.Store.CrearCarga(ctx, d)
}

func (s *Servicio) nuevo(c carpeta.Carpeta, n Nuevo) Documento {
	now := Milisegundos(s.Clock())
	k := Clave{CarpetaID: c.CarpetaID, DocumentoID: s.NewID()}
	return Documento{
		Fila: Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: n.Titulo, Tipo: n.Tipo, Estado: Cargando,
			TamanoBytes: n.TamanoBytes, FechaRecepcion: now},
		Contexto: n.Contexto, Hash: n.Hash, TipoContenido: n.TipoContenido, NombreArchivo: n.NombreArchivo,
		StoragePath: NombreObjeto(k), TipoCarpeta: c.Tipo,
		FechaUltimaModificacion: now, ExpiraEn: now.Add(VigenciaSinConfirmar),
	}
}

// Objeto is the file that the document announces.
func (d Documento) Objeto() Objeto {
	return Objeto{Nombre: d.StoragePath, Hash: d.Hash, TamanoBytes: d.TamanoBytes, TipoContenido: d.TipoContenido}
}

// ConfirmarCarga verifies the stored file, and makes the document visible.
// BAD_USER_INPUT if the file is missing or is another one than announced.
func (s *Servicio) ConfirmarCarga(ctx context.Context, quien auth.Principal, k Clave) (Documento, error) {
	d, err := s.Ver(ctx, quien, k)
	if err != nil || d.Estado != Cargando {
		return d, err
	}
	guardado, err := s.Objetos.Describir(ctx, d.StoragePath)
	switch {
	case errors.Is(err, fault.NotFound):
		return Documento{}, fault.New(fault.BadUserInput, "El archivo todavía no se ha subido: envíelo a la dirección firmada y confirme después.")
	case err != nil:
		return Documento{}, err
	case guardado.Hash != d.Hash || guardado.TamanoBytes != d.TamanoBytes:
		return Documento{}, fault.New(fault.BadUserInput, "El archivo guardado no es el anunciado: inicie una carga nueva.")
	}
	return s.hacerVisible(ctx, d)
}

func (s *Servicio) hacerVisible(ctx context.Context, d Documento) (Documento, error) {
	now := Milisegundos(s.Clock())
	d.Estado, d.FechaRecepcion, d.FechaUltimaModificacion = Procesado, now, now
	return s.Store.ConfirmarCarga(ctx, d)
}

// Importar uploads a file through the server itself, with the same checks.
func (s *Servicio) Importar(ctx context.Context, quien auth.Principal, carpetaID string, n Nuevo, contenido io.Reader) (Documento, error) {
	d, err := s.anunciar(ctx, quien, carpetaID, n)
	if err != nil {
		return Documento{}, err
	}
	if err := s.Objetos.Guardar(ctx, d.Objeto(), contenido); err != nil {
		return Documento{}, err
	}
	return s.hacerVisible(ctx, d)
}

// normalizado brings texts to NFC without surrounding space, and the hash to lower case.
func (n Nuevo) normalizado() Nuevo {
	n.Titulo, n.Contexto, n.NombreArchivo = TextoLimpio(n.Titulo), TextoLimpio(n.Contexto), TextoLimpio(n.NombreArchivo)
	n.Hash = strings.ToLower(n.Hash)
	return n
}

func (n Nuevo) validar(maxTamano int64) error {
	err := fault.New(fault.BadUserInput, "Revise los datos del documento.")
	if !EsTexto(n.Titulo, 1, 200) {
		err = err.WithCampo("titulo", "De 1 a 200 caracteres, sin caracteres de control ni de dirección.")
	}
	if !EsTexto(n.Contexto, 0, 200) {
		err = err.WithCampo("contextoDocumento", "Como máximo 200 caracteres, sin caracteres de control ni de dirección.")
	}
	if !EsTexto(n.NombreArchivo, 1, 255) || strings.ContainsAny(n.NombreArchivo, `/\`) {
		err = err.WithCampo("nombreArchivo", "De 1 a 255 caracteres, sin barras ni caracteres de control ni de dirección.")
	}
	err = n.validarObjeto(maxTamano, err)
	if len(err.Campos) > 0 {
		return err
	}
	return nil
}

func (n Nuevo) validarObjeto(maxTamano int64, err *fault.Error) *fault.Error {
	if !formaHash.MatchString(n.Hash) {
		err = err.WithCampo("hashDocumento", "SHA-256 en 64 dígitos hexadecimales.")
	}
	if n.TamanoBytes < 1 || n.TamanoBytes > maxTamano {
		err = err.WithCampo("tamanoBytes", fmt.Sprintf("De 1 a %d bytes.", maxTamano))
	}
	if ValidarTipoContenido(n.TipoContenido) != nil {
		err = err.WithCampo("tipoContenido", "Un tipo MIME, por ejemplo application/pdf.")
	}
	return err
}
