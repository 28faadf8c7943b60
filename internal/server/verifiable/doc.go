// Package verifiable serves the verifiable file of a certified document to whoever has a link of its owner's
//
// Imported by: app, server/codes.
package verifiable
