package minioblob

import (
	"context"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/lifecycle"
)

// partsExpireDays is longer than an upload may be kept alive, the day without a confirmation
// included: the sweep has ended it by then.
const partsExpireDays = 8

// expireParts has a new bucket end abandoned uploads in parts by itself, as a second net
// behind the sweep. A bucket that was there has the rules that its owner gave it. A store that
// knows no such rule (MinIO ends them after a day anyway) goes without.
func (o *Objetos) expireParts(ctx context.Context) error {
	rules := lifecycle.NewConfiguration()
	rules.Rules = []lifecycle.Rule{{
		ID: ownRule, Status: "Enabled",
		AbortIncompleteMultipartUpload: lifecycle.AbortIncompleteMultipartUpload{DaysAfterInitiation: partsExpireDays},
	}}
	err := o.client.SetBucketLifecycle(ctx, o.cfg.Bucket, rules)
	switch codeOf(err) {
	case minio.NotImplemented, minio.InvalidArgument, "InvalidRequest", "MalformedXML":
		return nil
	}
	return classify(err)
}
