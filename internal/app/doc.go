// Package app is the composition root, and no other package knows an adapter. It is read in one direction, and each step
// returns what the next one takes: openPorts opens the adapters of a profile, newDomain puts the use cases on them,
// newEdge puts the addresses in front of those, and run runs the services
//
// Imported by: cli.
package app
