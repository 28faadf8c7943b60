// Package tramite is the registry of procedures (trámites): what an entity may ask of a citizen, what for, by which law, for
// how long, and how long it keeps what it saw.
//
// A citizen decides by what a procedure says, so nothing of it changes afterwards: whatever is registered anew is a new
// version, and every version stays. Its texts are the administrador's: no text of an entity reaches a citizen.
//
// Imported by: app, cli/registro, consentimiento, graph, graph/model, resolvers, store/rules, tests.
package tramite
