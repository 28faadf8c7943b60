// Package semilla makes up carpetas that look like a Colombian citizen's:
// believable, and the same for the same number.
//
// Imported by: app.
package semilla
