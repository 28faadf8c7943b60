// Package migrar moves everything of one server, the embedded profile, into the stores of many
//
// A run takes the source as it was at one moment, while its server goes on. The same run again goes on where one was
// killed, and brings what changed since. The tables say by a mark how far they are: nobody serves half of a move.
//
// Imported by: app.
package migrar
