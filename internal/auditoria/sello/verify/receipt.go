package verify

import (
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
}

// ParseReceipt reads the file: JSON with the format's name and three texts. The texts are byte exact; the
// spaces between them prove nothing.
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
	if len(parts) != 4 { // a person would take it for a part of what is proven
		return Receipt{}, errors.New("receipt: more in it than formato, evento, prueba and llaves")
	}
	return Receipt{[]byte(parts["evento"]), []byte(parts["prueba"]), []byte(parts["llaves"])}, nil
}
