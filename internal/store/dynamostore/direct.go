package dynamostore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// direct makes GetItem and Query without the SDK's middleware and maps, which take most of the
// processor of a small read (ADR 0028). Credentials, endpoint rules and signer are the SDK's. It
// asks once. Whatever is unusual is handed back: then the SDK makes the same call, with all of its
// repetitions, and direct rests for a moment.
type direct struct {
	options  dynamodb.Options // of the SDK's client
	signer   *v4.Signer
	clock    func() time.Time
	resting  atomic.Int64 // until then the SDK makes the calls; Unix nanoseconds
	endpoint atomic.Pointer[endpoint]
}

// endpoint is the address of the service for an account.
type endpoint struct {
	account string
	url     *url.URL
}

// restAfterUnusual is how long the SDK makes all calls after an answer that direct did not take:
// a table that is throttled, or a clock that is wrong, is not asked twice for each read.
const restAfterUnusual = time.Second

// errUnusual is why the SDK has to make a call.
var errUnusual = errors.New("not an answer for direct reads")

func newDirect(options dynamodb.Options, clock func() time.Time) *direct {
	return &direct{options: options, signer: v4.NewSigner(), clock: clock}
}

// rests reports whether calls are the SDK's for now. A nil direct rests for ever.
func (d *direct) rests() bool { return d == nil || d.clock().UnixNano() < d.resting.Load() }

// call sends one request, and gives the whole body of a good answer to read. Any error is the
// SDK's to meet again; read must leave nothing behind then.
func (d *direct) call(ctx context.Context, action string, body []byte, read func([]byte) error) (err error) {
	defer func() {
		if err != nil && ctx.Err() == nil {
			d.resting.Store(d.clock().Add(restAfterUnusual).UnixNano())
		}
	}()
	req, err := d.request(ctx, action, body)
	if err != nil {
		return err
	}
	resp, err := d.options.HTTPClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return errUnusual
	}
	answer := answers.Get().(*bytes.Buffer)
	defer answers.Put(answer)
	answer.Reset()
	if _, err := answer.ReadFrom(resp.Body); err != nil {
		return err
	}
	return read(answer.Bytes())
}

// read is call for an answer's members; what the call consumed goes to observe.
func (d *direct) read(ctx context.Context, observe func(string, float64), action string, body []byte, member func(a answerReader, name []byte) error) error {
	units := 0.0
	err := d.call(ctx, action, body, func(answer []byte) error {
		return readAnswer(answer, func(a answerReader, name []byte) (err error) {
			if string(name) != "ConsumedCapacity" {
				return member(a, name)
			}
			units, err = a.units()
			return err
		})
	})
	if err == nil {
		observe(operationOf(ctx), units)
	}
	return err
}

// answers are the buffers in which answers are read; an answer has at most 1 MB.
var answers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// request is a signed request, as the SDK would send it.
func (d *direct) request(ctx context.Context, action string, body []byte) (*http.Request, error) {
	credentials, err := d.options.Credentials.Retrieve(ctx)
	if err != nil {
		return nil, err
	}
	to, err := d.resolve(ctx, credentials.AccountID)
	if err != nil {
		return nil, err
	}
	address := *to.url // the signer writes into it
	req := &http.Request{
		Method: http.MethodPost, URL: &address, Host: address.Host, ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)),
		Header: http.Header{
			"Content-Type": {"application/x-amz-json-1.0"}, "X-Amz-Target": {"DynamoDB_20120810." + action},
			"Accept-Encoding": {"identity"},
		},
	}
	sum := sha256.Sum256(body)
	req = req.WithContext(ctx)
	return req, d.signer.SignHTTP(ctx, credentials, req, hex.EncodeToString(sum[:]), "dynamodb", d.options.Region, d.clock())
}

// resolve asks the SDK's rules for the address, once for each account.
func (d *direct) resolve(ctx context.Context, account string) (*endpoint, error) {
	if e := d.endpoint.Load(); e != nil && e.account == account {
		return e, nil
	}
	o := d.options
	params := dynamodb.EndpointParameters{
		Region: aws.String(o.Region), Endpoint: o.BaseEndpoint, AccountIdEndpointMode: aws.String(string(o.AccountIDEndpointMode)),
		UseDualStack: aws.Bool(o.EndpointOptions.UseDualStackEndpoint == aws.DualStackEndpointStateEnabled),
		UseFIPS:      aws.Bool(o.EndpointOptions.UseFIPSEndpoint == aws.FIPSEndpointStateEnabled),
	}
	if account != "" && o.AccountIDEndpointMode != aws.AccountIDEndpointModeDisabled {
		params.AccountId = aws.String(account)
	}
	found, err := o.EndpointResolverV2.ResolveEndpoint(ctx, params)
	if err != nil {
		return nil, err
	}
	e := &endpoint{account: account, url: &found.URI}
	if e.url.Path == "" {
		e.url.Path = "/"
	}
	d.endpoint.Store(e)
	return e, nil
}
