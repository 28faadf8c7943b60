package services

import (
	"context"
	"os"
)

// VhostDelEntorno is Vhost for a program that is no test: a new virtual host on
// the broker that `servicios ejecutar` started.
func VhostDelEntorno(ctx context.Context) (string, error) {
	return nuevoVhost(ctx, os.Getenv(envAMQP), os.Getenv(envCasa))
}
