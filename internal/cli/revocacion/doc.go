// Package revocacion takes tokens out of use, beside running servers
//
// Imported by: cli.
package revocacion
