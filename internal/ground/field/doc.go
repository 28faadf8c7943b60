// Package field describes the fields of a type in one table. What reads and writes values of the type, in each store and
// in the API, walks the table: a new field is a new row of it.
//
// Imported by: documento, graph/encode, resolvers, store/{records,rules}.
package field
