// Package verify proves with nothing but files that an event is in a sealed log, that a
// log only grew, and that every tile of a log is whole. It opens no connection and trusts
// nobody but the public keys it is given.
//
// The formats are those of transparency logs (C2SP): signed-note, tlog-checkpoint,
// tlog-cosignature, tlog-proof, tlog-tiles. Every parser accepts one form only: it
// encodes again what it parsed, and refuses the text unless the bytes are equal.
//
// Imported by: auditoria/{sellado,sello}, cli/auditoria, verificable.
package verify
