// Package metrics holds the figures for Prometheus: the four metrics of S-0004, and
// others that an operator needs.
//
// Imported by: app.
package metrics
