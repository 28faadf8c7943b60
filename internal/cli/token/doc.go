// Package token makes tokens with the key of a data folder: for people, and for the commands that ask a server of this machine
//
// Imported by: cli, cli/consola.
package token
