// Package site is what stands around the API: the public address with explorer, files
// and settings, and what every answer has (request id, headers, access log, CORS); and
// the admin address with health and metrics.
//
// Imported by: app.
package site
