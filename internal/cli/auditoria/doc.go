// Package auditoria holds the commands of the trail that need no server: to verify what a
// person holds in files.
//
// Imported by: cli.
package auditoria
