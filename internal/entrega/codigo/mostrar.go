package codigo

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Mostrado is what a code shows.
type Mostrado struct {
	Documento documento.Documento
	Tipo      string              // name of the kind, in the language of who asks
	Expedido  string              // day of issue, 2006-01-02
	Estado    documento.Juridico  // on the day of the use
	Dia       string              // of the use, 2006-01-02
	Zona      string              // in which that day begins, as the IANA names it
	Titular   verificable.Titular // the holder, by the owner's choice; empty otherwise
	Hasta     time.Time
	Pase      string // to fetch the file with, for some minutes; empty if the code does not show it
	ConCopia  bool   // the pass fetches the verifiable file too
}

// Usar shows what a code shows, and counts a use. A code that never was, one that is over, and one of a document that is
// locked or gone look alike, and cost alike: NOT_FOUND. RATE_LIMITED, if it was tried too often. Nothing is shown that is
// not in the trail. The address is the one that the code is used from.
func (s *Servicio) Usar(ctx context.Context, codigo, direccion string) (Mostrado, error) {
	if !esCodigo(codigo) {
		return Mostrado{}, desconocido()
	}
	if err := s.aRitmo(codigo); err != nil {
		return Mostrado{}, err
	}
	now := documento.Milisegundos(s.Clock())
	c, err := s.Store.CodigoDeResumen(ctx, resumen(codigo))
	if err = conocido(err); err != nil {
		return Mostrado{}, err
	}
	for range maxIntentos {
		m, err := s.mostrar(ctx, c, direccion, now)
		if !errors.Is(err, fault.Conflict) {
			return m, err
		}
	}
	return Mostrado{}, fault.Plain(fault.Conflict)
}

// aRitmo refuses a code that is tried too often, whether there is one or not.
func (s *Servicio) aRitmo(codigo string) error {
	if s.Ritmo == nil {
		return nil
	}
	_, espera, hay := s.Ritmo.Charge(resumen(codigo), 1)
	if hay {
		return nil
	}
	return fault.New(fault.RateLimited, "Este código se probó demasiadas veces en poco tiempo.").
		WithEspera(espera).WithRecuperacion("Espere los segundos que dice Retry-After.")
}

// A class that scans one code finds room. In a day a code has fewer uses than its owner has changes: each stays in the trail.
const (
	usosSeguidos = 60
	usosPorHora  = 600
)

// NewRitmo bounds how often each code is used in this process. So many codes are remembered.
func NewRitmo(codigos int, clock func() time.Time) *quota.Ledger {
	return quota.New(quota.Config{PerSecond: usosPorHora / time.Hour.Seconds(), Burst: usosSeguidos, Subjects: codigos}, clock)
}

// maxIntentos is how often a use looks again at a document that changed while it was looked at.
const maxIntentos = 5

// mostrar shows what a code shows, which is empty if there is none. CONFLICT if that changed before it was written down.
func (s *Servicio) mostrar(ctx context.Context, c Codigo, direccion string, now time.Time) (Mostrado, error) {
	hay := c.CodigoID != ""
	if !hay {
		c = nadie
	}
	d, dueno, err := s.mostrado(ctx, c)
	switch {
	case err != nil:
		return Mostrado{}, err
	case !hay || c.Estado(now) != Vigente || d.Estado != documento.Procesado:
		return Mostrado{}, desconocido()
	}
	hoy := s.Documentos.Hoy()
	m := Mostrado{Documento: d, Tipo: cmp.Or(s.Documentos.Tipos, tipo.DelProgramaSolo).Vista(ctx, string(d.Tipo), fault.Language(ctx)).Nombre,
		Expedido: s.Documentos.Dia(d.FechaEmision), Estado: d.EstadoJuridico(hoy), Dia: hoy, Zona: s.Documentos.Zona.String(), Hasta: c.Hasta}
	if c.MostrarTitular {
		if m.Titular, err = s.titular(ctx, d); err != nil {
			return Mostrado{}, err
		}
	}
	if err := s.anotar(ctx, c, d.Juridico, s.porCodigo(hecho(auditoria.CodigoUsado, c, dueno), direccion), now); err != nil {
		return Mostrado{}, err
	}
	if c.Alcance == DatosYArchivo && d.Juridico == "" {
		m.Pase, m.ConCopia = s.pase(c.Nombre(), now), c.ConCopiaVerificable
	}
	return m, nil
}

// nadie is the code that is looked at where there is none, so that both take the same reads.
var nadie = Codigo{CarpetaID: uuid.Nil.String(), DocumentoID: uuid.Nil.String(), CodigoID: uuid.Nil.String()}

// mostrado reads the document of a code, and whose it is. What is absent is empty.
func (s *Servicio) mostrado(ctx context.Context, c Codigo) (documento.Documento, carpeta.Dueno, error) {
	d, err := s.Documentos.Store.Documento(ctx, c.Nombre().Clave())
	if err = conocido(err); err != nil {
		return d, carpeta.Dueno{}, err
	}
	r := carpeta.Duenos(ctx, s.Carpetas, []string{c.CarpetaID})[c.CarpetaID]
	return d, r.Value, conocido(r.Err)
}

// anotar counts a use together with its event, and tells who follows the carpeta.
func (s *Servicio) anotar(ctx context.Context, c Codigo, visto documento.Juridico, h auditoria.Evento, now time.Time) error {
	e := s.Escribano.Levantar(ctx, h)
	err := s.Store.UsarCodigo(ctx, c, visto, now, e)
	if errors.Is(err, fault.NotFound) {
		return desconocido()
	}
	if err == nil {
		s.Rastro.Avisar(auditoria.Miradas{CarpetaID: e.CarpetaID, OperadorID: e.OperadorID, EventoIDs: []string{e.EventoID}})
	}
	return err
}

// porCodigo is done by whoever had the code. What one code showed belongs together: its data, and the file afterwards. What
// it showed at one address has one mark, from which nobody finds the address.
func (s *Servicio) porCodigo(h auditoria.Evento, direccion string) auditoria.Evento {
	h.CorrelacionID = h.Recurso.ID
	h.Actor = auditoria.Actor{Tipo: RecursoCodigo, ID: h.Recurso.ID}
	m := hmac.New(sha256.New, s.Sal)
	m.Write([]byte(h.Recurso.ID + direccion))
	h.Datos[auditoria.Visitante] = hex.EncodeToString(m.Sum(nil)[:8])
	return h
}

// conocido takes an absence for an empty answer.
func conocido(err error) error {
	if errors.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

func desconocido() error {
	return fault.New(fault.NotFound, "Este código no existe o ya no se puede usar.").
		WithRecuperacion("Pídale otro a la persona que se lo mostró.")
}

// VidaDePase is how long the file can be fetched after a look: the right is asked for again each time.
const VidaDePase = 15 * time.Minute

var alcanceDePase = relay.NewScope("pase", "")

// pase is the permission to fetch the file of a code for some minutes: the code itself is in no address.
func (s *Servicio) pase(n Nombre, now time.Time) string {
	return s.Pases.Signer(alcanceDePase, now, 0).Sign(strings.Join([]string{n.CarpetaID, n.DocumentoID, n.CodigoID}, "\n"))
}

// Archivo is a file that a pass allows to fetch.
type Archivo struct {
	documento.Documento

	pase, direccion string
	forma           string // what leaves, if it is not the file alone
	codigo          Codigo
	s               *Servicio
}

// verificada is the forma of a verifiable file.
const verificada = "verificable"

// Copia is Archivo with the verifiable file of its document, for a code that allows to keep one.
func (s *Servicio) Copia(ctx context.Context, pase, direccion string) (a Archivo, v entrega.Archivo, err error) {
	if a, err = s.Archivo(ctx, pase, direccion); err == nil && !a.codigo.ConCopiaVerificable {
		err = desconocido()
	}
	if err != nil {
		return a, v, err
	}
	a.forma = verificada
	v, err = s.Copias.De(ctx, a.Documento, a.codigo.MostrarTitular)
	return a, v, err
}

// Archivo finds the file of a pass, for an address. NOT_FOUND once the code is over, or the document is locked, taken back
// or gone.
func (s *Servicio) Archivo(ctx context.Context, pase, direccion string) (Archivo, error) {
	p, err := s.Pases.Open(pase, alcanceDePase, s.Clock())
	partes := strings.Split(p.Key, "\n")
	if err != nil || len(partes) != 3 {
		return Archivo{}, desconocido()
	}
	a, err := s.archivo(ctx, Nombre{partes[0], partes[1], partes[2]})
	a.pase, a.direccion = pase, direccion
	return a, err
}

// archivo reads the document of a code that still allows its file. A code whose uses are spent does: the last of them
// gave the pass out.
func (s *Servicio) archivo(ctx context.Context, n Nombre) (Archivo, error) {
	c, err := s.Store.Codigo(ctx, n)
	if err = conocido(err); err != nil {
		return Archivo{}, err
	}
	estado := c.Estado(s.Clock())
	if c.CodigoID == "" || estado != Vigente && estado != Agotado {
		return Archivo{}, desconocido()
	}
	d, err := s.Documentos.Store.Documento(ctx, n.Clave())
	if err = conocido(err); err != nil {
		return Archivo{}, err
	}
	if d.Estado != documento.Procesado || d.Juridico != "" {
		return Archivo{}, desconocido()
	}
	return Archivo{Documento: d, codigo: c, s: s}, nil
}

// Sigue asks again while a long fetch goes on; an error ends it.
func (a Archivo) Sigue(ctx context.Context) error {
	_, err := a.s.archivo(ctx, a.codigo.Nombre())
	return err
}

// Anotar writes down that the file leaves. What cannot be written down does not leave. A viewer that reads it in a hundred
// parts has one event, which is written again with their number.
func (a Archivo) Anotar(ctx context.Context) error {
	clave := a.pase + a.forma
	if a.s.Repetidas.Repetir(clave) {
		return nil
	}
	r := carpeta.Duenos(ctx, a.s.Carpetas, []string{a.CarpetaID})[a.CarpetaID]
	if r.Err != nil {
		return r.Err
	}
	h := a.s.porCodigo(hecho(auditoria.ArchivoServido, a.codigo, r.Value), a.direccion)
	if a.forma != "" {
		h.Datos["forma"] = a.forma
	}
	if err := a.s.Rastro.Anotar(ctx, a.s.Escribano.Levantar(ctx, h)); err != nil {
		return err
	}
	a.s.Repetidas.Seguir(clave, h) // without room each has an event of its own
	return nil
}

// Abrir reads the file from one of its bytes on.
func (a Archivo) Abrir(ctx context.Context, desde int64) (io.ReadCloser, error) {
	return a.s.Documentos.Objetos.Abrir(ctx, a.StoragePath, desde)
}
