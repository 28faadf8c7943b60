// Package cargo knows the mark of a migration in the tables that it fills: nobody uses them before it is over
//
// Imported by: app, cli, cli/migrar.
package cargo
