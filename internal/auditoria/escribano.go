package auditoria

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"io"
	"time"
)

// Escribano writes events down. The zero value takes the time and the chance of the machine.
type Escribano struct {
	Clock func() time.Time // nil for time.Now
	Rand  io.Reader        // of ids and salts; nil for crypto/rand
}

// bytesSal is the length of a salt: nobody guesses an event behind its commitment.
const bytesSal = 32

// Levantar makes an event of what happened. What h says stays; id, time and salt are new, and what it
// leaves out comes from the context: who and what for, in which part of the program, for which request.
func (e Escribano) Levantar(ctx context.Context, h Evento) Evento {
	now := e.now()
	h.Momento = now.Truncate(time.Millisecond)
	h.EventoID, h.Sal = e.nombre(now)
	h.Servicio = cmp.Or(h.Servicio, servicioDe(ctx), API)
	if h.Actor == (Actor{}) {
		a := autorEn(ctx, h.Servicio)
		h.Actor, h.Proposito, h.BaseLegal = a.actor, a.proposito, a.baseLegal
	}
	h.CorrelacionID = cmp.Or(h.CorrelacionID, Correlacion(ctx), h.EventoID)
	h.OperadorID = cmp.Or(h.OperadorID, SinOperador)
	h.Resultado = cmp.Or(h.Resultado, Exito)
	h.Gravedad = cmp.Or(h.Gravedad, h.Resultado.gravedad())
	return h
}

func (e Escribano) now() time.Time {
	clock := e.Clock
	if clock == nil {
		clock = time.Now
	}
	return clock().UTC()
}

// nombre is a UUID v7 of a moment, and a salt. The 12 bits behind the millisecond are the rest of the moment (RFC 9562, method
// 3), so what a process writes one after the other comes in this order.
func (e Escribano) nombre(now time.Time) (id string, sal []byte) {
	rnd := e.Rand
	if rnd == nil {
		rnd = rand.Reader
	}
	b := make([]byte, 16+bytesSal)
	if _, err := io.ReadFull(rnd, b[6:]); err != nil {
		panic(err) // crypto/rand never fails
	}
	ms := binary.BigEndian.AppendUint64(nil, uint64(now.UnixMilli()))
	copy(b, ms[2:])
	rest := uint16(now.Nanosecond() % 1e6 * 4096 / 1e6)
	b[6], b[7], b[8] = 0x70|byte(rest>>8), byte(rest), b[8]&0x3f|0x80
	return formaUUID([16]byte(b)), b[16:]
}

func formaUUID(b [16]byte) string {
	var t [36]byte
	hex.Encode(t[:], b[:4])
	hex.Encode(t[9:], b[4:6])
	hex.Encode(t[14:], b[6:8])
	hex.Encode(t[19:], b[8:10])
	hex.Encode(t[24:], b[10:])
	t[8], t[13], t[18], t[23] = '-', '-', '-', '-'
	return string(t[:])
}

// gravedad is how much an outcome matters, if nothing else is known.
func (r Resultado) gravedad() Gravedad {
	if r == Exito {
		return Informa
	}
	return Advierte
}

// EnOrden gives events of one write, each of which followed the one before it, ids that sort as they do. A clock may say the
// same twice.
func EnOrden(es ...Evento) []Evento {
	for i := 1; i < len(es); i++ {
		for j := i; j > 0 && es[j].Momento.Equal(es[j-1].Momento) && es[j].EventoID < es[j-1].EventoID; j-- {
			es[j].EventoID, es[j-1].EventoID = es[j-1].EventoID, es[j].EventoID
		}
	}
	return es
}
