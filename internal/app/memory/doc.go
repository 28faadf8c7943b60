// Package memory compares what this process holds with its memory limit. A Guard says from where on new work is
// refused, and connections end. The package also sets how much garbage may collect before the collector runs.
//
// Imported by: app, main.
package memory
