package entrega

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Posicion is the bit of a delivery in a status list. Lists count from 1: the zero value is in none.
type Posicion struct {
	URI    string `json:"uri,omitempty"` // of the list, as it was when the delivery was made; empty if the server had no address
	Lista  int64  `json:"lista"`
	Indice int64  `json:"indice"`
}

// Referencia is how a file names it; false if there is none to name.
func (p Posicion) Referencia() (verificable.Estado, bool) {
	return verificable.Estado{URI: p.URI, Idx: p.Indice}, p.URI != ""
}

// Lista is a status list of 2^20 bits (IETF Token Status List, draft-ietf-oauth-status-list-21). One bit is of one
// delivery, and is set when its issuer took it back or replaced it. All issuers share a list.
type Lista struct {
	Numero int64
	Llave  []byte // 32 random bytes, which hide what a bit is of
	Dadas  int64  // numbers that were given out: one for each delivery, in their order
}

const (
	// porLista are the numbers of a list that deliveries get. The others are nobody's, and some of them are set, the
	// decoys: so nobody sees how many deliveries were taken back.
	porLista = verificable.Posiciones / 2
	rondas   = 8
	mitad    = 10 // bits of a half of an index
)

// The decoys of a list become more, about 31 a day: the difference of two copies is not just what was taken back. A decoy
// stays set, as the bit of a delivery does: whoever sees a bit end knows that it was a decoy. Their number goes by the
// clock alone, so that all servers make the same list.
const (
	primerosSenuelos = 1.0 / 16 // part of the numbers of nobody, at the beginning
	ultimosSenuelos  = 1.0 / 2  // part of them, at the end and afterwards
	duranSenuelos    = 20 * 365 * 24 * time.Hour
)

var inicioSenuelos = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// umbralSenuelos is the number below which a random number of 32 bits makes a decoy at a moment.
func umbralSenuelos(now time.Time) uint32 {
	pasado := min(max(now.Sub(inicioSenuelos).Seconds()/duranSenuelos.Seconds(), 0), 1)
	return uint32((primerosSenuelos + (ultimosSenuelos-primerosSenuelos)*pasado) * (1 << 32))
}

// ronda is what round r of the permutation makes of half an index.
type ronda func(r int, v uint16) uint16

// ronda is that of the list: AES under its key.
func (l Lista) ronda() (ronda, error) {
	b, err := l.bloque()
	if err != nil {
		return nil, err
	}
	return func(r int, v uint16) uint16 {
		var block [aes.BlockSize]byte
		block[0], block[1] = 'o', byte(r)
		binary.BigEndian.PutUint16(block[2:], v)
		b.Encrypt(block[:], block[:])
		return binary.BigEndian.Uint16(block[:]) % (1 << mitad)
	}, nil
}

func (l Lista) bloque() (cipher.Block, error) {
	b, err := aes.NewCipher(l.Llave)
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err)
	}
	return b, nil
}

// recordada is a round that was computed for every half of an index: for who asks for each of them.
func (f ronda) recordada() ronda {
	var tabla [rondas][1 << mitad]uint16
	for r := range tabla {
		for v := range tabla[r] {
			tabla[r][v] = f(r, uint16(v))
		}
	}
	return func(r int, v uint16) uint16 { return tabla[r][v] }
}

// lugar is the index of the n-th number. It is a permutation of the bits of a list, a Feistel network over two halves of
// ten bits: neighbours in time are no neighbours in the list.
func (f ronda) lugar(n int64) int64 {
	a, b := uint16(n>>mitad), uint16(n&(1<<mitad-1))
	for r := range rondas {
		a, b = b, a^f(r, b)
	}
	return int64(a)<<mitad | int64(b)
}

// Bits are those of the list at a moment: the marked ones, and the decoys.
func (l Lista) Bits(marcados []int64, now time.Time) ([]byte, error) {
	una, err := l.ronda()
	if err != nil {
		return nil, err
	}
	b, err := l.bloque()
	if err != nil {
		return nil, err
	}
	todas := una.recordada()
	bits := make([]byte, verificable.Posiciones/8)
	poner := func(i int64) { bits[i>>3] |= 1 << (i & 7) }
	azar := make([]byte, 4*(verificable.Posiciones-porLista))
	cipher.NewCTR(b, append([]byte("senuelos"), make([]byte, 8)...)).XORKeyStream(azar, azar)
	umbral := umbralSenuelos(now)
	for n := int64(porLista); len(azar) > 0; n, azar = n+1, azar[4:] {
		if binary.BigEndian.Uint32(azar) < umbral {
			poner(todas.lugar(n))
		}
	}
	for _, i := range marcados {
		if i < 0 || i >= verificable.Posiciones {
			return nil, fault.Wrap(fault.Internal, fmt.Errorf("index %d of a status list", i))
		}
		poner(i)
	}
	return bits, nil
}

// posicion takes a bit for a new delivery. One that is taken and not used is as those of nobody.
func (s *Servicio) posicion(ctx context.Context) (Posicion, error) {
	for n := max(s.listaActual.Load(), 1); ; n++ {
		llave := make([]byte, 32)
		_, _ = rand.Read(llave) // never fails
		l, err := s.Store.ContarEnLista(ctx, n, llave)
		if err != nil {
			return Posicion{}, err
		}
		if l.Dadas > porLista {
			continue
		}
		s.listaActual.Store(n)
		una, err := l.ronda()
		if err != nil {
			return Posicion{}, err
		}
		return Posicion{URI: s.direccion(n), Lista: n, Indice: una.lugar(l.Dadas - 1)}, nil
	}
}

// RutaEstado is the path below which the status lists are.
const RutaEstado = "/estado/"

// direccion is where a list is; empty while the server has no address.
func (s *Servicio) direccion(numero int64) string {
	if s.Base == nil || s.Base() == "" {
		return ""
	}
	return s.Base() + RutaEstado + strconv.FormatInt(numero, 10)
}

// How long a list is good for who has it, and how old a copy of a cache may be.
const (
	duraLista   = 24 * time.Hour
	FrescaLista = 5 * time.Minute
)

// TokenDeLista is a status list as anybody may read it, signed. NOT_FOUND if there is none of this number.
func (s *Servicio) TokenDeLista(ctx context.Context, numero int64, llave ed25519.PrivateKey) ([]byte, error) {
	l, marcados, err := s.Store.ListaDeEstado(ctx, numero)
	if err != nil {
		return nil, err
	}
	now := s.Clock()
	bits, err := l.Bits(marcados, now)
	if err != nil {
		return nil, err
	}
	return verificable.EscribirLista(s.direccion(numero), bits, now, duraLista, FrescaLista, llave)
}
