// Package metrics is what this server tells Prometheus: the four metrics of
// S-0004 and what an operator needs beside them.
//
// Imported by: app.
package metrics
