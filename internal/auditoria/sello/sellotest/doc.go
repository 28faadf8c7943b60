// Package sellotest is the contract suite of sello.Objects, the same cases for every
// adapter; and the port in memory, for the simulation of the sealer.
//
// Imported by: tests.
package sellotest
