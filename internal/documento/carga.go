package documento

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
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

// tipoDesconocido is the type of bytes of which nothing is known.
const tipoDesconocido = "application/octet-stream"

// Nuevo describes a document to be uploaded.
type Nuevo struct {
	Titulo        string
	Tipo          Tipo
	Contexto      string
	NombreArchivo string
	TipoContenido string
	TamanoBytes   int64
	Hash          string // SHA-256, hex
	PorPartes     bool   // the file is sent in parts
}

// IniciarCarga writes the document in state CARGANDO and signs its upload. An upload of the same file that
// waits already is that one, with the texts of now.
func (s *Servicio) IniciarCarga(ctx context.Context, quien auth.Principal, carpetaID string, n Nuevo) (Documento, Carga, error) {
	n, c, err := s.anunciable(ctx, quien, carpetaID, n)
	if err != nil {
		return Documento{}, Carga{}, err
	}
	d, err := s.anunciar(auditoria.ConAutor(ctx, quien, c.CiudadanoID), c, n)
	if err != nil {
		return Documento{}, Carga{}, err
	}
	return s.firmada(ctx, d)
}

// anunciar writes a document whose file is to come, or goes on with the same one that waits. One that another tab
// ends meanwhile waits no more.
func (s *Servicio) anunciar(ctx context.Context, c carpeta.Carpeta, n Nuevo) (Documento, error) {
	d, waits, err := s.mismaPendiente(ctx, c, n)
	if err != nil {
		return Documento{}, err
	}
	for range maxRetomas {
		if waits {
			if d, err := s.retomar(ctx, c, d, n); !errors.Is(err, fault.UploadEnded) {
				return d, err
			}
		}
		nueva, err := s.crear(ctx, c, n)
		var antes YaAnunciada
		if waits = errors.As(err, &antes); !waits { // another tab's, since we looked
			return nueva, err
		}
		d = antes.Primera
	}
	return Documento{}, fault.Plain(fault.Conflict)
}

// crear writes a document whose file is to come.
func (s *Servicio) crear(ctx context.Context, c carpeta.Carpeta, n Nuevo) (Documento, error) {
	d := s.Anunciado(c, n)
	if n.PorPartes {
		d.Partes.Tamano = s.tamanoParte()
	}
	return d, s.Store.CrearCarga(ctx, d, s.Limites.Cuota, s.Escribano.Levantar(ctx, d.Hecho(auditoria.CargaAnunciada, c.OperadorID)))
}

func (s *Servicio) tamanoParte() int64 { return cmp.Or(s.Limites.TamanoParte, TamanoParte) }

// anunciable is the announcement as it is stored, and its carpeta, if the caller may.
func (s *Servicio) anunciable(ctx context.Context, quien auth.Principal, carpetaID string, n Nuevo) (Nuevo, carpeta.Carpeta, error) {
	n, err := s.Revisado(ctx, n)
	if err != nil {
		return n, carpeta.Carpeta{}, err
	}
	c, err := s.Carpetas.Ver(ctx, quien, carpetaID)
	if err == nil {
		err = auth.MayWriteCarpeta(quien, c.CiudadanoID)
	}
	return n, c, err
}

// Revisado brings the texts of a new document into their form, and refuses what cannot be
// stored: BAD_USER_INPUT with its fields.
func (s *Servicio) Revisado(ctx context.Context, n Nuevo) (Nuevo, error) {
	n = n.normalizado()
	if err := s.tipos().ParaNuevo(ctx, string(n.Tipo), campoTipo, n.validado(s.Limites.MaxTamano)); len(err.Campos) > 0 {
		return n, err
	}
	return n, nil
}

// campoTipo names a kind in the inputs of the API.
const campoTipo = "codigoTipo"

// Anunciado is a document whose file is to come. Nothing is stored yet.
func (s *Servicio) Anunciado(c carpeta.Carpeta, n Nuevo) Documento {
	now := Milisegundos(s.Clock())
	k := Clave{CarpetaID: c.CarpetaID, DocumentoID: s.NewID()}
	return Documento{
		Fila: Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: n.Titulo, Tipo: n.Tipo, Estado: Cargando,
			TamanoBytes: n.TamanoBytes, FechaRecepcion: now, Contexto: n.Contexto},
		Hash: n.Hash, TipoContenido: n.TipoContenido, NombreArchivo: n.NombreArchivo,
		StoragePath: NombreObjeto(k), TipoCarpeta: c.Tipo,
		FechaUltimaModificacion: now, ExpiraEn: now.Add(VigenciaSinConfirmar),
	}
}

// Objeto is the file that the document announces.
func (d Documento) Objeto() Objeto {
	return Objeto{Nombre: d.StoragePath, Hash: d.Hash, TamanoBytes: d.TamanoBytes, TipoContenido: d.TipoContenido}
}

// normalizado brings texts to NFC without surrounding space, and the hash to lower case.
func (n Nuevo) normalizado() Nuevo {
	n.Titulo, n.Contexto, n.NombreArchivo = TextoLimpio(n.Titulo), TextoLimpio(n.Contexto), TextoLimpio(n.NombreArchivo)
	n.Hash = strings.ToLower(n.Hash)
	if n.TipoContenido == "" { // browsers say so of a file that they do not know
		n.TipoContenido = tipoDesconocido
	}
	return n
}

// validado has a field for everything that cannot be stored.
func (n Nuevo) validado(maxTamano int64) *fault.Error {
	err := validarTextos(n.Titulo, n.Contexto)
	if !EsTexto(n.NombreArchivo, 1, 255) || strings.ContainsAny(n.NombreArchivo, `/\`) {
		err = err.WithCampo("nombreArchivo", "De 1 a 255 caracteres, sin barras ni caracteres de control ni de dirección.")
	}
	return n.validarObjeto(maxTamano, err)
}

func malosDatos() *fault.Error {
	return fault.New(fault.BadUserInput, "Revise los datos del documento.")
}

// validarTextos has a field for each text that cannot be stored.
func validarTextos(titulo, contexto string) *fault.Error {
	err := malosDatos()
	if !EsTexto(titulo, 1, 200) {
		err = err.WithCampo("titulo", "De 1 a 200 caracteres, sin caracteres de control ni de dirección.")
	}
	if !EsTexto(contexto, 0, 200) {
		err = err.WithCampo("contextoDocumento", "Como máximo 200 caracteres, sin caracteres de control ni de dirección.")
	}
	return err
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
