// Package simtime has the clock and the scheduler of a simulation. Only one thing runs at a time: a function that was
// planned for a moment, or a coroutine until it waits. In between no time passes, so a run is the same each time.
//
// Imported by: tests.
package simtime
