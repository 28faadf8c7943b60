// Package cli is a folder: what the commands beside serve do.
package cli
