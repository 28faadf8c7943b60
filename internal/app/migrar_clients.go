package app

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// checkClients refuses settings with which clients of the old server would lose what they hold, or be taken for
// others. What they will notice, and cannot be helped, are warnings.
func (m *folderMove) checkClients(otherIssuer bool) (warnings []string, err error) {
	old, err := clientsOf(m.dir)
	if err != nil {
		return nil, err
	}
	warnings, err = m.checkIssuer(old, otherIssuer)
	return warnings, errors.Join(err, m.checkCursors(old), m.checkSeals(old))
}

// checkIssuer: a carpeta belongs to the sub of a token, and the same sub of another issuer may be another person.
func (m *folderMove) checkIssuer(old clients, other bool) (warnings []string, err error) {
	issuer, audience := m.a.cfg.AuthIssuer, m.a.cfg.AuthAudience
	subs := fmt.Sprintf("a carpeta belongs to the sub of a token: if %s gives a sub to another person than before, that person sees the carpeta", issuer)
	switch old.Emisor {
	case issuer:
	case auth.LocalEmisor:
		warnings = append(warnings, fmt.Sprintf("the old server issued its tokens itself. They end with it: the new servers take those of %s. Mind that %s.", issuer, subs))
	case "":
		warnings = append(warnings, fmt.Sprintf("nothing in %s says whose tokens the old server took. The new servers take those of %s: if it is another issuer, mind that %s.", m.dir, issuer, subs))
	default:
		if !other {
			return nil, fmt.Errorf("CARPETA_AUTH_ISSUER is %s, and the old server took the tokens of %s: %s. Nothing was changed. Name the same issuer; or make sure that this one gives nobody the sub of another, and add --otro-emisor", issuer, old.Emisor, subs)
		}
		warnings = append(warnings, fmt.Sprintf("the tokens of %s end with the old server. Mind that %s.", old.Emisor, subs))
	}
	if old.Emisor == issuer && old.Audiencia != audience {
		warnings = append(warnings, fmt.Sprintf("CARPETA_AUTH_AUDIENCE is %s, and the old server took tokens for %s: the new servers refuse those.", audience, old.Audiencia))
	}
	return warnings, nil
}

// checkCursors: clients hold cursors that the old server's keys signed.
func (m *folderMove) checkCursors(old clients) error {
	own := cursorKeys(m.a.p.cursors)
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(old.Cursores)) {
		if own[name] != old.Cursores[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	where := "as they stand in CARPETA_CURSOR_KEYS of the old server"
	if slices.Equal(missing, []string{localCursorKey}) && there(m.dir, cursorsFile) {
		where = fmt.Sprintf("as %s:KEY, where KEY is what this prints: base64 -w0 %s", localCursorKey, filepath.Join(m.dir, cursorsFile))
	}
	return fmt.Errorf("CARPETA_CURSOR_KEYS lacks what signed the cursors that clients hold (%s): their lists would break off. Nothing was changed. "+
		"Add it behind your own, %s. It may go CARPETA_CURSOR_TTL after the move", strings.Join(missing, ", "), where)
}

// checkSeals: a sealed log goes on with the keys that it began with, and receipts are proven by them.
func (m *folderMove) checkSeals(old clients) error {
	own, on, err := m.a.llaves()
	if err != nil {
		return err
	}
	var keys []string
	if on {
		keys = sealKeys(own)
	}
	if !slices.ContainsFunc(old.Sellos, func(k string) bool { return !slices.Contains(keys, k) }) {
		return nil
	}
	file := "the file that CARPETA_SELLO_LLAVES of the old server names"
	if there(m.dir, llavesFile) {
		file = filepath.Join(m.dir, llavesFile)
	}
	return fmt.Errorf("CARPETA_SELLO_LLAVES must name the keys of the sealed logs that move, or nobody could go on with them: copy %s to where it names its file. Nothing was changed", file)
}
