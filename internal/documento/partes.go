package documento

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Sizes and times of uploads in parts. S3 takes 10,000 parts, none but the last smaller than 5 MiB.
const (
	TamanoParte    = 8 << 20 // unless Limites says otherwise
	maxPartes      = 100     // that are signed at a time
	plazoVerificar = 20 * time.Second
)

// Partes is an upload that is sent in parts, and how far their verification is.
type Partes struct {
	Tamano      int64  // bytes of a part, but for the last one; 0: the file is sent at once
	ID          string // the object store's name of the upload
	Verificados int64  // bytes of the joined file that were read
	Estado      string // of the SHA-256 over them
}

// Total is how many parts a file of so many bytes has.
func (p Partes) Total(bytes int64) int64 {
	if p.Tamano == 0 {
		return 0
	}
	return (bytes + p.Tamano - 1) / p.Tamano
}

// Parte is a run of a file: the one with this number, from 1.
type Parte struct {
	Numero      int
	TamanoBytes int64
	Hash        string // SHA-256, hex
}

// ObjetosPorPartes takes files in parts. Until they are joined, nothing has the file's name.
type ObjetosPorPartes interface {
	// AbrirPartes begins an upload, and names it.
	AbrirPartes(ctx context.Context, o Objeto) (id string, err error)
	// FirmarParte signs the upload of exactly this part, by length and SHA-256. The last upload of a
	// number wins, until the parts are joined. Then, and after BorrarPartes, the link stores nothing.
	FirmarParte(ctx context.Context, o Objeto, id string, p Parte, vence time.Duration) (Carga, error)
	// GuardarParte stores a part through the server itself (import), as its link would. NOT_FOUND, or
	// FORBIDDEN, once they were joined or removed.
	GuardarParte(ctx context.Context, o Objeto, id string, p Parte, contenido io.Reader) error
	// PartesRecibidas lists the parts that are there, by their number. NOT_FOUND once they were joined,
	// or removed.
	PartesRecibidas(ctx context.Context, o Objeto, id string) ([]Parte, error)
	// UnirPartes gives the joined file its name, and reads it from where p says on, until a moment: what
	// it returns is how far it came. All of it was read, and is the announced file, when Verificados is
	// the size. ARCHIVO_PENDIENTE if a part is missing, ARCHIVO_DISTINTO if it is another file. That one is
	// removed, with its parts: whoever has the server read a file has sent it. Without an ID in the result there
	// is no upload any more, and another one begins. One caller at a time; after ErrSinDesenlace the parts may still be
	// joined, and the next caller finds them so.
	UnirPartes(ctx context.Context, o Objeto, p Partes, hasta time.Time) (Partes, error)
	// BorrarPartes ends whatever upload in parts there is of that name. None is success.
	BorrarPartes(ctx context.Context, nombre string) error
	// BorrarPartesViejas ends those that began before a moment, whosever they are.
	BorrarPartesViejas(ctx context.Context, antes time.Time) (int, error)
}

// PartesDeCarga is how a file is sent in parts, and which of them are there.
type PartesDeCarga struct {
	TamanoParte int64
	Total       int64
	Recibidas   []Parte
}

// ParteFirmada is a part and its upload.
type ParteFirmada struct {
	Numero int
	Carga  Carga
}

// tamanoDe is how long a part of the file is; 0 for one that it does not have.
func (p Partes) tamanoDe(numero int, bytes int64) int64 {
	if numero < 1 || int64(numero) > p.Total(bytes) {
		return 0
	}
	return min(p.Tamano, bytes-int64(numero-1)*p.Tamano)
}

// abrir begins the upload in parts of a document that was announced so. Whoever was killed between the two
// writes leaves an upload without parts, which the sweep ends.
func (s *Servicio) abrir(ctx context.Context, d Documento) (Documento, error) {
	if d.Partes.Tamano == 0 || d.Partes.ID != "" {
		return d, nil
	}
	id, err := s.Objetos.AbrirPartes(ctx, d.Objeto())
	if err != nil {
		return d, err
	}
	next := d
	next.Partes.ID = id
	next, err = s.Store.CambiarCarga(ctx, d, next, nil)
	if errors.Is(err, fault.Conflict) { // another device was faster: its upload is the one
		return s.Store.Documento(ctx, d.Clave())
	}
	return next, auth.Hidden(err)
}

// partesVivas are those of an upload, without its ID if the object store has ended it: one that nobody touched
// for a day (MinIO), or that was removed. Its parts are sent anew then. A confirmation under way may be joining them.
func (s *Servicio) partesVivas(ctx context.Context, d Documento) (Partes, error) {
	if d.Partes.ID == "" || d.ReservadaHasta.After(s.Clock()) {
		return d.Partes, nil
	}
	_, err := s.Objetos.PartesRecibidas(ctx, d.Objeto(), d.Partes.ID)
	if !errors.Is(err, fault.NotFound) {
		return d.Partes, err
	}
	joined, err := s.Objetos.Existe(ctx, d.StoragePath)
	if err != nil || joined {
		return d.Partes, err
	}
	return Partes{Tamano: d.Partes.Tamano}, nil
}

// PartesDe tells how the file of an upload is sent in parts; nil for one that is sent at once.
func (s *Servicio) PartesDe(ctx context.Context, d Documento) (*PartesDeCarga, error) {
	if d.Estado != Cargando || d.Partes.Tamano == 0 {
		return nil, nil
	}
	p := &PartesDeCarga{TamanoParte: d.Partes.Tamano, Total: d.Partes.Total(d.TamanoBytes)}
	if d.Partes.ID == "" {
		return p, nil
	}
	var err error
	p.Recibidas, err = s.Objetos.PartesRecibidas(ctx, d.Objeto(), d.Partes.ID)
	if errors.Is(err, fault.NotFound) { // joined
		err = nil
	}
	return p, err
}

// FirmarPartes signs the uploads of up to 100 parts.
func (s *Servicio) FirmarPartes(ctx context.Context, quien auth.Principal, k Clave, partes []Parte) (Documento, []ParteFirmada, error) {
	d, _, err := s.pendiente(ctx, quien, k)
	if err != nil {
		return Documento{}, nil, err
	}
	if err := d.revisarPartes(partes); err != nil {
		return Documento{}, nil, err
	}
	if d, err = s.abrir(ctx, d); err != nil {
		return Documento{}, nil, err
	}
	vence := s.vigencia(d)
	if vence < time.Second {
		return Documento{}, nil, auth.NotFound()
	}
	firmadas := make([]ParteFirmada, len(partes))
	for i, p := range partes {
		p.TamanoBytes, p.Hash = d.Partes.tamanoDe(p.Numero, d.TamanoBytes), strings.ToLower(p.Hash)
		carga, err := s.Objetos.FirmarParte(ctx, d.Objeto(), d.Partes.ID, p, vence)
		if err != nil {
			return Documento{}, nil, err
		}
		firmadas[i] = ParteFirmada{p.Numero, carga}
	}
	return d, firmadas, nil
}

func (d Documento) revisarPartes(partes []Parte) error {
	err := fault.New(fault.BadUserInput, "Revise las partes.")
	switch {
	case d.Partes.Tamano == 0:
		return err.WithCampo("documentoId", "Esta carga no es por partes: envíe el archivo entero.")
	case len(partes) == 0 || len(partes) > maxPartes:
		return err.WithCampo("partes", fmt.Sprintf("De 1 a %d partes.", maxPartes))
	}
	for i, p := range partes {
		if d.Partes.tamanoDe(p.Numero, d.TamanoBytes) == 0 {
			err = err.WithCampo(fmt.Sprintf("partes.%d.numero", i), fmt.Sprintf("De 1 a %d.", d.Partes.Total(d.TamanoBytes)))
		}
		if !formaHash.MatchString(strings.ToLower(p.Hash)) {
			err = err.WithCampo(fmt.Sprintf("partes.%d.hashParte", i), "SHA-256 en 64 dígitos hexadecimales.")
		}
	}
	if len(err.Campos) > 0 {
		return err
	}
	return nil
}

// unir joins the parts and verifies the whole, in runs of some seconds: each stores how far it came, and the next
// confirmation goes on there. One confirmation at a time holds the document.
func (c *Confirmacion) unir(ctx context.Context, d Documento) {
	s := c.s
	if d.Partes.ID == "" {
		c.err = fault.Plain(fault.FileMissing)
		return
	}
	if d.ReservadaHasta.After(s.Clock()) {
		c.final, c.err = s.esperarOtra(ctx, d.Clave(), otraEnCurso())
		return
	}
	if c.salir, c.err = s.turnoDePartes(ctx, d); c.err != nil || !c.reservar(ctx, d) {
		return
	}
	limited, cancel := context.WithTimeout(ctx, plazoFijar)
	defer cancel()
	var err error
	c.partes, err = s.Objetos.UnirPartes(limited, d.Objeto(), c.reservada.Partes, s.Clock().Add(s.plazoDe(limited)))
	switch {
	case err != nil:
		c.terminar(ctx, Documento{}, err)
	case c.partes.Verificados < d.TamanoBytes:
		c.terminar(ctx, Documento{}, d.verificandose(c.partes.Verificados))
	default:
		c.mirar(ctx, c.reservada)
	}
}

// verificandose says how far the verification is.
func (d Documento) verificandose(verificados int64) error {
	return fault.Newf(fault.StillVerifying, "El archivo se está verificando: van %d de %d bytes. Confirme otra vez para seguir.", verificados, d.TamanoBytes)
}

// plazoDe is how long a run of the verification may read: what it read is to be stored, and
// answered, before the request is over.
func (s *Servicio) plazoDe(ctx context.Context) time.Duration {
	if fin, bounded := ctx.Deadline(); bounded {
		return min(plazoVerificar, fin.Sub(s.Clock())/2)
	}
	return plazoVerificar
}
