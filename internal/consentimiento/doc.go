// Package consentimiento has what citizens share with entities: an entity asks for documents, the citizen answers, the entity
// looks at what was authorised, and the citizen ends it.
//
// A request (Solicitud) is for a registered procedure (package tramite), which says what is asked for, what for, and for how
// long at most. An answer makes an authorisation (Autorizacion) of documents, each by its hash. A look at one of them is
// allowed and written down in one transaction. After an end no look begins.
//
// Nobody learns by asking whether a citizen has a carpeta: a request is written under the citizen's number.
//
// Imported by: app, graph, graph/model, resolvers, server/codes, store/rules, tests.
package consentimiento
