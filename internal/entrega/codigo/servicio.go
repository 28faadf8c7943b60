package codigo

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Servicio is every use case of codes.
type Servicio struct {
	Store      Store
	Documentos *documento.Servicio
	Entregas   *entrega.Servicio
	Copias     *entrega.Exportacion // makes the verifiable files
	Carpetas   carpeta.Store
	Llaves     Llaves
	Pases      *relay.Codec // signs the permissions to fetch a file; they live VidaDePase
	Cursores   *relay.Codec
	Ritmo      *quota.Ledger // of the uses of each code, as NewRitmo has it; nil: as often as anybody likes
	Sal        []byte        // random, and kept nowhere: of the marks of those who look
	Clock      func() time.Time
	NewID      func() string // UUID v7
	Escribano  auditoria.Escribano
	Embargos   Embargos            // nil: there are none
	Rastro     auditoria.ConAviso  // whatever is set for reads: nothing is shown that is not written down
	Repetidas  *auditoria.Muestreo // fetches that follow one that is in the trail, by the same pass
}

// Embargos tells what is hidden from the owner of a carpeta.
type Embargos interface {
	EmbargosDe(ctx context.Context, carpetaID string) (auditoria.Embargos, error)
}

// Pedido is the code that an owner wants.
type Pedido struct {
	Clave               documento.Clave // its CarpetaID is empty for the caller's own
	Hasta               time.Time       // zero: a day from now
	Alcance             Alcance
	MostrarTitular      bool
	ConCopiaVerificable bool
	MaxUsos             *int64 // nil: any number
	Referencia          string
}

// The bounds of a code.
const (
	vigenciaNormal  = 24 * time.Hour
	maxVigencia     = 90 * 24 * time.Hour
	maxConArchivo   = 7 * 24 * time.Hour
	maxReferencia   = 120 // characters
	maxUsos         = 10_000
	maxPorDocumento = 20 // codes of one document that can be used at the same time
)

// RecursoCodigo is the kind of a code in the trail.
const RecursoCodigo = "codigo"

// Crear makes a code for a certified document of the caller's own.
func (s *Servicio) Crear(ctx context.Context, quien auth.Principal, p Pedido) (Codigo, error) {
	d, dueno, err := s.propio(ctx, quien, p.Clave)
	if err != nil {
		return Codigo{}, err
	}
	now := documento.Milisegundos(s.Clock())
	c, err := p.codigo(d, now)
	if err != nil {
		return Codigo{}, err
	}
	if err := s.mostrable(ctx, d, c); err != nil {
		return Codigo{}, err
	}
	c.CodigoID = s.NewID()
	c.Resumen = resumen(s.Llaves.nuevo(c.CodigoID))
	h := s.Escribano.Levantar(auditoria.ConAutor(ctx, quien, dueno.CiudadanoID), hecho(auditoria.CodigoCreado, c, dueno))
	return c, auth.Hidden(s.guardar(ctx, c, h))
}

// propio reads a document for its owner.
func (s *Servicio) propio(ctx context.Context, quien auth.Principal, k documento.Clave) (d documento.Documento, dueno carpeta.Dueno, err error) {
	if k.CarpetaID == "" {
		c, err := s.Documentos.Carpetas.Mia(ctx, quien)
		if err != nil {
			return d, dueno, err
		}
		k.CarpetaID = c.CarpetaID
	}
	if d, err = s.Documentos.Ver(ctx, quien, k); err != nil {
		return d, dueno, err
	}
	dueno, err = s.dueno(ctx, k.CarpetaID)
	if err != nil {
		return d, dueno, err
	}
	return d, dueno, auth.MayWriteCarpeta(quien, dueno.CiudadanoID)
}

func (s *Servicio) dueno(ctx context.Context, carpetaID string) (carpeta.Dueno, error) {
	r := carpeta.Duenos(ctx, s.Carpetas, []string{carpetaID})[carpetaID]
	return r.Value, auth.Hidden(r.Err)
}

// codigo checks what is asked for.
func (p Pedido) codigo(d documento.Documento, now time.Time) (Codigo, error) {
	c := Codigo{
		CarpetaID: d.CarpetaID, DocumentoID: d.DocumentoID, Alcance: p.Alcance, MostrarTitular: p.MostrarTitular, ConCopiaVerificable: p.ConCopiaVerificable,
		Referencia: norm.NFC.String(strings.TrimSpace(p.Referencia)), CreadoEn: now, Hasta: documento.Milisegundos(p.Hasta),
	}
	if p.Hasta.IsZero() {
		c.Hasta = now.Add(vigenciaNormal)
	}
	malo := fault.New(fault.BadUserInput, "Revise los datos del código.")
	switch {
	case c.Hasta.After(now) && !c.Hasta.After(now.Add(maxConArchivo)):
	case c.Alcance == DatosYArchivo:
		malo = malo.WithCampo("hasta", "Un momento que todavía no ha pasado, dentro de 7 días: el código muestra también el archivo.")
	case !c.Hasta.After(now) || c.Hasta.After(now.Add(maxVigencia)):
		malo = malo.WithCampo("hasta", "Un momento que todavía no ha pasado, dentro de 90 días.")
	}
	if c.ConCopiaVerificable && c.Alcance != DatosYArchivo {
		malo = malo.WithCampo("conCopiaVerificable", "Solo con un código que muestra también el archivo: la copia lo contiene.")
	}
	if p.MaxUsos != nil {
		c.MaxUsos = *p.MaxUsos
		if c.MaxUsos < 1 || c.MaxUsos > maxUsos {
			malo = malo.WithCampo("maxUsos", "De 1 a 10.000 veces; sin este dato, las veces que sean.")
		}
	}
	if utf8.RuneCountInString(c.Referencia) > maxReferencia || strings.ContainsFunc(c.Referencia, unicode.IsControl) {
		malo = malo.WithCampo("referencia", "Una línea de 120 caracteres como máximo.")
	}
	if len(malo.Campos) > 0 {
		return c, malo
	}
	return c, nil
}

// mostrable refuses a document that has nothing to show by a code.
func (s *Servicio) mostrable(ctx context.Context, d documento.Documento, c Codigo) error {
	switch {
	case !d.EsEntregado():
		return fault.Plain(fault.NotShowable)
	case d.Estado == documento.Eliminando:
		return fault.New(fault.DocumentoLocked, "El documento se está eliminando y no se muestra: si es posible, cancele primero la eliminación.")
	case d.Estado != documento.Procesado:
		return auth.NotFound()
	case d.Juridico != "":
		return fault.New(fault.NotShowable, "Este documento fue revocado o reemplazado: no se puede mostrar con un código.")
	case !c.MostrarTitular:
		return nil
	}
	_, err := s.titular(ctx, d)
	return err
}

// titular is whom the issuer signed it for; NOT_ALLOWED if it signed no name.
func (s *Servicio) titular(ctx context.Context, d documento.Documento) (verificable.Titular, error) {
	e, err := s.Entregas.Store.Entrega(ctx, entrega.Nombre{EntidadID: d.EmisorID, EntregaID: d.DocumentoID})
	if err != nil {
		return e.Titular, auth.Hidden(err)
	}
	if e.Titular.Nombre == "" {
		return e.Titular, fault.Plain(fault.NoTitular)
	}
	return e.Titular, nil
}

// guardar writes a code where it has a place. Each CONFLICT is another code that took one meanwhile, so the last attempt
// finds no place left.
func (s *Servicio) guardar(ctx context.Context, c Codigo, h auditoria.Evento) (err error) {
	for range maxPorDocumento + 1 {
		var q Cupo
		if q, err = s.conLugar(ctx, c); err == nil {
			err = s.Store.CrearCodigo(ctx, c, q, h)
		}
		if !errors.Is(err, fault.Conflict) {
			break
		}
	}
	return err
}

// conLugar are the places of a document with one for a new code. Where none is left, those of codes that are over are free.
func (s *Servicio) conLugar(ctx context.Context, c Codigo) (Cupo, error) {
	q, err := s.Store.Cupo(ctx, c.Nombre().Clave())
	if err != nil {
		return q, err
	}
	q.Lugares = slices.DeleteFunc(q.Lugares, func(l Lugar) bool { return !c.CreadoEn.Before(l.Hasta) })
	if len(q.Lugares) >= maxPorDocumento {
		if q.Lugares, err = s.ocupados(ctx, c, q.Lugares); err != nil {
			return q, err
		}
	}
	if len(q.Lugares) >= maxPorDocumento {
		return q, fault.Plain(fault.TooManyCodigos)
	}
	q.Version++
	q.Lugares = append(q.Lugares, Lugar{c.CodigoID, c.Hasta})
	return q, nil
}

// ocupados are the places of codes that can be used still.
func (s *Servicio) ocupados(ctx context.Context, c Codigo, ls []Lugar) (quedan []Lugar, err error) {
	for _, l := range ls {
		n := c.Nombre()
		n.CodigoID = l.CodigoID
		x, err := s.Store.Codigo(ctx, n)
		if err = conocido(err); err != nil {
			return nil, err
		}
		if x.Estado(c.CreadoEn) == Vigente {
			quedan = append(quedan, l)
		}
	}
	return quedan, nil
}

// Terminar ends a code of the caller's own at once. A repeated call changes nothing.
func (s *Servicio) Terminar(ctx context.Context, quien auth.Principal, n Nombre) (Codigo, error) {
	c, dueno, err := s.suyo(ctx, quien, n)
	if err != nil || !c.TerminadoEn.IsZero() {
		return s.visto(ctx, c, err)
	}
	h := s.Escribano.Levantar(auditoria.ConAutor(ctx, quien, dueno.CiudadanoID), hecho(auditoria.CodigoTerminado, c, dueno))
	c, err = s.Store.TerminarCodigo(ctx, n, documento.Milisegundos(s.Clock()), h)
	return s.visto(ctx, c, auth.Hidden(err))
}

// Ver reads a code for the owner of its document.
func (s *Servicio) Ver(ctx context.Context, quien auth.Principal, n Nombre) (Codigo, error) {
	c, _, err := s.suyo(ctx, quien, n)
	return s.visto(ctx, c, err)
}

func (s *Servicio) visto(ctx context.Context, c Codigo, err error) (Codigo, error) {
	if err != nil {
		return c, err
	}
	cs, err := s.vistos(ctx, c.CarpetaID, []Codigo{c})
	return cs[0], err
}

// vistos are the codes of a carpeta as its owner may see them: what a legal order hides was no use of them. Orders are read
// after the codes, because an order comes before the looks that it is for.
func (s *Servicio) vistos(ctx context.Context, carpetaID string, cs []Codigo) ([]Codigo, error) {
	if s.Embargos == nil || len(cs) == 0 {
		return cs, nil
	}
	es, err := s.Embargos.EmbargosDe(ctx, carpetaID)
	for i := range cs {
		cs[i].Usos -= es.UsosOcultos(cs[i].CodigoID, s.Clock())
	}
	return cs, err
}

func (s *Servicio) suyo(ctx context.Context, quien auth.Principal, n Nombre) (c Codigo, dueno carpeta.Dueno, err error) {
	if !relay.IsUUID(n.CarpetaID) || !relay.IsUUID(n.DocumentoID) || !relay.IsUUID(n.CodigoID) {
		return c, dueno, auth.NotFound()
	}
	if dueno, err = s.dueno(ctx, n.CarpetaID); err == nil {
		err = auth.MayWriteCarpeta(quien, dueno.CiudadanoID)
	}
	if err != nil {
		return c, dueno, err
	}
	c, err = s.Store.Codigo(ctx, n)
	return c, dueno, auth.Hidden(err)
}

// Lista is the codes of a document, or with an empty DocumentoID of the whole carpeta; for its owner.
func (s *Servicio) Lista(ctx context.Context, quien auth.Principal, k documento.Clave, args relay.Args) (*relay.Connection[Codigo], error) {
	dueno, err := s.dueno(ctx, k.CarpetaID)
	if err == nil {
		err = auth.MayReadCarpeta(quien, dueno.CiudadanoID)
	}
	if err != nil {
		return nil, err
	}
	lista := relay.List[Codigo]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: relay.NewScope("codigos", quien.Sub, k.CarpetaID, k.DocumentoID),
		Key: func(c Codigo) string { return c.Nombre().ClaveOrden() },
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Codigo, error) {
			cs, err := s.Store.CodigosDe(ctx, Consulta{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Desde: after, Descendente: !backward, Limite: limit})
			if err != nil {
				return nil, err
			}
			return s.vistos(ctx, k.CarpetaID, cs)
		},
	}
	return lista.Page(ctx, args)
}

func hecho(tipo auditoria.Tipo, c Codigo, dueno carpeta.Dueno) auditoria.Evento {
	datos := map[string]string{"alcance": string(c.Alcance)}
	if c.ConCopiaVerificable {
		datos["conCopiaVerificable"] = "true"
	}
	return auditoria.Evento{
		Tipo: tipo, Recurso: auditoria.Recurso{Tipo: RecursoCodigo, ID: c.CodigoID}, OperadorID: dueno.OperadorID,
		CarpetaID: c.CarpetaID, DocumentoID: c.DocumentoID, Datos: datos,
	}
}
