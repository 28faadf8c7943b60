// Package machine tells what memory this process may take, and what it takes.
//
// Imported by: app, app/memory, config.
package machine
