package main

import (
	"context"
	"errors"
	"time"
)

// atacado is a server with an honest client and attackers.
type atacado struct {
	banco     *banco
	servidor  *servidor
	bueno     *cliente
	dueno     string // the honest client's token
	carpetaID string
	malos     []linea // carpetas of attackers to come
}

// nuevoAtaque starts a server with a carpeta for the honest client and one for
// every attacker.
func nuevoAtaque(ctx context.Context, b *banco, atacantes int) (*atacado, error) {
	i, err := b.instalar(ctx, embedded)
	if err != nil {
		return nil, err
	}
	lineas, _, err := i.sembrar(ctx, 1+atacantes, 100)
	if err != nil {
		return nil, err
	}
	s, err := i.arrancar(ctx)
	if err != nil {
		return nil, err
	}
	a := &atacado{banco: b, servidor: s, bueno: s.cliente(conexiones), carpetaID: lineas[0].CarpetaID, malos: lineas[1:]}
	if a.dueno, err = b.emisor.token(lineas[0].CiudadanoID); err == nil {
		_, err = a.honrado(ctx, vistazo) // warm
	}
	if err != nil {
		return nil, errors.Join(err, s.parar())
	}
	return a, nil
}

// nuevo is an attacker that the server has never seen.
func (a *atacado) nuevo() (atacante, error) {
	l := a.malos[0]
	a.malos = a.malos[1:]
	token, err := a.banco.emisor.token(l.CiudadanoID)
	return atacante{token, l.CarpetaID}, err
}

func (a *atacado) cerrar() {
	a.bueno.cerrar()
	_ = a.servidor.parar() // the figures are taken
}

func (a *atacado) residente() float64 {
	mib, _ := residente(a.servidor.cmd.Process.Pid) // 0 if it is gone, which the requests tell
	return mib
}

func (a *atacado) cpu() time.Duration {
	d, _ := cpu(a.servidor.cmd.Process.Pid) // the same
	return d
}
