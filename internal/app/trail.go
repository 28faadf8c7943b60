package app

import (
	"context"
	"net/url"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// What one event of the trail stands for. Refusals: one event a second for each cause, and for each of so many callers. Further
// uses of one link: one event a minute.
const (
	refusalsEvery, refusedCallers = time.Second, 64
	usesEvery, linksInUse         = time.Minute, 4096
)

// compas is longer than a page of looks takes, so that nobody tells by the clock whether something is hidden.
const compas = 50 * time.Millisecond

// compasOperador is longer than a list of the trail takes that looks at some thousand events in vain.
const compasOperador = 10 * time.Millisecond

// compasSolicitud is longer than the store takes for a request of an entity, whether the citizen has a carpeta or not.
const compasSolicitud = 50 * time.Millisecond

// slowTrail is how long a query of the trail may take before it is logged, without what it asked for.
const slowTrail = 100 * time.Millisecond

// trail writes down who reads what, and answers owners and auditors.
type trail struct {
	archiver *archivado.Archivador
	whole    archivedTrail
	told     auditoria.ConAviso
	reads    *auditoria.Lecturas
	accesses *auditoria.Accesos
	sessions *auditoria.Sesiones
	closing  *auditoria.CierreDeSesiones
	refusals *auditoria.Muestreo
	denied   *auditoria.Muestreo // looks of entities that were refused: their owners are told
	leaving  *documento.Salidas
	embargos *auditoria.Embargador
	rastro   *auditoria.Consultas
}

func newTrail(p process, o ports, cursors *relay.Codec, conocidas *carpeta.Conocidas, dispatcher *outbox.Dispatcher, revocations *auth.Revocations) trail {
	escribano := auditoria.Escribano{Clock: p.clock}
	told := auditoria.ConAviso{Anotador: o.Store, Avisar: func(m auditoria.Miradas) { dispatcher.Enviar(eliminacion.MensajeDeMiradas(m, p.clock())) }}
	l := &auditoria.Lecturas{Rastro: told, Escribano: escribano, Metrics: p.metrics}
	archiver := archivado.New(archivado.Config{
		Rastro: o.Store, Objetos: o.Archivo, Marcas: o.Store, Dueno: p.owner(), Clock: p.clock, Log: p.log, Metrics: p.metrics,
	})
	t := trail{archiver: archiver, whole: archivedTrail{o.Store, archiver}, told: told, reads: l}
	guarda := func(ctx context.Context, carpetaID string) (auditoria.Guarda, error) {
		c, err := o.Store.Carpeta(ctx, carpetaID)
		return auditoria.Guarda{CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, OperadorID: c.OperadorID}, err
	}
	t.accesses = &auditoria.Accesos{Rastro: t.whole, Cursores: cursors.Hidden(), Clock: p.clock, Compas: compas, Pausa: service.Pause}
	t.embargos = &auditoria.Embargador{Rastro: o.Store, Guarda: guarda, Lecturas: l, Escribano: escribano, Clock: p.clock}
	t.refusals = &auditoria.Muestreo{Rastro: o.Store, Escribano: escribano, Ventana: refusalsEvery, Max: refusedCallers, Metrics: p.metrics}
	t.denied = &auditoria.Muestreo{Rastro: told, Escribano: escribano, Ventana: refusalsEvery, Max: linksInUse, Metrics: p.metrics}
	carpetaDe := func(ctx context.Context, ciudadanoID string) (carpetaID, operadorID string, err error) {
		c, err := o.Store.CarpetaDeCiudadano(ctx, ciudadanoID)
		return c.CarpetaID, c.OperadorID, err
	}
	t.sessions = auditoria.NewSesiones(auditoria.ConfigSesiones{Lecturas: l, Rastro: o.Store, Rechazos: t.refusals, CarpetaDe: carpetaDe})
	t.closing = &auditoria.CierreDeSesiones{
		Denegados: DenyList(p.cfg, o.Store), Cargar: revocations.Load, CarpetaDe: carpetaDe, Rastro: told, Escribano: escribano, Clock: p.clock,
		Vigencia: p.cfg.AuthTokenLife + 2*p.cfg.AuthClockSkew, Max: p.cfg.RevocationsMax,
	}
	uses := &auditoria.Muestreo{Rastro: told, Escribano: escribano, Ventana: usesEvery, Max: linksInUse, Metrics: p.metrics}
	t.leaving = &documento.Salidas{Carpetas: o.Store, Lecturas: l, Repetidas: uses}
	t.rastro = &auditoria.Consultas{
		Rastro: t.whole, Seguido: func() auditoria.Seguido { return archiver.Seguidor() },
		Propia:   func(ctx context.Context, sub string) (string, error) { return conocidas.De(ctx, o.Store, sub) },
		Cursores: cursors.Hidden(), Lecturas: l, Guarda: guarda, Asentado: o.Store.Asentado, Compas: compasOperador, Pausa: service.Pause, Lenta: slowTrail, Clock: p.clock, Log: p.log,
	}
	return t
}

// storedTrail is the part of the trail that the store has.
type storedTrail interface {
	auditoria.Store
	auditoria.StoreEmbargos
}

// archivedTrail is the whole trail: lists of a time long ago, and events whose retention is over, are
// read from the archive.
type archivedTrail struct {
	storedTrail
	archive *archivado.Archivador
}

func (t archivedTrail) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	return t.archive.Eventos(ctx, c)
}

func (t archivedTrail) Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error) {
	return t.archive.Evento(ctx, operadorID, eventoID)
}

// toldTrail is the whole trail, and tells those who follow looks what is written.
type toldTrail struct {
	archivedTrail
	told auditoria.ConAviso
}

func (t toldTrail) Anotar(ctx context.Context, es ...auditoria.Evento) error {
	return t.told.Anotar(ctx, es...)
}

// newSealer makes the sealer of the trail, and gives its keys. Without keys it is off, and said to be: a server
// that worked before must not stop because it cannot prove yet what it does.
func newSealer(p process, o ports, archiver *archivado.Archivador) (*sellado.Sellador, sellado.Llaves, error) {
	llaves, on, err := sealKeys(p)
	if err != nil {
		return nil, llaves, err
	}
	p.metrics.Sealing(on)
	if !on {
		p.log.Warn("SEALING IS OFF: nobody can prove what the trail says. Make a key with carpeta llave crear, and name its file in CARPETA_SELLO_LLAVES")
		return nil, llaves, nil
	}
	return sellado.New(sellado.Config{
		Archivo: archiver.Buscador,
		Actas:   o.Store, Eventos: o.Store, Marcas: o.Store, Objetos: o.Sellos, Llaves: llaves, Operadores: o.Store.OperadoresConEventos,
		Cada: p.cfg.SealEvery, Dueno: p.owner(), Clock: p.clock, Log: p.log, Metrics: p.metrics,
	}), llaves, nil
}

// sealKeys are the secret keys of the sealed logs, if there are any.
func sealKeys(p process) (l sellado.Llaves, on bool, err error) {
	switch {
	case p.cfg.SelloLlaves != "":
		l, err = sellado.LeerArchivoDeLlaves(p.cfg.SelloLlaves)
	case !p.distributed():
		l, err = sellado.AbrirLlaves(filepath.Join(p.cfg.DataDir, datafolder.SealKeys), sealName(p.cfg), p.clock())
	default:
		return l, false, nil
	}
	return l, err == nil, err
}

// sealName is what the embedded profile calls itself in its logs when it makes its key.
func sealName(c config.Config) string {
	if u, err := url.Parse(c.PublicURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}
