// Package entrega is what entities deliver into carpetas: certified documents, signed, and
// visible once the entity confirms the file.
//
// Imported by: app, cli/{demo,semilla}, consentimiento, entrega/codigo, graph, graph/model, resolvers, server/{codes,verifiable}, store/rules, tests.
package entrega
