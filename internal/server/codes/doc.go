// Package codes shows a document to whoever has a code: POST /v/usar takes the code and answers its data, GET /v/archivo
// streams the file. A code stands in no address that a server sees: the page of /v/ reads it from behind the #.
//
// Imported by: app.
package codes
