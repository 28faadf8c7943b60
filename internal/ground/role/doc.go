// Package role names the work that a process does for the others. One program has all roles; several
// processes may divide them, so that each can be deployed, sized and stopped by itself.
//
// Imported by: app, app/metrics, broker, config, eliminacion, outbox, tests.
package role
