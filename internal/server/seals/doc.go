// Package seals serves to anybody what proves the trail: the public keys of its sealed logs, and their newest checkpoint
//
// Imported by: app.
package seals
