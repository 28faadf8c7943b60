package minioblob

import (
	"context"
	"reflect"
	"slices"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/cors"
)

// reglaPropia names the rule that is this program's among the bucket's.
const reglaPropia = "carpeta"

// permitir lets the pages of Config.Origenes send and fetch files: the bucket's CORS
// rules get one of ours, which follows the settings; those of others stay. A store
// that keeps no such rules (MinIO) has settings of its own instead.
func (o *Objetos) permitir(ctx context.Context) error {
	if len(o.cfg.Origenes) == 0 {
		return nil
	}
	ctx, cancelar := o.conPlazo(ctx)
	defer cancelar()
	hay, err := o.cliente.GetBucketCors(ctx, o.cfg.Bucket)
	if err == nil {
		reglas, cambian := conRegla(hay, reglaDe(o.cfg.Origenes))
		if !cambian {
			return nil
		}
		err = o.cliente.SetBucketCors(ctx, o.cfg.Bucket, cors.NewConfig(reglas))
	}
	if codigo(err) == minio.NotImplemented {
		return nil
	}
	return clasificar(err)
}

// reglaDe allows the uses of a signed URL: the headers are those of PrepararCarga.
func reglaDe(origenes []string) cors.Rule {
	return cors.Rule{
		ID: reglaPropia, AllowedOrigin: origenes, AllowedMethod: []string{"GET", "HEAD", "PUT"},
		AllowedHeader: []string{"content-type", "if-none-match", "x-amz-checksum-sha256"}, MaxAgeSeconds: 3600,
	}
}

// conRegla puts ours in place of an earlier one of ours.
func conRegla(hay *cors.Config, nuestra cors.Rule) (reglas []cors.Rule, cambian bool) {
	if hay != nil {
		reglas = hay.CORSRules
	}
	n := slices.IndexFunc(reglas, func(r cors.Rule) bool { return r.ID == reglaPropia })
	switch {
	case n < 0:
		return append(slices.Clone(reglas), nuestra), true
	case reflect.DeepEqual(reglas[n], nuestra):
		return reglas, false
	}
	reglas = slices.Clone(reglas)
	reglas[n] = nuestra
	return reglas, true
}
