// Package site is everything around the API: the public address with explorer, files
// and settings, and the admin address with health and metrics. It refuses names that are not
// the server's, and gives every answer its request id, headers, access log and CORS.
//
// Imported by: app, cli/{demo,respaldo}, server/seals.
package site
