// Package services gives tests the real services: RabbitMQ, MinIO and a
// DynamoDB emulator, as loopback child processes with free ports and data of
// their own. It needs neither Docker nor a system service. A day of development
// gets an issuer of tokens as well (NewSetWithIssuer).
//
// A test asks for a service and gets an address:
//
//	func TestMain(m *testing.M) { os.Exit(services.Main(m)) }
//
//	url := services.AMQP(t)          // shared by the whole test process
//	url := services.Vhost(t)         // the same broker, an empty virtual host
//	rabbit := services.OwnRabbit(t) // a broker this test may kill or wipe
//
// The address comes from the environment when the services already stand
// (make test starts them once, through tools/services); otherwise the service
// is started on first use. Without a service the test fails when CI=true. On a
// laptop it is skipped, loudly, and counted (see NotRun).
//
// # Life of a service
//
//	           Start                  Close
//	(new) ───────────────▶ running ───────────────▶ gone (temporary data too)
//	                       │  ▲  │ Pause ⇄ Resume
//	      Stop, Kill (-9)  ▼  │ Start: same ports, same data
//	                      stopped
//
// Restart is Stop and Start. Wipe removes the data, and leaves the service as it
// found it: running or stopped.
//
// On Linux the kernel ends the children when this process dies, however it
// dies. Folders that a killed process left behind are swept by the next one.
//
// Imported by: tests, tools.
package services
