package app

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// What the configuration says, as the use cases want it.

// maxVerifying are the whole files that are read at a time to verify them.
const maxVerifying = 4

func limites(c config.Config) documento.Limites {
	return documento.Limites{
		MaxTamano: c.UploadMaxBytes, TamanoParte: c.UploadPartSize, CargaVence: c.UploadURLTTL, DescargaVence: c.DownloadURLTTL,
		Cuota: carpeta.Cuota{Bytes: c.Limit.CarpetaBytes, Documentos: c.Limit.CarpetaDocumentos, Pendientes: c.Limit.CarpetaCargas},
	}
}

func apertura(c config.Config) carpeta.Apertura {
	return carpeta.Apertura{NewID: newID, PrimerIngreso: c.AperturaOperador}
}

// retenciones are how long the stores keep events.
func retenciones(c config.Config) auditoria.Retenciones {
	const day = 24 * time.Hour
	return auditoria.Retenciones{Accesos: time.Duration(c.RetentionLooks) * day, Cambios: time.Duration(c.RetentionChanges) * day}
}

func despacho(p process) outbox.Config {
	c, cfg := outbox.DefaultConfig, p.cfg
	c.PublishWithin = min(cfg.PublishTimeout, cfg.Plazo) // after its lease a command is sent anyway
	c.Sweep, c.Idle = cfg.SweepInterval, 12*cfg.SweepInterval
	c.Window, c.WindowEach, c.Weights = cfg.Window, cfg.WindowPerOperador, cfg.Pesos
	c.Process, c.Roles, c.Silence, c.Plazos = p.name, cfg.Roles(), cfg.Plazo, plazos(cfg)
	return c
}

// plazosOperacion keeps a redrive below the limit of a request, with a reserve for
// the answer.
func plazosOperacion(c config.Config) operacion.Plazos {
	p := operacion.PlazosNormales
	p.Reencolar = min(p.Reencolar, c.Limit.Request*8/10)
	p.Lote, p.Mirar = min(p.Lote, p.Reencolar/4), min(p.Mirar, p.Reencolar/2)
	return p
}

func plazos(c config.Config) eliminacion.Plazos {
	p := eliminacion.PlazosNormales
	p.VentanaMaxima, p.Respuesta, p.Reintento = c.VentanaMax, c.Plazo, reintentos(c)
	p.Aprobacion = c.AprobacionVence
	p.PasoMaximo = min(p.PasoMaximo, c.Plazo/2) // a step ends before its command is sent again
	return p
}

func reintentos(c config.Config) broker.RetryPolicy {
	return broker.RetryPolicy{MaxAttempts: c.RetryAttempts, Delays: c.RetryDelays}
}
