package services

import (
	"os"
	"strings"
)

// The environment through which services that already stand reach the tests.
const (
	envAMQP      = "CARPETA_TEST_AMQP_URL"
	envBrokerDir = "CARPETA_TEST_AMQP_CASA" // the broker's folder, for Vhost; optional
	envDynamo    = "CARPETA_TEST_DYNAMODB_ENDPOINT"
	envS3        = "CARPETA_TEST_S3_ENDPOINT"
	envS3User    = "CARPETA_TEST_S3_ACCESS_KEY"
	envS3Key     = "CARPETA_TEST_S3_SECRET_KEY"

	// EnvNotRun names the file that every test that could not run adds a
	// line to.
	EnvNotRun = "CARPETA_TEST_NO_EJECUTADAS"
	// EnvNight has the tests of the night run too. make nocturna sets it.
	EnvNight = "CARPETA_TEST_NOCHE"

	// Why a service is missing, from who tried to start it: so that not every
	// test process tries again.
	envMissing = "CARPETA_TEST_FALTA_"
)

// InCI: a missing service is a failure, not a line to read.
func InCI() bool {
	ci := os.Getenv("CI")
	return ci != "" && ci != "false" && ci != "0"
}

// TestEnv is what the tests read, as NAME=value, for the services that
// run and, with their reason, for those that do not.
func (s *Set) TestEnv(missing []Missing) []string {
	var env []string
	if s.Rabbit.Running() {
		env = append(env, envAMQP+"="+s.Rabbit.URL(), envBrokerDir+"="+s.Rabbit.Dir())
	}
	if s.Dynamo.Running() {
		env = append(env, envDynamo+"="+s.Dynamo.Endpoint())
	}
	if s.Minio.Running() {
		c := s.Minio.Connection()
		env = append(env, envS3+"="+c.Endpoint, envS3User+"="+c.AccessKey, envS3Key+"="+c.SecretKey)
	}
	for _, f := range missing {
		cause, _, _ := strings.Cut(f.Error(), "\n")
		env = append(env, envMissing+strings.ToUpper(f.Service)+"="+cause)
	}
	return env
}

// ServerEnv configures the server itself for the distributed profile. With
// an issuer it lacks nothing but cursor keys.
func (s *Set) ServerEnv() []string {
	c := s.Minio.Connection()
	env := []string{
		"CARPETA_PROFILE=distributed",
		"CARPETA_DYNAMODB_ENDPOINT=" + s.Dynamo.Endpoint(),
		"CARPETA_AMQP_URL=" + s.Rabbit.URL(),
		"CARPETA_S3_ENDPOINT=" + c.Endpoint,
		"CARPETA_S3_ACCESS_KEY=" + c.AccessKey,
		"CARPETA_S3_SECRET_KEY=" + c.SecretKey,
		"CARPETA_S3_BUCKET=carpeta",
		// The emulator takes any credentials, and the SDK insists on some.
		"AWS_REGION=us-east-1",
		"AWS_ACCESS_KEY_ID=local",
		"AWS_SECRET_ACCESS_KEY=local",
	}
	if s.Issuer != nil {
		env = append(env, "CARPETA_AUTH_ISSUER="+s.Issuer.URL(), "CARPETA_AUTH_AUDIENCE=carpeta")
	}
	return env
}
