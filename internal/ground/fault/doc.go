// Package fault is the one error type of this server: a code for machines, a
// Spanish sentence for the citizen, and a cause that is logged and never sent.
//
// Imported by: every package.
package fault
