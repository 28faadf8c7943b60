// Package cargo holds the whole content of a store as values, which another store can take
//
// Each kind is a type of the domain, or one of this package where the domain has none.
//
// Imported by: app, cli, cli/migrar, store/{boltstore,dynamostore}.
package cargo
