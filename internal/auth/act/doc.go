// Package act is the table of what a caller may have to sign in again for (step-up authentication, RFC 9470).
//
// Imported by: app, auth, config, server/{admission,caller,engine,rest,transport}.
package act
