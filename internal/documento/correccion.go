package documento

import (
	"context"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Correccion is what an owner corrects of a document; nil stays as it is.
type Correccion struct {
	Version  int64 // of the document that the owner saw
	Titulo   *string
	Tipo     *Tipo
	Contexto *string
}

// Cambiado is the cause of a refusal: the document, which was corrected since.
type Cambiado struct{ Actual Documento }

func (c Cambiado) Error() string {
	return fmt.Sprintf("the document has version %d", c.Actual.Version())
}

// maxLecturasCorreccion is how often a correction looks again after a change came in between.
const maxLecturasCorreccion = 8

// Corregir corrects a document of the caller's own. A correction that changes nothing is not written, nor is one that is
// stored already: the first answer may have been lost. Refused: one of another version (Cambiado), and of a
// document that is certified, locked by a deletion, or not confirmed.
func (s *Servicio) Corregir(ctx context.Context, quien auth.Principal, k Clave, c Correccion) (Documento, error) {
	en, err := s.puedeEscribir(ctx, quien, k)
	if err != nil {
		return Documento{}, err
	}
	ctx = auditoria.ConAutor(ctx, quien, en.CiudadanoID)
	c, err = c.revisada()
	if err != nil {
		return Documento{}, err
	}
	for range maxLecturasCorreccion {
		visto, err := s.Store.Documento(ctx, k)
		if err != nil {
			return Documento{}, auth.Hidden(err)
		}
		if err := s.otroTipo(ctx, c.Tipo, visto.Tipo); err != nil {
			return Documento{}, err
		}
		d, distinto, err := c.aplicada(visto, s.Clock())
		if err != nil || !distinto {
			return d, err
		}
		if err := s.Store.Corregir(ctx, visto, d, s.Escribano.Levantar(ctx, d.Edicion(visto, en.OperadorID))); fault.CodeOf(err) != fault.Conflict {
			if err == nil {
				s.avisar(d.Cambiada())
			}
			return d, err
		}
	}
	return Documento{}, fault.Plain(fault.Conflict)
}

// otroTipo refuses a kind that no new document can have. One that the document has already stays, also if it is out of use.
func (s *Servicio) otroTipo(ctx context.Context, pedido *Tipo, visto Tipo) error {
	if pedido == nil || *pedido == visto {
		return nil
	}
	if mal := s.tipos().ParaNuevo(ctx, string(*pedido), campoTipo, malosDatos()); len(mal.Campos) > 0 {
		return mal
	}
	return nil
}

// puedeEscribir is the carpeta in which the document would be the caller's to change: NOT_FOUND otherwise.
func (s *Servicio) puedeEscribir(ctx context.Context, quien auth.Principal, k Clave) (carpeta.Carpeta, error) {
	if !relay.IsUUID(k.DocumentoID) {
		return carpeta.Carpeta{}, auth.NotFound()
	}
	c, err := s.Carpetas.Ver(ctx, quien, k.CarpetaID)
	if err == nil {
		err = auth.MayWriteCarpeta(quien, c.CiudadanoID)
	}
	return c, err
}

// revisada brings the texts into their form, as those of a new document.
func (c Correccion) revisada() (Correccion, error) {
	titulo, contexto := "sin cambio", ""
	if c.Titulo != nil {
		titulo = TextoLimpio(*c.Titulo)
		c.Titulo = &titulo
	}
	if c.Contexto != nil {
		contexto = TextoLimpio(*c.Contexto)
		c.Contexto = &contexto
	}
	err := validarTextos(titulo, contexto)
	if c.Version < 1 {
		err = err.WithCampo("version", "La versión del documento que usted vio, de 1 en adelante.")
	}
	if len(err.Campos) > 0 {
		return c, err
	}
	return c, nil
}

// aplicada is the document as the correction leaves it, and whether that is another one.
func (c Correccion) aplicada(d Documento, now time.Time) (Documento, bool, error) {
	n := d
	n.Titulo, n.Tipo, n.Contexto = o(c.Titulo, d.Titulo), o(c.Tipo, d.Tipo), o(c.Contexto, d.Contexto)
	igual := n.Fila == d.Fila
	if igual && c.Version == d.Version()-1 { // it is stored: nobody corrected it since
		return d, false, nil
	}
	if err := d.corregible(); err != nil {
		return Documento{}, false, err
	}
	if c.Version != d.Version() {
		return Documento{}, false, fault.Plain(fault.DocumentoChanged).Because(Cambiado{d})
	}
	if igual {
		return d, false, nil
	}
	n.Correcciones++
	n.FechaUltimaModificacion = d.Siguiente(now)
	return n, true, nil
}

// o is a wish, or what is there.
func o[V any](wish *V, stored V) V {
	if wish == nil {
		return stored
	}
	return *wish
}

// corregible says which rule forbids a correction.
func (d Documento) corregible() error {
	switch {
	case d.Certificado:
		return fault.New(fault.DocumentoCertificado, "El documento está certificado y no se corrige: pida uno nuevo a la entidad que lo emitió.")
	case d.Estado == Cargando:
		return fault.Plain(fault.DocumentoIncomplete)
	case d.Estado == Eliminando:
		return fault.Plain(fault.DocumentoLocked)
	}
	return nil
}
