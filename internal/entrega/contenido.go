package entrega

import (
	"cmp"
	"encoding/base64"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Contenido are the bytes that an entity signs in version 1. docs/api.md has an example, which a test runs.
func Contenido(ciudadanoID string, n documento.Nuevo) []byte { return version1(ciudadanoID, n).Bytes() }

// Contenido are the bytes that the entity signs, of what it asks for in the form in which it is stored.
func (p Pedido) Contenido() []byte {
	s, _ := p.declaracion(p.Nuevo)
	return s.Bytes()
}

func version1(ciudadanoID string, n documento.Nuevo) verificable.Declaracion {
	return verificable.Declaracion{
		Version: 1, CiudadanoID: ciudadanoID, HashDocumento: n.Hash, TipoDocumento: string(n.Tipo), Titulo: n.Titulo,
	}
}

// firmado is what was signed of a delivered document, as it stands now.
func firmado(e Entrega, d documento.Documento) []byte {
	s := e.Declaracion
	if s.Version < 2 {
		s = version1(e.CiudadanoID, documento.Nuevo{})
	}
	s.HashDocumento, s.TipoDocumento, s.Titulo = d.Hash, string(d.Tipo), d.Titulo
	s.Numero, s.Vigencia = d.Numero, d.Dias()
	return s.Bytes()
}

// Declarado is what version 2 of a statement says beside what version 1 does.
type Declarado struct {
	FechaEmision string // 2006-01-02
	Numero       string
	Vigencia     verificable.Vigencia
	Nombre       string // of the citizen
	Sal          string // base64url; hides them in the statement
	ReemplazaA   string // entregaId
}

// declaracion is what the entity signs: of version 1 if it states no more.
func (p Pedido) declaracion(n documento.Nuevo) (verificable.Declaracion, verificable.Titular) {
	s := version1(p.CiudadanoID, n)
	if p.Declarado == nil {
		return s, verificable.Titular{}
	}
	sal, _ := base64.RawURLEncoding.Strict().DecodeString(p.Declarado.Sal) // it was checked
	t := verificable.Titular{CiudadanoID: p.CiudadanoID, Nombre: p.Declarado.Nombre, Sal: sal}
	s.Version, s.CiudadanoID, s.Titular = 2, "", t.Sello()
	s.FechaEmision, s.Numero, s.Vigencia, s.ReemplazaA = p.Declarado.FechaEmision, p.Declarado.Numero, p.Declarado.Vigencia, p.Declarado.ReemplazaA
	return s, t
}

const (
	maxNombre        = 200
	maxNumero        = 64
	minSal, maxSal   = 16, 64 // bytes
	comoTexto        = "Como máximo 200 caracteres, sin caracteres de control ni de dirección, sin espacios alrededor y en la forma NFC de Unicode: así se firma."
	comoNumero       = "Como máximo 64 caracteres, sin caracteres de control ni de dirección, sin espacios alrededor y en la forma NFC de Unicode: así se firma."
	comoDia          = "Un día como 2026-05-03."
	comoDiaDeEmision = "Un día como 2026-05-03, y no después de hoy."
)

// revisarDeclarado names each member that is not in the form in which it is signed.
func (s *Servicio) revisarDeclarado(d Declarado, malo *fault.Error) *fault.Error {
	hoy := s.Documentos.Hoy()
	if !esDia(d.FechaEmision) || d.FechaEmision > hoy {
		malo = malo.WithCampo("declaracion.fechaEmision", comoDiaDeEmision)
	}
	if !esFirmable(d.Nombre, 1, maxNombre) {
		malo = malo.WithCampo("declaracion.titular.nombre", comoTexto)
	}
	if !esFirmable(d.Numero, 0, maxNumero) {
		malo = malo.WithCampo("declaracion.numero", comoNumero)
	}
	if sal, err := base64.RawURLEncoding.Strict().DecodeString(d.Sal); err != nil || len(sal) < minSal || len(sal) > maxSal {
		malo = malo.WithCampo("declaracion.titular.sal", "De 16 a 64 bytes al azar, en base64url sin relleno.")
	}
	desde, hasta := d.Vigencia.Desde, d.Vigencia.Hasta
	if desde != "" && !esDia(desde) || hasta != "" && !esDia(hasta) {
		malo = malo.WithCampo("declaracion.vigencia", comoDia)
	} else if hasta != "" && hasta < cmp.Or(desde, hasta) {
		malo = malo.WithCampo("declaracion.vigencia", "El último día no puede ser anterior al primero.")
	}
	if d.ReemplazaA != "" && !relay.IsUUID(d.ReemplazaA) {
		malo = malo.WithCampo("reemplazaA", sinReemplazada)
	}
	return malo
}

func esDia(t string) bool {
	dia, err := time.Parse(time.DateOnly, t)
	return err == nil && dia.Year() > 0 && dia.Format(time.DateOnly) == t
}

// esFirmable reports whether a text is in the one form in which it is signed.
func esFirmable(t string, minimo, maximo int) bool {
	return documento.EsTexto(t, minimo, maximo) && documento.TextoLimpio(t) == t
}
