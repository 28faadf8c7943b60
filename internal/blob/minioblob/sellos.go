package minioblob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Sellos keeps sealed logs in a bucket of their own: the store compares (If-None-Match,
// If-Match), so two processes need not know of each other.
type Sellos struct {
	o      *Objetos
	bucket string
	locked uint // days; 0: objects are not locked
}

var _ sello.Objects = (*Sellos)(nil)

// maxSello bounds what is read of one object: a bundle of 1,024 entries has 200 KB.
const maxSello = 64 << 20

// Sellos are the logs in this bucket of the same store.
func (o *Objetos) Sellos(bucket string) *Sellos { return &Sellos{o: o, bucket: bucket} }

// Locked are the same, whose objects nobody can delete or replace by other bytes for so many days.
func (s *Sellos) Locked(days uint) *Sellos { return &Sellos{o: s.o, bucket: s.bucket, locked: days} }

// Bootstrap creates the bucket; one that is there stays. A lock needs a bucket that was made with
// locks: others are refused.
func (s *Sellos) Bootstrap(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.o.cfg.Timeout)
	defer cancel()
	err := s.o.client.MakeBucket(ctx, s.bucket, minio.MakeBucketOptions{Region: s.o.cfg.Region, ObjectLocking: s.locked > 0})
	if code := codeOf(err); err != nil && code != minio.BucketAlreadyOwnedByYou && code != minio.BucketAlreadyExists {
		return classify(err)
	}
	if s.locked == 0 {
		return nil
	}
	return s.lock(ctx)
}

// lock has every object of the bucket that is written from now on locked, also against its owner.
func (s *Sellos) lock(ctx context.Context) error {
	mode, unit := minio.Compliance, minio.Days
	if err := s.o.client.SetBucketObjectLockConfig(ctx, s.bucket, &mode, &s.locked, &unit); err != nil {
		return fmt.Errorf("bucket %s cannot lock its objects, which it has to be made for: %w", s.bucket, classify(err))
	}
	return nil
}

// Get implements sello.Objects.
func (s *Sellos) Get(ctx context.Context, key string) ([]byte, error) {
	data, _, err := s.Load(ctx, key)
	return data, err
}

// Load implements sello.Fence: the version is the ETag.
func (s *Sellos) Load(ctx context.Context, key string) ([]byte, string, error) {
	if err := sello.ValidKey(key); err != nil {
		return nil, "", err
	}
	ctx, cancel := context.WithTimeout(ctx, s.o.cfg.Timeout)
	defer cancel()
	body, info, _, err := s.o.core.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, "", classifySello(err)
	}
	defer body.Close()
	data, err := io.ReadAll(io.LimitReader(body, maxSello+1))
	if err == nil && int64(len(data)) != info.Size {
		err = fmt.Errorf("%s: %d bytes arrived of %d", key, len(data), info.Size)
	}
	return data, info.ETag, classifySello(err)
}

// Put implements sello.Objects.
func (s *Sellos) Put(ctx context.Context, key string, data []byte) error {
	err := s.write(ctx, key, data, "")
	if !errors.Is(err, fault.Conflict) {
		return err
	}
	there, err := s.Get(ctx, key)
	if err == nil && !bytes.Equal(there, data) {
		err = fault.Wrap(fault.Conflict, errors.New(key+" holds other bytes"))
	}
	return err
}

// Delete implements sello.Objects.
func (s *Sellos) Delete(ctx context.Context, key string) error {
	if err := sello.ValidKey(key); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.o.cfg.Timeout)
	defer cancel()
	err := s.o.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{})
	if codeOf(err) == minio.NoSuchKey {
		return nil
	}
	return classifySello(err)
}

// Swap implements sello.Fence. When the client asks again because an answer was lost, the
// second answer is a Conflict with itself: callers look who won.
func (s *Sellos) Swap(ctx context.Context, key, version string, data []byte) error {
	err := s.write(ctx, key, data, version)
	if errors.Is(err, fault.NotFound) { // If-Match of what is not there
		err = fault.Wrap(fault.Conflict, err)
	}
	return err
}

// write sends one PUT; without a version nothing may be there.
func (s *Sellos) write(ctx context.Context, key string, data []byte, version string) error {
	if err := sello.ValidKey(key); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.o.cfg.Timeout)
	defer cancel()
	options := minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true, SendContentMd5: true}
	if version == "" {
		options.SetMatchETagExcept("*")
	} else {
		options.SetMatchETag(version)
	}
	_, err := s.o.client.PutObject(ctx, s.bucket, key, bytes.NewReader(data), int64(len(data)), options)
	return classifySello(err)
}

// classifySello keeps the class, with words for an operator: no citizen's file is meant.
func classifySello(err error) error {
	if err == nil {
		return nil
	}
	if refusal, known := classes[codeOf(err)]; known {
		return fault.Wrap(refusal().Code, err)
	}
	return classify(err)
}
