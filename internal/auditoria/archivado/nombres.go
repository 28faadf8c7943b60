package archivado

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// prefijo is the beginning of all names here; sealed logs lie beside it.
const prefijo = "archivado/"

// maxNombre is how long an operador's part of a name may be.
const maxNombre = 200

// carpetaDe is the folder of an operador. An id that is no name in the object store is written in hex, and one that is
// too long for that is named by its hash.
func carpetaDe(operadorID string) string {
	plano := !strings.ContainsFunc(operadorID, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
	if plano && operadorID != "" && len(operadorID) <= maxNombre {
		return prefijo + "o-" + operadorID + "/"
	}
	if escrito := hex.EncodeToString([]byte(operadorID)); len(escrito) <= maxNombre {
		return prefijo + "x-" + escrito + "/"
	}
	suma := sha256.Sum256([]byte(operadorID))
	return prefijo + "h-" + hex.EncodeToString(suma[:]) + "/"
}

// nombreMes is the list of a month's days: it grows by a day at a time.
func nombreMes(operadorID string, mes time.Time) string {
	return carpetaDe(operadorID) + mes.Format("2006/01") + "/dias.json"
}

// nombreDia is the list of a day's parts: it is written once.
func nombreDia(operadorID string, dia time.Time) string {
	return carpetaDe(operadorID) + dia.Format("2006/01/02") + ".json"
}

// nombreParte has the hash of the content in it: what a process that died left half done is found
// whole, or not at all.
func nombreParte(operadorID string, dia time.Time, n int, suma string) string {
	return fmt.Sprintf("%s%s/%06d-%s.jsonl.zst", carpetaDe(operadorID), dia.Format("2006/01/02"), n, suma[:16])
}

// diaDe is the day in which a key of the order stands.
func diaDe(clave string) (time.Time, error) {
	t, err := auditoria.MomentoDeClave(clave)
	return t.Truncate(24 * time.Hour), err
}

func mesDe(dia time.Time) time.Time {
	return time.Date(dia.Year(), dia.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// inicio sorts before every key of a day, and behind every key of the day before.
func inicio(dia time.Time) string { return auditoria.ClaveEn(dia, "") }

func siguiente(dia time.Time) time.Time { return dia.AddDate(0, 0, 1) }
