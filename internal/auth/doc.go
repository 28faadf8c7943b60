// Package auth is who is asking and what they may do: the Principal of a
// request, the verification of bearer tokens, the local issuer of the embedded
// profile, and the policy (policy.go).
//
// Imported by: app, carpeta, cli/importar, documento, eliminacion, operacion, resolvers, server/caller, server/transport, tests, tools.
package auth
