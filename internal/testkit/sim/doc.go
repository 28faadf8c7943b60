// Package sim is the deterministic simulation of deletions, and of the uploads that race with them. The real domain, dispatcher,
// sweeper, consumers and hub of several server processes, and the real rules of the store, run on tables in memory, and on
// a simulated broker, object store and clock. A seed draws a world, the actions of people in it, and every
// fault. The same seed gives the same run, byte for byte. docs/testing.md says what is
// modelled, what is checked and how to use it.
//
// Product code runs in coroutines (task), which give up control at every remote call and pause.
//
// Imported by: tests, tools.
package sim
