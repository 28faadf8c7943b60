package sello

// Steps of a seal, for tests that plant another order.
const (
	Stage   = stage
	Swap    = swap
	Upload  = upload
	Publish = publish
	Mark    = mark
	Drop    = drop
)

type Step = step

// SetOrder plants an order of writes.
func (s *Sealer) SetOrder(order ...Step) { s.order = order }

// ParseBundle is for the fuzzer.
func ParseBundle(text []byte) (formatted []byte, err error) {
	b, err := parseBundle(text)
	if err != nil {
		return nil, err
	}
	return b.format(), nil
}

// FormatBundle makes a seed for it.
func FormatBundle(first int64, ids []string, path string, data []byte) []byte {
	return (&bundle{First: first, IDs: ids, Objects: []object{{path, data}}}).format()
}
