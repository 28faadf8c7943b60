// Package mem keeps records in memory, for the simulation and for tests; its indexes answer from the past.
//
// Imported by: tests.
package mem
