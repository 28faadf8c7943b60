// Package fault is the one error type of this server: a code for machines, a
// sentence for people in Spanish or English, and a cause that is logged and never sent.
//
// Imported by: every package.
package fault
