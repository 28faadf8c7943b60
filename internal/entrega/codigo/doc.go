// Package codigo lets a citizen show a certified document to somebody who has no account: by a code that ends.
//
// A code is a secret of the address that carries it. The stores keep its hash, and the owner sees the code again because
// it follows from its id and the server's key. Each use is in the trail before anything is shown.
//
// Imported by: app, consentimiento, graph, graph/model, resolvers, server/codes, store/rules, tests.
package codigo
