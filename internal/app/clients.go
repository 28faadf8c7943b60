package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// clientsFile says, in the data folder, what clients of its server hold. Its settings are not in the folder, and whoever
// moves the folder has to know whether those of the new servers go with it.
const clientsFile = "clientes.json"

// clients is its content. A key is told by a hash of it.
type clients struct {
	Emisor    string            `json:"emisor"` // whose tokens are good; the local issuer: the server's own
	Audiencia string            `json:"audiencia"`
	Cursores  map[string]string `json:"cursores"` // the keys that sign them, by name
	Sellos    []string          `json:"sellos"`   // the keys of the sealed logs, and so of receipts
}

// sayClients writes the file. A server works without it.
func (a *App) sayClients() {
	if a.p.cutter == nil { // there is no data folder
		return
	}
	c := clients{Emisor: a.cfg.AuthIssuer, Audiencia: a.cfg.AuthAudience, Cursores: cursorKeys(a.p.cursors), Sellos: sealKeys(a.signing)}
	if a.cfg.LocalIssuer() {
		c.Emisor, c.Audiencia = auth.LocalEmisor, auth.LocalAudience
	}
	text, err := json.Marshal(c)
	if err == nil {
		err = replaceFile(filepath.Join(a.cfg.DataDir, clientsFile), text)
	}
	if err != nil {
		a.log.Warn("carpeta migrar will not know whose tokens this server takes", "error", err)
	}
}

// clientsOf is what clients of a data folder's server hold; of one that no server of this version had, what the folder
// itself shows.
func clientsOf(dir string) (c clients, err error) {
	text, err := os.ReadFile(filepath.Join(dir, clientsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return shownClients(dir)
	}
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be read (%w): start its server once, which writes it anew. Nothing was changed", filepath.Join(dir, clientsFile), err)
	}
	return c, err
}

// shownClients goes by the secrets of the folder: they are there if no settings named others.
func shownClients(dir string) (c clients, err error) {
	if there(dir, auth.EmisorFile) {
		c.Emisor, c.Audiencia = auth.LocalEmisor, auth.LocalAudience
	}
	if there(dir, cursorsFile) {
		key, err := auth.SecretKey(filepath.Join(dir, cursorsFile))
		if err != nil {
			return c, err
		}
		c.Cursores = cursorKeys([]relay.Key{{ID: localCursorKey, Secret: key}})
	}
	if there(dir, llavesFile) {
		l, err := readLlaves(filepath.Join(dir, llavesFile))
		if err != nil {
			return c, err
		}
		c.Sellos = sealKeys(l)
	}
	return c, nil
}

func cursorKeys(keys []relay.Key) map[string]string {
	hashes := map[string]string{}
	for _, k := range keys {
		hashes[k.ID] = hashOf(k.Secret)
	}
	return hashes
}

// sealKeys are the keys of a file of them, each with the moment from which it signs. Its end may be set later.
func sealKeys(l sellado.Llaves) (hashes []string) {
	for line := range strings.Lines(string(l.Formato())) {
		if words := strings.Fields(line); len(words) > 1 && !strings.HasPrefix(line, "#") {
			hashes = append(hashes, hashOf([]byte(words[0]+" "+words[1])))
		}
	}
	return hashes
}

// hashOf tells a key apart from others, and does not give it away: keys are random, of 32 bytes or more.
func hashOf(key []byte) string {
	sum := sha256.Sum256(append([]byte("clientes\n"), key...))
	return hex.EncodeToString(sum[:16])
}

func there(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return !errors.Is(err, fs.ErrNotExist)
}
