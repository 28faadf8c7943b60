// Package serverkit gives tests the server as its users have it. The binary is built once
// per test process, and runs as a child with its own data. Tests reach it only over HTTP,
// WebSocket and event streams.
//
//	house := serverkit.NewHouse(t, serverkit.Distributed)  // data: tables, bucket, virtual host, issuer
//	house.MustRun(t, "datos", "sembrar", "--carpetas", "1", "--documentos", "40")
//	s := house.Start(t)                                 // a process on it; a second one may follow
//	c := s.Client(t, ciudadanoID, "ciudadano")
//
// When a test fails, the logs of its processes are shown. A data race, a
// panic or an internal error in it fails the test.
//
// Imported by: tests.
package serverkit
