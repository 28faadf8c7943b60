package entrega

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Pedido is a document that an entity wants to deliver.
type Pedido struct {
	CiudadanoID string
	Nuevo       documento.Nuevo
	Declarado   *Declarado // nil for a statement of version 1
	Firma       string     // a compact, detached JWS over the statement
}

const maxCiudadanoID = 128

// Entregar announces a certified document, and signs the upload of its file. The same
// content for the same citizen again returns the first delivery: with an upload while its
// file is still to come, and without one when it is delivered. A delivery that is revoked is
// refused: the same bytes stay revoked.
func (s *Servicio) Entregar(ctx context.Context, quien auth.Principal, p Pedido) (Entrega, *documento.Carga, error) {
	if err := auth.MayEntregar(quien); err != nil {
		return Entrega{}, nil, err
	}
	if err := s.gastar(quien.EntidadID); err != nil {
		return Entrega{}, nil, err
	}
	e, d, operadorID, err := s.preparar(ctx, quien, p)
	if err != nil {
		return Entrega{}, nil, err
	}
	parte := s.tomar(e, d.TamanoBytes)
	dice := firmado(e, d)
	primera, d, err := s.anunciar(auditoria.ConAutor(ctx, quien, ""), anuncio{e, d, operadorID, parte.cuota(s.cuota())})
	if err != nil || primera.EntregaID != e.EntregaID {
		parte.devolver()
	}
	if errors.Is(err, fault.QuotaExceeded) { // how much the citizen has is not the entity's affair
		err = cmp.Or(parte.agotada, error(fault.Plain(fault.CarpetaFull)))
	}
	if err != nil {
		return Entrega{}, nil, auth.Hidden(err)
	}
	if !bytes.Equal(firmado(primera, d), dice) {
		return Entrega{}, nil, otraDeclaracion(primera, d, dice)
	}
	if !primera.RevocadaEn.IsZero() { // a success would say that the citizen has a good document
		return Entrega{}, nil, fault.Newf(fault.EntregaRevocada, "Ya entregó este archivo a este ciudadano (entrega %s), y esa entrega está revocada: para certificarlo otra vez, entregue otro archivo, sin «reemplazaA».", primera.EntregaID)
	}
	if d.Estado != documento.Cargando {
		return primera, nil, nil
	}
	carga, err := s.Documentos.FirmarCarga(ctx, d)
	return primera, &carga, err
}

// otraDeclaracion refuses another statement about the bytes of a delivery that was announced or delivered.
func otraDeclaracion(primera Entrega, d documento.Documento, dice []byte) error {
	difiere := strings.Join(entidad.Distintos(firmado(primera, d), dice), ", ")
	if d.Estado == documento.Cargando {
		return fault.Newf(fault.OtraDeclaracion, "Ya anunció este archivo a este ciudadano con otra declaración, que difiere en %s, y no lo confirmó (entrega %s): confírmela, cancélela o espere a que venza.",
			difiere, primera.EntregaID)
	}
	if !primera.RevocadaEn.IsZero() {
		return fault.Newf(fault.OtraDeclaracion, "Ya entregó este archivo a este ciudadano con otra declaración, que difiere en %s (entrega %s), y la revocó: entregue otro archivo, sin «reemplazaA».",
			difiere, primera.EntregaID)
	}
	return fault.Newf(fault.OtraDeclaracion, "Ya entregó este archivo a este ciudadano con otra declaración, que difiere en %s (entrega %s): revóquela si está mal, y entregue otro archivo; si la corrige, con «reemplazaA».",
		difiere, primera.EntregaID)
}

// tomar takes a delivery from the day of its entity, and from its part of the carpeta: from both or neither.
func (s *Servicio) tomar(e Entrega, bytes int64) tomada {
	dia := delDia(s.Dia, e.EntidadID)
	if dia.agotada != nil {
		return dia
	}
	parte := s.Partes.tomar(e, bytes)
	if parte.agotada != nil {
		dia.devolver()
		return parte
	}
	return tomada{devolver: func() { parte.devolver(); dia.devolver() }}
}

// anuncio is what is to be announced, and the quota for it.
type anuncio struct {
	entrega    Entrega
	documento  documento.Documento
	operadorID string // who keeps the carpeta
	cuota      carpeta.Cuota
}

// maxIntentos is how often an announcement looks again after others wrote in between.
const maxIntentos = 5

// anunciar writes a delivery, or finds the first one of the same content, with its document. If that has come to its
// end, the end is written down before: a process whose clock is behind could confirm it, and the citizen would have the
// content twice.
func (s *Servicio) anunciar(ctx context.Context, a anuncio) (Entrega, documento.Documento, error) {
	for range maxIntentos {
		primera, d, err := s.crear(ctx, a)
		var antes documento.YaAnunciada
		if !errors.As(err, &antes) {
			return primera, d, err
		}
		if err := s.terminar(ctx, antes.Primera, a.operadorID); err != nil {
			return Entrega{}, a.documento, err
		}
	}
	return Entrega{}, a.documento, fault.Plain(fault.Conflict)
}

// terminar writes down that a delivery has come to its end, unless somebody else wrote something meanwhile.
func (s *Servicio) terminar(ctx context.Context, d documento.Documento, operadorID string) error {
	if d.Cancelada() {
		return nil
	}
	err := s.Documentos.Vencer(ctx, d, operadorID)
	if errors.Is(err, fault.Conflict) || errors.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// crear writes a delivery, or reads the first one of the same content: CONFLICT because of documento.YaAnunciada if that
// has come to its end, or to a moment before it in which no link can be signed any more.
func (s *Servicio) crear(ctx context.Context, a anuncio) (Entrega, documento.Documento, error) {
	primera, err := s.Store.CrearEntrega(ctx, a.entrega, a.documento, a.cuota, s.Escribano.Levantar(ctx, a.documento.Hecho(auditoria.CargaAnunciada, a.operadorID)))
	if err != nil || primera.EntregaID == a.entrega.EntregaID {
		return primera, a.documento, err
	}
	d, err := s.Documentos.Store.AunVencido(ctx, primera.Clave())
	if err == nil && d.Estado == documento.Cargando && !s.Documentos.Firmable(d) {
		err = fault.Wrap(fault.Conflict, documento.YaAnunciada{Primera: d})
	}
	return primera, d, err
}

// parteDelCiudadano of a quota is the citizen's own: a tenth.
const parteDelCiudadano = 10

// cuota is that of the carpeta, less what is kept for the citizen. What entities announce, perhaps without ever
// sending it, is no pending upload of the citizen's, and must not keep theirs out.
func (s *Servicio) cuota() carpeta.Cuota {
	c := s.Documentos.Limites.Cuota
	c.Bytes, c.Documentos = c.Bytes-c.Bytes/parteDelCiudadano, c.Documentos-c.Documentos/parteDelCiudadano
	c.Pendientes = carpeta.SinCuota.Pendientes
	return c
}

// preparar checks everything that can be checked before something is stored. operadorID is who keeps the
// carpeta.
func (s *Servicio) preparar(ctx context.Context, quien auth.Principal, p Pedido) (_ Entrega, _ documento.Documento, operadorID string, _ error) {
	n, err := s.revisar(ctx, p)
	if err != nil {
		return Entrega{}, documento.Documento{}, "", err
	}
	dice, titular := p.declaracion(n)
	emisor, firma, err := s.Entidades.Comprobar(ctx, quien.EntidadID, p.Firma, dice.Bytes())
	if err != nil {
		return Entrega{}, documento.Documento{}, "", err
	}
	c, err := s.carpetaDe(ctx, p.CiudadanoID)
	if err != nil {
		return Entrega{}, documento.Documento{}, "", err
	}
	d := s.Documentos.Anunciado(c, n)
	d.Certificado, d.EmisorID, d.EmisorNombre, d.FechaEmision = true, emisor.EntidadID, emisor.Nombre, firma.FirmadaEn
	e := Entrega{
		EntidadID: quien.EntidadID, EntregaID: d.DocumentoID, CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID,
		Firma: firma, Llave: firma.Llave, AnunciadaEn: d.FechaRecepcion, ModificadaEn: d.FechaRecepcion, ExpiraEn: d.FechaRecepcion.Add(Retencion),
	}
	if p.Declarado != nil {
		e.Declaracion, e.Titular = dice, titular
		d.Numero, d.Vigencia, d.ReemplazaA = dice.Numero, documento.Periodo(dice.Vigencia), dice.ReemplazaA
		d.FechaEmision, err = s.Documentos.InicioDelDia(dice.FechaEmision)
		d.FechaEmision = d.FechaEmision.UTC()
	}
	if err == nil && dice.ReemplazaA != "" {
		err = s.puedeReemplazar(ctx, e, d.Hash)
	}
	return e, d, c.OperadorID, err
}

// revisar refuses texts that are not in the form in which they are stored: the entity
// signed others.
func (s *Servicio) revisar(ctx context.Context, p Pedido) (documento.Nuevo, error) {
	n, err := s.Documentos.Revisado(ctx, p.Nuevo)
	var malo *fault.Error
	if err != nil && !errors.As(err, &malo) {
		return n, err
	}
	if malo == nil {
		malo = fault.New(fault.BadUserInput, "Revise los datos del documento.")
	}
	if p.CiudadanoID == "" || len(p.CiudadanoID) > maxCiudadanoID {
		malo = malo.WithCampo("ciudadanoId", "El identificador del ciudadano, de 1 a 128 caracteres.")
	}
	if n.Titulo != p.Nuevo.Titulo {
		malo = malo.WithCampo("titulo", "Sin espacios alrededor y en la forma NFC de Unicode: así se firma.")
	}
	if n.Hash != p.Nuevo.Hash {
		malo = malo.WithCampo("hashDocumento", "En minúsculas: así se firma.")
	}
	if p.Declarado != nil {
		malo = s.revisarDeclarado(*p.Declarado, malo)
	}
	if len(malo.Campos) > 0 {
		return n, malo
	}
	return n, nil
}

// carpetaDe is where a citizen receives. That there is none is no secret from an entity
// that could deliver there.
func (s *Servicio) carpetaDe(ctx context.Context, ciudadanoID string) (carpeta.Carpeta, error) {
	c, err := s.Carpetas.CarpetaDeCiudadano(ctx, ciudadanoID)
	if errors.Is(err, fault.NotFound) {
		return c, fault.Plain(fault.CiudadanoSinCarpeta).WithRecuperacion("Entregue de nuevo cuando la carpeta esté abierta.")
	}
	return c, err
}

// Confirmar verifies the file, and the signature once more, and makes the document
// visible. A repeated call changes nothing.
func (s *Servicio) Confirmar(ctx context.Context, quien auth.Principal, entregaID string) (Entrega, error) {
	if err := auth.MayEntregar(quien); err != nil {
		return Entrega{}, err
	}
	e, err := s.porConfirmar(ctx, quien, entregaID)
	if err != nil || !e.EntregadaEn.IsZero() {
		return e, err
	}
	if err := s.gastar(quien.EntidadID); err != nil {
		return Entrega{}, err
	}
	d, err := s.Documentos.Store.Documento(ctx, e.Clave())
	if err != nil {
		return s.sinDocumento(ctx, quien, entregaID, err)
	}
	if d.Estado != documento.Cargando { // confirmed between the two reads
		return s.ver(ctx, quien, entregaID)
	}
	if _, _, err := s.Entidades.Comprobar(ctx, e.EntidadID, e.Firma.JWS, firmado(e, d)); err != nil {
		return Entrega{}, err
	}
	c, err := s.Carpetas.Carpeta(ctx, e.CarpetaID)
	if err != nil {
		return Entrega{}, auth.Hidden(err)
	}
	ctx = auditoria.ConAutor(ctx, quien, "")
	v := s.Documentos.Verificar(ctx, d)
	defer v.Cerrar()
	for v.Abierta() {
		e = e.alConfirmar(v.Documento)
		final, err := s.confirmar(ctx, &e, v.Visto, v.Documento, c.OperadorID)
		v.Escrita(ctx, final, err)
	}
	if d, err = v.Resultado(); err != nil {
		return s.sinDocumento(ctx, quien, entregaID, err)
	}
	return e.alConfirmar(d), nil // of the call that was first
}

// porConfirmar reads a delivery of the caller's entity that is confirmed, or may still be.
func (s *Servicio) porConfirmar(ctx context.Context, quien auth.Principal, entregaID string) (Entrega, error) {
	e, err := s.ver(ctx, quien, entregaID)
	if err == nil && !e.CanceladaEn.IsZero() {
		return Entrega{}, fault.Plain(fault.EntregaCancelada)
	}
	return e, err
}

// sinDocumento answers a confirmation that failed. If its document is gone, the delivery says why: it was cancelled
// meanwhile or has expired, or another call confirmed it, and the citizen erased it.
func (s *Servicio) sinDocumento(ctx context.Context, quien auth.Principal, entregaID string, falla error) (Entrega, error) {
	if !errors.Is(falla, fault.NotFound) {
		return Entrega{}, falla
	}
	e, err := s.porConfirmar(ctx, quien, entregaID)
	if err == nil && e.EntregadaEn.IsZero() {
		return Entrega{}, fault.Plain(fault.EntregaVencida)
	}
	return e, err
}

// alConfirmar is the delivery of a document that became visible.
func (e Entrega) alConfirmar(d documento.Documento) Entrega {
	e.EntregadaEn, e.ModificadaEn, e.ExpiraEn = d.FechaRecepcion, d.FechaRecepcion, Entrega{}.ExpiraEn
	return e
}
