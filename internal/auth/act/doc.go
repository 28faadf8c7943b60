// Package act is the table of what a mutation needs besides its use case: a fresh sign-in, and a part of the day's budget.
//
// Sign-in again is step-up authentication (RFC 9470); an act is what a setting can demand it for.
//
// Imported by: app, auth, config, resolvers, server/{admission,caller,engine,rest,transport}.
package act
