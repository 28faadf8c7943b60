// Package seals serves to anybody what proves the trail: the public keys of its sealed logs, whom this deployment trusts, and its status lists
//
// Imported by: app.
package seals
