// Package encode writes the JSON of a page in one go, where gqlgen goes field by field. A Type is the table of a GraphQL
// type's fields: a selection becomes a plan, and its values are appended to one buffer. A selection with a field that its
// table does not have is left to gqlgen, and so is a value that cannot be written: the answer is the same, byte for byte.
//
// Imported by: app, resolvers, server/{admission,engine}.
package encode
