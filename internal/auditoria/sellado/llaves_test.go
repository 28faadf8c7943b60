package sellado_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

func seed(n byte) []byte { return bytes.Repeat([]byte{n}, 32) }

func TestKeysAreWrittenAndReadInOneForm(t *testing.T) {
	l, err := sellado.CrearLlaves("carpeta.example.org", seed(1), inicio)
	if err != nil {
		t.Fatal(err)
	}
	if l, err = l.Rotar(seed(2), inicio.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	again, err := sellado.LeerLlaves(l.Formato())
	if err != nil || !bytes.Equal(again.Formato(), l.Formato()) {
		t.Errorf("%v\n%s\n%s", err, again.Formato(), l.Formato())
	}
	keys, err := again.Publicas("op-1")
	if err != nil || len(keys) != 2 || keys[0].Origin != "carpeta.example.org/operador/op-1" || !keys[0].Until.Equal(keys[1].From) {
		t.Errorf("%+v %v", keys, err)
	}
	if parsed, err := verify.ParseKeys(keys.Format()); err != nil || len(parsed) != 2 {
		t.Errorf("%+v %v", parsed, err)
	}
	if _, err := l.Rotar(seed(3), inicio); err == nil {
		t.Error("a key may begin before the one before it")
	}
}

func TestAFileOfKeysIsRefusedWithoutQuotingIt(t *testing.T) {
	l, err := sellado.CrearLlaves("carpeta.example.org", seed(1), inicio)
	if err != nil {
		t.Fatal(err)
	}
	good := strings.Split(strings.TrimSpace(string(l.Formato())), "\n")[1]
	secret := good[strings.LastIndex(good[:strings.IndexByte(good, ' ')], "+")+1 : strings.IndexByte(good, ' ')]
	for what, text := range map[string]string{
		"nothing":         "",
		"a comment alone": "# x\n",
		"twice":           good + "\n" + good,
		"cut":             good[:len(good)-3],
		"another number":  strings.Replace(good, "org+", "org+1", 1),
		"another host":    good + "\n" + strings.Replace(good, "example", "axample", 1),
		"a flipped bit":   strings.Replace(good, secret, "AQ"+secret[2:len(secret)-2]+"F=", 1),
		"no dates":        strings.Fields(good)[0],
		"a public key":    strings.TrimPrefix(good, "PRIVATE+KEY+"),
	} {
		if _, err := sellado.LeerLlaves([]byte(text)); err == nil || strings.Contains(err.Error(), secret[4:20]) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestEveryOperadorHasALogOfItsOwn(t *testing.T) {
	l, err := sellado.CrearLlaves(strings.Repeat("h", 40)+".org", seed(1), inicio)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, id := range []string{"op-1", "OP_1", "_", "periodos", "h", "../op-1", "op/1", "op 1", strings.Repeat("a", 40), strings.Repeat("a", 41), strings.Repeat("a", 200), "ñ", "h.1"} {
		if _, err := l.Publicas(id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
		for _, name := range []string{l.Origen(id), sellado.Prefijo(id)} {
			if other, twice := seen[name]; twice {
				t.Errorf("%q and %q have the name %s", id, other, name)
			}
			seen[name] = id
		}
		if p := sellado.Prefijo(id); strings.Contains(p, "..") || strings.Count(p, "/") > 2 {
			t.Errorf("%q: folder %s", id, p)
		}
	}
	if _, err := sellado.CrearLlaves(strings.Repeat("h", 90), seed(1), inicio); err == nil {
		t.Error("a name that leaves no room for an operador")
	}
}
