package minioblob

import (
	"context"
	"reflect"
	"slices"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/cors"
)

// ownRule names the rule that is this program's among the bucket's.
const ownRule = "carpeta"

// allow lets the pages of Config.Origenes send and fetch files: the bucket's CORS
// rules get one of ours, which follows the settings; those of others stay. A store
// that keeps no such rules (MinIO) has settings of its own instead.
func (o *Objetos) allow(ctx context.Context) error {
	if len(o.cfg.Origins) == 0 {
		return nil
	}
	ctx, cancel := o.withTimeout(ctx)
	defer cancel()
	existing, err := o.client.GetBucketCors(ctx, o.cfg.Bucket)
	if err == nil {
		rules, changed := withRule(existing, ruleFor(o.cfg.Origins))
		if !changed {
			return nil
		}
		err = o.client.SetBucketCors(ctx, o.cfg.Bucket, cors.NewConfig(rules))
	}
	if codeOf(err) == minio.NotImplemented {
		return nil
	}
	return classify(err)
}

// ruleFor allows the uses of a signed URL: the headers are those of PrepararCarga.
func ruleFor(origins []string) cors.Rule {
	return cors.Rule{
		ID: ownRule, AllowedOrigin: origins, AllowedMethod: []string{"GET", "HEAD", "PUT"},
		AllowedHeader: []string{"content-type", "if-none-match", "x-amz-checksum-sha256", "x-amz-copy-source-if-match"}, MaxAgeSeconds: 3600,
	}
}

// withRule puts ours in place of an earlier one of ours.
func withRule(existing *cors.Config, ours cors.Rule) (rules []cors.Rule, changed bool) {
	if existing != nil {
		rules = existing.CORSRules
	}
	n := slices.IndexFunc(rules, func(r cors.Rule) bool { return r.ID == ownRule })
	switch {
	case n < 0:
		return append(slices.Clone(rules), ours), true
	case reflect.DeepEqual(rules[n], ours):
		return rules, false
	}
	rules = slices.Clone(rules)
	rules[n] = ours
	return rules, true
}
