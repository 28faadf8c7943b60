package entrega

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Exportacion makes the verifiable files of certified documents, for whoever has a link of their owner's.
type Exportacion struct {
	Entregas *Servicio
	Eventos  interface {
		Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)
	}
	// Probar is where a sealed event is in its log: nothing where nothing is sealed, UNAVAILABLE if its seal is still to come.
	Probar func(ctx context.Context, e auditoria.Evento) (Prueba, error)
	// Firmante signs the links: its cursors live as long as a link.
	Firmante *relay.Codec
	Base     func() string // of the server's own address
	Leidos   *Leidos
}

// Leidos are the CRC-32 of the documents that were read last, by their place in the object store, where nothing is
// overwritten: a request for a part of a file does not read the whole one again.
type Leidos = lru.Cache[string, uint32]

const maxLeidos = 10_000

// NewLeidos knows none yet.
func NewLeidos() *Leidos {
	l, _ := lru.New[string, uint32](maxLeidos) // fails for a size below 1 only
	return l
}

// Prueba are the two files that prove an event; empty where nothing is sealed.
type Prueba struct{ Evento, Prueba []byte }

// Ruta is the path below which the links of these files are.
const Ruta = "/verificable/"

var alcance = relay.NewScope("verificable", "")

// Enlazar signs a link to the verifiable file of a document; "" if it can have none now. It also asks for the seal, which
// may still be to come.
func (x *Exportacion) Enlazar(ctx context.Context, d documento.Documento, mostrarTitular bool) (string, error) {
	if !d.EsExportable() {
		return "", nil
	}
	e, err := x.entrega(ctx, d)
	if err != nil {
		return "", err
	}
	if _, err := x.prueba(ctx, e); err != nil && !errors.Is(err, fault.Unavailable) {
		return "", err
	}
	base := x.Base()
	if base == "" {
		return "", fault.Wrap(fault.Unavailable, errors.New("the server does not listen yet: no base URL for signed links"))
	}
	titular := ""
	if mostrarTitular {
		titular = "t"
	}
	pase := strings.Join([]string{d.CarpetaID, d.DocumentoID, titular, auditoria.Correlacion(ctx)}, "\n")
	return base + Ruta + x.Firmante.Signer(alcance, x.Entregas.Clock(), 0).Sign(pase), nil
}

// entrega reads the delivery of a document, with what was signed.
func (x *Exportacion) entrega(ctx context.Context, d documento.Documento) (Entrega, error) {
	e, err := x.Entregas.Store.Entrega(ctx, Nombre{d.EmisorID, d.DocumentoID})
	if err == nil && e.Firma.JWS == "" {
		err = auth.NotFound()
	}
	return e, err
}

// Archivo is a verifiable file before it leaves.
type Archivo struct {
	Nombre         string // to save it under
	Antes, Despues []byte // around the document
	Tamano         int64  // of the whole
	Salida         documento.Salida

	documento documento.Documento
	x         *Exportacion
}

// Abrir reads the document from its store, from a byte on.
func (a Archivo) Abrir(ctx context.Context, desde int64) (io.ReadCloser, error) {
	return a.x.Entregas.Documentos.Objetos.Abrir(ctx, a.documento.StoragePath, desde)
}

// Sigue reports whether the file may still be sent: the document is there, nobody locked it, and its issuer stands by it.
func (a Archivo) Sigue(ctx context.Context) error {
	_, err := a.x.documento(ctx, a.documento.Clave())
	return err
}

// Archivo makes the file of a link.
func (x *Exportacion) Archivo(ctx context.Context, enlace string) (Archivo, error) {
	p, err := x.Firmante.Open(enlace, alcance, x.Entregas.Clock())
	partes := strings.Split(p.Key, "\n")
	if err != nil || len(partes) != 4 {
		return Archivo{}, fault.New(fault.Forbidden, "El enlace no es válido o venció; pida uno nuevo.").Because(err)
	}
	d, err := x.documento(ctx, documento.Clave{CarpetaID: partes[0], DocumentoID: partes[1]})
	if err != nil {
		return Archivo{}, err
	}
	a, err := x.De(ctx, d, partes[2] != "")
	a.Salida = documento.Salida{Clave: d.Clave(), Firma: enlace, Solicitud: partes[3]}
	return a, err
}

// De makes the file of a document that may be exported now. One that this process has not read yet is read once before, so
// that no damaged one leaves under a proof.
func (x *Exportacion) De(ctx context.Context, d documento.Documento, mostrarTitular bool) (Archivo, error) {
	a, err := x.partes(ctx, d, mostrarTitular)
	if err != nil {
		return Archivo{}, err
	}
	f := Archivo{Nombre: sinExtension(d.NombreArchivo) + verificable.Extension, documento: d, x: x}
	if f.Antes, f.Despues, err = a.Marco(); err != nil {
		return Archivo{}, fault.Wrap(fault.Internal, err)
	}
	f.Tamano = int64(len(f.Antes)) + d.TamanoBytes + int64(len(f.Despues))
	return f, nil
}

func sinExtension(nombre string) string {
	if i := strings.LastIndexByte(nombre, '.'); i > 0 {
		return nombre[:i]
	}
	return nombre
}

// documento reads one that may be exported now.
func (x *Exportacion) documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	d, err := x.Entregas.Documentos.Store.Documento(ctx, k)
	if err == nil && !d.EsExportable() {
		err = auth.NotFound()
	}
	return d, err
}

func (x *Exportacion) partes(ctx context.Context, d documento.Documento, mostrarTitular bool) (verificable.Archivo, error) {
	e, err := x.entrega(ctx, d)
	if err != nil {
		return verificable.Archivo{}, err
	}
	if err := x.Entregas.Entidades.Recordar(ctx, e.EntidadID, e.Firma); err != nil {
		return verificable.Archivo{}, err
	}
	p, err := x.conSello(ctx, e)
	if err != nil {
		return verificable.Archivo{}, err
	}
	a := verificable.Archivo{
		Declaracion: firmado(e, d), Firma: e.Firma.JWS, Llave: []byte(e.Firma.JWK), Emision: p.Evento, Prueba: p.Prueba,
		Documento: verificable.Documento{Nombre: verificable.NombreDeArchivo(d.NombreArchivo), Tamano: d.TamanoBytes},
	}
	if estado, hay := e.Posicion.Referencia(); hay && p.Evento != nil {
		a.Estado = &estado
	}
	if mostrarTitular && e.Titular.Nombre != "" {
		a.Titular = &e.Titular
	}
	a.Documento.CRC32, err = x.leido(ctx, d)
	return a, err
}

// prueba is empty for a delivery without an emisión in the log (datos sembrar made it up), and where nothing is sealed.
func (x *Exportacion) prueba(ctx context.Context, e Entrega) (Prueba, error) {
	if e.EmisionID == "" {
		return Prueba{}, nil
	}
	c, err := x.Entregas.Carpetas.Carpeta(ctx, e.CarpetaID)
	if err != nil {
		return Prueba{}, err
	}
	h, err := x.Eventos.Evento(ctx, c.OperadorID, e.EmisionID)
	if err != nil {
		return Prueba{}, err
	}
	return x.Probar(ctx, h)
}

// Whoever fetches a file waits for the seal of its delivery, which was asked for with the link: a few seconds.
const (
	intentos = 20
	espera   = time.Second / 4
)

func (x *Exportacion) conSello(ctx context.Context, e Entrega) (p Prueba, err error) {
	for range intentos {
		if p, err = x.prueba(ctx, e); !errors.Is(err, fault.Unavailable) || service.Pause(ctx, espera) != nil {
			break
		}
	}
	return p, err
}

// leido reads the document whole: the CRC-32 that a ZIP has before the bytes, and whether they are those that were signed.
func (x *Exportacion) leido(ctx context.Context, d documento.Documento) (uint32, error) {
	if crc, known := x.Leidos.Get(d.StoragePath); known {
		return crc, nil
	}
	salir, err := x.Entregas.Documentos.Turno(ctx, d.CarpetaID)
	if err != nil {
		return 0, err
	}
	defer salir()
	r, err := x.Entregas.Documentos.Objetos.Abrir(ctx, d.StoragePath, 0)
	if err != nil {
		return 0, err
	}
	defer func() { _ = r.Close() }() // it was read only
	sum, crc := sha256.New(), crc32.NewIEEE()
	n, err := io.Copy(io.MultiWriter(sum, crc), r)
	documento.BytesLeidos(ctx, n)
	if err == nil && (n != d.TamanoBytes || fmt.Sprintf("%x", sum.Sum(nil)) != d.Hash) {
		err = fault.Plain(fault.FileDiffers)
	}
	if err != nil {
		return 0, err
	}
	x.Leidos.Add(d.StoragePath, crc.Sum32())
	return crc.Sum32(), nil
}
