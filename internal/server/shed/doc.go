// Package shed refuses new work while the process is near its memory limit, in two steps.
// The first keeps out what is large or stays: long bodies, documents that are not known,
// subscriptions and sockets. The second keeps out everything but the admin address. What is
// under way goes on in both.
//
// Imported by: app, app/metrics, server/{admission,budget,rest,site,socket,transport}.
package shed
