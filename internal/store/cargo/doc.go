// Package cargo is all that a store keeps, as values that another store takes
//
// Each kind is a type of the domain, or one of this package where the domain has none.
//
// Imported by: app, cli, cli/migrar, store/{boltstore,dynamostore}.
package cargo
