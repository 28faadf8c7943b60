package rest

import (
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
)

// The addresses.
const (
	Prefix      = "/api/"
	Events      = "/api/v1/audit/events"
	OfOperador  = "/api/v1/operadores/{operador_id}/audit/events"
	Description = "/api/v1/openapi.yaml"
)

// Config holds the parts of the face. All are required.
type Config struct {
	Trail *auditoria.Consultas
	Door  *door.Door
	// Observe is called once for each request for the trail, with its route and how it ended. route is "" for an export,
	// whose duration says how long the trail is, and how fast its client reads.
	Observe func(route, code string, d time.Duration)
}

// Face serves the trail.
type Face struct {
	cfg    Config
	routes *http.ServeMux
}
