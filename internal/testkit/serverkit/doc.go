// Package serverkit gives tests the server itself, as its users have it: the
// binary, built once per test process, run as a child with data of its own, and
// reached over HTTP, WebSocket and event streams only.
//
//	house := serverkit.NewHouse(t, serverkit.Distributed)  // data: tables, bucket, virtual host, issuer
//	house.MustRun(t, "seed", "--carpetas", "1", "--documentos", "40")
//	s := house.Start(t)                                 // a process on it; a second one may follow
//	c := s.Client(t, ciudadanoID, "ciudadano")
//
// What a process wrote to its log is shown when its test fails. A data race, a
// panic or an internal error in it fails the test.
//
// Imported by: tests.
package serverkit
