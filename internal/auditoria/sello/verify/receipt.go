package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

const receiptFormat = "carpeta.constancia/v1"

// MaxReceipt bounds the file of a receipt.
const MaxReceipt = 4 * MaxEvent

// Receipt is an event with all that verifies it, as one file. Whoever changed the file could have changed
// the keys in it too: the signer is known when they are compared with keys from somebody else.
type Receipt struct {
	Event, Proof, Keys []byte
	// Purpose is what a citizen read when they authorised something; empty in a receipt of something else.
	Purpose string
}

// purposeHash is the member of an event's datos that binds Receipt.Purpose to it.
const purposeHash = "finalidadSha256"

// ParseReceipt reads the file: JSON with the format's name and three texts, and with the purpose, where the event has its
// SHA-256. The texts are byte exact; the spaces between them prove nothing.
func ParseReceipt(text []byte) (Receipt, error) {
	if len(text) > MaxReceipt {
		return Receipt{}, fmt.Errorf("receipt: more than %d bytes", MaxReceipt)
	}
	var parts map[string]string
	if err := json.Unmarshal(text, &parts); err != nil {
		return Receipt{}, errors.New("receipt: want JSON with formato, evento, prueba and llaves, all of them texts")
	}
	if parts["formato"] != receiptFormat {
		return Receipt{}, fmt.Errorf("receipt: formato is not %s", receiptFormat)
	}
	for _, name := range []string{"evento", "prueba", "llaves"} {
		if parts[name] == "" {
			return Receipt{}, fmt.Errorf("receipt: no %s", name)
		}
	}
	r := Receipt{[]byte(parts["evento"]), []byte(parts["prueba"]), []byte(parts["llaves"]), parts["finalidad"]}
	known := 4
	if _, told := parts["finalidad"]; told {
		known++
		if err := r.checkPurpose(); err != nil {
			return Receipt{}, err
		}
	}
	if len(parts) != known { // a person would take it for a part of what is proven
		return Receipt{}, errors.New("receipt: more in it than formato, evento, prueba, llaves and finalidad")
	}
	return r, nil
}

// checkPurpose refuses a purpose that is not the one whose SHA-256 the event has.
func (r Receipt) checkPurpose() error {
	e, err := ParseEventFile(r.Event)
	if err != nil {
		return err
	}
	var event struct {
		Datos map[string]string `json:"datos"`
	}
	if err := json.Unmarshal(e.Event, &event); err != nil {
		return errors.New("receipt: the event is no JSON")
	}
	if hash := sha256.Sum256([]byte(r.Purpose)); event.Datos[purposeHash] != hex.EncodeToString(hash[:]) {
		return errors.New("receipt: finalidad is not what the event says that the citizen read")
	}
	return nil
}
