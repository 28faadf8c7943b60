// Package shed is load shedding: it refuses new work while the process is near its memory limit, in two steps.
// The first refuses work that is large or lasts: long bodies, unknown documents,
// subscriptions and sockets. The second refuses all new work but that of the admin address.
// Work that has begun goes on in both.
//
// Imported by: app, app/metrics, server/{admission,budget,rest,site,socket,transport}.
package shed
