package respaldo

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"filippo.io/age"
)

// cipher encrypts what is stored, for those who hold an identity of age. Whoever makes a backup need not
// be able to read it.
type cipher struct {
	to   []age.Recipient
	whom string // tells these recipients from others: their pieces are no use to each other
	name []byte // secret: a plain hash as a name would tell who guesses the content that it is there
}

// newCipher reads recipients: one as text, or a file of them. nil if there is none.
func newCipher(recipients string, key func() ([]byte, error)) (*cipher, error) {
	if recipients == "" {
		return nil, nil
	}
	text := []byte(recipients)
	if !strings.HasPrefix(recipients, "age1") {
		var err error
		if text, err = os.ReadFile(recipients); err != nil {
			return nil, fmt.Errorf("--cifrar-para is neither a recipient (age1…) nor a file of them: %w", err)
		}
	}
	to, err := age.ParseRecipients(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("--cifrar-para: %w; age-keygen prints the recipient of a new identity", err)
	}
	whom := fingerprint(string(text))
	name, err := key()
	return &cipher{to, whom, append(name, whom...)}, err
}

// fingerprint does not depend on order and comments.
func fingerprint(recipients string) string {
	var all []string
	for line := range strings.Lines(recipients) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, line)
		}
	}
	slices.Sort(all)
	return hexSum([]byte(strings.Join(all, "\n")))
}

// recipients is their fingerprint; "" of what is not encrypted.
func (c *cipher) recipients() string {
	if c == nil {
		return ""
	}
	return c.whom
}

// nameOf is the name of a piece with this content.
func (c *cipher) nameOf(content []byte) string {
	if c == nil {
		return hexSum(content)
	}
	h := hmac.New(sha256.New, c.name)
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// seal is what is stored of a content.
func (c *cipher) seal(content []byte) ([]byte, error) {
	if c == nil {
		return content, nil
	}
	var b bytes.Buffer
	w, err := age.Encrypt(&b, c.to...)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(content); err == nil {
		err = w.Close() // writes the last of it
	}
	return b.Bytes(), err
}

func (c *cipher) suffix() string {
	if c == nil {
		return plain
	}
	return encrypted
}

// errKey is of a key that fits nothing, and says nothing of the backup.
var errKey = errors.New("the backup was encrypted for another key")

// opener gives back what was stored.
type opener func(stored []byte) ([]byte, error)

func open(stored []byte) ([]byte, error) { return stored, nil }

const identityFile = "name the file that age-keygen wrote. If a passphrase protects it, open it first: age --decrypt"

// openWith decrypts with the identities in a file.
func openWith(file string) (opener, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("--identidad: %w; %s", err, identityFile)
	}
	ids, err := age.ParseIdentities(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("--identidad: %s: %w; %s", file, err, identityFile)
	}
	return func(stored []byte) ([]byte, error) {
		r, err := age.Decrypt(bytes.NewReader(stored), ids...)
		var none *age.NoIdentityMatchError
		if errors.As(err, &none) {
			return nil, fmt.Errorf("%w: no key in %s opens it. Give the identity whose recipient --cifrar-para had", errKey, file)
		}
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	}, nil
}
