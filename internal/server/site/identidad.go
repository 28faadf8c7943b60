package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// Identity is how the operador has the application look. What is empty is as the application has it.
type Identity struct {
	Name string `json:"nombre,omitempty"` // in the place of Carpeta Ciudadana
	Logo string `json:"logo,omitempty"`   // address of the picture, on this origin
	// The colours of buttons and links in the light and in the dark theme, as #rrggbb.
	LightAccent string `json:"acentoClaro,omitempty"`
	DarkAccent  string `json:"acentoOscuro,omitempty"`
}

const (
	logoPath    = "/identidad/logo"
	logoMaximum = 64 << 10 // bytes
	// A person may open the picture by itself: an SVG is a document then, and must not run anything on this origin.
	logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
)

// Logo is a picture that the site serves.
type Logo struct {
	content []byte
	kind    string // media type
	hash    string
}

// ReadLogo reads a picture, and sees by its content what it is.
func ReadLogo(file string) (*Logo, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, logoMaximum+1))
	if err != nil {
		return nil, err
	}
	if len(content) > logoMaximum {
		return nil, fmt.Errorf("%s has more than %d KiB; give a smaller picture", file, logoMaximum>>10)
	}
	kind := pictureKind(content)
	if kind == "" {
		return nil, fmt.Errorf("%s is no PNG, JPEG, WebP or SVG; give such a picture", file)
	}
	hash := sha256.Sum256(content)
	return &Logo{content: content, kind: kind, hash: hex.EncodeToString(hash[:8])}, nil
}

// Address changes with the picture, so that a browser may keep it.
func (l *Logo) Address() string { return logoPath + "?v=" + l.hash }

func (l *Logo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", l.kind)
	h.Set("Content-Security-Policy", logoPolicy)
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("ETag", `"`+l.hash+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(l.content))
}

// pictureKind is the media type of a picture that an img element shows; empty for everything else.
func pictureKind(content []byte) string {
	switch kind := http.DetectContentType(content); kind {
	case "image/png", "image/jpeg", "image/webp":
		return kind
	}
	if isSVG(content) {
		return "image/svg+xml"
	}
	return ""
}

// isSVG: XML from its beginning to its end, whose outer element is svg.
func isSVG(content []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(content))
	root := ""
	for {
		switch token, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return root == "svg"
		case err != nil:
			return false
		default:
			if element, ok := token.(xml.StartElement); ok && root == "" {
				root = element.Name.Local
			}
		}
	}
}
