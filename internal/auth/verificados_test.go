package auth_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A token that was verified a thousand times ends with its key, and not later
// than one that was never seen: when the keys are due again, or as soon as they
// were fetched for another reason.
func TestVerificadosTerminanConSuLlave(t *testing.T) {
	for nombre, noticia := range map[string]func(v auth.Verificador, m *momento, otra string){
		"the set is old": func(_ auth.Verificador, m *momento, _ string) { m.avanzar(16 * time.Minute) },
		"an unknown kid brings the new set": func(v auth.Verificador, m *momento, otra string) {
			m.avanzar(6 * time.Second)
			if _, err := v.Verificar(context.Background(), otra); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(nombre, func(t *testing.T) {
			p, m := nuevoProveedor(t), &momento{t: ahora}
			vieja, nueva := llaveEd(t, "1"), llaveEd(t, "2")
			p.publicar(vieja)
			v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", JWKSURL: p.URL + "/llaves", Reloj: m.ahora})
			token := vieja.firmar(t, p.reclamos(nil))
			for range 3 {
				esperar(t, v, token, "good", "")
			}
			p.publicar(nueva)
			esperar(t, v, token, "withdrawn, not noticed yet", "")
			noticia(v, m, nueva.firmar(t, p.reclamos(nil)))
			esperar(t, v, token, "withdrawn", fault.Unauthenticated)
		})
	}
}

// The same key id with another key is another key, also for a known token.
func TestVerificadosLlaveCambiadaBajoSuNombre(t *testing.T) {
	p, m := nuevoProveedor(t), &momento{t: ahora}
	buena, otra := llaveEd(t, "1"), llaveEd(t, "1")
	p.publicar(buena)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: m.ahora})
	token := buena.firmar(t, p.reclamos(nil))
	esperar(t, v, token, "first", "")
	esperar(t, v, token, "second", "")
	p.publicar(otra)
	m.avanzar(16 * time.Minute)
	esperar(t, v, token, "rotated under its name", fault.Unauthenticated)
}

// While the issuer is away its keys hold for a day, and known tokens no longer.
func TestVerificadosEmisorCaido(t *testing.T) {
	p, m := nuevoProveedor(t), &momento{t: ahora}
	l := llaveEd(t, "1")
	p.publicar(l)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: m.ahora})
	token := l.firmar(t, p.reclamos(cambios{"exp": ahora.Add(72 * time.Hour).Unix()}))
	esperar(t, v, token, "first", "")
	esperar(t, v, token, "second", "")
	p.cambiar(func() { p.estado = http.StatusBadGateway })
	m.avanzar(23 * time.Hour)
	esperar(t, v, token, "down for 23 hours", "")
	m.avanzar(2 * time.Hour)
	esperar(t, v, token, "down for a day", fault.Unavailable)
}

// Expiry and nbf are looked at every time.
func TestVerificadosVencen(t *testing.T) {
	hora := ahora
	e := emisor(t, t.TempDir(), func() time.Time { return hora })
	v, token := e.Verificador(), emitir(t, e, time.Minute)
	for _, c := range []struct {
		despues time.Duration
		want    fault.Code
	}{
		{0, ""},
		{90 * time.Second, ""},
		{91 * time.Second, fault.Unauthenticated},
		{-31 * time.Second, fault.Unauthenticated}, // a clock that went back
		{0, ""},
	} {
		hora = ahora.Add(c.despues)
		esperar(t, v, token, fmt.Sprint(c.despues), c.want)
	}
}

// More tokens than are remembered: each is still judged by itself, and one
// changed in its last letter is another token.
func TestVerificadosMuchos(t *testing.T) {
	e := emisor(t, t.TempDir(), reloj)
	v := e.Verificador()
	for i := range auth.MaxVerificados + 10 {
		sub := fmt.Sprintf("s-%d", i%(auth.MaxVerificados+5))
		token, err := e.Emitir(sub, auth.Ciudadano, "", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.Verificar(context.Background(), token)
		if err != nil || p.Sub != sub {
			t.Fatalf("%s: got %+v, %v", sub, p, err)
		}
	}
	if n := auth.Recordados(v); n != auth.MaxVerificados {
		t.Errorf("%d tokens are remembered, at most %d may be", n, auth.MaxVerificados)
	}
	token := emitir(t, e, time.Hour)
	esperar(t, v, token, "good", "")
	esperar(t, v, token[:len(token)-3]+"AAA", "tampered", fault.Unauthenticated)
}

func BenchmarkVerificar(b *testing.B) {
	e, err := auth.NuevoEmisor(b.TempDir(), reloj)
	if err != nil {
		b.Fatal(err)
	}
	token, err := e.Emitir(dueno, auth.Ciudadano, "", time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	siempre := e.Verificador()
	for nombre, quien := range map[string]func() auth.Verificador{
		"unknown": e.Verificador, // one that has seen nothing
		"known":   func() auth.Verificador { return siempre },
	} {
		b.Run(nombre, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := quien().Verificar(context.Background(), token); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
