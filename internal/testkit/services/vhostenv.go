package services

import (
	"context"
	"os"
)

// VhostFromEnv is Vhost for a program that is not a test: a new virtual host on
// the broker that `servicios ejecutar` started.
func VhostFromEnv(ctx context.Context) (string, error) {
	return newVhost(ctx, os.Getenv(envAMQP), os.Getenv(envBrokerDir))
}
