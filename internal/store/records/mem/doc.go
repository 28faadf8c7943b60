// Package mem keeps records in memory: for the simulation, and for tests
//
// Imported by: nobody.
package mem
