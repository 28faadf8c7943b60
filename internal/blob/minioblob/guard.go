package minioblob

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Open releases of MinIO take a PUT that nobody signed, if it calls itself unsignedBody and names an access key
// (CVE-2026-41145, CVE-2026-40344). Every link names one. So no link leaves this server before the store has refused
// such a PUT.
const (
	unsignedBody = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
	probeKey     = uploads + "sonda"
	goodFor      = time.Hour        // an answer
	againAfter   = 10 * time.Second // no answer, or a bad one
)

var errUnguarded = errors.New("the object store takes files that nobody signed (CVE-2026-41145), so no links to it are given: " +
	"give this server keys of a user with the policy deploy/minio/carpeta.json in place of root's, and give root a name that nobody guesses. " +
	"Those that were in links are known to others: delete them (docs/operacion.md, A MinIO of one's own)")

// guard keeps what the store said to the probe.
type guard struct {
	needed bool // others than this machine hold links, and the store is not Amazon's
	asking batch.Shared[struct{}]

	mu       sync.Mutex
	key      string // the access key that was tried
	answered bool   // the store took the probe, or refused it
	asks     bool   // somebody asks it again
	err      error  // why no links are given
	until    time.Time
}

// last is what is known, unless the store has to be asked. Where it answered before, one asks it again, and the others go on
// with what it said.
func (g *guard) last(now time.Time, key string) (known bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if key != g.key {
		g.key, g.answered, g.asks, g.err, g.until = key, false, false, nil, time.Time{}
	}
	known = now.Before(g.until)
	if !known && g.answered {
		g.asks, g.until = true, now.Add(againAfter)
	}
	return known, g.err
}

// heard reports whether somebody else has heard the answer meanwhile.
func (g *guard) heard(now time.Time, key string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return key == g.key && !g.asks && now.Before(g.until)
}

// why says why no links are given, if none are.
func (g *guard) why() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// keep gives what counts after a probe with a key: a store that does not answer is what it was before. err says why links
// with the key are not given.
func (g *guard) keep(now time.Time, key string, answered bool, err error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case key != g.key: // there is another one meanwhile
		return err
	case answered || !g.answered:
		g.answered, g.err = answered, err
	}
	g.asks = false
	g.until = now.Add(againAfter)
	if answered && err == nil {
		g.until = now.Add(goodFor)
	}
	return g.err
}

// Withheld says whether no links are given because the store takes what nobody signed. It asks nobody.
func (o *Objetos) Withheld() bool { return errors.Is(o.guard.why(), errUnguarded) }

// LinksReady says why no links are given, if none are. It asks the store once an hour, and every ten seconds if its last
// answer was none, or a bad one.
func (o *Objetos) LinksReady(ctx context.Context) error {
	if !o.guard.needed {
		return nil
	}
	keys, err := o.client.GetCreds()
	if err != nil {
		return classify(err)
	}
	if known, err := o.guard.last(o.cfg.Clock(), keys.AccessKeyID); known {
		return err
	}
	_, err = o.guard.asking.Do(ctx, keys.AccessKeyID, func(ctx context.Context) (struct{}, error) {
		if o.guard.heard(o.cfg.Clock(), keys.AccessKeyID) {
			return struct{}{}, o.guard.why()
		}
		answered, err := o.refusesUnsigned(ctx, keys)
		return struct{}{}, o.guard.keep(o.cfg.Clock(), keys.AccessKeyID, answered, err)
	})
	return err
}

// rootsName is that of root on a MinIO whose owner chose none. No policy binds root, and its name is all that it takes.
const rootsName = "minioadmin"

// refusesUnsigned sends what nobody signed, in the name of this server and of root, and says whether the store answered, and
// what is wrong.
func (o *Objetos) refusesUnsigned(ctx context.Context, keys credentials.Value) (answered bool, err error) {
	if err := o.Ready(ctx); err != nil { // a store that refuses what is signed says nothing of the rest
		return false, err
	}
	if answered, err = o.try(ctx, keys.AccessKeyID, keys.SessionToken); err != nil {
		return answered, err
	}
	if taken, err := o.try(ctx, rootsName, ""); taken && err != nil {
		return true, err
	}
	return true, nil
}

// try sends the probe. If it was stored, it is removed.
func (o *Objetos) try(ctx context.Context, key, token string) (answered bool, err error) {
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	req, err := o.probe(ctx, key, token)
	if err != nil {
		return false, classify(err)
	}
	res, err := o.cfg.Transport.RoundTrip(req)
	if err != nil {
		return false, classify(err)
	}
	defer res.Body.Close()
	if res.StatusCode < http.StatusMultipleChoices {
		_, _ = o.deleteKey(ctx, probeKey) // one byte; the next probe finds it
		return true, fault.Wrap(fault.Unavailable, errUnguarded)
	}
	if code := refusal(res); code == "" || !refuses(res.StatusCode) || saysNothing[code] {
		return false, classify(fmt.Errorf("the object store answers %s (%s) to the probe for unsigned files, which says nothing of them", res.Status, code))
	}
	return true, nil
}

// refuses tells the answers with which a store may refuse what nobody signed. Others, as one that is busy, or has no such
// bucket, say nothing of it.
func refuses(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusLengthRequired,
		http.StatusUnsupportedMediaType, http.StatusNotImplemented:
		return true
	}
	return false
}

// saysNothing are codes of such answers that are about the key alone, or about the room: both may be good in a minute.
var saysNothing = map[string]bool{
	"InvalidAccessKeyId": true, "InvalidTokenId": true, "InvalidToken": true, "ExpiredToken": true, "RequestTimeTooSkewed": true,
	"XMinioAdminBucketQuotaExceeded": true, "QuotaExceeded": true,
}

const maxRefusal = 64 << 10

// refusal is the code of an answer, as S3 gives it; "" of what a proxy answers.
func refusal(res *http.Response) string {
	var answer minio.ErrorResponse
	_ = xml.NewDecoder(io.LimitReader(res.Body, maxRefusal)).Decode(&answer) // what is no answer of S3 has no code
	return answer.Code
}

// probe is a PUT of one byte, with the access key and no signature.
func (o *Objetos) probe(ctx context.Context, key, token string) (*http.Request, error) {
	now := o.cfg.Clock().UTC()
	named := url.Values{"X-Amz-Credential": {key + "/" + now.Format("20060102") + "/" + o.cfg.Region + "/s3/aws4_request"}}
	if token != "" {
		named.Set("X-Amz-Security-Token", token)
	}
	content := "?"
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(content)))
	body := fmt.Sprintf("%x\r\n%s\r\n0\r\nx-amz-checksum-crc32:%s\r\n\r\n", len(content), content, base64.StdEncoding.EncodeToString(sum))
	target := o.client.EndpointURL().JoinPath(o.cfg.Bucket, probeKey)
	target.RawQuery = named.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, target.String(), strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Amz-Content-Sha256", unsignedBody)
	req.Header.Set("X-Amz-Decoded-Content-Length", strconv.Itoa(len(content)))
	req.Header.Set("Content-Encoding", "aws-chunked")
	req.Header.Set("X-Amz-Trailer", "x-amz-checksum-crc32")
	req.Header.Set("X-Amz-Date", now.Format("20060102T150405Z"))
	return req, nil
}

// isLoopback: links to it are of use on this machine alone.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
