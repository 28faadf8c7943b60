package eliminacion

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Pedido asks for a deletion.
type Pedido struct {
	Clave   documento.Clave
	Ventana time.Duration // undo window; 0 for none
	Motivo  string        // of a request to delete a certified document; empty for any other deletion
	Traza   string        // W3C traceparent, may be empty
}

// Solicitar locks a document and starts its deletion. If it is being deleted
// already, that deletion is returned. NOT_FOUND, BAD_USER_INPUT and the refusals
// (OPERACION_NO_PERMITIDA) are for the user.
func (s *Servicio) Solicitar(ctx context.Context, quien auth.Principal, p Pedido) (Eliminacion, error) {
	if p.Ventana < 0 || p.Ventana > s.Plazos.VentanaMaxima {
		return Eliminacion{}, fault.Newf(fault.BadUserInput, "La ventana va de 0 a %d segundos.", int(s.Plazos.VentanaMaxima.Seconds())).
			WithCampo("ventana", "fuera de rango")
	}
	c, err := s.Conocidas.Leer(ctx, s.Carpetas, quien, p.Clave.CarpetaID)
	if err != nil {
		return Eliminacion{}, err
	}
	if err := p.permitido(quien, c); err != nil {
		return Eliminacion{}, err
	}
	ctx = auditoria.ConAutor(ctx, quien, c.CiudadanoID)
	eventoID := s.NewID()
	for n := range maxConflictos { // until the document does not change meanwhile
		e, hecho, err := s.intentar(ctx, quien, c, p, eventoID)
		switch {
		case !hecho && n > 0 && errors.Is(err, fault.NotFound):
			return s.propia(ctx, eventoID, err)
		case hecho || !errors.Is(err, fault.Conflict):
			return e, err
		}
	}
	return Eliminacion{}, fault.Wrap(fault.Conflict, errors.New("document kept changing"))
}

// propia: the document went while this request tried again. If its own saga took it, the answer to the first write was
// lost for so long that the sweeper brought the deletion to its end.
func (s *Servicio) propia(ctx context.Context, eventoID string, gone error) (Eliminacion, error) {
	e, err := s.Store.Eliminacion(ctx, eventoID)
	if errors.Is(err, fault.NotFound) {
		return Eliminacion{}, gone
	}
	return e, err
}

// completada is the deletion that took a document away lately: the answer to its request may have been lost. It is looked
// for among the newest ends of the carpeta, for a day: so long a client may go on asking.
func (s *Servicio) completada(ctx context.Context, k documento.Clave, gone error) (Eliminacion, error) {
	es, err := s.Store.Cambiadas(ctx, ConsultaCambios{CarpetaID: k.CarpetaID, Desde: s.Clock().Add(-memoriaDeCarpeta), Limite: maxTerminadas})
	if err != nil {
		return Eliminacion{}, err
	}
	documento.FilasEnVano(ctx, len(es))
	for _, e := range es {
		if e.DocumentoID == k.DocumentoID && e.Estado == Completada {
			return e, nil
		}
	}
	return Eliminacion{}, gone
}

// callada is how long after it was asked for a deletion may be where it began.
const callada = 2 * time.Second

// sinNoticia reports whether a deletion may have had no message: the process that wrote it got no answer from the store,
// and asked the citizen to try again. Another message does no harm; without it the deletion would wait for its lease.
func (s *Servicio) sinNoticia(e Eliminacion) bool {
	return e.Paso == MinioCleanup && e.Secuencia == 1 && s.sinAvance(e)
}

// sinAvance reports whether a deletion is where it was a while ago, and nobody leased it since.
func (s *Servicio) sinAvance(e Eliminacion) bool {
	return !e.Estado.Terminal() && e.Arriendos == 0 && e.Intento == 0 && s.now().Sub(e.ultimoCambio()) > callada
}

func (p Pedido) permitido(quien auth.Principal, c carpeta.Carpeta) error {
	if p.Motivo != "" {
		return auth.MaySolicitarAprobacion(quien, c.CiudadanoID, c.OperadorID)
	}
	return auth.MayWriteCarpeta(quien, c.CiudadanoID)
}

// intentar reads the document and does what its state allows. CONFLICT
// means that it changed in between, or that the write's answer was lost: look again.
func (s *Servicio) intentar(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, p Pedido, eventoID string) (Eliminacion, bool, error) {
	d, err := s.Documentos.Documento(ctx, p.Clave)
	switch {
	case errors.Is(err, fault.NotFound):
		e, err := s.completada(ctx, p.Clave, auth.Hidden(err))
		return e, err == nil, err
	case err != nil:
		return Eliminacion{}, false, auth.Hidden(err)
	case d.EsPendiente():
		return Eliminacion{}, true, fault.Plain(fault.DocumentoIncomplete)
	case p.Motivo != "" && !d.Certificado:
		return Eliminacion{}, true, fault.Plain(fault.NotCertificado)
	case d.Estado == documento.Eliminando:
		desde := s.Clock()
		e, err := s.Store.Eliminacion(ctx, d.EliminacionID)
		if errors.Is(err, fault.NotFound) {
			return s.empezarDeNuevo(ctx, quien, c, d, p, eventoID)
		}
		if err == nil && (e.EventoID == eventoID || s.sinNoticia(e)) {
			s.empezar(quien, c, EnMano{Eliminacion: e, Leida: desde})
		}
		return e, true, err
	case d.Certificado && p.Motivo == "":
		return Eliminacion{}, true, fault.Plain(fault.DocumentoCertificado)
	case d.Estado != documento.Procesado:
		return Eliminacion{}, true, fault.Plain(fault.DocumentoIncomplete)
	}
	e, desde := s.nueva(quien, c, d, p, eventoID), s.Clock()
	if err := s.Store.Iniciar(ctx, e, s.Escribano.Levantar(ctx, e.Hecho(auditoria.EliminacionSolicitada))); err != nil {
		return Eliminacion{}, false, err
	}
	s.empezar(quien, c, EnMano{Eliminacion: e, Leida: desde})
	return e, true, nil
}

// empezarDeNuevo takes over a lock whose saga is gone: nobody else would ever end it but
// the reconciler. The rule for certified documents holds as at the first time.
func (s *Servicio) empezarDeNuevo(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, d documento.Documento, p Pedido, eventoID string) (Eliminacion, bool, error) {
	if d.Certificado && p.Motivo == "" {
		return Eliminacion{}, true, fault.Plain(fault.DocumentoCertificado)
	}
	e, desde := s.nueva(quien, c, d, p, eventoID), s.Clock()
	if err := s.Store.Adoptar(ctx, e, d.EliminacionID, s.Escribano.Levantar(ctx, e.Hecho(auditoria.EliminacionSolicitada))); err != nil {
		return Eliminacion{}, false, err
	}
	s.empezar(quien, c, EnMano{Eliminacion: e, Leida: desde})
	return e, true, nil
}

func (s *Servicio) nueva(quien auth.Principal, c carpeta.Carpeta, d documento.Documento, p Pedido, eventoID string) Eliminacion {
	now := s.now()
	e := Eliminacion{
		EventoID: eventoID, CarpetaID: c.CarpetaID, DocumentoID: d.DocumentoID, OperadorID: c.OperadorID,
		SolicitadaPor: quien.Sub, StoragePath: d.StoragePath, VersionArchivo: d.VersionArchivo, TipoCarpeta: d.TipoCarpeta, TamanoBytes: d.TamanoBytes,
		Recuerdo: recuerdoDe(d), EnPapelera: d.EnPapelera(), // of a lock that is taken over
		Estado: Iniciada, Paso: MinioCleanup, SolicitadaEn: now, Traza: p.Traza,
	}
	if d.CopiaHasta.After(now) {
		e.ArchivoDesde = d.CopiaHasta
	}
	if p.Motivo != "" {
		return s.porAprobar(e, p.Motivo)
	}
	if p.Ventana > 0 {
		e.Paso, e.VentanaHasta = Espera, now.Add(p.Ventana)
		if e.EnPapelera { // its time goes on
			e.VentanaHasta = d.PapeleraHasta
		}
		e.NoAntesDe = e.VentanaHasta
		e.EnPapelera = e.EnPapelera || d.Estado == documento.Procesado
		return siguiente(e, now)
	}
	e = siguiente(e, now)
	e.NoAntesDe = s.plazo(e)
	return e
}

// empezar has a new deletion carried on. A request to approve is logged.
func (s *Servicio) empezar(quien auth.Principal, c carpeta.Carpeta, d EnMano) {
	if d.Paso == Aprobacion {
		s.anotarDecision(d.Eliminacion, quien, c.CiudadanoID)
	}
	s.encaminar(d)
}

// encaminar hands over a deletion that a request wrote or found. Subscribers get a message about one that waits, or that
// a person moved; of any other by its command, or by its end.
func (s *Servicio) encaminar(d EnMano) {
	f := Fin{EnMano: d}
	if now := s.now(); !d.Estado.Terminal() && d.Paso != Aprobacion && d.Paso != Espera && d.NoAntesDe.After(now) && !d.ArchivoDesde.After(now) {
		f.Relevo = Orden(d.Eliminacion)
	}
	if d.Secuencia > 1 || d.Paso != MinioCleanup {
		f.Aviso = f.aviso()
	}
	s.Cola.Seguir(f)
}
