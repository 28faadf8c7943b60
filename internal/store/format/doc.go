// Package format tells whether this program may use stored data, by the number of their format
//
// Imported by: cli/respaldo, store/{boltstore,dynamostore}.
package format
