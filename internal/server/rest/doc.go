// Package rest is the trail as the source document S-STORAGE-010 has it: GET /api/v1/audit/events, as
// JSON, CSV or JSON Lines, with problems of RFC 9457. openapi.yaml describes it, and is served beside it.
//
// Imported by: app.
package rest
