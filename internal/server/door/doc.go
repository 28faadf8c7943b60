// Package door checks every HTTP request before its body is read, for GraphQL and REST alike: the page that sends
// it, its address, its token, and its budget of refusals.
//
// Imported by: server/{codes,rest,streamed,transport,verifiable}, tests.
package door
