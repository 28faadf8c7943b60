// Package auth proves the caller of a request and holds the policy. It has the
// Principal, the verification of bearer tokens, the local issuer of the embedded
// profile, and the table of permissions (policy.go).
//
// Imported by: app, auditoria, auditoria/sellado, carpeta, cli, cli/{consola,demo,importar,migrar,registro,revocacion,semilla,token}, consentimiento, documento, eliminacion, entidad, entrega, operacion, resolvers, server/{caller,rest,transport}, store/revocaciones, verificable, tests, tools.
package auth
