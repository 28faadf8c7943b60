package consentimiento

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// VidaDePase is how long a fetch of the file can begin after a look.
const VidaDePase = time.Minute

// The addresses of files, beside those of codes.
const (
	RutaArchivo = codigo.Pagina + "recibido"
	RutaCopia   = codigo.Pagina + "recibido/copia"
	ParamPase   = "pase"
)

// Direccion is where a pass fetches the file, or with ruta the verifiable one; empty without a pass.
func (s *Servicio) Direccion(ruta, pase string) string {
	if pase == "" {
		return ""
	}
	return s.Base() + ruta + "?" + ParamPase + "=" + pase
}

var alcanceDePase = relay.NewScope("recibido", "")

// pase is what a permission to fetch a file names: the document of an authorisation, the look, and who looked.
type pase struct {
	NombreRecibido
	miradaID, entidadID, sub string
}

func (s *Servicio) pase(p pase, now time.Time) string {
	partes := []string{p.CarpetaID, p.AutorizacionID, p.DocumentoID, p.miradaID, p.entidadID, p.sub}
	return s.Pases.Signer(alcanceDePase, now, 0).Sign(strings.Join(partes, "\n"))
}

// Archivo is a file that a pass allows to fetch.
type Archivo struct {
	documento.Documento

	pase  pase
	texto string // of the pass
	forma string // what leaves, if it is not the file alone
	leido leido
	s     *Servicio
}

// verificada is the forma of a verifiable file.
const verificada = "verificable"

// Archivo finds the file of a pass. NOT_FOUND once the authorisation is over, or the document or the entity is not what it
// was at the look.
func (s *Servicio) Archivo(ctx context.Context, texto string) (Archivo, error) {
	p, err := s.Pases.Open(texto, alcanceDePase, s.Clock())
	partes := strings.Split(p.Key, "\n")
	if err != nil || len(partes) != 6 {
		return Archivo{}, sinArchivo()
	}
	de := pase{NombreRecibido{NombreAutorizacion{partes[0], partes[1]}, partes[2]}, partes[3], partes[4], partes[5]}
	l, err := s.archivo(ctx, de)
	return Archivo{Documento: l.documento, pase: de, texto: texto, leido: l, s: s}, err
}

// Copia is Archivo with the verifiable file, where the citizen allowed it.
func (s *Servicio) Copia(ctx context.Context, texto string) (a Archivo, v entrega.Archivo, err error) {
	if a, err = s.Archivo(ctx, texto); err == nil && (!a.leido.autorizacion.ConCopiaVerificable || !a.EsEntregado()) {
		err = sinArchivo()
	}
	if err != nil {
		return a, v, err
	}
	a.forma = verificada
	v, err = s.Copias.De(ctx, a.Documento, true)
	return a, v, err
}

// archivo reads what a pass is for, as a look does, and refuses what has no file any more.
func (s *Servicio) archivo(ctx context.Context, p pase) (leido, error) {
	l, err := s.leer(ctx, p.entidadID, p.NombreRecibido)
	if err = conocido(err); err != nil {
		return l, err
	}
	if l.autorizado.DocumentoID == "" || l.negado(s.Clock()) != nil || l.autorizado.Disponibilidad(l.documento) != Disponible {
		return l, sinArchivo()
	}
	return l, nil
}

func sinArchivo() error {
	return fault.New(fault.NotFound, "Este archivo ya no se puede abrir.").WithRecuperacion("Abra de nuevo el documento recibido.")
}

// Sigue asks again while a long fetch goes on; an error ends it.
func (a Archivo) Sigue(ctx context.Context) error {
	_, err := a.s.archivo(ctx, a.pase)
	return err
}

// Anotar writes down that the file leaves. What cannot be written down does not leave. A viewer that reads it in a hundred
// parts has one event, which is written again with their number.
func (a Archivo) Anotar(ctx context.Context) error {
	clave := a.texto + a.forma
	if a.s.Repetidas.Repetir(clave) {
		return nil
	}
	m, err := a.s.mirada(ctx, a.leido, auditoria.AutorizacionArchivoServido, a.pase.miradaID)
	if err != nil {
		return err
	}
	if a.forma != "" {
		m.Datos["forma"] = a.forma
	}
	h := a.s.Escribano.Levantar(ctx, m.por(auth.Principal{Sub: a.pase.sub, EntidadID: a.pase.entidadID, Roles: []auth.Role{auth.Entidad}}))
	if err := a.s.Rastro.Anotar(ctx, h); err != nil {
		return err
	}
	a.s.Repetidas.Seguir(clave, h) // without room each has an event of its own
	return nil
}

// Abrir reads the file from one of its bytes on.
func (a Archivo) Abrir(ctx context.Context, desde int64) (io.ReadCloser, error) {
	return a.s.Documentos.Objetos.Abrir(ctx, a.StoragePath, desde)
}
