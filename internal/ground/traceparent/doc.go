// Package traceparent reads the header that carries a trace from one process to the next (W3C Trace Context).
//
// Imported by: app/{metrics,traces}, broker, server/caller.
package traceparent
