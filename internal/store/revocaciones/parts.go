package revocaciones

import (
	"encoding/json"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

const partBytes = 256 << 10 // of one item; DynamoDB takes 400 KB

// divide makes parts that an item can hold: lists of JSON.
func divide(all []auth.Revocation) (texts [][]byte, err error) {
	var text []byte
	for _, r := range all {
		one, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		switch {
		case text == nil:
			text = append([]byte{'['}, one...)
		case len(text)+len(one) > partBytes:
			texts = append(texts, append(text, ']'))
			text = append([]byte{'['}, one...)
		default:
			text = append(append(text, ','), one...)
		}
	}
	if text != nil {
		texts = append(texts, append(text, ']'))
	}
	return texts, nil
}

func undivide(text []byte, add func(auth.Revocation) error) error {
	var part []auth.Revocation
	if err := json.Unmarshal(text, &part); err != nil {
		return err
	}
	for _, r := range part {
		if err := errors.Join(r.Valid(), add(r)); err != nil {
			return err
		}
	}
	return nil
}
