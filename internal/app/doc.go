// Package app is the composition root: it opens the adapters of a profile, puts the
// use cases on them, and runs the services. No other package knows an adapter.
//
// Imported by: main.
package app
