// Package cargo is all that a store keeps, as values that another store takes
//
// Each kind is a type of the domain, or one of this package where the domain has none. Same compares a value with what
// another store gives back of it.
//
// Imported by: app, cli, cli/migrar, store/{boltstore,dynamostore}.
package cargo
