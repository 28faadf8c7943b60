// Package minioblob keeps the files in a versioned bucket of any S3 (MinIO, versitygw,
// AWS). It implements documento.Objetos.
//
// Imported by: app, tests.
package minioblob
