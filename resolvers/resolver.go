package resolvers

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// Resolver holds the use cases for the resolvers.
type Resolver struct {
	Carpetas       *carpeta.Servicio
	Documentos     *documento.Servicio
	Eliminaciones  *eliminacion.Servicio
	Operacion      *operacion.Servicio
	Entidades      *entidad.Servicio
	Entregas       *entrega.Servicio
	Tipos          *tipo.Servicio
	Tramites       *tramite.Servicio
	Codigos        *codigo.Servicio
	Consentimiento *consentimiento.Servicio
	Accesos        *auditoria.Accesos
	Sesiones       *auditoria.CierreDeSesiones
	Embargos       *auditoria.Embargador
	Pruebas        *sellado.Pruebas
	Rastro         *auditoria.Consultas
	Hub            *hub.Hub
	Seguidas       hub.Reader                   // of deletions that are followed one by one
	Traza          func(context.Context) string // W3C traceparent of the request, or ""

	// Cambiado hears of each mutation that was tried, and its failure's code, or "". nil: nobody does.
	Cambiado func(mutation string, codigo fault.Code)

	// Cambios bounds what a person writes in a day: each change stays in the trail for years. nil: nothing does.
	Cambios *quota.Ledger
	// Links bounds for how many signed links a person asks in a day: each stays in the trail too. nil: nothing does.
	Links *quota.Ledger

	// Siblings is how long a read waits for others that could share its batch; 0: 4 ms.
	Siblings time.Duration
}
