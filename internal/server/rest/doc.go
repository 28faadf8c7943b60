// Package rest is the trail as S3 of the source documents writes it down: GET /api/v1/audit/events, as
// JSON, CSV or JSON Lines, with problems of RFC 9457. openapi.yaml describes it, and is served beside it.
//
// Imported by: app.
package rest
