package listener

// worthField is what net/http keeps of a field of a header, beside its bytes.
const worthField = 128

// block counts the fields of a block of HPACK (RFC 7541 §6), and the bytes that are spelt out in it. It decodes
// nothing. What a field takes from the table was spelt out before, and is shared.
type block struct {
	fields, bytes int

	step    step
	strings int // of the field that are still to come
	length  int // of the string that comes
	shift   uint
}

// step is what the next byte of a block is.
type step int

const (
	aField step = iota
	moreOfIndex
	aLength
	moreOfLength
	text
)

// longestText is more than any header may have.
const longestText = 1 << 20

// weight is what net/http makes of it, in bytes.
func (k *block) weight() int { return k.bytes + k.fields*worthField }

// came looks at what comes of a block.
func (k *block) came(b []byte) {
	for len(b) > 0 {
		if k.step != text {
			k.look(b[0])
			b = b[1:]
			continue
		}
		n := min(k.length, len(b))
		k.length -= n
		k.bytes += n
		b = b[n:]
		if k.length == 0 {
			k.strings--
			k.next()
		}
	}
}

// look takes a byte that is not of a text.
func (k *block) look(c byte) {
	switch k.step {
	case aField:
		k.begin(c)
	case moreOfIndex:
		if c < 0x80 {
			k.next()
		}
	case aLength:
		k.length, k.shift = int(c&0x7f), 0
		if k.length == 0x7f {
			k.step = moreOfLength
		} else {
			k.texts()
		}
	case moreOfLength:
		k.length = min(k.length+int(c&0x7f)<<min(k.shift, 21), longestText)
		if k.shift += 7; c < 0x80 {
			k.texts()
		}
	}
}

// begin takes the first byte of a field, or of a new size of the table.
func (k *block) begin(c byte) {
	k.fields++
	index := byte(0x0f) // the bits of the index: of a field that is not kept
	k.strings = 1
	switch {
	case c >= 0x80: // a field of the table
		index, k.strings = 0x7f, 0
	case c >= 0x40:
		index = 0x3f
	case c >= 0x20:
		index, k.strings = 0x1f, 0
		k.fields--
	}
	if k.strings > 0 && c&index == 0 {
		k.strings = 2 // its name is spelt out too
	}
	if k.next(); c&index == index {
		k.step = moreOfIndex
	}
}

// next says what follows a whole part.
func (k *block) next() {
	k.step = aField
	if k.strings > 0 {
		k.step = aLength
	}
}

// texts says that a text of that length follows.
func (k *block) texts() {
	k.step = text
	if k.length == 0 {
		k.strings--
		k.next()
	}
}
