// Package service gives every long-running part the same Start and Stop, so
// that no goroutine outlives its owner.
package service
