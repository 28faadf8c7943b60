// Package memory sets how much garbage may collect before the collector runs.
//
// Imported by: app, main.
package memory
