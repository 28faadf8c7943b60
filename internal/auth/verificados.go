package auth

import (
	"crypto/sha256"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxVerificados bounds the memory: about half a KiB for each. Only tokens that
// the issuer signed get in.
const maxVerificados = 4096

// verificados remembers tokens whose signature was found good, because checking
// one costs more than all else that admits a request. A token is known by its
// hash: no usable token stays in memory.
//
// An entry holds for the key set that verified it, while that set is in use and
// need not be fetched again. So a key that is withdrawn or rotated stops working
// exactly when it would without this memory. Claims, expiry among them, are
// checked every time.
type verificados struct {
	lru *lru.Cache[[sha256.Size]byte, verificado]
}

type verificado struct {
	con      *juego
	reclamos reclamos
}

func nuevosVerificados() verificados {
	c, _ := lru.New[[sha256.Size]byte, verificado](maxVerificados) // fails for a size of 0 only
	return verificados{c}
}

func (m verificados) buscar(huella [sha256.Size]byte, vigentes *juego) (reclamos, bool) {
	v, hay := m.lru.Get(huella)
	if !hay || vigentes == nil || v.con != vigentes {
		return reclamos{}, false
	}
	return v.reclamos, true
}

func (m verificados) recordar(huella [sha256.Size]byte, con *juego, r reclamos) {
	if con != nil {
		m.lru.Add(huella, verificado{con, r})
	}
}

func (m verificados) olvidar(huella [sha256.Size]byte) { m.lru.Remove(huella) }
