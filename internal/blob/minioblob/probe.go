package minioblob

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const (
	unsignedBody = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
	probeKey     = uploads + "sonda"
)

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
	if answered, err := o.try(ctx, rootsName, ""); answered && err != nil {
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
