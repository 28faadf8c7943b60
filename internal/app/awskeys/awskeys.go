package awskeys

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"
	"github.com/aws/smithy-go/logging"
)

// fileLife is how long keys of a file are used before the file is read again.
const fileLife = time.Minute

// chain gives keys, and renews them in time. It is safe for concurrent use.
type chain struct {
	sdk   aws.CredentialsProvider // what the SDK found at the start; it renews what expires by itself
	load  func(context.Context) (aws.CredentialsProvider, error)
	clock func() time.Time

	mu    sync.Mutex
	last  aws.Credentials // of a file, that were good
	until time.Time       // the last keys of a container are good
}

// Find looks where keys come from. It reads the environment and the shared files, and asks nobody: the first call
// that is signed does. machine says whether the machine itself may be asked for its role.
func Find(ctx context.Context, machine bool, clock func() time.Time) (aws.CredentialsProvider, error) {
	c := &chain{clock: clock, load: func(ctx context.Context) (aws.CredentialsProvider, error) {
		state := imds.ClientDisabled
		if machine {
			state = imds.ClientDefaultEnableState
		}
		cfg, err := config.LoadDefaultConfig(ctx, config.WithEC2IMDSClientEnableState(state), config.WithLogger(logging.Nop{}))
		return cfg.Credentials, err
	}}
	var err error
	if c.sdk, err = c.load(ctx); err != nil {
		return nil, fmt.Errorf("keys of AWS: what the surroundings name cannot be used; correct AWS_CONTAINER_CREDENTIALS_FULL_URI (without TLS "+
			"only this machine and the addresses of ECS and EKS are asked), or the profile and the files: %w", err)
	}
	return aws.NewCredentialsCache(c), nil
}

// Retrieve implements aws.CredentialsProvider.
func (c *chain) Retrieve(ctx context.Context) (aws.Credentials, error) {
	keys, err := c.sdk.Retrieve(ctx)
	switch {
	case err != nil && c.ofContainer():
		return keys, fmt.Errorf("the address that has the keys of AWS for this container gave none: on ECS give the task a role; on EKS give the service "+
			"account a Pod Identity association, and look after the agent of its node and the file AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: %w", withoutAddress(err))
	case err != nil:
		return keys, fmt.Errorf("no keys of AWS were found: give this process a role, a web identity (AWS_WEB_IDENTITY_TOKEN_FILE, AWS_ROLE_ARN), "+
			"a file (AWS_SHARED_CREDENTIALS_FILE) or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: %w", err)
	}
	if keys.CanExpire && c.ofContainer() {
		c.good(keys)
	}
	if keys.CanExpire || !strings.HasPrefix(keys.Source, "SharedConfigCredentials") {
		return keys, nil
	}
	return c.fromFile(ctx, keys), nil
}

// fromFile reads the file again, which the SDK did once. One that cannot be read, or is half written, leaves the
// last good keys.
func (c *chain) fromFile(ctx context.Context, first aws.Credentials) aws.Credentials {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.last.HasKeys() {
		c.last = first
	}
	if provider, err := c.load(ctx); err == nil {
		if keys, err := provider.Retrieve(ctx); err == nil && keys.HasKeys() {
			c.last = keys
		}
	}
	keys := c.last
	if !keys.CanExpire {
		keys.CanExpire, keys.Expires = true, c.clock().Add(fileLife)
	}
	return keys
}

// Keys are those of one call, for an SDK that is not Amazon's.
func Keys(of aws.CredentialsProvider) func(context.Context) (id, secret, token string, err error) {
	return func(ctx context.Context) (id, secret, token string, err error) {
		k, err := of.Retrieve(ctx)
		return k.AccessKeyID, k.SecretAccessKey, k.SessionToken, err
	}
}
