// Package entidad is the registry of the entities that deliver documents or receive them: universities,
// notaries, ministries. It holds their keys, and says whether a signature is theirs.
//
// Imported by: app, cli/{demo,registro,semilla}, consentimiento, documento, entrega, graph, graph/model, resolvers, store/rules, tests.
package entidad
