package awskeys

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials/endpointcreds"
)

const (
	// early is how long before their end the SDK asks a container's address for new keys.
	early = 5 * time.Minute
	// pause is after how long an address that gave none is asked again, while the last keys are good.
	pause = 10 * time.Second
)

// ofContainer reports whether an address gives the keys that ECS or EKS named to this container.
func (c *chain) ofContainer() bool {
	return aws.IsCredentialsProvider(c.sdk, (*endpointcreds.Provider)(nil))
}

// withoutAddress is why an address gave no keys, without its path: on ECS the path is enough to ask for the keys of the task.
func withoutAddress(err error) error {
	var asked *url.Error
	if errors.As(err, &asked) {
		return asked.Err
	}
	return err
}

// good remembers until when the keys of a container are good, which the SDK does not tell.
func (c *chain) good(keys aws.Credentials) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = keys.Expires.Add(early)
}

// HandleFailToRefresh implements aws.HandleFailRefreshCredentialsCacheStrategy: an agent that restarts while keys are
// renewed early fails no call, because the last keys are still good.
func (c *chain) HandleFailToRefresh(_ context.Context, last aws.Credentials, err error) (aws.Credentials, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.clock()
	if last.Source != endpointcreds.ProviderName || !now.Before(c.until) {
		return aws.Credentials{}, err
	}
	if last.Expires = now.Add(pause); last.Expires.After(c.until) {
		last.Expires = c.until
	}
	return last, nil
}
