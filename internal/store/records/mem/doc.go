// Package mem keeps records in memory, for the simulation and for tests; its indexes answer from the past.
//
// Imported by: store/records/recordstest, tests.
package mem
