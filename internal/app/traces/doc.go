// Package traces makes the spans of this process, and sends them to a collector. It is the only user of
// OpenTelemetry; the other packages ask for what they need by small ports, as they do for metrics. A nil *Traces
// leaves everything as it is: without a collector nothing of this package runs.
//
// No attribute has personal data, tokens, titles, or ids of citizens, carpetas and documents. TestNobodyIsInATrace
// looks for them.
//
// Imported by: app.
package traces
