package verificable_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/verificable"
)

// otrosBytes changes a few bytes of a file, somewhere.
func otrosBytes(r *rand.Rand, b []byte) []byte {
	for range 1 + r.IntN(2) {
		if len(b) < 2 {
			return b
		}
		i := r.IntN(len(b))
		j := min(len(b), i+1+r.IntN(40))
		switch r.IntN(6) {
		case 0:
			b[i] ^= 1 << r.IntN(8)
		case 1:
			b[i] = byte(r.IntN(256))
		case 2:
			b = slices.Delete(b, i, j)
		case 3:
			b = slices.Insert(b, i, slices.Clone(b[i:j])...)
		case 4:
			b = b[:i]
		case 5:
			k := r.IntN(len(b))
			b[i], b[k] = b[k], b[i]
		}
	}
	return b
}

// pieza is an entry of a file.
type pieza struct {
	nombre    string
	contenido []byte
}

// desarmar takes a good file apart.
func desarmar(b []byte) (ps []pieza) {
	le := binary.LittleEndian
	for le.Uint32(b) == 0x04034b50 {
		n, m := int(le.Uint16(b[26:])), int(le.Uint32(b[22:]))
		ps = append(ps, pieza{string(b[30 : 30+n]), slices.Clone(b[30+n : 30+n+m])})
		b = b[30+n+m:]
	}
	return ps
}

// armar writes pieces as the format has them, whatever they are.
func armar(ps []pieza) (b []byte) {
	le := binary.LittleEndian
	var directorio []byte
	for _, p := range ps {
		comun := []byte{20, 0, 0, 8, 0, 0, 0, 0, 33, 0}
		comun = le.AppendUint32(comun, crc32.ChecksumIEEE(p.contenido))
		comun = le.AppendUint32(le.AppendUint32(comun, uint32(len(p.contenido))), uint32(len(p.contenido)))
		comun = le.AppendUint16(le.AppendUint16(comun, uint16(len(p.nombre))), 0)
		directorio = append(append(directorio, "PK\x01\x02\x14\x00"...), comun...)
		directorio = append(le.AppendUint32(append(directorio, make([]byte, 10)...), uint32(len(b))), p.nombre...)
		b = append(append(append(append(b, "PK\x03\x04"...), comun...), p.nombre...), p.contenido...)
	}
	n := uint16(len(ps))
	fin := le.AppendUint16(le.AppendUint16([]byte("PK\x05\x06\x00\x00\x00\x00"), n), n)
	fin = le.AppendUint32(le.AppendUint32(fin, uint32(len(directorio))), uint32(len(b)))
	return append(append(append(b, directorio...), fin...), 0, 0)
}

// otrasPartes changes which parts there are, and their names.
func otrasPartes(r *rand.Rand, b []byte) []byte {
	ps := desarmar(b)
	i, j := r.IntN(len(ps)), r.IntN(len(ps))
	nombres := []string{"documento/", "documento/..", "documento/\ufffd", "documento/\xff", "documento/\u202e", "documento/x\u2028", "leame.html", "titular.json", "mimetype", strings.Repeat("n", 211)}
	switch r.IntN(7) {
	case 0:
		ps = slices.Delete(ps, i, i+1)
	case 1:
		ps = slices.Insert(ps, j, ps[i])
	case 2:
		ps[i], ps[j] = ps[j], ps[i]
	case 3:
		ps[i].contenido, ps[j].contenido = ps[j].contenido, ps[i].contenido
	case 4:
		ps[i].nombre = nombres[r.IntN(len(nombres))]
	case 5:
		ps[len(ps)-1].nombre = nombres[r.IntN(6)]
	case 6:
		ps = slices.DeleteFunc(ps, func(p pieza) bool {
			return strings.HasPrefix(p.nombre, "e") && r.IntN(3) > 0 || p.nombre == "prueba.txt" || p.nombre == "titular.json" && r.IntN(2) == 0
		})
	}
	return armar(ps)
}

// otraParte changes what is in a part, in a file that is whole.
func otraParte(r *rand.Rand, b []byte) []byte {
	ps := desarmar(b)
	p := &ps[r.IntN(len(ps))]
	if bytes.HasPrefix(p.contenido, []byte("{")) && r.IntN(4) > 0 {
		p.contenido = otroJSON(r, p.contenido)
	} else if r.IntN(3) > 0 {
		p.contenido = otrasLineas(r, p.contenido)
	} else {
		p.contenido = otrosBytes(r, p.contenido)
	}
	return armar(ps)
}

func otrasLineas(r *rand.Rand, b []byte) []byte {
	lineas := bytes.SplitAfter(b, []byte("\n"))
	i := r.IntN(len(lineas))
	switch r.IntN(5) {
	case 0:
		lineas = slices.Delete(lineas, i, i+1)
	case 1:
		lineas = slices.Insert(lineas, i, lineas[r.IntN(len(lineas))])
	case 2:
		lineas[i] = bytes.Replace(lineas[i], []byte("\n"), []byte("\r\n"), 1)
	case 3:
		lineas[i] = append([]byte(" "), lineas[i]...)
	case 4:
		lineas = append(lineas, []byte("\n"))
	}
	return bytes.Join(lineas, nil)
}

var (
	miembro = regexp.MustCompile(`"\w+": ?("(?:[^"\\]|\\.)*"|\d+)`)
	valores = []string{
		`""`, "null", "1", "2", "true", "[]", "{}", "-1", "-0", "2.0", "2e0", "3.0", "1e1", "2.5e1", "02", "1e999", "9223372036854775808", strings.Repeat("7", 5000), "NaN",
		`"x"`, `"\u00e9"`, `"é"`, `"\ud800"`, `"\u0000"`, `"\b\f"`, "\"\u2028\"", "\"\ufffd\"", "\"\x7f\"", "\"\x01\"", "\"\xff\"", `"\/"`,
		`"2026-02-30"`, `"0000-01-01"`, `"2026-05-03"`, `"２０２６-05-03"`, `"2026-05-03\n"`, `"9999-12-31"`, `"2026-05-03T15:04:05Z"`, `"2026-05-03t15:04:05z"`,
		`"2026-05-03T15:04:05.9999999999Z"`, `"2026-05-03T15:04:05+05:00"`, `"2026-05-03T15:04:05+24:00"`, `"2026-05-03T15:04:60Z"`, `"2026-05-03T15:04Z"`, `"2026-05-03 15:04:05Z"`,
		`"2026-05-03T15:04:05,5Z"`, `"2026-06-01"`, strings.Repeat("[", 300) + strings.Repeat("]", 300),
	}
)

// otroJSON changes a member of a JSON text, or what stands around it.
func otroJSON(r *rand.Rand, b []byte) []byte {
	todos := miembro.FindAllSubmatchIndex(b, -1)
	if len(todos) == 0 {
		return otrosBytes(r, b)
	}
	m := todos[r.IntN(len(todos))]
	propio, valor := slices.Clone(b[m[0]:m[1]]), string(b[m[2]:m[3]])
	cambia := func(i, j int, por string) []byte { return slices.Replace(b, i, j, []byte(por)...) }
	switch r.IntN(11) {
	case 0, 1, 2:
		return cambia(m[2], m[3], valores[r.IntN(len(valores))])
	case 3: // without it
		switch {
		case b[m[1]] == ',':
			return cambia(m[0], m[1]+1, "")
		case b[m[0]-1] == ',':
			return cambia(m[0]-1, m[1], "")
		}
		return cambia(m[0], m[1], "")
	case 4: // twice
		return cambia(m[0], m[0], string(propio)+",")
	case 5:
		return cambia(m[0]+1, m[0]+2, strings.ToUpper(string(b[m[0]+1])))
	case 6: // another order
		o := todos[r.IntN(len(todos))]
		if o[0] > m[0] {
			return bytes.Join([][]byte{b[:m[0]], b[o[0]:o[1]], b[m[1]:o[0]], propio, b[o[1]:]}, nil)
		}
		return cambia(m[0], m[0], `"a":0,`)
	case 7:
		donde := []int{0, m[0], m[1], m[2], len(b)}[r.IntN(5)]
		return cambia(donde, donde, []string{" ", "\n", "\t", "\u00a0", "\ufeff", "\x00", "}", ","}[r.IntN(8)])
	case 8: // one more
		return cambia(len(b)-1, len(b)-1, []string{`,"zz":1`, `,"zz":{"a":1,"a":2}`, `,"zz":"\ud800"`, `,"crit":[]`, `,"crit":null`, `,"b64":true`, `,"typ":"x"`, `,"d":"x"`, `,"vigencia":{}`, `,"vigencia":{"desde":"2026-01-01"}`, `,"numero":""`}[r.IntN(11)])
	case 9: // a letter of the value, or the number, written otherwise
		if len(valor) > 2 && valor[0] == '"' && valor[1] != '\\' && valor[1] < 0x80 {
			return cambia(m[2]+1, m[2]+2, fmt.Sprintf(`\u%04x`, valor[1]))
		}
		if valor[0] == '"' {
			return cambia(m[2], m[3], "null")
		}
		return cambia(m[3], m[3], ".0")
	default: // its last letter: a spare bit, if it is base64
		return cambia(m[3]-2, m[3]-1, string(b[m[3]-2]+1))
	}
}

// What is changed before everything around it is signed and sealed.
const (
	enDeclaracion = iota
	enCabeza
	enEvento
	enNota
)

var resumido = regexp.MustCompile(`"resumen":"[0-9a-f]{64}"`)

// deNuevo changes something that the issuer signs or the log seals, with good signatures: nothing but its form tells.
func deNuevo(t *testing.T, que int) func(*rand.Rand, []byte) []byte {
	return func(r *rand.Rand, b []byte) []byte {
		ps := desarmar(b)
		parte := map[string]*pieza{}
		for i := range ps {
			parte[ps[i].nombre] = &ps[i]
		}
		declaracion, emision := parte["declaracion.json"], parte["emision.txt"]
		if que == enDeclaracion {
			declaracion.contenido = otroJSON(r, declaracion.contenido)
		}
		cabeza, _, _ := bytes.Cut(parte["firma.jws"].contenido, []byte("."))
		cabeza, err := base64.RawURLEncoding.AppendDecode(nil, cabeza)
		bien(t, err)
		if que == enCabeza {
			cabeza = otroJSON(r, cabeza)
		}
		firma := firmado(cabeza, declaracion.contenido)
		parte["firma.jws"].contenido = []byte(firma)
		_, evento, _ := bytes.Cut(emision.contenido, []byte("\n\n"))
		evento = resumido.ReplaceAll(evento, []byte(`"resumen":"`+verificable.Resumen(declaracion.contenido, firma)+`"`))
		if que == enEvento {
			evento = otroJSON(r, evento)
		}
		emision.contenido, parte["prueba.txt"].contenido = sellarTexto(t, evento)
		if que == enNota {
			parte["prueba.txt"].contenido = otraNota(r, parte["prueba.txt"].contenido)
		}
		if r.IntN(2) == 0 { // whom nobody names is not compared
			ps = slices.DeleteFunc(ps, func(p pieza) bool { return p.nombre == "titular.json" })
		}
		return armar(ps)
	}
}

func firmado(cabeza, contenido []byte) string {
	text := base64.RawURLEncoding.EncodeToString(cabeza) + "."
	firma := ed25519.Sign(uni.secreta.(ed25519.PrivateKey), []byte(text+base64.RawURLEncoding.EncodeToString(contenido)))
	return text + "." + base64.RawURLEncoding.EncodeToString(firma)
}

// otraNota adds a line of somebody else to a checkpoint, which a reader passes over if it has the form of one.
func otraNota(r *rand.Rand, b []byte) []byte {
	nombres := []string{"otra.example", "cosignature/v1", strings.Repeat("n", 101), "con+mas", "con\u00a0espacio", "con\ttabulador", "con\x7fborrado", "", "\ufffd", "\xff", "carpeta.example/operador/op-1"}
	firmas := []string{"AAAAAAA=", "AAAAAAB=", "AAAA", "AAAAAA==", "AAAAAAA", "", "AAAAAAA= x", base64.StdEncoding.EncodeToString(make([]byte, 76))}
	linea := "— " + nombres[r.IntN(len(nombres))] + " " + firmas[r.IntN(len(firmas))] + "\n"
	lineas := bytes.SplitAfter(b, []byte("\n"))
	i := len(lineas) - 1 - r.IntN(3) // before, between and behind those of the log
	veces := []int{1, 1, 1, 98, 99}[r.IntN(5)]
	return bytes.Join(slices.Insert(lineas, i, bytes.Repeat([]byte(linea), veces)), nil)
}
