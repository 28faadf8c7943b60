package minioblob_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// manual are the actions that docs/operacion.md tells an operator to allow.
type manual struct{ serve, bootstrap map[string]bool }

var theManual = sync.OnceValue(func() manual {
	text, err := os.ReadFile("../../../docs/operacion.md")
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(text), "\nFor `serve`")
	serve, rest, _ := strings.Cut(rest, "\nFor `bootstrap`")
	bootstrap, _, _ := strings.Cut(rest, "\nFor `seed`")
	return manual{actionsIn(serve), actionsIn(bootstrap)}
})

func actionsIn(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`s3:(\w+)`).FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return found
}

// ofBucket are the actions that only bootstrap needs; with ListBucket it looks whether the bucket is there.
var ofBucket = map[string]bool{
	"CreateBucket": true, "GetBucketVersioning": true, "PutBucketVersioning": true, "PutLifecycleConfiguration": true,
	"GetBucketCORS": true, "PutBucketCORS": true, "PutBucketObjectLockConfiguration": true,
}

// TestTheManualNamesTheActions: both lists are read; what each request of the adapter needs is compared with them by
// network, in every test of this package.
func TestTheManualNamesTheActions(t *testing.T) {
	if m := theManual(); len(m.serve) < 10 || len(m.bootstrap) != len(ofBucket)+1 {
		t.Errorf("serve %v, bootstrap %v", m.serve, m.bootstrap)
	}
	for action := range ofBucket {
		if theManual().serve[action] {
			t.Errorf("serve is allowed s3:%s, which bootstrap alone needs", action)
		}
	}
}

// missingIn are the actions of a request that nobody would have allowed.
func missingIn(m manual, req *http.Request) (missing []string) {
	for _, action := range actionsOf(req) {
		allowed := m.serve
		if ofBucket[action] {
			allowed = m.bootstrap
		}
		if !allowed[action] {
			missing = append(missing, action)
		}
	}
	return missing
}

// actionsOf are the actions of AWS that a request needs (Service Authorization Reference, Amazon S3).
func actionsOf(req *http.Request) []string {
	q := req.URL.Query()
	if bucket, key, _ := strings.Cut(strings.TrimPrefix(req.URL.Path, "/"), "/"); bucket == "" || key == "" {
		return actionsOfBucket(req, q)
	}
	switch {
	case q.Has("uploadId") && req.Method == http.MethodGet:
		return []string{"ListMultipartUploadParts"}
	case q.Has("uploadId") && req.Method == http.MethodDelete:
		return []string{"AbortMultipartUpload"}
	case req.Method == http.MethodGet, req.Method == http.MethodHead:
		return []string{ofVersion("GetObject", q)}
	case req.Method == http.MethodDelete:
		return []string{ofVersion("DeleteObject", q)}
	case req.Header.Get("X-Amz-Copy-Source") != "":
		_, from, _ := strings.Cut(req.Header.Get("X-Amz-Copy-Source"), "?")
		source, _ := url.ParseQuery(from)
		return []string{"PutObject", ofVersion("GetObject", source)}
	case req.Header.Get("X-Amz-Object-Lock-Mode") != "":
		return []string{"PutObject", "PutObjectRetention"}
	default:
		return []string{"PutObject"} // begun, sent and joined in parts, too
	}
}

func ofVersion(action string, q url.Values) string {
	if q.Has("versionId") {
		return action + "Version"
	}
	return action
}

func actionsOfBucket(req *http.Request, q url.Values) []string {
	write := req.Method == http.MethodPut
	switch {
	case q.Has("delete"):
		return []string{"DeleteObject", "DeleteObjectVersion"} // each name, with its version or without one
	case q.Has("uploads"):
		return []string{"ListBucketMultipartUploads"}
	case q.Has("versions"):
		return []string{"ListBucketVersions"}
	case q.Has("versioning"):
		return []string{either(write, "PutBucketVersioning", "GetBucketVersioning")}
	case q.Has("cors"):
		return []string{either(write, "PutBucketCORS", "GetBucketCORS")}
	case q.Has("lifecycle"):
		return []string{either(write, "PutLifecycleConfiguration", "GetLifecycleConfiguration")}
	case q.Has("object-lock"):
		return []string{either(write, "PutBucketObjectLockConfiguration", "GetBucketObjectLockConfiguration")}
	case q.Has("location"):
		return []string{"GetBucketLocation"}
	case req.Header.Get("X-Amz-Bucket-Object-Lock-Enabled") != "":
		return []string{"CreateBucket", "PutBucketVersioning", "PutBucketObjectLockConfiguration"}
	case write:
		return []string{"CreateBucket"}
	default:
		return []string{"ListBucket"}
	}
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
