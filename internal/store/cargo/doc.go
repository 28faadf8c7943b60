// Package cargo is all that a store keeps, as values that another store takes
//
// Each kind is a type of the domain, or one of this package where the domain has none. A digest of a value is
// the same whatever store it was read from.
//
// Imported by: cli/migrar, store/{boltstore,dynamostore}.
package cargo
