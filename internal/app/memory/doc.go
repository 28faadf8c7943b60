// Package memory sets how much garbage may lie around before it is collected.
//
// Imported by: main.
package memory
