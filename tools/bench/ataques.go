package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	honradas     = 200 // requests a second of the honest client
	vistazo      = 5 * time.Second
	maxRechazo   = 50 * time.Millisecond
	maxCrece     = 50 // MiB
	maxP99Veces  = 2
	atacantes    = 2 // clients that attack at once, one request after the other
	enchufesMudo = 1000
)

// ataque is one request that must be refused, again and again.
type ataque struct {
	nombre string
	cuerpo []byte
}

func repetir(n int, formato string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, formato, i)
	}
	return s.String()
}

// bomba spreads fragments that spread fragments: 2^n fields.
func bomba(n int) string {
	var s strings.Builder
	s.WriteString("{ ...F0 }")
	for i := range n {
		fmt.Fprintf(&s, " fragment F%d on Query { ...F%d ...F%d }", i, i+1, i+1)
	}
	fmt.Fprintf(&s, " fragment F%d on Query { __typename }", n)
	return s.String()
}

func ataques() []ataque {
	pagina := "carpeta { documentos(first: 100) { nodes { eliminacion { "
	var cuarta strings.Builder
	cuarta.WriteString("{ miCarpeta { documentos(first: 100) { nodes { eliminacion { ")
	cuarta.WriteString(strings.Repeat(pagina, 3))
	cuarta.WriteString("id" + strings.Repeat(" } } } }", 3) + " } } } } }")
	consultas := []struct{ nombre, texto string }{
		{"deep", "{ miCarpeta { documentos { nodes { " + strings.Repeat("eliminacion { carpeta { ", 400) + "id" + strings.Repeat(" } }", 400) + " } } } }"},
		{"wide", "{" + repetir(4000, " f%d") + " }"},
		{"aliased", "{" + repetir(1500, " a%d: __typename") + " }"},
		{"fragment bomb", bomba(60)},
		{"page product 100^4", cuarta.String()},
		{"30,000 equal fields", "{" + strings.Repeat(" __typename", 30_000) + " }"},
		{"5,000 unknown directives", "{ __typename" + repetir(5000, " @d%d") + " }"},
	}
	var todos []ataque
	for _, c := range consultas {
		todos = append(todos, ataque{c.nombre, cuerpo(c.texto, nil)})
	}
	return append(todos, ataque{"10 MB body", cuerpo("{ __typename } #"+strings.Repeat("x", 10<<20), nil)})
}

// medirAtaques: each attack by itself, beside an honest client.
func medirAtaques(ctx context.Context, b *banco) error {
	a, err := nuevoAtaque(ctx, b)
	if err != nil {
		return err
	}
	defer a.cerrar()
	if _, err := a.honrado(ctx, vistazo/2); err != nil { // warm
		return err
	}
	a.quieto, err = a.honrado(ctx, vistazo)
	if err != nil {
		return err
	}
	b.informe.anotar("honest client, 200/s, nobody else", "", sinTope, "%s; the process has %.0f MiB", a.quieto, a.residente())
	for _, c := range ataques() {
		if err := a.medir(ctx, c.nombre, func(ctx context.Context) (muestra, error) { return a.insistir(ctx, c.cuerpo) }); err != nil {
			return fmt.Errorf("%s: %w", c.nombre, err)
		}
	}
	for _, c := range []struct {
		nombre string
		hacer  func(context.Context) (muestra, error)
	}{
		{"2,000 subscriptions on a socket", a.abarrotar},
		{"1,000 silent sockets", a.callar},
		{"slow reader", a.noLeer},
	} {
		if err := a.medir(ctx, c.nombre, c.hacer); err != nil {
			return fmt.Errorf("%s: %w", c.nombre, err)
		}
	}
	return nil
}

// atacado is a server with an honest client and attackers.
type atacado struct {
	banco          *banco
	servidor       *servidor
	bueno, malo    *cliente
	dueno, ajeno   string // tokens
	carpetaID      string
	quieto         muestra
	eventoDeEnsayo string
}

func nuevoAtaque(ctx context.Context, b *banco) (*atacado, error) {
	i, err := b.instalar(ctx, embedded)
	if err != nil {
		return nil, err
	}
	lineas, _, err := i.sembrar(ctx, 1, 100, "--archivos")
	if err != nil {
		return nil, err
	}
	s, err := i.con(sinCuotas...).arrancar(ctx)
	if err != nil {
		return nil, err
	}
	a := &atacado{banco: b, servidor: s, bueno: s.cliente(conexiones), malo: s.cliente(atacantes), carpetaID: lineas[0].CarpetaID}
	var errDueno, errAjeno error
	a.dueno, errDueno = b.emisor.token(lineas[0].CiudadanoID)
	a.ajeno, errAjeno = b.emisor.token("atacante")
	a.eventoDeEnsayo, err = a.bueno.dejarEnEspera(ctx, a.dueno, a.carpetaID)
	if err = errors.Join(errDueno, errAjeno, err); err != nil {
		return nil, errors.Join(err, s.parar())
	}
	return a, nil
}

func (a *atacado) cerrar() {
	a.bueno.cerrar()
	a.malo.cerrar()
	_ = a.servidor.parar() // the figures are taken
}

func (a *atacado) residente() float64 {
	mib, _ := residente(a.servidor.cmd.Process.Pid) // 0 if it is gone, which the requests tell
	return mib
}

// medir attacks while the honest client works, and looks at both.
func (a *atacado) medir(ctx context.Context, nombre string, atacar func(context.Context) (muestra, error)) error {
	antes, mayor := a.residente(), 0.0
	plazo, soltar := context.WithTimeout(ctx, vistazo)
	defer soltar()
	var rechazos muestra
	var errAtaque error
	var grupo sync.WaitGroup
	grupo.Go(func() { rechazos, errAtaque = atacar(plazo) })
	grupo.Go(func() {
		for plazo.Err() == nil {
			mayor = max(mayor, a.residente())
			time.Sleep(20 * time.Millisecond)
		}
	})
	honrado, err := a.honrado(ctx, vistazo)
	soltar()
	grupo.Wait()
	if err := errors.Join(err, errAtaque); err != nil {
		return err
	}
	p99, reposo := honrado.percentil(99), a.quieto.percentil(99)
	p50 := rechazos.mediana()
	cumple := p50 <= maxRechazo && mayor-antes <= maxCrece && p99 <= maxP99Veces*reposo
	a.banco.informe.anotar("attack: "+nombre, "≤ 50 ms, +50 MiB, p99 ≤ 2×", si(cumple),
		"refused %d times, p50 %.1f ms, worst %.1f ms; memory +%.0f MiB; honest p99 %.1f ms (%.1f×)",
		len(rechazos), milis(p50), milis(rechazos.percentil(100)), mayor-antes, milis(p99), float64(p99)/float64(reposo))
	return nil
}

const consultaHonrada = `query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { id titulo estadoDocumento } pageInfo { hasNextPage endCursor } } } }`

// honrado asks for a page at fixed moments, whatever is still under way.
func (a *atacado) honrado(ctx context.Context, d time.Duration) (muestra, error) {
	n := int(d.Seconds() * honradas)
	m, errs := make(muestra, n), make([]error, n)
	peticion := cuerpo(consultaHonrada, map[string]any{"c": a.carpetaID})
	var grupo sync.WaitGroup
	inicio := time.Now()
	for i := range n {
		debido := inicio.Add(time.Duration(i) * time.Second / honradas)
		time.Sleep(time.Until(debido))
		grupo.Go(func() {
			_, _, errs[i] = a.bueno.crudo(ctx, a.dueno, peticion)
			m[i] = time.Since(debido)
		})
	}
	grupo.Wait()
	return m, errors.Join(errs...)
}

// insistir sends a request that must be refused, until its time is up.
func (a *atacado) insistir(ctx context.Context, cuerpo []byte) (muestra, error) {
	partes, errs := make([]muestra, atacantes), make([]error, atacantes)
	var grupo sync.WaitGroup
	for i := range atacantes {
		grupo.Go(func() {
			for ctx.Err() == nil && errs[i] == nil {
				desde := time.Now()
				errs[i] = a.rechazo(ctx, cuerpo)
				partes[i] = append(partes[i], time.Since(desde))
			}
			if ctx.Err() != nil {
				errs[i] = nil
				partes[i] = partes[i][:max(0, len(partes[i])-1)] // the last was broken off
			}
		})
	}
	grupo.Wait()
	var m muestra
	for _, p := range partes {
		m = append(m, p...)
	}
	return m, errors.Join(errs...)
}

// rechazo sends a request and is content with an error that has a code, or with
// being cut off.
func (a *atacado) rechazo(ctx context.Context, cuerpo []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.malo.url, bytes.NewReader(cuerpo))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+a.ajeno)
	resp, err := a.malo.http.Do(req)
	switch {
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return nil // cut off in the middle of a body that is too long
	case err != nil:
		return err
	}
	defer resp.Body.Close()
	texto, err := io.ReadAll(resp.Body)
	if err == nil && !bytes.Contains(texto, []byte(`"code"`)) {
		err = fmt.Errorf("not refused: %s %.200s", resp.Status, texto)
	}
	return err
}
