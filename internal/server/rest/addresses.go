package rest

// The addresses.
const (
	Prefix      = "/api/"
	Events      = "/api/v1/audit/events"
	OfOperador  = "/api/v1/operadores/{operador_id}/audit/events"
	Description = "/api/v1/openapi.yaml"
)
