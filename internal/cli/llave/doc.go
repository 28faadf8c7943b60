// Package llave makes, follows and shows the keys of the sealed logs
//
// Imported by: cli.
package llave
