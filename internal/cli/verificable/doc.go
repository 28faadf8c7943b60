// Package verificable holds the commands of verifiable files: one is written by a server, and verified by anybody without it
//
// Imported by: cli.
package verificable
