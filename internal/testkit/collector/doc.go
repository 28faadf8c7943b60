// Package collector takes traces as a collector does, OTLP over HTTP, and gives them to tests.
//
// Imported by: tests.
package collector
